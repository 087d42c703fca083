#if canImport(Darwin)
    package import Combine
#endif
internal import Synchronization

/// The source of one subscription's values. It is asked for one value at a time, and only on demand, so that a
/// subscriber that doesn't read costs nothing.
package protocol ValueSource: AnyObject, Sendable {
    associatedtype Output: Sendable
    associatedtype Failure: Error

    /// The next value, or the reason for its absence. Calls don't overlap.
    func next() -> SourceStep<Output, Failure>
    /// The subscriber has cancelled. Called at most once.
    func cancel()
}

/// The result of asking a source. Like a value, the end is delivered when the subscriber requests more.
package enum SourceStep<Output: Sendable, Failure: Error>: Sendable {
    case value(Output)
    /// No value until the source calls its `wake`.
    case wait
    case finished
    case failed(Failure)
}

/// A publisher that creates a source for each subscriber.
package struct SourcePublisher<Source: ValueSource>: Publisher {
    package typealias Output = Source.Output
    package typealias Failure = Source.Failure
    /// Runs a function once its caller has returned.
    package typealias Later = @Sendable (@escaping @Sendable () -> Void) -> Void

    private let later: Later
    private let make: @Sendable (_ wake: @escaping @Sendable () -> Void) -> Source

    /// - Parameters:
    ///   - later: starts each subscription after the subscriber has returned from subscribing and stored its
    ///     cancellable.
    ///   - make: creates the source for a subscriber. The source calls `wake` when a new value may be available, from
    ///     any thread but not while holding a lock that its `next` takes.
    package init(
        later: @escaping Later, _ make: @escaping @Sendable (_ wake: @escaping @Sendable () -> Void) -> Source
    ) {
        self.later = later
        self.make = make
    }

    package func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let subscription = SourceSubscription<Source, S>(subscriber)
        let pump: any Pump = subscription
        subscription.attach(make { [weak pump] in pump?.pump() })
        later { [weak pump] in pump?.begin() }
    }
}

/// A type-erased subscription, for its source to wake.
private protocol Pump: AnyObject, Sendable {
    func begin()
    func pump()
}

/// Delivers the values of a source to one subscriber, in order and one at a time.
///
/// Unchecked because Combine's subscribers are not Sendable. Only the thread that has set `isPumping` calls the
/// subscriber, so never two threads at once, and the mutex orders their calls.
private final class SourceSubscription<Source: ValueSource, Downstream: Subscriber>: Subscription, Pump,
    @unchecked Sendable
where Downstream.Input == Source.Output, Downstream.Failure == Source.Failure {
    private struct State {
        var demand = Subscribers.Demand.none
        /// Initially true: `begin` pumps first.
        var isPumping = true
        /// Whether the source must be asked again, because it was woken while the pump was running.
        var isDue = false
        var isOver = false
        var source: Source?
    }

    private let downstream: Downstream
    private let state = Mutex(State())

    init(_ downstream: Downstream) {
        self.downstream = downstream
    }

    deinit {
        state.withLock { $0.source }?.cancel()
    }

    func attach(_ source: Source) {
        state.withLock { $0.source = source }
        downstream.receive(subscription: self)
    }

    func begin() {
        state.withLock { $0.isPumping = false }
        pump()
    }

    func request(_ demand: Subscribers.Demand) {
        state.withLock { $0.demand += demand }
        pump()
    }

    func cancel() {
        let source = state.withLock { state in
            state.isOver = true
            return state.source.take()
        }
        source?.cancel()
    }

    func pump() {
        guard beginPumping() else { return }
        while let source = wanted() {
            switch source.next() {
            case .value(let value):
                guard spend() else { return }
                let more = downstream.receive(value)
                state.withLock { $0.demand += more }
            case .wait:
                guard pumpAgain() else { return }
            case .finished:
                end(.finished)
            case .failed(let error):
                end(.failure(error))
            }
        }
    }

    /// Marks the pump as due. Returns whether the caller has to run it.
    private func beginPumping() -> Bool {
        state.withLock { state in
            state.isDue = true
            guard !state.isPumping else { return false }
            state.isPumping = true
            state.isDue = false
            return true
        }
    }

    /// The source, if there is demand. Otherwise the pump stops.
    private func wanted() -> Source? {
        state.withLock { state in
            if !state.isOver, state.demand > .none { return state.source }
            state.isPumping = false
            return nil
        }
    }

    /// Decrements the demand. Returns false if the subscriber has cancelled in the meantime.
    private func spend() -> Bool {
        state.withLock { state in
            if state.isOver {
                state.isPumping = false
                return false
            }
            state.demand -= 1
            return true
        }
    }

    /// Returns whether the source was woken since the last request. Otherwise the pump stops.
    private func pumpAgain() -> Bool {
        state.withLock { state in
            state.isPumping = state.isDue
            state.isDue = false
            return state.isPumping
        }
    }

    private func end(_ completion: Subscribers.Completion<Source.Failure>) {
        let source = state.withLock { state in
            guard !state.isOver else { return nil as Source? }
            state.isOver = true
            return state.source.take()
        }
        guard let source else { return }
        source.cancel()
        downstream.receive(completion: completion)
    }
}
