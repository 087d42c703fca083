internal import HearthWire

// The operations of expression trees.

/// The logical negation of a value.
public struct Not: UnaryExpression, UnaryOperator {
    public let operand: any Expression
    static var kind: Hearth_V1_AutomationOperator { .not }
}

/// The arithmetic negation of a number.
public struct Negated: UnaryExpression, UnaryOperator {
    public let operand: any Expression
    static var kind: Hearth_V1_AutomationOperator { .negated }
}

/// The number of items in a list, or of bytes in a text.
public struct Count: UnaryExpression, UnaryOperator {
    public let operand: any Expression
    static var kind: Hearth_V1_AutomationOperator { .count }
}

/// Whether the device of a starter or state reader is online. The operand is any field of that node.
public struct IsOnline: UnaryExpression, UnaryOperator {
    public let operand: any Expression
    static var kind: Hearth_V1_AutomationOperator { .isOnline }
}

/// Whether two values are equal.
public struct Equals: BinaryExpression, BinaryOperator {
    public let operand1: any Expression
    public let operand2: any Expression
    static var kind: Hearth_V1_AutomationOperator { .equals }
}

/// Whether two values differ.
public struct NotEquals: BinaryExpression, BinaryOperator {
    public let operand1: any Expression
    public let operand2: any Expression
    static var kind: Hearth_V1_AutomationOperator { .notEquals }
}

/// Whether the first value is less than the second.
public struct LessThan: BinaryExpression, BinaryOperator {
    public let operand1: any Expression
    public let operand2: any Expression
    static var kind: Hearth_V1_AutomationOperator { .lessThan }
}

/// Whether the first value is less than or equal to the second.
public struct LessThanOrEquals: BinaryExpression, BinaryOperator {
    public let operand1: any Expression
    public let operand2: any Expression
    static var kind: Hearth_V1_AutomationOperator { .lessThanOrEquals }
}

/// Whether the first value is greater than the second.
public struct GreaterThan: BinaryExpression, BinaryOperator {
    public let operand1: any Expression
    public let operand2: any Expression
    static var kind: Hearth_V1_AutomationOperator { .greaterThan }
}

/// Whether the first value is greater than or equal to the second.
public struct GreaterThanOrEquals: BinaryExpression, BinaryOperator {
    public let operand1: any Expression
    public let operand2: any Expression
    static var kind: Hearth_V1_AutomationOperator { .greaterThanOrEquals }
}

/// Whether both are true.
public struct And: BinaryExpression, BinaryOperator {
    public let operand1: any Expression
    public let operand2: any Expression
    static var kind: Hearth_V1_AutomationOperator { .and }
}

/// Whether at least one of them is true.
public struct Or: BinaryExpression, BinaryOperator {
    public let operand1: any Expression
    public let operand2: any Expression
    static var kind: Hearth_V1_AutomationOperator { .or }
}

/// The sum.
public struct Plus: BinaryExpression, BinaryOperator {
    public let operand1: any Expression
    public let operand2: any Expression
    static var kind: Hearth_V1_AutomationOperator { .plus }
}

/// The difference.
public struct Minus: BinaryExpression, BinaryOperator {
    public let operand1: any Expression
    public let operand2: any Expression
    static var kind: Hearth_V1_AutomationOperator { .minus }
}

/// The product.
public struct Times: BinaryExpression, BinaryOperator {
    public let operand1: any Expression
    public let operand2: any Expression
    static var kind: Hearth_V1_AutomationOperator { .times }
}

/// The quotient; for integers, rounded towards zero.
public struct DividedBy: BinaryExpression, BinaryOperator {
    public let operand1: any Expression
    public let operand2: any Expression
    static var kind: Hearth_V1_AutomationOperator { .dividedBy }
}

/// The remainder of a division of integers.
public struct Remainder: BinaryExpression, BinaryOperator {
    public let operand1: any Expression
    public let operand2: any Expression
    static var kind: Hearth_V1_AutomationOperator { .remainder }
}

/// Whether all bits of the second value are set in the first.
public struct HasBits: BinaryExpression, BinaryOperator {
    public let operand1: any Expression
    public let operand2: any Expression
    static var kind: Hearth_V1_AutomationOperator { .hasBits }
}

/// Whether a list has an item.
public struct Contains: BinaryExpression, BinaryOperator {
    public let operand1: any Expression
    public let operand2: any Expression
    static var kind: Hearth_V1_AutomationOperator { .contains }
}

/// Whether the first has been true without a break for at least the second, in seconds.
public struct HeldFor: BinaryExpression, BinaryOperator {
    public let operand1: any Expression
    public let operand2: any Expression
    static var kind: Hearth_V1_AutomationOperator { .heldFor }
}

/// Whether the first value lies between the second and the third, inclusive.
public struct Between: TernaryExpression, TernaryOperator {
    public let operand1: any Expression
    public let operand2: any Expression
    public let operand3: any Expression
    static var kind: Hearth_V1_AutomationOperator { .between }
}

/// Whether a time of day lies between two others, inclusive. The range may cross midnight.
public struct BetweenTimes: TernaryExpression, TernaryOperator {
    public let operand1: any Expression
    public let operand2: any Expression
    public let operand3: any Expression
    static var kind: Hearth_V1_AutomationOperator { .between }
}
