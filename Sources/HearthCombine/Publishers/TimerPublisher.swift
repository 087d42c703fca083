#if !canImport(Combine)
    public import Foundation

    extension Timer {
        /// Sends the date again and again while it is connected.
        public final class TimerPublisher: ConnectablePublisher {
            /// The date at which it is sent.
            public typealias Output = Date
            /// It cannot fail.
            public typealias Failure = Never

            /// The time between two dates, in seconds.
            public let interval: TimeInterval
            /// How much later a date may be sent, in seconds.
            public let tolerance: TimeInterval?
            /// The loop that sends.
            public let runLoop: RunLoop
            /// The mode that Combine would send in; here it is always the common ones.
            public let mode: RunLoop.Mode

            private let subject = PassthroughSubject<Date, Never>()

            /// Sends on `runLoop` every `interval` seconds.
            public init(interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode) {
                // As Foundation's timers have it.
                self.interval = interval > 0 ? interval : 0.000_1
                self.tolerance = tolerance
                self.runLoop = runLoop
                self.mode = mode
            }

            /// Attaches `subscriber`; it gets nothing before `connect()`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
                subject.receive(subscriber: subscriber)
            }

            /// Starts the timer; cancelling or releasing the result stops it.
            public func connect() -> any Cancellable {
                runLoop.schedule(
                    after: runLoop.now.advanced(by: .seconds(interval)), interval: .seconds(interval),
                    tolerance: .seconds(tolerance ?? 0)
                ) { [subject] in subject.send(Date()) }
            }
        }

        /// Sends the date on `runLoop` every `interval` seconds, from `connect()` on; `autoconnect()` calls that.
        public static func publish(
            every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode
        ) -> TimerPublisher {
            TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode)
        }
    }
#endif
