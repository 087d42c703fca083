#if !canImport(Combine)
    internal import HearthBase

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
        /// The subscriber asks for so many pairs more.
        mutating func want(_ demand: Subscribers.Demand)
        /// Whom to ask for how many values now, if anyone.
        mutating func nextQuestion() -> (JoinSide, Subscribers.Demand)?
    }

    /// The latest of each. A pair that was not asked for gives way to the next. Each publisher is asked for as many
    /// values as the subscriber asks for.
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

    /// Each value of the one with one of the other, in order.
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

    /// One publisher of a zip: what waits for the other's values, and what to ask it for.
    ///
    /// A number is asked for as it is. In place of everything it is asked for a few values at first. When they come at
    /// once, as those of a sequence do, it is asked for others as these are used: the sequence may have no end. When
    /// they don't, it is one that sends by itself, and is asked for everything lest it drop what nobody asked for.
    private struct ZipSide<Value> {
        /// How far it may be ahead.
        private static var limit: Int { 16 }

        var values = FIFO<Value>()
        var hasEnded = false
        /// What the subscriber asked for and the publisher was not asked for yet.
        var due = Subscribers.Demand.none
        /// How many of the values asked for have not come.
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
