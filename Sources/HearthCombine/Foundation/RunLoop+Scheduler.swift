#if !canImport(Darwin)
    internal import Dispatch
    public import Foundation

    extension RunLoop: Scheduler {
        /// A time of the scheduler.
        public typealias SchedulerTimeType = DateSchedulerTime

        /// Run loops have no options.
        public struct SchedulerOptions: Sendable {}

        /// The current time.
        public var now: DateSchedulerTime { DateSchedulerTime(Date()) }

        /// No tolerance is required.
        public var minimumTolerance: DateSchedulerTime.Stride { 0 }

        /// Runs `action` in the next iteration of the loop.
        public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
            // The main thread often runs the main queue without a run loop, as in a program with an async `main`. A
            // main run loop serves the queue too.
            if self === RunLoop.main {
                DispatchQueue.main.schedule(action)
            } else {
                fire(at: Date(), action)
            }
        }

        /// Runs `action` at `date`.
        public func schedule(
            after date: DateSchedulerTime, tolerance: DateSchedulerTime.Stride, options: SchedulerOptions?,
            _ action: @escaping () -> Void
        ) {
            if self === RunLoop.main {
                DispatchQueue.main.schedule(after: DispatchQueue.main.time(of: date), action)
            } else {
                fire(at: date.date, action)
            }
        }

        /// Runs `action` at `date` and then every `interval`, until the returned object is cancelled.
        public func schedule(
            after date: DateSchedulerTime, interval: DateSchedulerTime.Stride, tolerance: DateSchedulerTime.Stride,
            options: SchedulerOptions?, _ action: @escaping () -> Void
        ) -> any Cancellable {
            if self === RunLoop.main {
                return DispatchQueue.main.schedule(
                    after: DispatchQueue.main.time(of: date), interval: .seconds(interval.timeInterval), action)
            }
            // The timer's closure is never released (see `Once`), so it refers to a box that cancelling empties.
            let held = Once(action)
            let timer = Timer(fire: date.date, interval: interval.timeInterval, repeats: true) { _ in held.action?() }
            add(timer, forMode: .common)
            return AnyCancellable {
                timer.invalidate()
                _ = held.take()
            }
        }

        /// Uses a timer because that also wakes a sleeping loop.
        private func fire(at date: Date, _ action: @escaping () -> Void) {
            let held = Once(action)
            add(Timer(fire: date, interval: 0, repeats: false) { _ in held.take()?() }, forMode: .common)
        }
    }

    /// Holds a closure until it is taken. Foundation on Linux never releases a timer that was added to a run loop, nor
    /// its closure; this way at least what the closure captured is released.
    ///
    /// `@unchecked Sendable`: the `var` is accessed only within `lock`. The publisher passes its closure on, and only
    /// the loop calls it.
    private final class Once: @unchecked Sendable {
        private let lock = Lock()
        private var held: (() -> Void)?

        init(_ action: @escaping () -> Void) {
            held = action
        }

        var action: (() -> Void)? { lock.withLock { held } }

        func take() -> (() -> Void)? {
            lock.withLock {
                defer { held = nil }
                return held
            }
        }
    }

    extension DispatchQueue {
        /// Converts a date to the queue's time. Never earlier than the date, since the queue's clock is read last.
        func time(of date: DateSchedulerTime) -> SchedulerTimeType {
            let left = date.date.timeIntervalSinceNow
            return now.advanced(by: .seconds(left))
        }
    }
#endif
