internal import HearthCombine
internal import HearthTraitCore
internal import Synchronization

/// A source of all events of one trait since the subscription. Fails if too many are waiting, and ends when the device
/// no longer has the trait.
final class EventSource<Output: Sendable>: ValueSource, ChangeTaker {
    private struct State {
        var queue = BoundedQueue<Output>()
        var number: UInt64?
        var token: Observers.Token?
    }

    private let connection: HomeConnection
    private let path: TraitPath
    private let read: @Sendable (HomeReport.EventOccurrence) -> Output?
    private let wake: @Sendable () -> Void
    private let state = Mutex(State())

    /// - Parameter read: converts an event; returns nil for events that the subscriber didn't request.
    init(
        _ connection: HomeConnection, _ path: TraitPath, wake: @escaping @Sendable () -> Void,
        read: @escaping @Sendable (HomeReport.EventOccurrence) -> Output?
    ) {
        self.connection = connection
        self.path = path
        self.wake = wake
        self.read = read
        let token = connection.observe(.device(path.target.deviceID), wake)
        let number = connection.addFeed(self)
        state.withLock { state in
            state.number = number
            state.token = token
        }
    }

    func take(_ changes: [HomeChange]) {
        let events = changes.flatMap { change -> [Output] in
            guard case .report(let report) = change else { return [] }
            return report.events.compactMap { $0.path == path ? read($0) : nil }
        }
        guard !events.isEmpty else { return }
        state.withLock { $0.queue.append(events, "events of \(path.target)") }
        wake()
    }

    func end(_ error: HomeError?) {
        state.withLock { $0.queue.end(error) }
        wake()
    }

    func next() -> SourceStep<Output, HomeError> {
        if let step = state.withLock({ Self.waiting(&$0) }) { return step }
        let isThere = connection.withCache { [path] in $0.records(of: path.target)[path.traitID] != nil }
        // Events that were received before the trait was removed are still delivered.
        return isThere ? .wait : state.withLock { Self.waiting(&$0) } ?? .finished
    }

    private static func waiting(_ state: inout State) -> SourceStep<Output, HomeError>? {
        if let event = state.queue.popFirst() { return .value(event) }
        return state.queue.end
    }

    func cancel() {
        let (number, token) = state.withLock { ($0.number.take(), $0.token.take()) }
        if let number { connection.removeFeed(number) }
        if let token { connection.stopObserving(token) }
    }
}
