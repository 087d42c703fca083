#if !canImport(Darwin)
    internal import HearthBase

    extension Publishers {
        /// Delays values and the completion.
        public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            let interval: Context.SchedulerTimeType.Stride
            let tolerance: Context.SchedulerTimeType.Stride
            let scheduler: Context
            let options: Context.SchedulerOptions?

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(Inner(subscriber, self))
            }

            private final class Inner<Downstream: Subscriber>: Subscriber
            where Downstream.Input == Output, Downstream.Failure == Failure {
                private enum Event {
                    case value(Output)
                    case end(Subscribers.Completion<Failure>)
                }

                private let lock = Lock()
                private let delivery: Delivery<Downstream>
                private let link = Link()
                private let settings: Delay
                /// The pending events in order of arrival, whatever the order in which timers fire.
                private var events = FIFO<Event>()

                init(_ downstream: Downstream, _ settings: Delay) {
                    // Keep all values: no more arrive than were requested.
                    delivery = Delivery(to: downstream, reserve: .max)
                    self.settings = settings
                }

                func receive(subscription: any Subscription) {
                    guard link.attach(subscription) else { return }
                    // This retains the operator until the end, even if the upstream publisher releases it earlier.
                    // Timers don't retain it, so that a cancellation frees it at once.
                    delivery.connect(.init(onDemand: { self.link.request($0) }, onEnd: link.cancel))
                    delivery.start()
                }

                func receive(_ input: Output) -> Subscribers.Demand {
                    wait(.value(input))
                    return .none
                }

                func receive(completion: Subscribers.Completion<Failure>) {
                    link.end()
                    wait(.end(completion))
                }

                private func wait(_ event: Event) {
                    lock.withLock { events.append(event) }
                    settings.scheduler.schedule(
                        after: settings.scheduler.now.advanced(by: settings.interval), tolerance: settings.tolerance,
                        options: settings.options
                    ) { [weak self] in self?.fire() }
                }

                private func fire() {
                    let dropped = lock.withLock { () -> Output? in
                        switch events.popFirst() {
                        case .value(let value): return delivery.enqueue(value)
                        case .end(let completion): delivery.enqueue(completion: completion)
                        case nil: break
                        }
                        return nil
                    }
                    withExtendedLifetime(dropped) { delivery.deliver() }
                }
            }
        }
    }

    extension Publisher {
        /// Delivers values and the completion on `scheduler`, each `interval` after its arrival.
        public func delay<S: Scheduler>(
            for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
            options: S.SchedulerOptions? = nil
        ) -> Publishers.Delay<Self, S> {
            Publishers.Delay(
                upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance,
                scheduler: scheduler, options: options)
        }
    }
#endif
