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
                fire(at: Date(), every: nil, action)
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
                fire(at: date.date, every: nil, action)
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
            // Unsafe in name only: a timer may be invalidated from any thread.
            nonisolated(unsafe) let timer = fire(at: date.date, every: interval.timeInterval, action)
            return AnyCancellable { timer.invalidate() }
        }

        /// A timer, as that also wakes a loop that sleeps.
        @discardableResult
        private func fire(at date: Date, every interval: TimeInterval?, _ action: @escaping () -> Void) -> Timer {
            // Combine's closures are not Sendable. The publisher gives this one away: it is called in the loop.
            nonisolated(unsafe) let action = action
            let timer = Timer(fire: date, interval: interval ?? 0, repeats: interval != nil) { _ in action() }
            add(timer, forMode: .common)
            return timer
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
