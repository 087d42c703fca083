#if !canImport(Darwin)
    public import Foundation

    extension Timer {
        /// Publishes the current date repeatedly while connected.
        public final class TimerPublisher: ConnectablePublisher {
            /// The date at which the timer fired.
            public typealias Output = Date
            /// It can't fail.
            public typealias Failure = Never

            /// The interval in seconds.
            public let interval: TimeInterval
            /// The tolerance in seconds.
            public let tolerance: TimeInterval?
            /// The run loop that the timer runs on.
            public let runLoop: RunLoop
            /// The run loop mode. Ignored here: the timer runs in the common modes.
            public let mode: RunLoop.Mode

            private let subject = PassthroughSubject<Date, Never>()

            /// Publishes on `runLoop` every `interval` seconds.
            public init(interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode) {
                // The minimum of Foundation's timers.
                self.interval = interval > 0 ? interval : 0.000_1
                self.tolerance = tolerance
                self.runLoop = runLoop
                self.mode = mode
            }

            /// Attaches `subscriber`, which gets nothing before `connect()`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
                subject.receive(subscriber: subscriber)
            }

            /// Starts the timer, until the returned object is cancelled or released.
            public func connect() -> any Cancellable {
                runLoop.schedule(
                    after: runLoop.now.advanced(by: .seconds(interval)), interval: .seconds(interval),
                    tolerance: .seconds(tolerance ?? 0)
                ) { [subject] in subject.send(Date()) }
            }
        }

        /// Publishes the date on `runLoop` every `interval` seconds, starting with `connect()`. Use `autoconnect()` to
        /// connect automatically.
        public static func publish(
            every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode
        ) -> TimerPublisher {
            TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode)
        }
    }
#endif
