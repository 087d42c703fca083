#if !canImport(Combine)
    /// An operator's subscription to a publisher before it: asked for values before it is there, cancelled once at
    /// most, never after its end. Safe on any thread.
    final class Link {
        private let lock = Lock()
        private var subscription: (any Subscription)?
        /// What was asked for before the subscription was there.
        private var early = Subscribers.Demand.none
        private var isUnlimited = false
        private var isOver = false

        /// Takes the subscription and asks for what is due. False when it is not wanted, or no longer: then it is
        /// cancelled.
        @discardableResult
        func attach(_ subscription: any Subscription) -> Bool {
            let due = lock.withLock { () -> Subscribers.Demand? in
                guard !isOver, self.subscription == nil else { return nil }
                self.subscription = subscription
                defer { early = .none }
                return early
            }
            guard let due else {
                subscription.cancel()
                return false
            }
            if due > .none { subscription.request(due) }
            return true
        }

        func request(_ demand: Subscribers.Demand) {
            let subscription = lock.withLock { () -> (any Subscription)? in
                // Who was asked for everything need not be asked again.
                guard demand > .none, !isOver, !isUnlimited else { return nil }
                isUnlimited = demand == .unlimited
                if self.subscription == nil { early += demand }
                return self.subscription
            }
            subscription?.request(demand)
        }

        func cancel() {
            end()?.cancel()
        }

        /// The publisher before has completed, and is let go.
        @discardableResult
        func end() -> (any Subscription)? {
            lock.withLock {
                defer {
                    isOver = true
                    subscription = nil
                }
                return subscription
            }
        }
    }
#endif
