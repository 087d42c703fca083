#if !canImport(Combine)
    /// Passes each value to those who have subscribed and asked for one by then; keeps none.
    ///
    /// Not `Sendable`, as Combine's is not; its methods are safe on any thread.
    public final class PassthroughSubject<Output, Failure: Error>: Subject {
        private let core = SubjectCore<Output, Failure>()

        /// Makes a subject without subscribers.
        public init() {}

        /// Attaches `subscriber`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            core.attach(subscriber, reserve: 0, first: { nil })
        }

        /// Sends a value.
        public func send(_ value: Output) {
            core.send(value)
        }

        /// Ends all subscriptions.
        public func send(completion: Subscribers.Completion<Failure>) {
            core.send(completion: completion)
        }

        /// Takes a subscription whose values will be sent here. It is asked for all of them, once a subscriber asks.
        public func send(subscription: any Subscription) {
            core.feed(by: subscription, atOnce: false)
        }
    }
#endif
