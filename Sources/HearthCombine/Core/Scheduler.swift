#if !canImport(Combine)
    public import Dispatch

    /// Something that runs closures in another place. Combine's also tells the time and waits; nothing here needs it.
    public protocol Scheduler<SchedulerOptions> {
        /// How to run a closure.
        associatedtype SchedulerOptions

        /// Runs `action` as soon as possible.
        func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)
    }

    extension Scheduler {
        /// Runs `action` as soon as possible.
        public func schedule(_ action: @escaping () -> Void) {
            schedule(options: nil, action)
        }
    }

    extension DispatchQueue: Scheduler {
        /// How a queue runs a closure.
        public struct SchedulerOptions {
            /// The quality of service.
            public var qos: DispatchQoS
            /// The flags of the work item.
            public var flags: DispatchWorkItemFlags
            /// The group it belongs to.
            public var group: DispatchGroup?

            /// The queue's own service, no flags and no group unless told otherwise.
            public init(
                qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil
            ) {
                self.qos = qos
                self.flags = flags
                self.group = group
            }
        }

        /// Runs `action` on the queue.
        public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
            // Combine's closures are not Sendable. The publisher gives this one away: it is called once, there.
            nonisolated(unsafe) let action = action
            let options = options ?? SchedulerOptions()
            async(group: options.group, qos: options.qos, flags: options.flags) { action() }
        }
    }
#endif
