internal import HearthHomeKitMapping
internal import HearthAutomation
internal import HearthTraitDescriptors

/// A test of a characteristic's value by an event or a predicate of HomeKit.
enum CharacteristicTest: Hashable, Sendable {
    /// One of the six comparisons that HomeKit supports.
    case compares(Comparison, CharacteristicValue)
    /// A range with both ends included; at least one end is set.
    case within(NumberRange)

    /// The comparisons of HomeKit.
    enum Comparison: Hashable, Sendable, CaseIterable {
        case lessThan
        case lessThanOrEquals
        case greaterThan
        case greaterThanOrEquals
        case equals
        case notEquals
    }

    /// Whether a value passes; nil if the values can't be compared.
    func holds(_ value: CharacteristicValue) -> Bool? {
        switch self {
        case .compares(.equals, let other): value == other
        case .compares(.notEquals, let other): value != other
        case .compares(let comparison, let other):
            if let value = value.number, let other = other.number { comparison.holds(value, other) } else { nil }
        case .within(let range): value.number.map { $0 >= range.min ?? $0 && $0 <= range.max ?? $0 }
        }
    }
}

/// A range of numbers; one end may be missing.
struct NumberRange: Hashable, Sendable {
    let min: Double?
    let max: Double?
}

extension CharacteristicTest.Comparison {
    func holds(_ left: Double, _ right: Double) -> Bool {
        switch self {
        case .lessThan: left < right
        case .lessThanOrEquals: left <= right
        case .greaterThan: left > right
        case .greaterThanOrEquals: left >= right
        case .equals: left == right
        case .notEquals: left != right
        }
    }
}

/// A test of an attribute's value in a graph.
indirect enum AttributeTest: Hashable, Sendable {
    /// A comparison.
    case compares(Operator, TraitValue)
    /// A range with both ends included.
    case between(TraitValue, TraitValue)
    /// Equal to one of these values.
    case anyOf([TraitValue])
    /// At least one of these bits is set.
    case anyBit([UInt64])
    case not(AttributeTest)

    // MARK: As an expression

    /// The test as an expression over an attribute that a node has read.
    func expression(of field: FieldReference) -> AutomationExpression {
        switch self {
        case .compares(let operation, let value): .operation(operation, [.field(field), .constant(value)])
        case .between(let low, let high): .operation(.between, [.field(field), .constant(low), .constant(high)])
        case .anyOf(let values): Self.any(values.map { .operation(.equals, [.field(field), .constant($0)]) })
        case .anyBit(let bits):
            Self.any(bits.map { .operation(.hasBits, [.field(field), .constant(.unsigned($0))]) })
        case .not(let test): .operation(.not, [test.expression(of: field)])
        }
    }

    private static func any(_ parts: [AutomationExpression]) -> AutomationExpression {
        parts.count == 1 ? parts[0] : .operation(.or, parts)
    }

    /// The test in an expression, and the field that it tests; nil for an expression of another form.
    static func of(_ expression: AutomationExpression) -> (FieldReference, AttributeTest)? {
        guard case .operation(let operation, let operands) = expression else { return nil }
        switch operation {
        case .equals, .notEquals, .lessThan, .lessThanOrEquals, .greaterThan, .greaterThanOrEquals:
            guard operands.count == 2, case .field(let field) = operands[0], case .constant(let value) = operands[1]
            else { return nil }
            return (field, operation == .equals ? .anyOf([value]) : .compares(operation, value))
        case .between:
            guard operands.count == 3, case .field(let field) = operands[0], case .constant(let low) = operands[1],
                case .constant(let high) = operands[2]
            else { return nil }
            return (field, .between(low, high))
        case .hasBits:
            guard operands.count == 2, case .field(let field) = operands[0],
                case .constant(.unsigned(let bits)) = operands[1]
            else { return nil }
            return (field, .anyBit([bits]))
        case .not:
            guard operands.count == 1, let (field, test) = of(operands[0]) else { return nil }
            return (field, .not(test))
        case .or:
            let parts = operands.compactMap { of($0) }
            guard parts.count == operands.count, let field = parts.first?.0, parts.allSatisfy({ $0.0 == field }) else {
                return nil
            }
            let values = parts.flatMap(\.1.values), bits = parts.flatMap(\.1.bits)
            if values.count == parts.count { return (field, .anyOf(values)) }
            return bits.count == parts.count ? (field, .anyBit(bits)) : nil
        default: return nil
        }
    }

    private var values: [TraitValue] {
        if case .anyOf(let values) = self { values } else { [] }
    }

    private var bits: [UInt64] {
        if case .anyBit(let bits) = self { bits } else { [] }
    }
}
