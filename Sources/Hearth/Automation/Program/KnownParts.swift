internal import HearthTraitCore

// Whether this version knows all parts of an automation.

extension Node {
    /// Whether the node and all nodes in it are known.
    var isKnown: Bool {
        guard let node = self as? any ProgramNode, !(node is UnknownNode) else { return false }
        return node.expressions.allSatisfy(\.isKnown) && node.children.allSatisfy(\.isKnown)
    }

    /// The expressions of the node itself.
    private var expressions: [any Expression] {
        switch self {
        case let node as AttributeStarter: [node.becomes].compactMap { $0 }
        case let node as Condition: [node.expression]
        case let node as Assignment: [node.expression]
        case let node as Wait: [node.expression].compactMap { $0 }
        case let node as IfChain: ([node.ifThen] + node.elseIfThens).map(\.condition)
        case let node as IfFlow: ([node.ifThen] + node.elseIfThens).map(\.condition)
        case let node as Action: node.behavior.values.map(\.value)
        default: []
        }
    }
}

extension ActionBehavior {
    fileprivate var values: [Parameter] {
        switch self {
        case let command as AutomationCommand: command.parameters
        case let update as Update: update.updatedAttributes
        default: []
        }
    }
}

extension Expression {
    fileprivate var isKnown: Bool {
        switch self {
        case is UnknownExpression: false
        case let expression as any WrappedExpression: expression.expression.isKnown
        case let item as ListGet: item.index.isKnown && item.listExpression.isKnown
        case let expression as any OperatorExpression: expression.operands.allSatisfy(\.isKnown)
        default: true
        }
    }
}
