#if !canImport(Darwin)
    /// Publishes no values and fails immediately.
    public struct Fail<Output, Failure: Error>: Publisher, Sendable {
        /// The error.
        public let error: Failure

        /// Fails with `error`.
        public init(error: Failure) {
            self.error = error
        }

        /// Fails with `failure`, with an explicit type of the values.
        public init(outputType: Output.Type, failure: Failure) {
            self.init(error: failure)
        }

        /// Attaches `subscriber`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let delivery = Delivery(to: subscriber, reserve: 0)
            delivery.enqueue(completion: .failure(error))
            delivery.start()
        }
    }

    extension Fail: Equatable where Failure: Equatable {}
#endif
