#if !canImport(Darwin)
    /// Publishes one value to each subscriber, then finishes.
    public struct Just<Output>: Publisher {
        /// It can't fail.
        public typealias Failure = Never

        /// The value.
        public let output: Output

        /// Publishes `output`.
        public init(_ output: Output) {
            self.output = output
        }

        /// Attaches `subscriber`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            let delivery = Delivery(to: subscriber, reserve: 1)
            _ = delivery.enqueue(output)
            delivery.enqueue(completion: .finished)
            delivery.start()
        }
    }

    extension Just: Equatable where Output: Equatable {}
    extension Just: Sendable where Output: Sendable {}
#endif
