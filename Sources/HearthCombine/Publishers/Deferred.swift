#if !canImport(Combine)
    /// Makes a publisher for each subscriber, when it subscribes.
    public struct Deferred<DeferredPublisher: Publisher>: Publisher {
        /// The values of the publisher that is made.
        public typealias Output = DeferredPublisher.Output
        /// The error of the publisher that is made.
        public typealias Failure = DeferredPublisher.Failure

        /// Makes the publisher.
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
