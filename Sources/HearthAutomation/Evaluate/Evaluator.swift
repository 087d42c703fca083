package import HearthTraitDescriptors

/// The values with which expressions are evaluated.
package protocol AutomationScope {
    /// The value of a field that a starter or state reader has read, or its present value.
    func evaluate(_ reference: FieldReference) -> Evaluated
    /// The value of a variable; nil before it is assigned.
    func value(ofVariable name: String) -> TraitValue?
    /// Whether the device of a starter or state reader is online; nil if unknown.
    func isOnline(_ nodeID: UInt32) -> Bool?
    /// Whether an expression has been true for a number of seconds, on present values rather than those a run has read.
    func held(_ expression: AutomationExpression, for seconds: Int64) -> Evaluated
    /// The sun time that a field gives; nil for every other field.
    func sunTime(_ reference: FieldReference) -> SunTime?
    /// Whether the sun is up at the structure; nil if its location is unknown.
    var isSunUp: Bool? { get }
}

/// The two sun times of the structure's Time trait.
package enum SunTime: Hashable, Sendable {
    case sunrise
    case sunset
}

/// The value of a field or variable during an evaluation, for traces.
package struct EvaluatedLeaf: Hashable, Sendable {
    /// A field, a variable, or an `isOnline`, `heldFor` or sun expression.
    package let expression: AutomationExpression
    package let result: Evaluated

    package init(_ expression: AutomationExpression, _ result: Evaluated) {
        self.expression = expression
        self.result = result
    }
}

