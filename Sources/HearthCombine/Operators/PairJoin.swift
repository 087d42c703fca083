#if !canImport(Darwin)
    /// The subscriber of operators that combine the values of two publishers.
    ///
    /// - Parameter Rule: decides how values are combined and what to request; it runs within the lock.
    final class PairJoin<Rule: JoinRule, Downstream: Subscriber>
    where Downstream.Input == (Rule.First, Rule.Second) {
        private let lock = Lock()
        private let delivery: Delivery<Downstream>
        private let first = Link()
        private let second = Link()
        private var rule: Rule
        /// One thread at a time makes requests, so that the rule sees the result of one before the next.
        private var isAsking = false

        init(_ downstream: Downstream, rule: Rule) {
            delivery = Delivery(to: downstream, reserve: Rule.reserve)
            self.rule = rule
        }

        func subscribe<A: Publisher, B: Publisher>(to a: A, _ b: B)
        where
            A.Output == Rule.First, B.Output == Rule.Second, A.Failure == Downstream.Failure, B.Failure == A.Failure
        {
            delivery.connect(
                .init(
                    onDemand: want,
                    onEnd: { [first, second] in
                        first.cancel()
                        second.cancel()
                    }))
            a.subscribe(Side<Rule.First>(join: self, link: first, side: .first) { $0.add(first: $1) })
            b.subscribe(Side<Rule.Second>(join: self, link: second, side: .second) { $0.add(second: $1) })
            delivery.start()
        }

        private func add(_ step: (inout Rule) -> (Rule.First, Rule.Second)?) {
            // Replaced values are released outside the lock, since that may run foreign code.
            let dropped = lock.withLock { () -> Downstream.Input? in
                guard let pair = step(&rule) else { return nil }
                let dropped = delivery.enqueue(pair)
                if rule.isOver { delivery.enqueue(completion: .finished) }
                return dropped
            }
            withExtendedLifetime(dropped) { letGo() }
            delivery.deliver()
            ask()
        }

        private func want(_ demand: Subscribers.Demand) {
            lock.withLock { rule.want(demand) }
            ask()
        }

        private func ask() {
            let begins = lock.withLock {
                defer { isAsking = true }
                return !isAsking
            }
            guard begins else { return }
            while let (side, demand) = lock.withLock({ nextQuestion() }) {
                switch side {
                case .first: first.request(demand)
                case .second: second.request(demand)
                }
            }
        }

        private func nextQuestion() -> (JoinSide, Subscribers.Demand)? {
            let question = rule.nextQuestion()
            isAsking = question != nil
            return question
        }

        private func end(_ side: JoinSide, _ completion: Subscribers.Completion<Downstream.Failure>) {
            lock.withLock {
                switch completion {
                case .finished:
                    rule.end(side)
                    if rule.isOver { delivery.enqueue(completion: .finished) }
                case .failure:
                    delivery.enqueue(completion: completion)
                }
            }
            letGo()
            delivery.deliver()
        }

        /// Cancels both publishers once the join is over.
        private func letGo() {
            guard delivery.isOver else { return }
            first.cancel()
            second.cancel()
        }

        private struct Side<Input>: Subscriber {
            typealias Failure = Downstream.Failure

            let join: PairJoin
            let link: Link
            let side: JoinSide
            let add: (inout Rule, Input) -> (Rule.First, Rule.Second)?

            func receive(subscription: any Subscription) {
                link.attach(subscription)
            }

            func receive(_ input: Input) -> Subscribers.Demand {
                join.add { add(&$0, input) }
                return .none
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                link.end()
                join.end(side, completion)
            }
        }
    }
#endif
