#if !canImport(Darwin)
    /// The subscriptions of a subject. Values are queued for all of them within one lock, so that all subscribers see
    /// the same order, and delivered outside it.
    final class SubjectCore<Output, Failure: Error> {
        private let lock = Lock()
        private var conduits: [any Conduit<Output, Failure>] = []
        private var completion: Subscribers.Completion<Failure>?
        /// The upstream subscriptions.
        private var upstreams: [any Subscription] = []
        private var isWanted = false

        deinit {
            for upstream in upstreams { upstream.cancel() }
        }

        /// Runs `body` within the lock that orders values. It must not call foreign code.
        func ordered<Result>(_ body: () -> Result) -> Result {
            lock.withLock(body)
        }

        /// Publishes `value` unless the subject has completed. `keep` runs within the lock, to store it.
        func send(_ value: Output, keep: (Output) -> Void = { _ in }) {
            let (receivers, _) = lock.withLock { () -> ([any Conduit<Output, Failure>], [Output?]) in
                guard completion == nil else { return ([], []) }
                keep(value)
                return (conduits, conduits.map { $0.enqueue(value) })
            }
            for receiver in receivers { receiver.deliver() }
        }

        func send(completion: Subscribers.Completion<Failure>) {
            let receivers = lock.withLock { () -> [any Conduit<Output, Failure>] in
                guard self.completion == nil else { return [] }
                self.completion = completion
                defer { conduits = [] }
                for conduit in conduits { conduit.enqueue(completion: completion) }
                return conduits
            }
            for receiver in receivers { receiver.deliver() }
        }

        /// Adds a subscriber, with `first` as its first value unless the subject has completed.
        func attach<S: Subscriber>(_ subscriber: S, reserve: Int, first: () -> Output?)
        where S.Input == Output, S.Failure == Failure {
            let delivery = Delivery(to: subscriber, reserve: reserve)
            delivery.connect(
                .init(
                    onDemand: { [weak self] _ in self?.askUpstreams() },
                    onEnd: { [weak self, weak delivery] in
                        if let delivery { self?.remove(delivery) }
                    }))
            lock.withLock {
                if let completion {
                    delivery.enqueue(completion: completion)
                } else {
                    if let value = first() { _ = delivery.enqueue(value) }
                    conduits.append(delivery)
                }
            }
            delivery.start()
        }

        /// Attaches an upstream subscription and requests unlimited values: immediately, or when a subscriber requests
        /// something.
        func feed(by upstream: any Subscription, atOnce: Bool) {
            let (isOver, asks) = lock.withLock {
                if completion == nil { upstreams.append(upstream) }
                return (completion != nil, atOnce || isWanted)
            }
            if isOver { upstream.cancel() } else if asks { upstream.request(.unlimited) }
        }

        private func askUpstreams() {
            let upstreams = lock.withLock {
                defer { isWanted = true }
                return isWanted ? [] : self.upstreams
            }
            for upstream in upstreams { upstream.request(.unlimited) }
        }

        private func remove(_ conduit: any Conduit<Output, Failure>) {
            // Released outside the lock, since this may release a subscriber.
            _ = lock.withLock { () -> (any Conduit<Output, Failure>)? in
                guard let index = conduits.firstIndex(where: { $0 === conduit }) else { return nil }
                return conduits.remove(at: index)
            }
        }
    }
#endif
