#if !canImport(Combine)
    /// Receives a subscription, then values as far as it has asked for them, then at most one completion, one call
    /// at a time. As Combine's.
    public protocol Subscriber<Input, Failure> {
        /// The values.
        associatedtype Input
        /// The error that may end them.
        associatedtype Failure: Error

        /// The first call: nothing comes until something is requested from `subscription`.
        func receive(subscription: any Subscription)

        /// A value; returns how many more are wanted beyond what was requested before.
        func receive(_ input: Input) -> Subscribers.Demand

        /// The last call.
        func receive(completion: Subscribers.Completion<Failure>)
    }

    /// The link from a subscriber back to its publisher. May be used from any thread.
    public protocol Subscription: Cancellable {
        /// Asks for `demand` more values.
        func request(_ demand: Subscribers.Demand)
    }

    /// Subscribers of this module, and the words they use.
    public enum Subscribers {}
#endif
