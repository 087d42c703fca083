#if !canImport(Combine)
    /// Runs closures at once, where they are scheduled. It has no time: what is scheduled for later runs at once too.
    public struct ImmediateScheduler: Scheduler, Sendable {
        /// It has no options.
        public typealias SchedulerOptions = Never

        /// The one that all share.
        public static let shared = ImmediateScheduler()

        /// Its time stands still.
        public struct SchedulerTimeType: Strideable, Sendable {
            /// No way at all.
            public func distance(to other: SchedulerTimeType) -> Stride { Stride(0) }
            /// The same time.
            public func advanced(by n: Stride) -> SchedulerTimeType { self }

            /// A length of time, which changes nothing.
            public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
                ExpressibleByFloatLiteral, Sendable
            {
                /// The number that it was made of.
                public var magnitude: Int

                /// As long as `value`.
                public init(_ value: Int) { magnitude = value }
                /// As long as `value`.
                public init(integerLiteral value: Int) { magnitude = value }
                /// As long as `value`.
                public init(floatLiteral value: Double) { self = .seconds(value) }
                /// As long as `source`; nil when that is too much.
                public init?<T: BinaryInteger>(exactly source: T) {
                    guard let value = Int(exactly: source) else { return nil }
                    magnitude = value
                }

                /// The shorter first.
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

                /// No time.
                public static func seconds(_ s: Int) -> Stride { 0 }
                /// No time.
                public static func seconds(_ s: Double) -> Stride { 0 }
                /// No time.
                public static func milliseconds(_ ms: Int) -> Stride { 0 }
                /// No time.
                public static func microseconds(_ us: Int) -> Stride { 0 }
                /// No time.
                public static func nanoseconds(_ ns: Int) -> Stride { 0 }
            }
        }

        /// The only time it has.
        public var now: SchedulerTimeType { SchedulerTimeType() }

        /// None.
        public var minimumTolerance: SchedulerTimeType.Stride { 0 }

        /// Runs `action` now.
        public func schedule(options: Never?, _ action: @escaping () -> Void) {
            action()
        }

        /// Runs `action` now.
        public func schedule(
            after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
            _ action: @escaping () -> Void
        ) {
            action()
        }

        /// Runs `action` once, now.
        public func schedule(
            after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
            options: Never?, _ action: @escaping () -> Void
        ) -> any Cancellable {
            action()
            return AnyCancellable {}
        }
    }
#endif
