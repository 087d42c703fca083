#if canImport(Combine)
    package import Combine
#endif
internal import Synchronization

/// Where the values of one subscription come from: asked for one at a time, and only when there is demand. So a
/// subscriber that does not read costs nothing, whatever goes on.
package protocol ValueSource: AnyObject, Sendable {
    associatedtype Output: Sendable
    associatedtype Failure: Error

    /// The next value, or why there is none. Never called twice at the same time.
    func next() -> SourceStep<Output, Failure>
    /// The subscriber has gone. Called at most once.
    func cancel()
}

/// What a source has to give. An end reaches the subscriber, like a value, when it asks for more.
package enum SourceStep<Output: Sendable, Failure: Error>: Sendable {
    case value(Output)
    /// Nothing until the source calls its `wake`.
    case wait
    case finished
    case failed(Failure)
}

/// A publisher that makes a source for each subscriber.
package struct SourcePublisher<Source: ValueSource>: Publisher {
    package typealias Output = Source.Output
    package typealias Failure = Source.Failure

    private let make: @Sendable (_ wake: @escaping @Sendable () -> Void) -> Source

    /// - Parameter make: makes the source of one subscriber. The source calls `wake`, from any thread and never while
    ///   it holds a lock that its `next` takes, when a new value may be there.
    package init(_ make: @escaping @Sendable (_ wake: @escaping @Sendable () -> Void) -> Source) {
        self.make = make
    }

    package func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let subscription = SourceSubscription<Source, S>(subscriber)
        let pump: any Pump = subscription
        subscription.begin(make { [weak pump] in pump?.pump() })
    }
}

/// A subscription as its source wakes it, whatever the subscriber's type.
private protocol Pump: AnyObject, Sendable {
    func pump()
}

/// Hands the values of a source to one subscriber, in order and one at a time.
///
/// Unchecked because Combine's subscribers are not Sendable: only ``pump()``'s holder of `isPumping` calls the
/// subscriber, so never two threads at once, and the mutex orders one after the other.
private final class SourceSubscription<Source: ValueSource, Downstream: Subscriber>: Subscription, Pump,
    @unchecked Sendable
where Downstream.Input == Source.Output, Downstream.Failure == Source.Failure {
    private struct State {
        var demand = Subscribers.Demand.none
        var isPumping = false
        /// Something happened while the pump ran: it looks once more.
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

    func begin(_ source: Source) {
        state.withLock { $0.source = source }
        downstream.receive(subscription: self)
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

    /// Whether the caller is the one who pumps now.
    private func beginPumping() -> Bool {
        state.withLock { state in
            state.isDue = true
            guard !state.isPumping else { return false }
            state.isPumping = true
            state.isDue = false
            return true
        }
    }

    /// The source, while there is demand; without it the pump stops.
    private func wanted() -> Source? {
        state.withLock { state in
            if !state.isOver, state.demand > .none { return state.source }
            state.isPumping = false
            return nil
        }
    }

    /// Takes one from the demand; false when the subscriber has gone meanwhile.
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

    /// Whether something happened since the source was asked; if not, the pump stops.
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
