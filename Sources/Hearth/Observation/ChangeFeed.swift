internal import HearthCombine
internal import HearthTraitCore
internal import Synchronization

/// Receives every change in order.
protocol ChangeTaker: AnyObject, Sendable {
    func take(_ changes: [HomeChange])
    /// Ends the changes. `error` is nil for a normal end.
    func end(_ error: HomeError?)
}

/// A source of every change since the subscription. Fails if too many are waiting.
final class ChangeFeed: ValueSource, ChangeTaker {
    private struct State {
        var queue = BoundedQueue<HomeChange>()
        var number: UInt64?
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
        state.withLock { $0.queue.append(changes, "changes of the home") }
        wake()
    }

    func end(_ error: HomeError?) {
        state.withLock { $0.queue.end(error) }
        wake()
    }

    func next() -> SourceStep<HomeChange, HomeError> {
        state.withLock { state in
            if let change = state.queue.popFirst() { return .value(change) }
            return state.queue.end ?? .wait
        }
    }

    func cancel() {
        if let number = state.withLock({ $0.number.take() }) { connection.removeFeed(number) }
    }
}

extension HomeConnection {
    /// A publisher of every change from its subscription on.
    func changes() -> AnyPublisher<HomeChange, HomeError> {
        SourcePublisher(later: later) { [self] wake in ChangeFeed(self, wake: wake) }.eraseToAnyPublisher()
    }
}
