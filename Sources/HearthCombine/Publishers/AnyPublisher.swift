#if !canImport(Combine)
    /// A publisher whose own type is hidden.
    public struct AnyPublisher<Output, Failure: Error>: Publisher {
        private let base: any Publisher<Output, Failure>

        /// Hides the type of `publisher`.
        public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
            base = (publisher as? AnyPublisher<Output, Failure>)?.base ?? publisher
        }

        /// Attaches `subscriber` to the hidden publisher.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            base.receive(subscriber: subscriber)
        }
    }

    extension Publisher {
        /// Hides the publisher's type.
        public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
            AnyPublisher(self)
        }
    }
#endif
