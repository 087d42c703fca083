#if !canImport(Combine)
    extension Publishers {
        /// Makes a publisher of each value and sends the values of all of them.
        public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
        where NewPublisher.Failure == Upstream.Failure {
            /// The values of the publishers that are made.
            public typealias Output = NewPublisher.Output
            /// The error of all publishers.
            public typealias Failure = Upstream.Failure

            /// The publisher before.
            public let upstream: Upstream
            /// How many of the publishers made may run at once.
            public let maxPublishers: Subscribers.Demand
            /// Makes a publisher.
            public let transform: (Upstream.Output) -> NewPublisher

            /// Sends the values of what `transform` makes of the values of `upstream`.
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
        /// Makes a publisher of each value, `maxPublishers` at once at most, and sends the values of all of them.
        public func flatMap<P: Publisher>(
            maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
        ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
            Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
        }

        /// Makes a publisher that cannot fail of each value, and sends the values of all of them.
        public func flatMap<P: Publisher>(
            maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
        ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
            flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
        }
    }

    extension Publisher where Failure == Never {
        /// Makes a publisher of each value, and sends the values of all of them.
        public func flatMap<P: Publisher>(
            maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
        ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
            setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
        }

        /// Makes a publisher of each value, and sends the values of all of them.
        public func flatMap<P: Publisher>(
            maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
        ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
            Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
        }
    }
#endif
