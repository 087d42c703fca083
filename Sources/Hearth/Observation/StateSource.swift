internal import HearthCombine
internal import HearthTraitCore
internal import Synchronization

/// A source of an object's current state, repeated whenever it differs from the last value delivered.
final class StateSource<Output: Hashable & Sendable>: ValueSource {
    /// The result of a lookup in the cache.
    enum Lookup: Sendable {
        case value(Output)
        /// The object doesn't exist or was removed.
        case gone
        /// The object never existed.
        case missing(HomeError)
    }

    private struct State {
        var last: Output?
        var token: Observers.Token?
    }

    private let connection: HomeConnection
    private let look: @Sendable (HomeConnection, borrowing HomeCache) -> Lookup
    private let refine: @Sendable (Output) -> Output
    private let state = Mutex(State())

    init(
        _ connection: HomeConnection, _ interest: Observers.Interest, wake: @escaping @Sendable () -> Void,
        look: @escaping @Sendable (HomeConnection, borrowing HomeCache) -> Lookup,
        refine: @escaping @Sendable (Output) -> Output
    ) {
        self.connection = connection
        self.look = look
        self.refine = refine
        let token = connection.observe(interest, wake)
        state.withLock { $0.token = token }
    }

    func next() -> SourceStep<Output, HomeError> {
        switch connection.look({ look(connection, $0) }) {
        case .success(.value(let found)):
            let value = refine(found)
            let isNew = state.withLock { state in
                defer { state.last = value }
                return state.last != value
            }
            return isNew ? .value(value) : .wait
        case .success(.gone): return .finished
        case .success(.missing(let error)): return state.withLock { $0.last } == nil ? .failed(error) : .finished
        case .failure(let error):
            // After an intentional disconnect, a subscriber that has received a value completes normally.
            return error == .disconnected && state.withLock { $0.last } != nil ? .finished : .failed(error)
        }
    }

    func cancel() {
        if let token = state.withLock({ $0.token.take() }) { connection.stopObserving(token) }
    }
}

extension HomeConnection {
    /// A publisher of the result of `look`: immediately, and after each change that matches `interest`, if the result
    /// differs. Slow subscribers skip intermediate values. `refine` runs on the result outside the cache's lock.
    func publisher<Output: Hashable & Sendable>(
        _ interest: Observers.Interest,
        look: @escaping @Sendable (HomeConnection, borrowing HomeCache) -> StateSource<Output>.Lookup,
        refine: @escaping @Sendable (Output) -> Output = { $0 }
    ) -> AnyPublisher<Output, HomeError> {
        SourcePublisher(later: later) { [self] wake in
            StateSource(self, interest, wake: wake, look: look, refine: refine)
        }.eraseToAnyPublisher()
    }
}
