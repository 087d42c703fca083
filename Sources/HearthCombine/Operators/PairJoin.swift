#if !canImport(Combine)
    /// The middle of an operator that joins the values of two publishers. Each is asked for as many values as the
    /// subscriber asks for.
    ///
    /// - Parameter Rule: what becomes of the values; it runs in the lock.
    final class PairJoin<Rule: JoinRule, Downstream: Subscriber>
    where Downstream.Input == (Rule.First, Rule.Second) {
        private let lock = Lock()
        private let delivery: Delivery<Downstream>
        private let first = Link()
        private let second = Link()
        private var rule: Rule

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
                    onDemand: { [first, second] demand in
                        first.request(demand)
                        second.request(demand)
                    },
                    onEnd: { [first, second] in
                        first.cancel()
                        second.cancel()
                    }))
            a.subscribe(Side<Rule.First>(join: self, link: first, side: .first) { $0.add(first: $1) })
            b.subscribe(Side<Rule.Second>(join: self, link: second, side: .second) { $0.add(second: $1) })
            delivery.start()
        }

        private func add(_ step: (inout Rule) -> (Rule.First, Rule.Second)?) {
            // What gives way leaves the lock first: its release may run foreign code.
            let dropped = lock.withLock { () -> Downstream.Input? in
                guard let pair = step(&rule) else { return nil }
                let dropped = delivery.enqueue(pair)
                if rule.isOver { delivery.enqueue(completion: .finished) }
                return dropped
            }
            withExtendedLifetime(dropped) { letGo() }
            delivery.deliver()
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

        /// Cancels who has nothing to add any more.
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

    enum JoinSide {
        case first, second
    }

    /// How the values of two publishers are joined.
    protocol JoinRule<First, Second> {
        associatedtype First
        associatedtype Second

        /// How many pairs beyond the demand are kept.
        static var reserve: Int { get }
        /// True when no pair can come any more.
        var isOver: Bool { get }

        mutating func add(first: First) -> (First, Second)?
        mutating func add(second: Second) -> (First, Second)?
        mutating func end(_ side: JoinSide)
    }

    /// The latest of each. A pair that was not asked for gives way to the next.
    struct LatestRule<First, Second>: JoinRule {
        static var reserve: Int { 1 }

        private var first: First?
        private var second: Second?
        private var firstHasEnded = false
        private var secondHasEnded = false

        var isOver: Bool { firstHasEnded && secondHasEnded }

        mutating func add(first value: First) -> (First, Second)? {
            first = value
            return second.map { (value, $0) }
        }

        mutating func add(second value: Second) -> (First, Second)? {
            second = value
            return first.map { ($0, value) }
        }

        mutating func end(_ side: JoinSide) {
            switch side {
            case .first: firstHasEnded = true
            case .second: secondHasEnded = true
            }
        }
    }

    /// Each value of the one with one of the other, in order.
    struct ZipRule<First, Second>: JoinRule {
        static var reserve: Int { .max }

        private var firsts = FIFO<First>()
        private var seconds = FIFO<Second>()
        private var firstHasEnded = false
        private var secondHasEnded = false

        var isOver: Bool { firstHasEnded && firsts.isEmpty || secondHasEnded && seconds.isEmpty }

        mutating func add(first value: First) -> (First, Second)? {
            guard let second = seconds.popFirst() else {
                firsts.append(value)
                return nil
            }
            return (value, second)
        }

        mutating func add(second value: Second) -> (First, Second)? {
            guard let first = firsts.popFirst() else {
                seconds.append(value)
                return nil
            }
            return (first, value)
        }

        mutating func end(_ side: JoinSide) {
            switch side {
            case .first: firstHasEnded = true
            case .second: secondHasEnded = true
            }
        }
    }
#endif
