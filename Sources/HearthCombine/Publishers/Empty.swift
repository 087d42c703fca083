#if !canImport(Darwin)
    /// Publishes no values, and finishes immediately or never.
    public struct Empty<Output, Failure: Error>: Publisher, Equatable, Sendable {
        /// Whether it finishes immediately; false if it never does.
        public let completeImmediately: Bool

        /// Creates an empty publisher.
        public init(completeImmediately: Bool = true) {
            self.completeImmediately = completeImmediately
        }

        /// Like `init(completeImmediately:)`, with explicit types.
        public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
            self.init(completeImmediately: completeImmediately)
        }

        /// Attaches `subscriber`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let delivery = Delivery(to: subscriber, reserve: 0)
            if completeImmediately { delivery.enqueue(completion: .finished) }
            delivery.start()
        }
    }
#endif
