#if !canImport(Darwin)
    /// A subscriber made of closures, or one with its type erased.
    public struct AnySubscriber<Input, Failure: Error>: Subscriber {
        private let onSubscription: ((any Subscription) -> Void)?
        private let onValue: ((Input) -> Subscribers.Demand)?
        private let onCompletion: ((Subscribers.Completion<Failure>) -> Void)?

        /// Erases the type of `subscriber`.
        public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
            self.init(
                receiveSubscription: subscriber.receive(subscription:), receiveValue: subscriber.receive(_:),
                receiveCompletion: subscriber.receive(completion:))
        }

        /// Publishes all received values through `subject`, which requests unlimited values.
        public init<S: Subject>(_ subject: S) where S.Output == Input, S.Failure == Failure {
            self.init(
                receiveSubscription: subject.send(subscription:),
                receiveValue: {
                    subject.send($0)
                    return .none
                }, receiveCompletion: subject.send(completion:))
        }

        /// Calls the closures. Without `receiveSubscription` no values are requested, and without `receiveValue` no
        /// further ones.
        public init(
            receiveSubscription: ((any Subscription) -> Void)? = nil,
            receiveValue: ((Input) -> Subscribers.Demand)? = nil,
            receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
        ) {
            onSubscription = receiveSubscription
            onValue = receiveValue
            onCompletion = receiveCompletion
        }

        /// Passes the subscription on.
        public func receive(subscription: any Subscription) { onSubscription?(subscription) }

        /// Passes a value on, and returns the additional demand.
        public func receive(_ input: Input) -> Subscribers.Demand { onValue?(input) ?? .none }

        /// Passes the completion on.
        public func receive(completion: Subscribers.Completion<Failure>) { onCompletion?(completion) }
    }
#endif
