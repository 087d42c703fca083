internal import HearthCombine
internal import HearthTraitCore
internal import Synchronization

/// A source of every change since the subscription, none left out; it fails when too many wait unread.
final class ChangeFeed: ValueSource {
    /// How many changes may wait.
    static let capacity = 10_000

    private struct State {
        var waiting: [HomeChange] = []
        var first = 0
        var failure: HomeError?
        var number: UInt64?

        var count: Int { waiting.count - first }

        mutating func popFirst() -> HomeChange? {
            guard first < waiting.count else { return nil }
            defer {
                first += 1
                if first == waiting.count {
                    waiting = []
                    first = 0
                }
            }
            return waiting[first]
        }
    }

    private let connection: HomeConnection
    private let wake: @Sendable () -> Void
    private let state = Mutex(State())

    init(_ connection: HomeConnection, wake: @escaping @Sendable () -> Void) {
        self.connection = connection
        self.wake = wake
        let number = connection.addFeed(self)
        state.withLock { $0.number = number }
    }

    func take(_ changes: [HomeChange]) {
        state.withLock { state in
            guard state.failure == nil else { return }
            if state.count + changes.count > Self.capacity {
                state.failure = HomeError(
                    .resourceExhausted, "more than \(Self.capacity) changes of the home wait unread")
            } else {
                state.waiting += changes
            }
        }
        wake()
    }

    func fail(_ error: HomeError) {
        state.withLock { $0.failure = $0.failure ?? error }
        wake()
    }

    func next() -> SourceStep<HomeChange, HomeError> {
        state.withLock { state in
            if let change = state.popFirst() { return .value(change) }
            return state.failure.map { .failed($0) } ?? .wait
        }
    }

    func cancel() {
        if let number = state.withLock({ $0.number.take() }) { connection.removeFeed(number) }
    }
}
