#if !canImport(Darwin)
    /// Holds a value and publishes it to each new subscriber, and whenever it is set. Slow subscribers only get the
    /// latest value.
    ///
    /// Not `Sendable`, like Combine's, but thread-safe.
    public final class CurrentValueSubject<Output, Failure: Error>: Subject {
        private let core = SubjectCore<Output, Failure>()
        private var stored: Output

        /// Creates a subject with an initial value.
        public init(_ value: Output) {
            stored = value
        }

        /// The current value. Setting it publishes it.
        public var value: Output {
            get { core.ordered { stored } }
            set { send(newValue) }
        }

        /// Attaches `subscriber`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            core.attach(subscriber, reserve: 1, first: { stored })
        }

        /// Stores and publishes a value. Ignored after completion.
        public func send(_ value: Output) {
            // Keeps the old value alive until the lock is released.
            var old: Output?
            core.send(value) {
                old = stored
                stored = $0
            }
            _ = old
        }

        /// Completes all subscriptions.
        public func send(completion: Subscribers.Completion<Failure>) {
            core.send(completion: completion)
        }

        /// Attaches an upstream subscription and requests unlimited values from it.
        public func send(subscription: any Subscription) {
            core.feed(by: subscription, atOnce: true)
        }
    }
#endif
