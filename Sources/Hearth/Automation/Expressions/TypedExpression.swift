internal import HearthBase
public import HearthTraitCore

/// A value in an automation with a known type. Automations are written with these: an attribute of a ``TypedReference``
/// is one, and so is the result of comparing it.
///
/// Comparisons have three results: true, false, and unknown if an attribute is missing or null. A condition does not
/// pass with unknown, and the negation of unknown is unknown.
public struct TypedExpression<V: AutomationValue>: Expression {
    /// The tree.
    public let expression: any Expression

    init(_ expression: any Expression) { self.expression = expression }

    /// Creates a constant.
    public init(_ value: V) { expression = Constant(value) }
}

// MARK: Comparing

extension TypedExpression {
    /// Whether it equals another value.
    public func equals(_ other: TypedExpression<V>) -> TypedExpression<Bool> { binary(Equals.self, other) }
    /// Whether it equals a value.
    public func equals(_ value: V) -> TypedExpression<Bool> { binary(Equals.self, .init(value)) }
    /// Whether it differs from another value.
    public func notEquals(_ other: TypedExpression<V>) -> TypedExpression<Bool> { binary(NotEquals.self, other) }
    /// Whether it differs from a value.
    public func notEquals(_ value: V) -> TypedExpression<Bool> { binary(NotEquals.self, .init(value)) }
    /// Whether it is less than another value.
    public func lessThan(_ other: TypedExpression<V>) -> TypedExpression<Bool> { binary(LessThan.self, other) }
    /// Whether it is less than a value.
    public func lessThan(_ value: V) -> TypedExpression<Bool> { binary(LessThan.self, .init(value)) }
    /// Whether it is less than or equal to another value.
    public func lessThanOrEquals(_ other: TypedExpression<V>) -> TypedExpression<Bool> {
        binary(LessThanOrEquals.self, other)
    }
    /// Whether it is less than or equal to a value.
    public func lessThanOrEquals(_ value: V) -> TypedExpression<Bool> { binary(LessThanOrEquals.self, .init(value)) }
    /// Whether it is greater than another value.
    public func greaterThan(_ other: TypedExpression<V>) -> TypedExpression<Bool> { binary(GreaterThan.self, other) }
    /// Whether it is greater than a value.
    public func greaterThan(_ value: V) -> TypedExpression<Bool> { binary(GreaterThan.self, .init(value)) }
    /// Whether it is greater than or equal to another value.
    public func greaterThanOrEquals(_ other: TypedExpression<V>) -> TypedExpression<Bool> {
        binary(GreaterThanOrEquals.self, other)
    }
    /// Whether it is greater than or equal to a value.
    public func greaterThanOrEquals(_ value: V) -> TypedExpression<Bool> {
        binary(GreaterThanOrEquals.self, .init(value))
    }
    /// Whether it lies between two others, inclusive. Ranges of times of day may cross midnight.
    public func between(_ low: TypedExpression<V>, _ high: TypedExpression<V>) -> TypedExpression<Bool> {
        let operands = [expression, low.expression, high.expression]
        return TypedExpression<Bool>(ternaryBetween(operands[0], operands[1], operands[2]))
    }
    /// Whether it lies between two values, inclusive. Ranges of times of day may cross midnight.
    public func between(_ low: V, _ high: V) -> TypedExpression<Bool> {
        between(TypedExpression(low), TypedExpression(high))
    }

    fileprivate func binary<R>(_ type: (some BinaryOperator).Type, _ other: TypedExpression) -> TypedExpression<R> {
        TypedExpression<R>(type.init(operand1: expression, operand2: other.expression))
    }
}

/// A comparison with two bounds; its kind depends on the compared value.
func ternaryBetween(
    _ value: any Expression, _ low: any Expression, _ high: any Expression
) -> any TernaryExpression {
    // The fields of the Time trait that can be ordered are times of day.
    if let field = value as? FieldSelect, let reference = field.from as? Reference,
        case .node(let reader as any TraitReadingNode) = reference.referenceValue,
        reader.traitNumber == timeTraitNumber
    {
        BetweenTimes(operand1: value, operand2: low, operand3: high)
    } else {
        Between(operand1: value, operand2: low, operand3: high)
    }
}

/// ID of Google's Time trait, which a structure has (`Schemas/Google/Time.matter`).
let timeTraitNumber: UInt32 = 0x6006_FC05

