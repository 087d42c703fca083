#if !canImport(Darwin)
    /// Subscribes to publishers one after another for the same subscriber, carrying unmet demand over.
    final class Relay<Downstream: Subscriber>: Subscriber, Subscription {
        private let lock = Lock()
        private var downstream: Downstream?
        private var subscription: (any Subscription)?
        private var demand = Subscribers.Demand.none
        private var hasBegun = false

        init(_ downstream: Downstream) {
            self.downstream = downstream
        }

        /// Continues with the publisher that `next` returns, unless the subscriber has cancelled.
        func goOn<P: Publisher>(with next: () -> P)
        where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
            if letGo() { next().subscribe(self) }
        }

        /// Releases the completed publisher. Returns false if the subscriber has cancelled.
        func letGo() -> Bool {
            let (old, goesOn) = lock.withLock {
                defer { subscription = nil }
                return (subscription, downstream != nil)
            }
            return withExtendedLifetime(old) { goesOn }
        }

        func receive(subscription: any Subscription) {
            let (downstream, isFirst, demand) = lock.withLock {
                defer { hasBegun = true }
                if self.downstream != nil { self.subscription = subscription }
                return (self.downstream, !hasBegun, self.demand)
            }
            guard let downstream else { return subscription.cancel() }
            if isFirst {
                downstream.receive(subscription: self)
            } else if demand > .none {
                subscription.request(demand)
            }
        }

        func receive(_ input: Downstream.Input) -> Subscribers.Demand {
            let downstream = lock.withLock {
                demand -= 1
                return self.downstream
            }
            guard let more = downstream?.receive(input), more > .none else { return .none }
            lock.withLock { demand += more }
            return more
        }

        func receive(completion: Subscribers.Completion<Downstream.Failure>) {
            end().downstream?.receive(completion: completion)
        }

        func request(_ demand: Subscribers.Demand) {
            let subscription = lock.withLock {
                self.demand += demand
                return self.subscription
            }
            subscription?.request(demand)
        }

        func cancel() {
            end().subscription?.cancel()
        }

        private func end() -> (downstream: Downstream?, subscription: (any Subscription)?) {
            lock.withLock {
                defer {
                    downstream = nil
                    subscription = nil
                }
                return (downstream, subscription)
            }
        }
    }

    /// The subscriber that a relay attaches to a publisher after which it may continue with another.
    struct RelayHead<Failure: Error, Downstream: Subscriber>: Subscriber {
        let relay: Relay<Downstream>
        let onEnd: (Subscribers.Completion<Failure>) -> Void

        func receive(subscription: any Subscription) {
            relay.receive(subscription: subscription)
        }

        func receive(_ input: Downstream.Input) -> Subscribers.Demand {
            relay.receive(input)
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            onEnd(completion)
        }
    }
#endif
