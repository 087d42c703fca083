#if !canImport(Darwin)
    extension Publishers {
        /// Publishes the time between values instead of the values.
        public struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: Publisher {
            /// A time interval.
            public typealias Output = Context.SchedulerTimeType.Stride
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            let scheduler: Context

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                // Each subscriber has its own `last`. No lock is needed: publishers send one value at a time.
                var last = scheduler.now
                upstream.map { [scheduler] _ in
                    let now = scheduler.now
                    defer { last = now }
                    return last.distance(to: now)
                }.receive(subscriber: subscriber)
            }
        }
    }

    extension Publisher {
        /// Publishes the time between each value and the previous one, or the subscription, measured by `scheduler`.
        public func measureInterval<S: Scheduler>(using scheduler: S) -> Publishers.MeasureInterval<Self, S> {
            Publishers.MeasureInterval(upstream: self, scheduler: scheduler)
        }
    }
#endif