/// A node that attributes can be read from.
protocol TraitReadingNode: NodeWithOutput {
    var place: AutomationEntity { get }
    var traitNumber: UInt32 { get }
}

extension AttributeStarter: TraitReadingNode {}
extension StateReader: TraitReadingNode {}

// MARK: True and false

extension TypedExpression where V == Bool {
    /// Whether this and another are both true.
    public func and(_ other: TypedExpression<Bool>) -> TypedExpression<Bool> { binary(And.self, other) }
    /// Whether this and a value are both true.
    public func and(_ value: Bool) -> TypedExpression<Bool> { binary(And.self, .init(value)) }
    /// Whether this or another is true.
    public func or(_ other: TypedExpression<Bool>) -> TypedExpression<Bool> { binary(Or.self, other) }
    /// Whether this or a value is true.
    public func or(_ value: Bool) -> TypedExpression<Bool> { binary(Or.self, .init(value)) }
    /// Whether this is not true.
    public func not() -> TypedExpression<Bool> { TypedExpression(Not(operand: expression)) }
    /// Whether this has been true without a break for `duration` until now. In contrast, ``condition(for:isStrict:_:)``
    /// waits for a duration from now on.
    public func held(for duration: Duration) -> TypedExpression<Bool> {
        let seconds = duration.wholeSeconds
        let constant = Constant(UInt64(exactly: seconds) ?? 0)
        return TypedExpression(HeldFor(operand1: expression, operand2: constant))
    }
}

// MARK: Numbers

extension TypedExpression where V: Numeric {
    /// The sum; unknown on overflow.
    public func plus(_ other: TypedExpression<V>) -> TypedExpression<V> { binary(Plus.self, other) }
    /// The sum; unknown on overflow.
    public func plus(_ value: V) -> TypedExpression<V> { binary(Plus.self, .init(value)) }
    /// The difference; unknown on overflow.
    public func minus(_ other: TypedExpression<V>) -> TypedExpression<V> { binary(Minus.self, other) }
    /// The difference; unknown on overflow.
    public func minus(_ value: V) -> TypedExpression<V> { binary(Minus.self, .init(value)) }
    /// The product; unknown on overflow.
    public func times(_ other: TypedExpression<V>) -> TypedExpression<V> { binary(Times.self, other) }
    /// The product; unknown on overflow.
    public func times(_ value: V) -> TypedExpression<V> { binary(Times.self, .init(value)) }
    /// The quotient; for integers, rounded towards zero. Unknown for a division by zero.
    public func dividedBy(_ other: TypedExpression<V>) -> TypedExpression<V> { binary(DividedBy.self, other) }
    /// The quotient; for integers, rounded towards zero. Unknown for a division by zero.
    public func dividedBy(_ value: V) -> TypedExpression<V> { binary(DividedBy.self, .init(value)) }
    /// The arithmetic negation.
    public func negated() -> TypedExpression<V> { TypedExpression(Negated(operand: expression)) }
}

extension TypedExpression where V: BinaryInteger {
    /// The remainder. Unknown for a division by zero.
    public func remainder(_ other: TypedExpression<V>) -> TypedExpression<V> { binary(Remainder.self, other) }
    /// The remainder. Unknown for a division by zero.
    public func remainder(_ value: V) -> TypedExpression<V> { binary(Remainder.self, .init(value)) }
}

// MARK: Sets and lists

extension TypedExpression where V: TraitBitmap {
    /// Whether all of these bits are set, regardless of the others.
    public func contains(_ bits: V) -> TypedExpression<Bool> { binary(HasBits.self, .init(bits)) }
}

extension TypedExpression {
    /// Whether the list has an item.
    public func contains<Element>(_ item: Element) -> TypedExpression<Bool> where V == [Element] {
        TypedExpression<Bool>(Contains(operand1: expression, operand2: Constant(item)))
    }

    /// The number of items in the list.
    public func count<Element>() -> TypedExpression<UInt64> where V == [Element] {
        TypedExpression<UInt64>(Count(operand: expression))
    }

    /// The item at an index, from 0. Unknown if the list is shorter.
    public func item<Element>(at index: UInt64) -> TypedExpression<Element> where V == [Element] {
        TypedExpression<Element>(ListGet(Constant(index), expression))
    }
}

extension TypedExpression where V == String {
    /// The number of bytes in the text.
    public func count() -> TypedExpression<UInt64> { TypedExpression<UInt64>(Count(operand: expression)) }
}
