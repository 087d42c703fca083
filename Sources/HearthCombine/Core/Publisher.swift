#if !canImport(Darwin)
    /// Publishes values over time to subscribers, then at most one completion. Like Combine's.
    public protocol Publisher<Output, Failure> {
        /// The type of the values.
        associatedtype Output
        /// The type of the error; `Never` if it can't fail.
        associatedtype Failure: Error

        /// Attaches `subscriber`, which receives a subscription first, then the values it requests.
        func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
    }

    extension Publisher {
        /// Attaches `subscriber`.
        public func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
            receive(subscriber: subscriber)
        }
    }

    /// The publishers that operators return.
    public enum Publishers {}
#endif
