#if !canImport(Combine)
    extension Publishers {
        /// Sends how long each value took to come, in place of the value.
        public struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: Publisher {
            /// A length of time.
            public typealias Output = Context.SchedulerTimeType.Stride
            /// The error of the publisher before.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            let scheduler: Context

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                // Each subscriber has its own. It needs no lock: a publisher sends one value at a time.
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
        /// Sends how long each value took to come, after the one before or after subscribing, in the time of `scheduler`.
        public func measureInterval<S: Scheduler>(using scheduler: S) -> Publishers.MeasureInterval<Self, S> {
            Publishers.MeasureInterval(upstream: self, scheduler: scheduler)
        }
    }
#endif
