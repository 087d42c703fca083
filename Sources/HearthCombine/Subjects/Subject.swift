#if !canImport(Darwin)
    /// A publisher with methods for publishing values.
    public protocol Subject<Output, Failure>: AnyObject, Publisher {
        /// Publishes a value.
        func send(_ value: Output)

        /// Completes all subscriptions. Nothing can be published afterwards.
        func send(completion: Subscribers.Completion<Failure>)

        /// Attaches an upstream subscription whose values are published through the subject.
        func send(subscription: any Subscription)
    }

    extension Subject where Output == Void {
        /// Publishes an event without a value.
        public func send() {
            send(())
        }
    }

    extension Publisher {
        /// Publishes the values and the completion through `subject`, until the returned object is cancelled or
        /// released.
        public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
        where S.Output == Output, S.Failure == Failure {
            let feed = SubjectFeed(subject)
            subscribe(feed)
            return AnyCancellable(feed)
        }
    }

    /// Publishes all received values through a subject. May be cancelled before it has a subscription.
    final class SubjectFeed<Target: Subject>: Subscriber, Subscription {
        typealias Input = Target.Output
        typealias Failure = Target.Failure

        private let lock = Lock()
        private let link = Link()
        private var target: Target?

        init(_ target: Target) {
            self.target = target
        }

        func receive(subscription: any Subscription) {
            guard link.attach(subscription) else { return }
            lock.withLock { target }?.send(subscription: self)
        }

        func receive(_ input: Input) -> Subscribers.Demand {
            lock.withLock { target }?.send(input)
            return .none
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            link.end()
            take()?.send(completion: completion)
        }

        func request(_ demand: Subscribers.Demand) {
            link.request(demand)
        }

        func cancel() {
            withExtendedLifetime(take()) { link.cancel() }
        }

        private func take() -> Target? {
            lock.withLock {
                defer { target = nil }
                return target
            }
        }
    }
#endif
