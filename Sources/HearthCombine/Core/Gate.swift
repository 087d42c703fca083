#if !canImport(Darwin)
    /// The subscriber of operators that pass values either until another publisher's first value, or only after it.
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

        /// - Parameter isOpen: whether values pass before the other publisher's first value, which then finishes the
        ///   stream.
        init(_ downstream: Downstream, isOpen: Bool) {
            // Keep all values: no more arrive than were requested.
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
            // If the other publisher has already ended this one, the subscription is cancelled, and the completion is
            // delivered.
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
            // A dropped value doesn't count towards the demand, so request another.
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

        /// Opens or closes the gate at the other publisher's first value.
        func turn() {
            signal.cancel()
            if wasOpen { end(.finished) } else { lock.withLock { isOpen = true } }
        }

        /// Completes before the upstream publisher does, unless the other publisher has already opened the gate.
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
