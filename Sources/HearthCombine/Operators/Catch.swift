#if !canImport(Combine)
    extension Publishers {
        /// At an error goes on with another publisher.
        public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
        where NewPublisher.Output == Upstream.Output {
            /// The values of both publishers.
            public typealias Output = Upstream.Output
            /// The error of the second publisher.
            public typealias Failure = NewPublisher.Failure

            /// The first publisher.
            public let upstream: Upstream
            /// Makes the second publisher.
            public let handler: (Upstream.Failure) -> NewPublisher

            /// Goes on with what `handler` makes of the error of `upstream`.
            public init(upstream: Upstream, handler: @escaping (Upstream.Failure) -> NewPublisher) {
                self.upstream = upstream
                self.handler = handler
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                let relay = Relay(downstream: subscriber)
                upstream.subscribe(Inner(relay: relay, handler: handler))
            }

            private struct Inner<Downstream: Subscriber>: Subscriber
            where Downstream.Input == Output, Downstream.Failure == NewPublisher.Failure {
                let relay: Relay<Downstream>
                let handler: (Upstream.Failure) -> NewPublisher

                func receive(subscription: any Subscription) {
                    relay.begin(with: subscription)
                }

                func receive(_ input: Output) -> Subscribers.Demand {
                    relay.receive(input)
                }

                func receive(completion: Subscribers.Completion<Upstream.Failure>) {
                    switch completion {
                    case .finished: relay.receive(completion: .finished)
                    case .failure(let error): if relay.letGo() { handler(error).subscribe(relay) }
                    }
                }
            }
        }
    }

    /// Subscribes to one publisher after the other for the same subscriber, and carries unmet demand over.
    private final class Relay<Downstream: Subscriber>: Subscriber, Subscription {
        private let lock = Lock()
        private var downstream: Downstream?
        private var subscription: (any Subscription)?
        private var demand = Subscribers.Demand.none

        init(downstream: Downstream) {
            self.downstream = downstream
        }

        func begin(with subscription: any Subscription) {
            let downstream = lock.withLock {
                self.subscription = subscription
                return self.downstream
            }
            downstream?.receive(subscription: self)
        }

        /// Forgets the first publisher; false when the subscriber has cancelled.
        func letGo() -> Bool {
            let (old, goesOn) = lock.withLock {
                defer { subscription = nil }
                return (subscription, downstream != nil)
            }
            return withExtendedLifetime(old) { goesOn }
        }

        func receive(subscription: any Subscription) {
            let (isWanted, demand) = lock.withLock {
                guard downstream != nil else { return (false, Subscribers.Demand.none) }
                self.subscription = subscription
                return (true, self.demand)
            }
            if !isWanted {
                subscription.cancel()
            } else if demand > .none {
                subscription.request(demand)
            }
        }

        func receive(_ input: Downstream.Input) -> Subscribers.Demand {
            let downstream = lock.withLock {
                demand -= 1
                return self.downstream
            }
            guard let more = downstream?.receive(input), more > .none else { return .none }
            lock.withLock { demand += more }
            return more
        }

        func receive(completion: Subscribers.Completion<Downstream.Failure>) {
            end().downstream?.receive(completion: completion)
        }

        func request(_ demand: Subscribers.Demand) {
            let subscription = lock.withLock {
                self.demand += demand
                return self.subscription
            }
            subscription?.request(demand)
        }

        func cancel() {
            end().subscription?.cancel()
        }

        private func end() -> (downstream: Downstream?, subscription: (any Subscription)?) {
            lock.withLock {
                defer {
                    downstream = nil
                    subscription = nil
                }
                return (downstream, subscription)
            }
        }
    }

    extension Publisher {
        /// At an error goes on with the publisher that `handler` makes of it.
        public func `catch`<P: Publisher>(
            _ handler: @escaping (Failure) -> P
        ) -> Publishers.Catch<Self, P> where P.Output == Output {
            Publishers.Catch(upstream: self, handler: handler)
        }
    }
#endif
