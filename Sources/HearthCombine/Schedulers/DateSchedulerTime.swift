#if !canImport(Darwin)
    public import FoundationEssentials

    /// The time of run loops and operation queues.
    public struct DateSchedulerTime: Strideable, Hashable, Codable, Sendable {
        /// The time as a date.
        public var date: Date

        /// Wraps `date`.
        public init(_ date: Date) {
            self.date = date
        }

        /// The interval from this time to `other`.
        public func distance(to other: DateSchedulerTime) -> Stride {
            Stride(other.date.timeIntervalSince(date))
        }

        /// The time `n` later.
        public func advanced(by n: Stride) -> DateSchedulerTime {
            DateSchedulerTime(date.addingTimeInterval(n.timeInterval))
        }

        /// A time interval.
        public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
            Hashable, Codable, Sendable
        {
            /// The interval in seconds.
            public var timeInterval: TimeInterval

            /// An interval of seconds.
            public init(_ timeInterval: TimeInterval) { self.timeInterval = timeInterval }
            /// An interval of seconds.
            public init(floatLiteral value: TimeInterval) { self.init(value) }
            /// An interval of seconds.
            public init(integerLiteral value: TimeInterval) { self.init(value) }
            /// An interval of seconds; nil if the number can't be represented exactly.
            public init?<T: BinaryInteger>(exactly source: T) {
                guard let seconds = TimeInterval(exactly: source) else { return nil }
                self.init(seconds)
            }

            /// The interval in seconds, including its sign, as in Combine.
            public var magnitude: TimeInterval { timeInterval }

            /// Compares the lengths of two intervals.
            public static func < (left: Stride, right: Stride) -> Bool { left.timeInterval < right.timeInterval }
            /// The sum.
            public static func + (left: Stride, right: Stride) -> Stride {
                Stride(left.timeInterval + right.timeInterval)
            }
            /// The difference.
            public static func - (left: Stride, right: Stride) -> Stride {
                Stride(left.timeInterval - right.timeInterval)
            }
            /// The product of the numbers of seconds.
            public static func * (left: Stride, right: Stride) -> Stride {
                Stride(left.timeInterval * right.timeInterval)
            }
            /// The product of the numbers of seconds.
            public static func *= (left: inout Stride, right: Stride) { left = left * right }

            /// An interval of seconds.
            public static func seconds(_ s: Int) -> Stride { Stride(Double(s)) }
            /// An interval of seconds.
            public static func seconds(_ s: Double) -> Stride { Stride(s) }
            /// An interval of milliseconds.
            public static func milliseconds(_ ms: Int) -> Stride { Stride(Double(ms) / 1_000) }
            /// An interval of microseconds.
            public static func microseconds(_ us: Int) -> Stride { Stride(Double(us) / 1_000_000) }
            /// An interval of nanoseconds.
            public static func nanoseconds(_ ns: Int) -> Stride { Stride(Double(ns) / 1_000_000_000) }
        }
    }
#endif
