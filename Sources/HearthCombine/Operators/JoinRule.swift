#if !canImport(Darwin)
    internal import HearthBase

    enum JoinSide {
        case first, second
    }

    /// The strategy for combining the values of two publishers.
    protocol JoinRule<First, Second> {
        associatedtype First
        associatedtype Second

        /// The number of pairs kept beyond the demand.
        static var reserve: Int { get }
        /// Whether no more pairs are possible.
        var isOver: Bool { get }

        mutating func add(first: First) -> (First, Second)?
        mutating func add(second: Second) -> (First, Second)?
        mutating func end(_ side: JoinSide)
        /// Adds demand of the subscriber for pairs.
        mutating func want(_ demand: Subscribers.Demand)
        /// The next request to make, if any.
        mutating func nextQuestion() -> (JoinSide, Subscribers.Demand)?
    }

    /// Pairs the latest values. A pair beyond the demand is replaced by the next. Each publisher gets the subscriber's
    /// demand.
    struct LatestRule<First, Second>: JoinRule {
        static var reserve: Int { 1 }

        private var first: First?
        private var second: Second?
        private var firstHasEnded = false
        private var secondHasEnded = false
        private var questions = FIFO<(JoinSide, Subscribers.Demand)>()

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

        mutating func want(_ demand: Subscribers.Demand) {
            questions.append((.first, demand))
            questions.append((.second, demand))
        }

        mutating func nextQuestion() -> (JoinSide, Subscribers.Demand)? {
            questions.popFirst()
        }
    }

    /// Pairs values in order, each exactly once.
    struct ZipRule<First, Second>: JoinRule {
        static var reserve: Int { .max }

        private var first = ZipSide<First>()
        private var second = ZipSide<Second>()

        var isOver: Bool { first.isUsedUp || second.isUsedUp }

        mutating func add(first value: First) -> (First, Second)? {
            first.add(value)
            return takePair()
        }

        mutating func add(second value: Second) -> (First, Second)? {
            second.add(value)
            return takePair()
        }

        private mutating func takePair() -> (First, Second)? {
            guard !first.values.isEmpty, let two = second.values.popFirst(), let one = first.values.popFirst() else {
                return nil
            }
            return (one, two)
        }

        mutating func end(_ side: JoinSide) {
            switch side {
            case .first: first.hasEnded = true
            case .second: second.hasEnded = true
            }
        }

        mutating func want(_ demand: Subscribers.Demand) {
            first.due += demand
            second.due += demand
        }

        mutating func nextQuestion() -> (JoinSide, Subscribers.Demand)? {
            if let demand = first.nextDemand() { return (.first, demand) }
            return second.nextDemand().map { (.second, $0) }
        }
    }

    /// One side of a zip: its waiting values, and the demand for its publisher.
    ///
    /// A finite demand is passed on unchanged. For an unlimited one, only ``limit`` values are requested at first. If
    /// they arrive immediately, the publisher is like a sequence, possibly endless, and more are requested as they are
    /// used. If not, the publisher sends on its own, and unlimited demand is requested so that it doesn't drop values.
    private struct ZipSide<Value> {
        /// The most values that wait.
        private static var limit: Int { 16 }

        var values = FIFO<Value>()
        var hasEnded = false
        /// The demand of the subscriber that was not passed on yet.
        var due = Subscribers.Demand.none
        /// The number of requested values that have not arrived yet.
        private var missing = 0

        var isUsedUp: Bool { hasEnded && values.isEmpty }

        mutating func add(_ value: Value) {
            values.append(value)
            if missing > 0 { missing -= 1 }
        }

        mutating func nextDemand() -> Subscribers.Demand? {
            if due == .unlimited, missing == 0 {
                missing = max(0, Self.limit - values.count)
                return missing > 0 ? .max(missing) : nil
            }
            defer { due = .none }
            return due > .none ? due : nil
        }
    }
#endif
