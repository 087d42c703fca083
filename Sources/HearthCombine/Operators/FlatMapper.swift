#if !canImport(Darwin)
    internal import HearthBase

    /// Merges the values of many publishers for one subscriber. With unlimited demand, values are passed on as they
    /// arrive. Otherwise one value at a time is requested from each publisher, so that none has to be dropped.
    final class FlatMapper<Input, NewPublisher: Publisher, Downstream: Subscriber>: Subscriber
    where Downstream.Input == NewPublisher.Output, Downstream.Failure == NewPublisher.Failure {
        typealias Failure = Downstream.Failure

        private let lock = Lock()
        private let delivery: Delivery<Downstream>
        private let outer = Link()
        private let maxPublishers: Subscribers.Demand
        private let transform: (Input) -> NewPublisher
        private var children: [Int: Link] = [:]
        private var nextChild = 0
        private var outerHasFinished = false
        /// The initial demand from each publisher; none until the subscriber requests values.
        private var pace = Subscribers.Demand.none
        /// The publishers of the values waiting in `delivery`, in the same order.
        private var owners = FIFO<Link>()

        init(_ downstream: Downstream, maxPublishers: Subscribers.Demand, transform: @escaping (Input) -> NewPublisher)
        {
            delivery = Delivery(to: downstream, reserve: .max)
            self.maxPublishers = maxPublishers
            self.transform = transform
        }

        func receive(subscription: any Subscription) {
            guard outer.attach(subscription) else { return }
            delivery.connect(.init(onDemand: quicken, onTaken: goOn, onEnd: cancelAll))
            delivery.start()
            outer.request(maxPublishers)
        }

        func receive(_ input: Input) -> Subscribers.Demand {
            guard !delivery.isOver else { return .none }
            let publisher = transform(input)
            let link = Link()
            let (child, pace) = lock.withLock {
                defer { nextChild += 1 }
                children[nextChild] = link
                return (nextChild, self.pace)
            }
            link.request(pace)
            publisher.subscribe(Child(parent: self, number: child, link: link))
            // Cancelled in the meantime, possibly before it was registered.
            if delivery.isOver { link.cancel() }
            return .none
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            outer.end()
            switch completion {
            case .finished:
                let isLast = lock.withLock {
                    outerHasFinished = true
                    return children.isEmpty
                }
                if isLast { finish(.finished) }
            case .failure:
                finish(completion)
            }
        }

        private func receive(_ value: Downstream.Input, from link: Link) {
            lock.withLock {
                owners.append(link)
                _ = delivery.enqueue(value)
            }
            delivery.deliver()
        }

        private func childFinished(_ number: Int) {
            let isLast = lock.withLock {
                children[number] = nil
                return outerHasFinished && children.isEmpty
            }
            if isLast { finish(.finished) } else { outer.request(.max(1)) }
        }

        private func finish(_ completion: Subscribers.Completion<Failure>) {
            delivery.enqueue(completion: completion)
            cancelAll()
            delivery.deliver()
        }

        /// Adapts the pace to a request of the subscriber.
        private func quicken(_ demand: Subscribers.Demand) {
            let pace: Subscribers.Demand = demand == .unlimited ? .unlimited : .max(1)
            let links = lock.withLock { () -> [Link] in
                guard pace > self.pace else { return [] }
                self.pace = pace
                return Array(children.values)
            }
            for link in links { link.request(pace) }
        }

        /// Requests another value from the publisher of a delivered one.
        private func goOn() {
            lock.withLock { owners.popFirst() }?.request(.max(1))
        }

        private func cancelAll() {
            let links = lock.withLock {
                defer { children = [:] }
                return children.values
            }
            outer.cancel()
            for link in links { link.cancel() }
        }

        private struct Child: Subscriber {
            let parent: FlatMapper
            let number: Int
            let link: Link

            func receive(subscription: any Subscription) {
                link.attach(subscription)
            }

            func receive(_ input: Downstream.Input) -> Subscribers.Demand {
                parent.receive(input, from: link)
                return .none
            }

            func receive(completion: Subscribers.Completion<Downstream.Failure>) {
                link.end()
                switch completion {
                case .finished: parent.childFinished(number)
                case .failure: parent.finish(completion)
                }
            }

            typealias Input = Downstream.Input
            typealias Failure = Downstream.Failure
        }
    }
#endif
