#if !canImport(Darwin)
    extension Publishers {
        /// Publishes a value when no other has arrived for a time.
        public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            let dueTime: Context.SchedulerTimeType.Stride
            let scheduler: Context
            let options: Context.SchedulerOptions?

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(Inner(subscriber, self))
            }

            private final class Inner<Downstream: Subscriber>: Subscriber
            where Downstream.Input == Output, Downstream.Failure == Failure {
                private let lock = Lock()
                private let delivery: Delivery<Downstream>
                private let link = Link()
                private let settings: Debounce
                private var pending: Output?
                private var deadline: Context.SchedulerTimeType
                /// At most one timer runs. It is restarted if the deadline has moved in the meantime.
                private var isWaiting = false

                init(_ downstream: Downstream, _ settings: Debounce) {
                    delivery = Delivery(to: downstream, reserve: 1)
                    self.settings = settings
                    deadline = settings.scheduler.now
                }

                func receive(subscription: any Subscription) {
                    guard link.attach(subscription) else { return }
                    delivery.connect(
                        .init(
                            onEnd: link.cancel,
                            schedule: { [settings] in settings.scheduler.schedule(options: settings.options, $0) }))
                    delivery.start()
                    link.request(.unlimited)
                }

                func receive(_ input: Output) -> Subscribers.Demand {
                    let deadline = settings.scheduler.now.advanced(by: settings.dueTime)
                    let (begins, dropped) = lock.withLock {
                        defer {
                            self.deadline = deadline
                            isWaiting = true
                            pending = input
                        }
                        return (!isWaiting, pending)
                    }
                    withExtendedLifetime(dropped) { if begins { wait(until: deadline) } }
                    return .none
                }

                func receive(completion: Subscribers.Completion<Failure>) {
                    link.end()
                    let dropped = lock.withLock { pending.take() }
                    delivery.enqueue(completion: completion)
                    withExtendedLifetime(dropped) { delivery.deliver() }
                }

                private func wait(until deadline: Context.SchedulerTimeType) {
                    settings.scheduler.schedule(
                        after: deadline, tolerance: settings.scheduler.minimumTolerance, options: settings.options
                    ) { [weak self] in self?.fire() }
                }

                private func fire() {
                    let now = settings.scheduler.now
                    let (later, dropped) = lock.withLock { () -> (Context.SchedulerTimeType?, Output?) in
                        if pending != nil, deadline > now { return (deadline, nil) }
                        isWaiting = false
                        return (nil, pending.take().flatMap(delivery.enqueue))
                    }
                    withExtendedLifetime(dropped) {
                        if let later { wait(until: later) } else { delivery.deliver() }
                    }
                }
            }
        }
    }

    extension Publisher {
        /// Publishes a value on `scheduler` when no other has arrived for `dueTime`. A value that is still waiting when
        /// the publisher completes is dropped.
        public func debounce<S: Scheduler>(
            for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
        ) -> Publishers.Debounce<Self, S> {
            Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
        }
    }
#endif
