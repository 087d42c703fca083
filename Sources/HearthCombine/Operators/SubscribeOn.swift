#if !canImport(Darwin)
    extension Publishers {
        /// Subscribes, requests values and cancels on a scheduler.
        public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            let scheduler: Context
            let options: Context.SchedulerOptions?

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                let inner = Inner(subscriber) { [scheduler, options] in scheduler.schedule(options: options, $0) }
                scheduler.schedule(options: options) { upstream.subscribe(inner) }
            }

            private final class Inner<Downstream: Subscriber>: Subscriber, Subscription
            where Downstream.Input == Output, Downstream.Failure == Failure {
                private let lock = Lock()
                private let link = Link()
                private var downstream: Downstream?
                private let schedule: (@escaping () -> Void) -> Void

                init(_ downstream: Downstream, schedule: @escaping (@escaping () -> Void) -> Void) {
                    self.downstream = downstream
                    self.schedule = schedule
                }

                func receive(subscription: any Subscription) {
                    guard link.attach(subscription) else { return }
                    lock.withLock { downstream }?.receive(subscription: self)
                }

                func receive(_ input: Output) -> Subscribers.Demand {
                    lock.withLock { downstream }?.receive(input) ?? .none
                }

                func receive(completion: Subscribers.Completion<Failure>) {
                    link.end()
                    take()?.receive(completion: completion)
                }

                func request(_ demand: Subscribers.Demand) {
                    schedule { [link] in link.request(demand) }
                }

                func cancel() {
                    withExtendedLifetime(take()) { schedule(link.cancel) }
                }

                private func take() -> Downstream? {
                    lock.withLock {
                        defer { downstream = nil }
                        return downstream
                    }
                }
            }
        }
    }

    extension Publisher {
        /// Subscribes, requests values and cancels on `scheduler`.
        public func subscribe<S: Scheduler>(
            on scheduler: S, options: S.SchedulerOptions? = nil
        ) -> Publishers.SubscribeOn<Self, S> {
            Publishers.SubscribeOn(upstream: self, scheduler: scheduler, options: options)
        }
    }
#endif
