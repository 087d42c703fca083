#if !canImport(Darwin)
    /// Passes each value to the subscribers with demand. Stores none.
    ///
    /// Not `Sendable`, like Combine's, but thread-safe.
    public final class PassthroughSubject<Output, Failure: Error>: Subject {
        private let core = SubjectCore<Output, Failure>()

        /// Creates a subject.
        public init() {}

        /// Attaches `subscriber`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            core.attach(subscriber, reserve: 0, first: { nil })
        }

        /// Publishes a value.
        public func send(_ value: Output) {
            core.send(value)
        }

        /// Completes all subscriptions.
        public func send(completion: Subscribers.Completion<Failure>) {
            core.send(completion: completion)
        }

        /// Attaches an upstream subscription. Unlimited values are requested from it once a subscriber requests any.
        public func send(subscription: any Subscription) {
            core.feed(by: subscription, atOnce: false)
        }
    }
#endif
