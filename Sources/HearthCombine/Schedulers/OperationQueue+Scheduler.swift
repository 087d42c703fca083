#if !canImport(Combine)
    internal import Dispatch
    public import Foundation
    internal import Synchronization

    extension OperationQueue: Scheduler {
        /// A point in time.
        public typealias SchedulerTimeType = DateSchedulerTime

        /// A queue of operations has no options.
        public struct SchedulerOptions: Sendable {}

        /// The present time.
        public var now: DateSchedulerTime { DateSchedulerTime(Date()) }

        /// None is needed.
        public var minimumTolerance: DateSchedulerTime.Stride { 0 }

        /// Runs `action` as an operation.
        public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
            // Combine's closures are not Sendable. The publisher gives this one away: it is called once, there.
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
            // Operations that the queue has by then are told too.
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
