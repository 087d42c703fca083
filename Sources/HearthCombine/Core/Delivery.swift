#if !canImport(Combine)
    internal import HearthBase

    /// What a subject sees of a subscriber, whatever its type.
    protocol Conduit<Input, Failure>: AnyObject {
        associatedtype Input
        associatedtype Failure: Error

        /// Queues a value; returns one that had to give way, to be released outside of every lock. Runs nothing
        /// foreign.
        func enqueue(_ value: Input) -> Input?

        /// Queues the end. Runs nothing foreign.
        func enqueue(completion: Subscribers.Completion<Failure>)

        /// Hands over what is queued and asked for, unless another call is doing so already.
        func deliver()
    }

    /// The one place where values meet demand: a subscription whose values are handed over in the order they were
    /// queued, one at a time, never recursively, whoever queues them and wherever.
    ///
    /// Values beyond the demand are kept up to `reserve`, of which the oldest give way: 0 suits events, 1 suits state.
    /// The completion follows the values that were kept.
    ///
    /// `@unchecked Sendable`: each `var` is touched only inside `lock`; `downstream` is called only by the thread that
    /// has set `isDelivering`, so one at a time, with the lock in between.
    final class Delivery<Downstream: Subscriber>: Subscription, Conduit, @unchecked Sendable {
        typealias Input = Downstream.Input
        typealias Failure = Downstream.Failure

        /// Ties to what feeds the delivery.
        struct Hooks {
            /// Called with each new demand.
            var onDemand: ((Subscribers.Demand) -> Void)?
            /// Called after each value that was handed over.
            var onTaken: (() -> Void)?
            /// Called once, when the subscription was cancelled or has completed.
            var onEnd: (() -> Void)?
            /// Runs the hand-over elsewhere, later; nil runs it at once.
            var schedule: ((@escaping () -> Void) -> Void)?
        }

        private let lock = Lock()
        private let reserve: Int
        private var downstream: Downstream?
        private var hooks = Hooks()
        private var queue = FIFO<Input>()
        private var demand = Subscribers.Demand.none
        private var completion: Subscribers.Completion<Failure>?
        /// True from the beginning: `start` is the first to hand something over.
        private var isDelivering = true
        /// What feeds it hears of the first demand when values can be handed over, so that the subscriber can stop a
        /// feed that would not end.
        private var hasStarted = false

        init(to downstream: Downstream, reserve: Int) {
            self.downstream = downstream
            self.reserve = reserve
        }

        /// Ties it to what feeds it, before `start`.
        func connect(_ hooks: Hooks) {
            lock.withLock { self.hooks = hooks }
        }

        /// Gives the subscriber its subscription, and then what was queued so far. Call once.
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

        /// True when nothing can be queued any more.
        var isOver: Bool {
            lock.withLock { downstream == nil || completion != nil }
        }

        func request(_ demand: Subscribers.Demand) {
            guard demand > .none else { return }
            addDemand(demand)
            deliver()
        }

        func cancel() {
            // What is let go leaves the lock first: its release may run foreign code.
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
