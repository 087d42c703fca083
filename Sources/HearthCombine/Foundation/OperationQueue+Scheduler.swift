#if !canImport(Darwin)
    internal import Dispatch
    public import Foundation
    internal import Synchronization

    extension OperationQueue: Scheduler {
        /// A time of the scheduler.
        public typealias SchedulerTimeType = DateSchedulerTime

        /// Operation queues have no options.
        public struct SchedulerOptions: Sendable {}

        /// The current time.
        public var now: DateSchedulerTime { DateSchedulerTime(Date()) }

        /// No tolerance is required.
        public var minimumTolerance: DateSchedulerTime.Stride { 0 }

        /// Runs `action` as an operation.
        public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
            // Safe: the publisher passes its closure on and does not call it. It is called once.
            nonisolated(unsafe) let action = action
            addOperation { action() }
        }

        /// Adds `action` as an operation at `date`.
        public func schedule(
            after date: DateSchedulerTime, tolerance: DateSchedulerTime.Stride, options: SchedulerOptions?,
            _ action: @escaping () -> Void
        ) {
            let clock = DispatchQueue.global()
            clock.schedule(after: clock.time(of: date)) { self.schedule(options: nil, action) }
        }

        /// Adds `action` as an operation at `date` and then every `interval`, until the result is cancelled.
        public func schedule(
            after date: DateSchedulerTime, interval: DateSchedulerTime.Stride, tolerance: DateSchedulerTime.Stride,
            options: SchedulerOptions?, _ action: @escaping () -> Void
        ) -> any Cancellable {
            let clock = DispatchQueue.global()
            // Also cancels operations that are already in the queue.
            let isCancelled = Flag()
            let timer = clock.schedule(after: clock.time(of: date), interval: .seconds(interval.timeInterval)) {
                self.schedule { if !isCancelled.isSet { action() } }
            }
            return AnyCancellable {
                isCancelled.set()
                timer.cancel()
            }
        }
    }

    private final class Flag: Sendable {
        private let state = Atomic(false)

        var isSet: Bool { state.load(ordering: .sequentiallyConsistent) }

        func set() { state.store(true, ordering: .sequentiallyConsistent) }
    }
#endif
