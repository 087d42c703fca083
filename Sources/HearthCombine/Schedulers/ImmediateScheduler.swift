#if !canImport(Darwin)
    /// Runs closures immediately on the calling thread, even those scheduled for later.
    public struct ImmediateScheduler: Scheduler, Sendable {
        /// There are no options.
        public typealias SchedulerOptions = Never

        /// The shared scheduler.
        public static let shared = ImmediateScheduler()

        /// A time that never advances.
        public struct SchedulerTimeType: Strideable, Sendable {
            /// Always 0.
            public func distance(to other: SchedulerTimeType) -> Stride { Stride(0) }
            /// The same time.
            public func advanced(by n: Stride) -> SchedulerTimeType { self }

            /// An interval, which has no effect.
            public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
                ExpressibleByFloatLiteral, Sendable
            {
                /// The number it was created from.
                public var magnitude: Int

                /// An interval of `value`.
                public init(_ value: Int) { magnitude = value }
                /// An interval of `value`.
                public init(integerLiteral value: Int) { magnitude = value }
                /// An interval of `value`.
                public init(floatLiteral value: Double) { self = .seconds(value) }
                /// An interval of `source`; nil if the number is too large.
                public init?<T: BinaryInteger>(exactly source: T) {
                    guard let value = Int(exactly: source) else { return nil }
                    magnitude = value
                }

                /// Compares the lengths of two intervals.
                public static func < (left: Stride, right: Stride) -> Bool { left.magnitude < right.magnitude }
                /// The sum.
                public static func + (left: Stride, right: Stride) -> Stride {
                    Stride((Nanoseconds(left.magnitude) + Nanoseconds(right.magnitude)).count)
                }
                /// The difference.
                public static func - (left: Stride, right: Stride) -> Stride {
                    Stride((Nanoseconds(left.magnitude) - Nanoseconds(right.magnitude)).count)
                }
                /// The product.
                public static func * (left: Stride, right: Stride) -> Stride {
                    Stride((Nanoseconds(left.magnitude) * Nanoseconds(right.magnitude)).count)
                }
                /// The product.
                public static func *= (left: inout Stride, right: Stride) { left = left * right }

                /// Ignored: the interval is 0.
                public static func seconds(_ s: Int) -> Stride { 0 }
                /// Ignored: the interval is 0.
                public static func seconds(_ s: Double) -> Stride { 0 }
                /// Ignored: the interval is 0.
                public static func milliseconds(_ ms: Int) -> Stride { 0 }
                /// Ignored: the interval is 0.
                public static func microseconds(_ us: Int) -> Stride { 0 }
                /// Ignored: the interval is 0.
                public static func nanoseconds(_ ns: Int) -> Stride { 0 }
            }
        }

        /// The scheduler's only time.
        public var now: SchedulerTimeType { SchedulerTimeType() }

        /// Always 0.
        public var minimumTolerance: SchedulerTimeType.Stride { 0 }

        /// Runs `action` immediately.
        public func schedule(options: Never?, _ action: @escaping () -> Void) {
            action()
        }

        /// Runs `action` immediately.
        public func schedule(
            after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
            _ action: @escaping () -> Void
        ) {
            action()
        }

        /// Runs `action` once, immediately.
        public func schedule(
            after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
            options: Never?, _ action: @escaping () -> Void
        ) -> any Cancellable {
            action()
            return AnyCancellable {}
        }
    }
#endif
