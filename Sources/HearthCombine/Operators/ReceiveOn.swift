#if !canImport(Darwin)
    extension Publishers {
        /// Delivers values and completion on a scheduler, in order and one at a time even if the scheduler is
        /// concurrent.
        public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            /// The upstream publisher.
            public let upstream: Upstream
            /// The scheduler to deliver on.
            public let scheduler: Context
            /// Options for the scheduler.
            public let options: Context.SchedulerOptions?

            /// Delivers the values of `upstream` on `scheduler`.
            public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
                self.upstream = upstream
                self.scheduler = scheduler
                self.options = options
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(
                    Inner(downstream: subscriber) { [scheduler, options] action in
                        scheduler.schedule(options: options, action)
                    })
            }

            /// No lock is needed: publishers make one call at a time.
            private final class Inner<Downstream: Subscriber>: Subscriber {
                private let delivery: Delivery<Downstream>
                private let link = Link()
                private let schedule: (@escaping () -> Void) -> Void

                init(downstream: Downstream, schedule: @escaping (@escaping () -> Void) -> Void) {
                    // Keep all values: no more arrive than were requested.
                    delivery = Delivery(to: downstream, reserve: .max)
                    self.schedule = schedule
                }

                func receive(subscription: any Subscription) {
                    guard link.attach(subscription) else { return }
                    delivery.connect(.init(onDemand: link.request, onEnd: link.cancel, schedule: schedule))
                    delivery.start()
                }

                func receive(_ input: Downstream.Input) -> Subscribers.Demand {
                    _ = delivery.enqueue(input)
                    delivery.deliver()
                    return .none
                }

                func receive(completion: Subscribers.Completion<Downstream.Failure>) {
                    link.end()
                    delivery.enqueue(completion: completion)
                    delivery.deliver()
                }
            }
        }
    }

    extension Publisher {
        /// Delivers values and completion on `scheduler`, such as `DispatchQueue.main`, in order.
        public func receive<S: Scheduler>(
            on scheduler: S, options: S.SchedulerOptions? = nil
        ) -> Publishers.ReceiveOn<Self, S> {
            Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
        }
    }
#endif
