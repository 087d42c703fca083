#if !canImport(Darwin)
    extension Publishers {
        /// Creates a publisher from each value and publishes the values of all of them.
        public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
        where NewPublisher.Failure == Upstream.Failure {
            /// The values of the created publishers.
            public typealias Output = NewPublisher.Output
            /// The failure type of all publishers.
            public typealias Failure = Upstream.Failure

            /// The upstream publisher.
            public let upstream: Upstream
            /// The most publishers that may be active at once.
            public let maxPublishers: Subscribers.Demand
            /// Creates a publisher from a value.
            public let transform: (Upstream.Output) -> NewPublisher

            /// Publishes the values of the publishers that `transform` creates from the values of `upstream`.
            public init(
                upstream: Upstream, maxPublishers: Subscribers.Demand,
                transform: @escaping (Upstream.Output) -> NewPublisher
            ) {
                self.upstream = upstream
                self.maxPublishers = maxPublishers
                self.transform = transform
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(
                    FlatMapper<Upstream.Output, NewPublisher, S>(
                        subscriber, maxPublishers: maxPublishers, transform: transform))
            }
        }
    }

    extension Publisher {
        /// Creates a publisher from each value, with at most `maxPublishers` active at once, and publishes the values
        /// of all of them.
        public func flatMap<P: Publisher>(
            maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
        ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
            Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
        }

        /// Creates a publisher that can't fail from each value and publishes the values of all of them.
        public func flatMap<P: Publisher>(
            maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
        ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
            flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
        }
    }

    extension Publisher where Failure == Never {
        /// Creates a publisher from each value and publishes the values of all of them.
        public func flatMap<P: Publisher>(
            maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
        ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
            setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
        }

        /// Creates a publisher from each value and publishes the values of all of them.
        public func flatMap<P: Publisher>(
            maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
        ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
            Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
        }
    }
#endif