/// Evaluates expressions in three-valued logic: true, false and unknown. Runs, checks, dry runs and explanations share
/// it.
package struct Evaluator<Scope: AutomationScope> {
    private let scope: Scope
    /// The values of the fields and variables, in the order of the expression.
    package private(set) var leaves: [EvaluatedLeaf] = []

    package init(_ scope: Scope) { self.scope = scope }

    /// The value of an expression. All operands are evaluated, even if the first ones decide, so that traces are
    /// complete.
    package mutating func evaluate(_ expression: AutomationExpression) -> Evaluated { evaluate(expression, depth: 0) }

    /// The deepest allowed expression. Checks limit expressions to far less; a deeper one would overflow the stack.
    private static var deepest: Int { 1_024 }

    private mutating func evaluate(_ expression: AutomationExpression, depth: Int) -> Evaluated {
        guard depth < Self.deepest else { return .unknown(.unsupported) }
        switch expression {
        case .unsupported: return .unknown(.unsupported)
        // Comparisons with null are unknown, even with another null.
        case .constant(.null): return .unknown(.mismatch)
        case .constant(let value): return .known(value)
        case .field(let reference): return note(expression, scope.evaluate(reference))
        case .variable(let name):
            return note(
                expression, scope.value(ofVariable: name).map(Evaluated.known) ?? .unknown(.unset(variable: name)))
        case .operation(.isOnline, let operands):
            guard case .field(let reference)? = operands.first else { return .unknown(.mismatch) }
            let isOnline = scope.isOnline(reference.nodeID)
            return note(expression, isOnline.map { .known(.bool($0)) } ?? .unknown(.missing(reference)))
        case .operation(.heldFor, let operands):
            guard operands.count == 2, case .constant(let value) = operands[1], let seconds = value.integer else {
                return .unknown(.mismatch)
            }
            return note(expression, scope.held(operands[0], for: seconds))
        case .operation(let operation, let operands):
            guard operation.operands.contains(operands.count) else { return .unknown(.mismatch) }
            if let isUp = sunQuestion(operation, operands) { return note(expression, isUp) }
            return apply(operation, operands.map { evaluate($0, depth: depth + 1) })
        }
    }

    private mutating func note(_ expression: AutomationExpression, _ result: Evaluated) -> Evaluated {
        leaves.append(EvaluatedLeaf(expression, result))
        return result
    }

    /// "Between sunrise and sunset" tests whether the sun is up, because on polar days and nights neither time exists.
    private func sunQuestion(_ operation: Operator, _ operands: [AutomationExpression]) -> Evaluated? {
        guard operation == .between, case .field(let from) = operands[1], case .field(let to) = operands[2],
            let first = scope.sunTime(from), let last = scope.sunTime(to), first != last
        else { return nil }
        guard let isUp = scope.isSunUp else { return .unknown(.missing(from)) }
        return .known(.bool(first == .sunrise ? isUp : !isUp))
    }

    private func apply(_ operation: Operator, _ operands: [Evaluated]) -> Evaluated {
        switch operation {
        case .and: return Self.combine(operands, deciding: false)
        case .or: return Self.combine(operands, deciding: true)
        default: break
        }
        var values: [TraitValue] = []
        for operand in operands {
            switch operand {
            case .known(let value): values.append(value)
            case .unknown: return operand
            }
        }
        return Self.apply(operation, values)
    }

    /// Kleene's three-valued logic: a deciding operand decides even beside unknown ones.
    private static func combine(_ operands: [Evaluated], deciding: Bool) -> Evaluated {
        var unknown: Evaluated?
        for operand in operands {
            switch operand.truth {
            case deciding: return .known(.bool(deciding))
            case nil: unknown = unknown ?? (operand.value == nil ? operand : .unknown(.mismatch))
            default: continue
            }
        }
        return unknown ?? .known(.bool(!deciding))
    }

    private static func apply(_ operation: Operator, _ values: [TraitValue]) -> Evaluated {
        switch operation {
        case .not: bool(values[0]) { !$0 }
        case .equals: compare(values[0], values[1]) { $0 == .equal }
        case .notEquals: compare(values[0], values[1]) { $0 != .equal }
        case .lessThan: order(values[0], values[1]) { $0 == .less }
        case .lessThanOrEquals: order(values[0], values[1]) { $0 != .greater }
        case .greaterThan: order(values[0], values[1]) { $0 == .greater }
        case .greaterThanOrEquals: order(values[0], values[1]) { $0 != .less }
        case .between: between(values[0], values[1], values[2])
        case .plus, .minus, .times, .dividedBy, .remainder: calculate(operation, values[0], values[1])
        case .negated:
            AutomationNumber(values[0]).map { number($0.negated) } ?? .unknown(.mismatch)
        case .hasBits: bits(values[0], values[1])
        case .item: item(values[0], values[1])
        case .count: count(values[0])
        case .contains: contains(values[0], values[1])
        case .and, .or, .isOnline, .heldFor: .unknown(.mismatch)
        }
    }

    // MARK: Comparing

    private static func bool(_ value: TraitValue, _ body: (Bool) -> Bool) -> Evaluated {
        if case .bool(let value) = value { .known(.bool(body(value))) } else { .unknown(.mismatch) }
    }

    private static func compare(_ left: TraitValue, _ right: TraitValue, _ body: (Ordering) -> Bool) -> Evaluated {
        if let order = ordering(left, right) { return .known(.bool(body(order))) }
        switch (left, right) {
        // Values without an order can still be equal.
        case (.bool, .bool), (.octets, .octets), (.list, .list), (.structure, .structure):
            return .known(.bool(body(isEqual(left, right) ? .equal : .less)))
        default: return .unknown(.mismatch)
        }
    }

    /// Whether two values are equal; numbers inside them are compared by value.
    private static func isEqual(_ left: TraitValue, _ right: TraitValue) -> Bool {
        switch (left, right) {
        case (.list(let left), .list(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { isEqual($0, $1) }
        case (.structure(let left), .structure(let right)):
            return left.fields.count == right.fields.count
                && left.fields.allSatisfy { id, value in right[id].map { isEqual(value, $0) } ?? false }
        default:
            return ordering(left, right).map { $0 == .equal } ?? (left == right)
        }
    }

    private static func order(_ left: TraitValue, _ right: TraitValue, _ body: (Ordering) -> Bool) -> Evaluated {
        ordering(left, right).map { .known(.bool(body($0))) } ?? .unknown(.mismatch)
    }

    /// The order of two values: numbers by value, strings by Unicode scalars, and structures of numbers with equal ids
    /// field by field in order of id, which orders times of day and dates correctly.
    private static func ordering(_ left: TraitValue, _ right: TraitValue) -> Ordering? {
        if let left = AutomationNumber(left), let right = AutomationNumber(right) { return left.compare(right) }
        switch (left, right) {
        case (.string(let left), .string(let right)): return compare(left.unicodeScalars, right.unicodeScalars)
        case (.structure(let left), .structure(let right)):
            let ids = left.fields.keys.sorted()
            guard !ids.isEmpty, ids == right.fields.keys.sorted() else { return nil }
            for id in ids {
                guard let one = left[id].flatMap(AutomationNumber.init),
                    let other = right[id].flatMap(AutomationNumber.init)
                else { return nil }
                let order = one.compare(other)
                if order != .equal { return order }
            }
            return .equal
        default: return nil
        }
    }

    private static func compare(_ left: String.UnicodeScalarView, _ right: String.UnicodeScalarView) -> Ordering {
        left.elementsEqual(right) ? .equal : left.lexicographicallyPrecedes(right) ? .less : .greater
    }

    private static func between(_ value: TraitValue, _ low: TraitValue, _ high: TraitValue) -> Evaluated {
        guard let atLow = ordering(value, low), let atHigh = ordering(value, high), let ends = ordering(low, high)
        else {
            return .unknown(.mismatch)
        }
        let (isAbove, isBelow) = (atLow != .less, atHigh != .greater)
        // A range of times of day may pass midnight, such as 22:00 to 06:00. No other values lie between a higher and a
        // lower end.
        if ends == .greater, TimeTrait.isTimeOfDay(value) { return .known(.bool(isAbove || isBelow)) }
        return .known(.bool(isAbove && isBelow))
    }

    // MARK: Arithmetic

    private static func number(_ number: AutomationNumber?) -> Evaluated {
        number.map { .known($0.value) } ?? .unknown(.overflow)
    }

    private static func calculate(_ operation: Operator, _ left: TraitValue, _ right: TraitValue) -> Evaluated {
        guard let left = AutomationNumber(left), let right = AutomationNumber(right) else { return .unknown(.mismatch) }
        guard operation == .dividedBy || operation == .remainder else { return number(left.combine(operation, right)) }
        guard !right.isZero else { return .unknown(.divisionByZero) }
        return number(left.divide(operation, by: right))
    }

    private static func bits(_ value: TraitValue, _ mask: TraitValue) -> Evaluated {
        guard let value = bits(of: value), let mask = bits(of: mask) else { return .unknown(.mismatch) }
        return .known(.bool(value & mask == mask))
    }

    /// The bits of a bitmap, which is a non-negative integer.
    private static func bits(of value: TraitValue) -> UInt64? {
        switch AutomationNumber(value) {
        case .signed(let number)?: UInt64(exactly: number)
        case .unsigned(let number)?: number
        case .real?, nil: nil
        }
    }

    // MARK: Lists

    private static func item(_ list: TraitValue, _ index: TraitValue) -> Evaluated {
        guard case .list(let items) = list, let number = AutomationNumber(index) else { return .unknown(.mismatch) }
        guard case .signed(let index) = number, let place = Int(exactly: index), items.indices.contains(place) else {
            return .unknown(.noItem)
        }
        return .known(items[place])
    }

    private static func count(_ value: TraitValue) -> Evaluated {
        switch value {
        case .list(let items): .known(.signed(Int64(items.count)))
        case .string(let text): .known(.signed(Int64(text.utf8.count)))
        case .octets(let bytes): .known(.signed(Int64(bytes.count)))
        case .null, .bool, .unsigned, .signed, .float, .double, .structure: .unknown(.mismatch)
        }
    }

    private static func contains(_ list: TraitValue, _ item: TraitValue) -> Evaluated {
        guard case .list(let items) = list else { return .unknown(.mismatch) }
        return .known(.bool(items.contains { compare($0, item) { $0 == .equal }.truth == true }))
    }
}
