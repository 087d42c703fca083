#if !canImport(Darwin)
    extension Publishers {
        /// Publishes the result of a closure for each value, unless it is nil.
        public struct CompactMap<Upstream: Publisher, Output>: Publisher {
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            /// The upstream publisher.
            public let upstream: Upstream
            /// Returns the new value, or nil to leave it out.
            public let transform: (Upstream.Output) -> Output?

            /// Applies `transform` to the values of `upstream`.
            public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
                self.upstream = upstream
                self.transform = transform
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(Inner(downstream: subscriber, transform: transform))
            }

            private struct Inner<Downstream: Subscriber>: Subscriber where Downstream.Input == Output {
                let downstream: Downstream
                let transform: (Upstream.Output) -> Output?

                func receive(subscription: any Subscription) {
                    downstream.receive(subscription: subscription)
                }

                func receive(_ input: Upstream.Output) -> Subscribers.Demand {
                    // A skipped value doesn't count towards the demand, so request another.
                    transform(input).map(downstream.receive) ?? .max(1)
                }

                func receive(completion: Subscribers.Completion<Downstream.Failure>) {
                    downstream.receive(completion: completion)
                }
            }
        }
    }

    extension Publisher {
        /// Publishes the result of `transform` for each value, unless it is nil.
        public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
            Publishers.CompactMap(upstream: self, transform: transform)
        }
    }
#endif
