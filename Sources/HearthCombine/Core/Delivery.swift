#if !canImport(Darwin)
    internal import HearthBase

    /// A subscriber of a subject, with its type erased.
    protocol Conduit<Input, Failure>: AnyObject {
        associatedtype Input
        associatedtype Failure: Error

        /// Queues a value. Returns a value that it replaced, to be released outside all locks. Calls no foreign code.
        func enqueue(_ value: Input) -> Input?

        /// Queues the completion. Calls no foreign code.
        func enqueue(completion: Subscribers.Completion<Failure>)

        /// Delivers queued values up to the demand, unless another call is already doing so.
        func deliver()
    }

    /// A subscription with a queue. Delivers values up to the demand in order, one at a time and never recursively,
    /// whichever threads queue them.
    ///
    /// Keeps up to `reserve` values beyond the demand, dropping the oldest: 0 suits events, 1 suits state. The
    /// completion follows the kept values.
    ///
    /// `@unchecked Sendable`: each `var` is accessed only within `lock`; `downstream` is called only by the thread that
    /// has set `isDelivering`, so one at a time, with the lock in between.
    final class Delivery<Downstream: Subscriber>: Subscription, Conduit, @unchecked Sendable {
        typealias Input = Downstream.Input
        typealias Failure = Downstream.Failure

        /// Callbacks to the source of the values.
        struct Hooks {
            /// Called with each new demand.
            var onDemand: ((Subscribers.Demand) -> Void)?
            /// Called after each delivered value.
            var onTaken: (() -> Void)?
            /// Called once, when the subscription is cancelled or has completed.
            var onEnd: (() -> Void)?
            /// Runs deliveries elsewhere; nil delivers immediately.
            var schedule: ((@escaping () -> Void) -> Void)?
        }

        private let lock = Lock()
        private let reserve: Int
        private var downstream: Downstream?
        private var hooks = Hooks()
        private var queue = FIFO<Input>()
        private var demand = Subscribers.Demand.none
        private var completion: Subscribers.Completion<Failure>?
        /// Initially true: `start` makes the first delivery.
        private var isDelivering = true
        /// The source gets the first demand once values can be delivered, so that the subscriber can cancel an endless
        /// source.
        private var hasStarted = false

        init(to downstream: Downstream, reserve: Int) {
            self.downstream = downstream
            self.reserve = reserve
        }

        /// Sets the callbacks. Call before `start`.
        func connect(_ hooks: Hooks) {
            lock.withLock { self.hooks = hooks }
        }

        /// Sends the subscriber its subscription, then the queued values. Call once.
        func start() {
            lock.withLock { downstream }?.receive(subscription: self)
            let (due, onDemand) = lock.withLock {
                isDelivering = false
                hasStarted = true
                return (demand, hooks.onDemand)
            }
            if due > .none { onDemand?(due) }
            deliver()
        }

        func enqueue(_ value: Input) -> Input? {
            lock.withLock {
                guard downstream != nil, completion == nil else { return value }
                queue.append(value)
                guard let wanted = demand.max, queue.count - wanted > reserve else { return nil }
                return queue.remove(at: wanted)
            }
        }

        func enqueue(completion: Subscribers.Completion<Failure>) {
            lock.withLock {
                if downstream != nil, self.completion == nil { self.completion = completion }
            }
        }

        /// Whether the subscription is cancelled or completed.
        var isOver: Bool {
            lock.withLock { downstream == nil || completion != nil }
        }

        /// Whether `reserve` values wait beyond the demand.
        var isFull: Bool {
            lock.withLock { demand.max.map { queue.count - $0 >= reserve } ?? false }
        }

        func request(_ demand: Subscribers.Demand) {
            guard demand > .none else { return }
            addDemand(demand)
            deliver()
        }

        func cancel() {
            // Dropped values are released outside the lock, since that may run foreign code.
            let dropped = lock.withLock {
                defer {
                    downstream = nil
                    queue = FIFO()
                    completion = nil
                    hooks = Hooks()
                }
                return (downstream, queue, completion, hooks)
            }
            dropped.3.onEnd?()
        }

        func deliver() {
            let (begins, schedule) = lock.withLock {
                let begins = !isDelivering && hasNext
                if begins { isDelivering = true }
                return (begins, hooks.schedule)
            }
            guard begins else { return }
            if let schedule { schedule(handOver) } else { handOver() }
        }

        private var hasNext: Bool {
            downstream != nil && (queue.isEmpty ? completion != nil : demand > .none)
        }

        private func addDemand(_ more: Subscribers.Demand) {
            let onDemand = lock.withLock {
                demand += more
                return hasStarted ? hooks.onDemand : nil
            }
            onDemand?(more)
        }

        private func handOver() {
            while true {
                switch lock.withLock({ next() }) {
                case .value(let value, let downstream, let onTaken):
                    let more = downstream.receive(value)
                    if more > .none { addDemand(more) }
                    onTaken?()
                case .end(let completion, let downstream, let hooks):
                    hooks.onEnd?()
                    downstream.receive(completion: completion)
                    return
                case .nothing:
                    return
                }
            }
        }

        private enum Step {
            case value(Input, Downstream, (() -> Void)?)
            case end(Subscribers.Completion<Failure>, Downstream, Hooks)
            case nothing
        }

        private func next() -> Step {
            guard hasNext, let downstream else {
                isDelivering = false
                return .nothing
            }
            if let value = queue.popFirst() {
                demand -= 1
                return .value(value, downstream, hooks.onTaken)
            }
            guard let completion else { return .nothing }
            defer {
                hooks = Hooks()
                self.downstream = nil
            }
            return .end(completion, downstream, hooks)
        }
    }
#endif
