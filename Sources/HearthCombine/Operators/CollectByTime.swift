#if !canImport(Darwin)
    extension Publishers {
        /// When a group of values is published.
        public enum TimeGroupingStrategy<Context: Scheduler> {
            /// After each interval.
            case byTime(Context, Context.SchedulerTimeType.Stride)
            /// After each interval, and whenever a number of values has arrived.
            case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)

            fileprivate var scheduler: Context {
                switch self {
                case .byTime(let scheduler, _), .byTimeOrCount(let scheduler, _, _): scheduler
                }
            }

            fileprivate var interval: Context.SchedulerTimeType.Stride {
                switch self {
                case .byTime(_, let interval), .byTimeOrCount(_, let interval, _): interval
                }
            }

            fileprivate var count: Int {
                if case .byTimeOrCount(_, _, let count) = self { count } else { .max }
            }
        }

        /// Publishes the values of each interval as a group.
        public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Publisher {
            /// An array of values.
            public typealias Output = [Upstream.Output]
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            /// The upstream publisher.
            public let upstream: Upstream
            /// When a group is published.
            public let strategy: TimeGroupingStrategy<Context>
            /// The scheduler options for publishing.
            public let options: Context.SchedulerOptions?

            /// Groups the values of `upstream`.
            public init(upstream: Upstream, strategy: TimeGroupingStrategy<Context>, options: Context.SchedulerOptions?)
            {
                self.upstream = upstream
                self.strategy = strategy
                self.options = options
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(Inner(subscriber, self))
            }

            private final class Inner<Downstream: Subscriber>: Subscriber
            where Downstream.Input == Output, Downstream.Failure == Failure {
                private let lock = Lock()
                private let delivery: Delivery<Downstream>
                private let link = Link()
                private let timer = TimerLink()
                private let settings: CollectByTime
                private var group: Output = []

                init(_ downstream: Downstream, _ settings: CollectByTime) {
                    // Groups wait until they are requested; no value is lost.
                    delivery = Delivery(to: downstream, reserve: .max)
                    self.settings = settings
                }

                func receive(subscription: any Subscription) {
                    guard link.attach(subscription) else { return }
                    let (scheduler, interval) = (settings.strategy.scheduler, settings.strategy.interval)
                    delivery.connect(
                        .init(
                            onEnd: { [link, timer] in
                                timer.cancel()
                                link.cancel()
                            },
                            schedule: { [settings] in scheduler.schedule(options: settings.options, $0) }))
                    delivery.start()
                    timer.attach(
                        scheduler.schedule(
                            after: scheduler.now.advanced(by: interval), interval: interval,
                            tolerance: scheduler.minimumTolerance, options: settings.options
                        ) { [weak self] in self?.flush() })
                    link.request(.unlimited)
                }

                func receive(_ input: Output.Element) -> Subscribers.Demand {
                    let isFull = lock.withLock {
                        group.append(input)
                        return group.count >= settings.strategy.count
                    }
                    if isFull { flush() }
                    return .none
                }

                func receive(completion: Subscribers.Completion<Failure>) {
                    link.end()
                    timer.cancel()
                    // A failure drops the incomplete group.
                    if case .finished = completion { enqueueGroup() }
                    delivery.enqueue(completion: completion)
                    delivery.deliver()
                }

                private func flush() {
                    enqueueGroup()
                    delivery.deliver()
                }

                private func enqueueGroup() {
                    lock.withLock {
                        guard !group.isEmpty else { return }
                        _ = delivery.enqueue(group)
                        group = []
                    }
                }
            }
        }
    }

    /// A repeating timer, which can be cancelled before it is attached.
    private final class TimerLink {
        private let lock = Lock()
        private var timer: (any Cancellable)?
        private var isOver = false

        func attach(_ timer: any Cancellable) {
            let isLate = lock.withLock {
                if !isOver { self.timer = timer }
                return isOver
            }
            if isLate { timer.cancel() }
        }

        func cancel() {
            let timer = lock.withLock {
                defer { self.timer = nil }
                isOver = true
                return self.timer
            }
            timer?.cancel()
        }
    }

    extension Publisher {
        /// Publishes the values of each interval as an array, on the strategy's scheduler. Intervals without values
        /// publish nothing. Waiting values are published if the publisher finishes, and dropped if it fails.
        public func collect<S: Scheduler>(
            _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
        ) -> Publishers.CollectByTime<Self, S> {
            Publishers.CollectByTime(upstream: self, strategy: strategy, options: options)
        }
    }
#endif
