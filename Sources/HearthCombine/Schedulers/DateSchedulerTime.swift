#if !canImport(Combine)
    public import Foundation

    /// A point in the time of run loops and operation queues.
    public struct DateSchedulerTime: Strideable, Hashable, Codable, Sendable {
        /// The time as a date.
        public var date: Date

        /// Wraps `date`.
        public init(_ date: Date) {
            self.date = date
        }

        /// How far `other` lies ahead.
        public func distance(to other: DateSchedulerTime) -> Stride {
            Stride(other.date.timeIntervalSince(date))
        }

        /// The time `n` later.
        public func advanced(by n: Stride) -> DateSchedulerTime {
            DateSchedulerTime(date.addingTimeInterval(n.timeInterval))
        }

        /// A length of time.
        public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
            Hashable, Codable, Sendable
        {
            /// The length in seconds.
            public var timeInterval: TimeInterval

            /// So many seconds.
            public init(_ timeInterval: TimeInterval) { self.timeInterval = timeInterval }
            /// So many seconds.
            public init(floatLiteral value: TimeInterval) { self.init(value) }
            /// So many seconds.
            public init(integerLiteral value: TimeInterval) { self.init(value) }
            /// So many seconds; nil when they can't be counted exactly.
            public init?<T: BinaryInteger>(exactly source: T) {
                guard let seconds = TimeInterval(exactly: source) else { return nil }
                self.init(seconds)
            }

            /// The length in seconds, as Combine has it.
            public var magnitude: TimeInterval { timeInterval }

            /// The shorter first.
            public static func < (left: Stride, right: Stride) -> Bool { left.timeInterval < right.timeInterval }
            /// The sum.
            public static func + (left: Stride, right: Stride) -> Stride {
                Stride(left.timeInterval + right.timeInterval)
            }
            /// The difference.
            public static func - (left: Stride, right: Stride) -> Stride {
                Stride(left.timeInterval - right.timeInterval)
            }
            /// The product, in seconds.
            public static func * (left: Stride, right: Stride) -> Stride {
                Stride(left.timeInterval * right.timeInterval)
            }
            /// The product, in seconds.
            public static func *= (left: inout Stride, right: Stride) { left = left * right }

            /// So many seconds.
            public static func seconds(_ s: Int) -> Stride { Stride(Double(s)) }
            /// So many seconds.
            public static func seconds(_ s: Double) -> Stride { Stride(s) }
            /// So many thousandths of a second.
            public static func milliseconds(_ ms: Int) -> Stride { Stride(Double(ms) / 1_000) }
            /// So many millionths of a second.
            public static func microseconds(_ us: Int) -> Stride { Stride(Double(us) / 1_000_000) }
            /// So many billionths of a second.
            public static func nanoseconds(_ ns: Int) -> Stride { Stride(Double(ns) / 1_000_000_000) }
        }
    }
#endif
