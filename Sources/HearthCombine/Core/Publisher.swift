#if !canImport(Combine)
    /// Sends values over time to subscribers, and then at most one completion. As Combine's.
    public protocol Publisher<Output, Failure> {
        /// The values.
        associatedtype Output
        /// The error that may end them; `Never` where none can.
        associatedtype Failure: Error

        /// Attaches `subscriber`: it receives a subscription first, then the values that it asks for.
        func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
    }

    extension Publisher {
        /// Attaches `subscriber`.
        public func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
            receive(subscriber: subscriber)
        }
    }

    /// The publishers that operators make.
    public enum Publishers {}
#endif
