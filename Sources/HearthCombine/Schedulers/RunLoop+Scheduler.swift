#if !canImport(Combine)
    internal import Dispatch
    public import Foundation

    extension RunLoop: Scheduler {
        /// A point in time.
        public typealias SchedulerTimeType = DateSchedulerTime

        /// A loop has no options.
        public struct SchedulerOptions: Sendable {}

        /// The present time.
        public var now: DateSchedulerTime { DateSchedulerTime(Date()) }

        /// None is needed.
        public var minimumTolerance: DateSchedulerTime.Stride { 0 }

        /// Runs `action` in the loop's next turn.
        public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
            // The main thread often runs no loop but the main queue, as in a program with an asynchronous `main`; and
            // where it runs the loop, that serves the queue too.
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

        /// Runs `action` at `date` and then every `interval`, until the result is cancelled.
        public func schedule(
            after date: DateSchedulerTime, interval: DateSchedulerTime.Stride, tolerance: DateSchedulerTime.Stride,
            options: SchedulerOptions?, _ action: @escaping () -> Void
        ) -> any Cancellable {
            if self === RunLoop.main {
                return DispatchQueue.main.schedule(
                    after: DispatchQueue.main.time(of: date), interval: .seconds(interval.timeInterval), action)
            }
            // The timer's closure is never released, see `Once`: it holds what a cancel empties.
            let held = Once(action)
            let timer = Timer(fire: date.date, interval: interval.timeInterval, repeats: true) { _ in held.action?() }
            add(timer, forMode: .common)
            return AnyCancellable {
                timer.invalidate()
                _ = held.take()
            }
        }

        /// A timer, as that also wakes a loop that sleeps.
        private func fire(at date: Date, _ action: @escaping () -> Void) {
            let held = Once(action)
            add(Timer(fire: date, interval: 0, repeats: false) { _ in held.take()?() }, forMode: .common)
        }
    }

    /// Holds a closure until it is taken. Foundation on Linux keeps every timer that was added to a loop, and its
    /// closure, for good; this way what the closure captured is released.
    ///
    /// `@unchecked Sendable`: the `var` is touched only inside `lock`. Combine's closures are not Sendable; the
    /// publisher gives this one away, and it is called in the loop.
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
        /// A date in the queue's time, or what comes right after it: the queue's clock is read last.
        func time(of date: DateSchedulerTime) -> SchedulerTimeType {
            let left = date.date.timeIntervalSinceNow
            return now.advanced(by: .seconds(left))
        }
    }
#endif
