#if !canImport(Darwin)
    /// Receives a subscription, then values up to its demand, then at most one completion; one call at a time. Like
    /// Combine's.
    public protocol Subscriber<Input, Failure> {
        /// The type of the values.
        associatedtype Input
        /// The type of the error.
        associatedtype Failure: Error

        /// Called first. No values are sent until they are requested from `subscription`.
        func receive(subscription: any Subscription)

        /// Receives a value. Returns additional demand.
        func receive(_ input: Input) -> Subscribers.Demand

        /// Called last.
        func receive(completion: Subscribers.Completion<Failure>)
    }

    /// A subscriber's connection to its publisher. Thread-safe.
    public protocol Subscription: Cancellable {
        /// Requests `demand` more values.
        func request(_ demand: Subscribers.Demand)
    }

    /// Namespace for subscribers and their types.
    public enum Subscribers {}
#endif
