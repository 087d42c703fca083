#if !canImport(Darwin)
    extension Publishers {
        /// Publishes the result of a closure for each value.
        public struct Map<Upstream: Publisher, Output>: Publisher {
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            /// The upstream publisher.
            public let upstream: Upstream
            /// Returns the new value.
            public let transform: (Upstream.Output) -> Output

            /// Applies `transform` to the values of `upstream`.
            public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output) {
                self.upstream = upstream
                self.transform = transform
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(Inner(downstream: subscriber, transform: transform))
            }

            private struct Inner<Downstream: Subscriber>: Subscriber where Downstream.Input == Output {
                let downstream: Downstream
                let transform: (Upstream.Output) -> Output

                func receive(subscription: any Subscription) {
                    downstream.receive(subscription: subscription)
                }

                func receive(_ input: Upstream.Output) -> Subscribers.Demand {
                    downstream.receive(transform(input))
                }

                func receive(completion: Subscribers.Completion<Downstream.Failure>) {
                    downstream.receive(completion: completion)
                }
            }
        }
    }

    extension Publisher {
        /// Publishes the result of `transform` for each value.
        public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
            Publishers.Map(upstream: self, transform: transform)
        }
    }
#endif
