#if !canImport(Darwin)
    /// An operator's upstream subscription. Values can be requested before it arrives; it is cancelled at most once and
    /// never after completion. Thread-safe.
    final class Link {
        private let lock = Lock()
        private var subscription: (any Subscription)?
        /// The demand from before the subscription arrived.
        private var early = Subscribers.Demand.none
        private var isUnlimited = false
        private var isOver = false

        /// Stores the subscription and requests the pending demand. Returns false and cancels the subscription if there
        /// is one already or the link has ended.
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
                // After an unlimited request nothing more needs to be requested.
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

        /// Releases the subscription after the upstream publisher has completed.
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
