#if !canImport(Combine)
    /// Holds a value, and sends it to each new subscriber and each change to all. A subscriber that asks late gets the
    /// latest value only.
    ///
    /// Not `Sendable`, as Combine's is not; its members are safe on any thread.
    public final class CurrentValueSubject<Output, Failure: Error>: Subject {
        private let core = SubjectCore<Output, Failure>()
        private var stored: Output

        /// Begins with `value`.
        public init(_ value: Output) {
            stored = value
        }

        /// The latest value; setting it sends it.
        public var value: Output {
            get { core.ordered { stored } }
            set { send(newValue) }
        }

        /// Attaches `subscriber`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            core.attach(subscriber, reserve: 1, first: { stored })
        }

        /// Stores and sends a value; ignored after the end.
        public func send(_ value: Output) {
            // Holds the old value until the lock is left.
            var old: Output?
            core.send(value) {
                old = stored
                stored = $0
            }
            _ = old
        }

        /// Ends all subscriptions.
        public func send(completion: Subscribers.Completion<Failure>) {
            core.send(completion: completion)
        }

        /// Takes a subscription whose values will be sent here. It is asked for all of them.
        public func send(subscription: any Subscription) {
            core.feed(by: subscription, atOnce: true)
        }
    }
#endif
