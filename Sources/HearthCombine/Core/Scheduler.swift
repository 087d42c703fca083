#if !canImport(Combine)
    /// Runs closures elsewhere or later, and tells the time. As Combine's.
    public protocol Scheduler<SchedulerTimeType> {
        /// A point in its time.
        associatedtype SchedulerTimeType: Strideable where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
        /// How to run a closure.
        associatedtype SchedulerOptions

        /// The present time.
        var now: SchedulerTimeType { get }

        /// The least tolerance that it allows.
        var minimumTolerance: SchedulerTimeType.Stride { get }

        /// Runs `action` as soon as possible.
        func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)

        /// Runs `action` at `date` or, by at most `tolerance`, later.
        func schedule(
            after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
            _ action: @escaping () -> Void)

        /// Runs `action` at `date` and then every `interval`, until the result is cancelled.
        func schedule(
            after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
            options: SchedulerOptions?, _ action: @escaping () -> Void
        ) -> any Cancellable
    }

    /// A length of time that can be made of seconds and their parts.
    public protocol SchedulerTimeIntervalConvertible {
        /// So many seconds.
        static func seconds(_ s: Int) -> Self
        /// So many seconds.
        static func seconds(_ s: Double) -> Self
        /// So many thousandths of a second.
        static func milliseconds(_ ms: Int) -> Self
        /// So many millionths of a second.
        static func microseconds(_ us: Int) -> Self
        /// So many billionths of a second.
        static func nanoseconds(_ ns: Int) -> Self
    }

    extension Scheduler {
        /// Runs `action` as soon as possible.
        public func schedule(_ action: @escaping () -> Void) {
            schedule(options: nil, action)
        }

        /// Runs `action` at `date`.
        public func schedule(after date: SchedulerTimeType, _ action: @escaping () -> Void) {
            schedule(after: date, tolerance: minimumTolerance, options: nil, action)
        }

        /// Runs `action` at `date` or, by at most `tolerance`, later.
        public func schedule(
            after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
        ) {
            schedule(after: date, tolerance: tolerance, options: nil, action)
        }

        /// Runs `action` at `date` and then every `interval`, until the result is cancelled.
        public func schedule(
            after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, _ action: @escaping () -> Void
        ) -> any Cancellable {
            schedule(after: date, interval: interval, tolerance: minimumTolerance, options: nil, action)
        }

        /// Runs `action` at `date` and then every `interval`, until the result is cancelled.
        public func schedule(
            after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
            tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
        ) -> any Cancellable {
            schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
        }
    }
#endif
