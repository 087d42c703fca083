#if !canImport(Darwin)
    extension Publishers {
        /// Publishes the values of the most recent inner publisher.
        public struct SwitchToLatest<NewPublisher: Publisher, Upstream: Publisher>: Publisher
        where Upstream.Output == NewPublisher, NewPublisher.Failure == Upstream.Failure {
            /// The values of the inner publishers.
            public typealias Output = NewPublisher.Output
            /// The failure type of all publishers.
            public typealias Failure = NewPublisher.Failure

            /// The publisher of publishers.
            public let upstream: Upstream

            /// Publishes the values of the publisher that `upstream` sent last.
            public init(upstream: Upstream) {
                self.upstream = upstream
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(Inner<S>(subscriber))
            }

            private final class Inner<Downstream: Subscriber>: Subscriber
            where Downstream.Input == NewPublisher.Output, Downstream.Failure == NewPublisher.Failure {
                typealias Input = NewPublisher
                typealias Failure = NewPublisher.Failure

                private let lock = Lock()
                private let delivery: Delivery<Downstream>
                private let outer = Link()
                private var latest: Link?
                private var outerHasFinished = false
                /// The demand of the subscriber that is not met yet.
                private var unmet = Subscribers.Demand.none

                init(_ downstream: Downstream) {
                    delivery = Delivery(to: downstream, reserve: .max)
                }

                func receive(subscription: any Subscription) {
                    guard outer.attach(subscription) else { return }
                    delivery.connect(.init(onDemand: request, onEnd: cancelAll))
                    delivery.start()
                    outer.request(.unlimited)
                }

                func receive(_ input: NewPublisher) -> Subscribers.Demand {
                    guard !delivery.isOver else { return .none }
                    let link = Link()
                    let (old, unmet) = lock.withLock {
                        defer { latest = link }
                        return (latest, self.unmet)
                    }
                    old?.cancel()
                    link.request(unmet)
                    input.subscribe(Child(parent: self, link: link))
                    // Cancelled in the meantime, possibly before it was registered.
                    if delivery.isOver { link.cancel() }
                    return .none
                }

                func receive(completion: Subscribers.Completion<Failure>) {
                    outer.end()
                    let isLast = lock.withLock {
                        outerHasFinished = true
                        return latest == nil
                    }
                    if case .failure = completion { finish(completion) } else if isLast { finish(.finished) }
                }

                private func request(_ demand: Subscribers.Demand) {
                    let latest = lock.withLock {
                        unmet += demand
                        return self.latest
                    }
                    latest?.request(demand)
                }

                fileprivate func receive(_ value: Downstream.Input, from link: Link) {
                    lock.withLock {
                        guard latest === link else { return }
                        unmet -= 1
                        _ = delivery.enqueue(value)
                    }
                    delivery.deliver()
                }

                fileprivate func receive(completion: Subscribers.Completion<Failure>, from link: Link) {
                    link.end()
                    let (isLatest, isLast) = lock.withLock {
                        guard latest === link else { return (false, false) }
                        latest = nil
                        return (true, outerHasFinished)
                    }
                    switch completion {
                    case .finished: if isLast { finish(.finished) }
                    case .failure: if isLatest { finish(completion) }
                    }
                }

                private func finish(_ completion: Subscribers.Completion<Failure>) {
                    delivery.enqueue(completion: completion)
                    cancelAll()
                    delivery.deliver()
                }

                private func cancelAll() {
                    let latest = lock.withLock {
                        defer { self.latest = nil }
                        return self.latest
                    }
                    outer.cancel()
                    latest?.cancel()
                }

                private struct Child: Subscriber {
                    let parent: Inner
                    let link: Link

                    func receive(subscription: any Subscription) {
                        link.attach(subscription)
                    }

                    func receive(_ input: NewPublisher.Output) -> Subscribers.Demand {
                        parent.receive(input, from: link)
                        return .none
                    }

                    func receive(completion: Subscribers.Completion<NewPublisher.Failure>) {
                        parent.receive(completion: completion, from: link)
                    }
                }
            }
        }
    }

    extension Publisher where Output: Publisher, Output.Failure == Failure {
        /// Publishes the values of the most recent inner publisher, and cancels the previous one.
        public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
            Publishers.SwitchToLatest(upstream: self)
        }
    }

    extension Publisher where Output: Publisher, Failure == Never {
        /// Publishes the values of the most recent inner publisher, and cancels the previous one.
        public func switchToLatest()
            -> Publishers.SwitchToLatest<
                Output, Publishers.SetFailureType<Self, Output.Failure>
            >
        {
            setFailureType(to: Output.Failure.self).switchToLatest()
        }
    }

    extension Publisher where Output: Publisher, Output.Failure == Never, Failure == Never {
        /// Publishes the values of the most recent inner publisher, and cancels the previous one.
        public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
            Publishers.SwitchToLatest(upstream: self)
        }
    }

    extension Publisher where Output: Publisher, Output.Failure == Never {
        /// Publishes the values of the most recent inner publisher, and cancels the previous one.
        public func switchToLatest()
            -> Publishers.SwitchToLatest<
                Publishers.SetFailureType<Output, Failure>,
                Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
            >
        {
            map { $0.setFailureType(to: Failure.self) }.switchToLatest()
        }
    }
#endif
