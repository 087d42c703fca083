internal import HearthWire

/// An expression of one value.
public protocol UnaryExpression: Expression {
    /// The value.
    var operand: any Expression { get }
}

/// An expression of two values.
public protocol BinaryExpression: Expression {
    /// The first value.
    var operand1: any Expression { get }
    /// The second value.
    var operand2: any Expression { get }
}

/// An expression of three values.
public protocol TernaryExpression: Expression {
    /// The first value.
    var operand1: any Expression { get }
    /// The second value.
    var operand2: any Expression { get }
    /// The third value.
    var operand3: any Expression { get }
}

/// The operator and operands of an operation, for its conversion to and from a program.
protocol OperatorExpression: Expression {
    static var kind: Hearth_V1_AutomationOperator { get }
    var operands: [any Expression] { get }
    /// Creates the operation; nil for a wrong number of operands.
    init?(operands: [any Expression])
}

protocol UnaryOperator: UnaryExpression, OperatorExpression {
    init(operand: any Expression)
}

extension UnaryOperator {
    var operands: [any Expression] { [operand] }

    init?(operands: [any Expression]) {
        guard operands.count == 1 else { return nil }
        self.init(operand: operands[0])
    }
}

protocol BinaryOperator: BinaryExpression, OperatorExpression {
    init(operand1: any Expression, operand2: any Expression)
}

extension BinaryOperator {
    var operands: [any Expression] { [operand1, operand2] }

    init?(operands: [any Expression]) {
        guard operands.count == 2 else { return nil }
        self.init(operand1: operands[0], operand2: operands[1])
    }
}

protocol TernaryOperator: TernaryExpression, OperatorExpression {
    init(operand1: any Expression, operand2: any Expression, operand3: any Expression)
}

extension TernaryOperator {
    var operands: [any Expression] { [operand1, operand2, operand3] }

    init?(operands: [any Expression]) {
        guard operands.count == 3 else { return nil }
        self.init(operand1: operands[0], operand2: operands[1], operand3: operands[2])
    }
}
