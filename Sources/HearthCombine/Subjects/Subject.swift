#if !canImport(Combine)
    /// A publisher that code outside can send values through.
    public protocol Subject<Output, Failure>: AnyObject, Publisher {
        /// Sends a value to the subscribers.
        func send(_ value: Output)

        /// Ends all subscriptions; nothing can be sent after it.
        func send(completion: Subscribers.Completion<Failure>)

        /// Takes a subscription whose values will be sent through the subject, and asks it for them.
        func send(subscription: any Subscription)
    }

    extension Subject where Output == Void {
        /// Signals the subscribers.
        public func send() {
            send(())
        }
    }

    extension Publisher {
        /// Sends the values and the end through `subject`, until the result is cancelled or released.
        public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
        where S.Output == Output, S.Failure == Failure {
            let feed = SubjectFeed(subject)
            subscribe(feed)
            return AnyCancellable(feed)
        }
    }

    /// Sends what it receives through a subject. It may be cancelled before it has a subscription.
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
