#if !canImport(Darwin)
    /// Creates a new publisher for each subscriber.
    public struct Deferred<DeferredPublisher: Publisher>: Publisher {
        /// The values of the created publisher.
        public typealias Output = DeferredPublisher.Output
        /// The failure type of the created publisher.
        public typealias Failure = DeferredPublisher.Failure

        /// Creates the publisher.
        public let createPublisher: () -> DeferredPublisher

        /// Calls `createPublisher` for each subscriber.
        public init(createPublisher: @escaping () -> DeferredPublisher) {
            self.createPublisher = createPublisher
        }

        /// Attaches `subscriber` to a new publisher.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            createPublisher().subscribe(subscriber)
        }
    }
#endif
