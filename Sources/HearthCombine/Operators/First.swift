#if !canImport(Combine)
    extension Publishers {
        /// Sends the first value, then finishes and cancels the publisher before.
        public struct First<Upstream: Publisher>: Publisher {
            /// The values of the publisher before.
            public typealias Output = Upstream.Output
            /// The error of the publisher before.
            public typealias Failure = Upstream.Failure

            /// The publisher before.
            public let upstream: Upstream

            /// Sends the first value of `upstream`.
            public init(upstream: Upstream) {
                self.upstream = upstream
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(Inner(downstream: subscriber))
            }

            /// Needs no lock: a publisher makes one call at a time.
            private final class Inner<Downstream: Subscriber>: Subscriber {
                private var downstream: Downstream?
                private var subscription: (any Subscription)?

                init(downstream: Downstream) {
                    self.downstream = downstream
                }

                func receive(subscription: any Subscription) {
                    self.subscription = subscription
                    downstream?.receive(subscription: subscription)
                }

                func receive(_ input: Downstream.Input) -> Subscribers.Demand {
                    guard let downstream = take() else { return .none }
                    _ = downstream.receive(input)
                    downstream.receive(completion: .finished)
                    return .none
                }

                func receive(completion: Subscribers.Completion<Downstream.Failure>) {
                    take()?.receive(completion: completion)
                }

                private func take() -> Downstream? {
                    subscription?.cancel()
                    subscription = nil
                    defer { downstream = nil }
                    return downstream
                }
            }
        }

        /// Sends the first value for which a closure is true, then finishes and cancels the publisher before.
        public struct FirstWhere<Upstream: Publisher>: Publisher {
            /// The values of the publisher before.
            public typealias Output = Upstream.Output
            /// The error of the publisher before.
            public typealias Failure = Upstream.Failure

            /// The publisher before.
            public let upstream: Upstream
            /// True for the value to send.
            public let predicate: (Output) -> Bool

            /// Sends the first value of `upstream` for which `predicate` is true.
            public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
                self.upstream = upstream
                self.predicate = predicate
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.filter(predicate).first().receive(subscriber: subscriber)
            }
        }
    }

    extension Publisher {
        /// Sends the first value, then finishes.
        public func first() -> Publishers.First<Self> {
            Publishers.First(upstream: self)
        }

        /// Sends the first value for which `predicate` is true, then finishes.
        public func first(where predicate: @escaping (Output) -> Bool) -> Publishers.FirstWhere<Self> {
            Publishers.FirstWhere(upstream: self, predicate: predicate)
        }
    }
#endif
