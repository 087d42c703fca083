#if !canImport(Darwin)
    public import Dispatch

    extension DispatchQueue: Scheduler {
        /// The time of dispatch queues, which stops while the machine sleeps.
        public struct SchedulerTimeType: Strideable, Hashable, Sendable {
            /// The time as a Dispatch type.
            public var dispatchTime: DispatchTime

            /// Wraps `time`.
            public init(_ time: DispatchTime) {
                dispatchTime = time
            }

            /// The interval from this time to `other`.
            public func distance(to other: SchedulerTimeType) -> Stride {
                let (here, there) = (dispatchTime.uptimeNanoseconds, other.dispatchTime.uptimeNanoseconds)
                return here <= there
                    ? Stride(nanoseconds: Int(clamping: there - here))
                    : Stride(nanoseconds: -Int(clamping: here - there))
            }

            /// The time `n` later.
            public func advanced(by n: Stride) -> SchedulerTimeType {
                let here = dispatchTime.uptimeNanoseconds
                let (later, over) = here.addingReportingOverflow(UInt64(n.amount.count.magnitude))
                let (earlier, under) = here.subtractingReportingOverflow(UInt64(n.amount.count.magnitude))
                let there = n.amount.count >= 0 ? (over ? .max : later) : (under ? 0 : earlier)
                return SchedulerTimeType(DispatchTime(uptimeNanoseconds: there))
            }

            /// Hashes the time.
            public func hash(into hasher: inout Hasher) {
                hasher.combine(dispatchTime.uptimeNanoseconds)
            }

            /// A time interval.
            public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
                ExpressibleByFloatLiteral,
                Hashable, Sendable
            {
                fileprivate var amount: Nanoseconds

                fileprivate init(nanoseconds: Int) {
                    amount = Nanoseconds(nanoseconds)
                }

                fileprivate init(_ amount: Nanoseconds) {
                    self.amount = amount
                }

                /// The same length as `interval`. `.never` is the longest interval.
                public init(_ interval: DispatchTimeInterval) {
                    switch interval {
                    case .seconds(let count): self = .seconds(count)
                    case .milliseconds(let count): self = .milliseconds(count)
                    case .microseconds(let count): self = .microseconds(count)
                    case .nanoseconds(let count): self = .nanoseconds(count)
                    default: self = .nanoseconds(.max)
                    }
                }

                /// An interval of seconds.
                public init(floatLiteral value: Double) {
                    self = .seconds(value)
                }

                /// An interval of seconds.
                public init(integerLiteral value: Int) {
                    self = .seconds(value)
                }

                /// An interval of seconds; nil if the number is too large.
                public init?<T: BinaryInteger>(exactly source: T) {
                    guard let seconds = Int(exactly: source) else { return nil }
                    self = .seconds(seconds)
                }

                /// The interval in nanoseconds.
                public var magnitude: Int { amount.count }

                /// The interval as a Dispatch type.
                public var timeInterval: DispatchTimeInterval { .nanoseconds(amount.count) }

                /// Compares the lengths of two intervals.
                public static func < (left: Stride, right: Stride) -> Bool { left.amount < right.amount }
                /// The sum.
                public static func + (left: Stride, right: Stride) -> Stride { Stride(left.amount + right.amount) }
                /// The difference.
                public static func - (left: Stride, right: Stride) -> Stride { Stride(left.amount - right.amount) }
                /// The product of the numbers of nanoseconds.
                public static func * (left: Stride, right: Stride) -> Stride { Stride(left.amount * right.amount) }
                /// The product of the numbers of nanoseconds.
                public static func *= (left: inout Stride, right: Stride) { left = left * right }

                /// An interval of seconds.
                public static func seconds(_ s: Int) -> Stride { Stride(Nanoseconds(s, times: 1_000_000_000)) }
                /// An interval of seconds.
                public static func seconds(_ s: Double) -> Stride { Stride(Nanoseconds(seconds: s)) }
                /// An interval of milliseconds.
                public static func milliseconds(_ ms: Int) -> Stride { Stride(Nanoseconds(ms, times: 1_000_000)) }
                /// An interval of microseconds.
                public static func microseconds(_ us: Int) -> Stride { Stride(Nanoseconds(us, times: 1_000)) }
                /// An interval of nanoseconds.
                public static func nanoseconds(_ ns: Int) -> Stride { Stride(Nanoseconds(ns)) }
            }
        }

        /// Options for running a closure on a queue.
        public struct SchedulerOptions {
            /// The quality of service.
            public var qos: DispatchQoS
            /// The flags of the work item.
            public var flags: DispatchWorkItemFlags
            /// The dispatch group of the work item.
            public var group: DispatchGroup?

            /// Creates options. Default: the queue's quality of service, no flags and no group.
            public init(
                qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil
            ) {
                self.qos = qos
                self.flags = flags
                self.group = group
            }
        }

        /// The current time.
        public var now: SchedulerTimeType { SchedulerTimeType(.now()) }

        /// No tolerance is required.
        public var minimumTolerance: SchedulerTimeType.Stride { .seconds(0) }

        /// Runs `action` on the queue.
        public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
            // Safe: the publisher passes its closure on and does not call it. It is called once.
            nonisolated(unsafe) let action = action
            let options = options ?? SchedulerOptions()
            async(group: options.group, qos: options.qos, flags: options.flags) { action() }
        }

        /// Runs `action` on the queue at `date`.
        public func schedule(
            after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
            _ action: @escaping () -> Void
        ) {
            // Safe, as in the method above.
            nonisolated(unsafe) let action = action
            let options = options ?? SchedulerOptions()
            asyncAfter(deadline: date.dispatchTime, qos: options.qos, flags: options.flags) { action() }
        }

        /// Runs `action` on the queue at `date` and then every `interval`, until the result is cancelled.
        public func schedule(
            after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
            options: SchedulerOptions?, _ action: @escaping () -> Void
        ) -> any Cancellable {
            // Safe: the publisher does not call the closure. The queue's timer calls it, one call at a time.
            nonisolated(unsafe) let action = action
            let timer = DispatchSource.makeTimerSource(queue: self)
            timer.schedule(
                deadline: date.dispatchTime, repeating: interval.timeInterval, leeway: tolerance.timeInterval)
            timer.setEventHandler(qos: options?.qos ?? .unspecified, flags: options?.flags ?? []) { action() }
            timer.resume()
            return AnyCancellable { timer.cancel() }
        }
    }
#endif
