internal import HearthCombine
internal import HearthTraitCore
internal import Synchronization

/// A source of the present state of something, again whenever it differs from what the subscriber has.
final class StateSource<Output: Hashable & Sendable>: ValueSource {
    /// What a look at the cache finds.
    enum Sight: Sendable {
        case value(Output)
        /// There is no such thing, or no longer.
        case gone
        /// There never was.
        case missing(HomeError)
    }

    private struct State {
        var last: Output?
        var token: Observers.Token?
    }

    private let connection: HomeConnection
    private let look: @Sendable (HomeConnection, borrowing HomeCache) -> Sight
    private let refine: @Sendable (Output) -> Output
    private let state = Mutex(State())

    init(
        _ connection: HomeConnection, _ interest: Observers.Interest, wake: @escaping @Sendable () -> Void,
        look: @escaping @Sendable (HomeConnection, borrowing HomeCache) -> Sight,
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
            // Who has seen something of a home that the app then left has seen all.
            return error == .disconnected && state.withLock { $0.last } != nil ? .finished : .failed(error)
        }
    }

    func cancel() {
        if let token = state.withLock({ $0.token.take() }) { connection.stopObserving(token) }
    }
}

extension HomeConnection {
    /// A publisher of what `look` sees: at once, and after every change that `interest` takes in and that makes a
    /// difference. A slow subscriber skips to the present. `refine` works on what was seen, outside the cache's lock.
    func publisher<Output: Hashable & Sendable>(
        _ interest: Observers.Interest,
        look: @escaping @Sendable (HomeConnection, borrowing HomeCache) -> StateSource<Output>.Sight,
        refine: @escaping @Sendable (Output) -> Output = { $0 }
    ) -> AnyPublisher<Output, HomeError> {
        SourcePublisher { [self] wake in StateSource(self, interest, wake: wake, look: look, refine: refine) }
            .eraseToAnyPublisher()
    }
}
