#if !canImport(Darwin)
    extension Publishers {
        /// Publishes at most one value per interval.
        public struct Throttle<Upstream: Publisher, Context: Scheduler>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            let interval: Context.SchedulerTimeType.Stride
            let scheduler: Context
            let latest: Bool

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(Inner(subscriber, self))
            }

            private final class Inner<Downstream: Subscriber>: Subscriber
            where Downstream.Input == Output, Downstream.Failure == Failure {
                private let lock = Lock()
                private let delivery: Delivery<Downstream>
                private let link = Link()
                private let settings: Throttle
                private var pending: Output?
                /// The earliest time of the next value.
                private var next: Context.SchedulerTimeType
                private var isWaiting = false

                init(_ downstream: Downstream, _ settings: Throttle) {
                    delivery = Delivery(to: downstream, reserve: 1)
                    self.settings = settings
                    next = settings.scheduler.now
                }

                func receive(subscription: any Subscription) {
                    guard link.attach(subscription) else { return }
                    delivery.connect(
                        .init(onEnd: link.cancel, schedule: { [settings] in settings.scheduler.schedule($0) }))
                    delivery.start()
                    link.request(.unlimited)
                }

                func receive(_ input: Output) -> Subscribers.Demand {
                    let now = settings.scheduler.now
                    let (start, dropped) = lock.withLock { take(input, now) }
                    withExtendedLifetime(dropped) {
                        if let start { wait(until: start) } else { delivery.deliver() }
                    }
                    return .none
                }

                /// Returns the time to wait for, if a timer is needed, and the replaced value.
                private func take(_ input: Output, _ now: Context.SchedulerTimeType) -> (
                    Context.SchedulerTimeType?, Output?
                ) {
                    if isWaiting {
                        defer { if settings.latest { pending = input } }
                        return (nil, settings.latest ? pending : nil)
                    }
                    if now >= next {
                        next = now.advanced(by: settings.interval)
                        return (nil, delivery.enqueue(input))
                    }
                    isWaiting = true
                    pending = input
                    return (next, nil)
                }

                func receive(completion: Subscribers.Completion<Failure>) {
                    link.end()
                    let dropped = lock.withLock {
                        let dropped = pending.take().flatMap(delivery.enqueue)
                        delivery.enqueue(completion: completion)
                        return dropped
                    }
                    withExtendedLifetime(dropped) { delivery.deliver() }
                }

                private func wait(until date: Context.SchedulerTimeType) {
                    settings.scheduler.schedule(after: date) { [weak self] in self?.fire() }
                }

                private func fire() {
                    let now = settings.scheduler.now
                    let dropped = lock.withLock { () -> Output? in
                        isWaiting = false
                        next = now.advanced(by: settings.interval)
                        return pending.take().flatMap(delivery.enqueue)
                    }
                    withExtendedLifetime(dropped) { delivery.deliver() }
                }
            }
        }
    }

    extension Publisher {
        /// Publishes the first value immediately and then one per `interval`, on `scheduler`: the last value of the
        /// interval if `latest` is true, otherwise the first. A waiting value is published before the completion.
        public func throttle<S: Scheduler>(
            for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
        ) -> Publishers.Throttle<Self, S> {
            Publishers.Throttle(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
        }
    }
#endif
