#if !canImport(Darwin)
    /// A type-erased publisher.
    public struct AnyPublisher<Output, Failure: Error>: Publisher {
        private let base: any Publisher<Output, Failure>

        /// Erases the type of `publisher`.
        public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
            base = (publisher as? AnyPublisher<Output, Failure>)?.base ?? publisher
        }

        /// Attaches `subscriber` to the wrapped publisher.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            base.receive(subscriber: subscriber)
        }
    }

    extension Publisher {
        /// Erases the publisher's type.
        public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
            AnyPublisher(self)
        }
    }
#endif
