#if !canImport(Combine)
    /// Sends no value, and finishes at once or never.
    public struct Empty<Output, Failure: Error>: Publisher, Equatable, Sendable {
        /// False when it never finishes.
        public let completeImmediately: Bool

        /// Finishes at once unless told otherwise.
        public init(completeImmediately: Bool = true) {
            self.completeImmediately = completeImmediately
        }

        /// As `init(completeImmediately:)`, with the types named.
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
