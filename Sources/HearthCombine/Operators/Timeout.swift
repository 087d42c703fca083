#if !canImport(Darwin)
    extension Publishers {
        /// Completes when no value has arrived for a time.
        public struct Timeout<Upstream: Publisher, Context: Scheduler>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            let interval: Context.SchedulerTimeType.Stride
            let scheduler: Context
            let options: Context.SchedulerOptions?
            let customError: (() -> Failure)?

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(Inner(subscriber, self))
            }

            private final class Inner<Downstream: Subscriber>: Subscriber
            where Downstream.Input == Output, Downstream.Failure == Failure {
                private let lock = Lock()
                private let delivery: Delivery<Downstream>
                private let link = Link()
                private let settings: Timeout
                private var deadline: Context.SchedulerTimeType

                init(_ downstream: Downstream, _ settings: Timeout) {
                    // Keep all values: no more arrive than were requested.
                    delivery = Delivery(to: downstream, reserve: .max)
                    self.settings = settings
                    deadline = settings.scheduler.now.advanced(by: settings.interval)
                }

                func receive(subscription: any Subscription) {
                    guard link.attach(subscription) else { return }
                    delivery.connect(
                        .init(
                            onDemand: link.request, onEnd: link.cancel,
                            schedule: { [settings] in settings.scheduler.schedule(options: settings.options, $0) }))
                    wait(until: lock.withLock { deadline })
                    delivery.start()
                }

                func receive(_ input: Output) -> Subscribers.Demand {
                    let deadline = settings.scheduler.now.advanced(by: settings.interval)
                    lock.withLock { self.deadline = deadline }
                    _ = delivery.enqueue(input)
                    delivery.deliver()
                    return .none
                }

                func receive(completion: Subscribers.Completion<Failure>) {
                    link.end()
                    delivery.enqueue(completion: completion)
                    delivery.deliver()
                }

                /// Uses a single timer, which is restarted if a value has moved the deadline in the meantime.
                private func wait(until deadline: Context.SchedulerTimeType) {
                    settings.scheduler.schedule(
                        after: deadline, tolerance: settings.scheduler.minimumTolerance, options: settings.options
                    ) { [weak self] in self?.fire() }
                }

                private func fire() {
                    guard !delivery.isOver else { return }
                    let deadline = lock.withLock { self.deadline }
                    if deadline > settings.scheduler.now { return wait(until: deadline) }
                    link.cancel()
                    delivery.enqueue(completion: settings.customError.map { .failure($0()) } ?? .finished)
                    delivery.deliver()
                }
            }
        }
    }

    extension Publisher {
        /// Completes when no value has arrived for `interval`: fails with `customError`, or finishes if that is nil.
        /// Values are delivered on `scheduler`.
        public func timeout<S: Scheduler>(
            _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
            customError: (() -> Failure)? = nil
        ) -> Publishers.Timeout<Self, S> {
            Publishers.Timeout(
                upstream: self, interval: interval, scheduler: scheduler, options: options, customError: customError)
        }
    }
#endif
