#if !canImport(Darwin)
    /// Runs closures on a context and at a time. Like Combine's.
    public protocol Scheduler<SchedulerTimeType> {
        /// The scheduler's type of time.
        associatedtype SchedulerTimeType: Strideable where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
        /// Options for running a closure.
        associatedtype SchedulerOptions

        /// The current time.
        var now: SchedulerTimeType { get }

        /// The smallest tolerance that it supports.
        var minimumTolerance: SchedulerTimeType.Stride { get }

        /// Runs `action` as soon as possible.
        func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)

        /// Runs `action` at `date`, or later by at most `tolerance`.
        func schedule(
            after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
            _ action: @escaping () -> Void)

        /// Runs `action` at `date` and then every `interval`, until the returned object is cancelled.
        func schedule(
            after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
            options: SchedulerOptions?, _ action: @escaping () -> Void
        ) -> any Cancellable
    }

    /// A time interval that can be created from seconds and fractions of seconds.
    public protocol SchedulerTimeIntervalConvertible {
        /// An interval of seconds.
        static func seconds(_ s: Int) -> Self
        /// An interval of seconds.
        static func seconds(_ s: Double) -> Self
        /// An interval of milliseconds.
        static func milliseconds(_ ms: Int) -> Self
        /// An interval of microseconds.
        static func microseconds(_ us: Int) -> Self
        /// An interval of nanoseconds.
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

        /// Runs `action` at `date`, or later by at most `tolerance`.
        public func schedule(
            after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
        ) {
            schedule(after: date, tolerance: tolerance, options: nil, action)
        }

        /// Runs `action` at `date` and then every `interval`, until the returned object is cancelled.
        public func schedule(
            after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, _ action: @escaping () -> Void
        ) -> any Cancellable {
            schedule(after: date, interval: interval, tolerance: minimumTolerance, options: nil, action)
        }

        /// Runs `action` at `date` and then every `interval`, until the returned object is cancelled.
        public func schedule(
            after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
            tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
        ) -> any Cancellable {
            schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
        }
    }
#endif
