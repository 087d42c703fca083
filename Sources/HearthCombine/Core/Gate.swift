#if !canImport(Darwin)
    /// The subscriber of operators that let values through until, or from, another publisher's first value on.
    final class Gate<Downstream: Subscriber>: Subscriber {
        typealias Input = Downstream.Input
        typealias Failure = Downstream.Failure

        private let lock = Lock()
        private let delivery: Delivery<Downstream>
        private let link = Link()
        /// The subscription to the other publisher.
        let signal = Link()
        private let wasOpen: Bool
        private var isOpen: Bool
        private var hasBegun = false

        /// - Parameter isOpen: whether values pass before the other publisher's first value; that is the end then.
        init(_ downstream: Downstream, isOpen: Bool) {
            // Keep everything: no more arrives than was requested.
            delivery = Delivery(to: downstream, reserve: .max)
            self.isOpen = isOpen
            wasOpen = isOpen
        }

        func receive(subscription: any Subscription) {
            let isFirst = lock.withLock {
                defer { hasBegun = true }
                return !hasBegun
            }
            guard isFirst else { return subscription.cancel() }
            // If the other publisher has already ended it, this cancels the subscription, and the end is delivered.
            link.attach(subscription)
            delivery.connect(
                .init(
                    onDemand: link.request,
                    onEnd: { [link, signal] in
                        link.cancel()
                        signal.cancel()
                    }))
            delivery.start()
        }

        func receive(_ input: Input) -> Subscribers.Demand {
            // A value that is dropped doesn't count towards the demand, so request another.
            guard lock.withLock({ isOpen }) else { return .max(1) }
            _ = delivery.enqueue(input)
            delivery.deliver()
            return .none
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            link.end()
            delivery.enqueue(completion: completion)
            delivery.deliver()
        }

        /// The other publisher has published a value.
        func turn() {
            signal.cancel()
            if wasOpen { end(.finished) } else { lock.withLock { isOpen = true } }
        }

        /// Ends before the upstream publisher does, unless values pass because of the other one.
        func end(_ completion: Subscribers.Completion<Failure>) {
            guard lock.withLock({ isOpen == wasOpen }) else { return }
            link.cancel()
            delivery.enqueue(completion: completion)
            delivery.deliver()
        }
    }

    /// Waits for the other publisher's first value.
    struct GateSignal<Input, Failure: Error, Downstream: Subscriber>: Subscriber {
        private let gate: Gate<Downstream>
        private let onEnd: (Subscribers.Completion<Failure>) -> Void

        init(_ gate: Gate<Downstream>, onEnd: @escaping (Subscribers.Completion<Failure>) -> Void) {
            self.gate = gate
            self.onEnd = onEnd
        }

        func receive(subscription: any Subscription) {
            if gate.signal.attach(subscription) { gate.signal.request(.max(1)) }
        }

        func receive(_ input: Input) -> Subscribers.Demand {
            gate.turn()
            return .none
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            gate.signal.end()
            onEnd(completion)
        }
    }
#endif
