public import HearthTraitCore

/// Makes the nodes of a flow of the statements in a closure. `for`, `if`, `switch` and `let` work as everywhere: they
/// run once, when the automation is written.
@resultBuilder
public struct FlowBuilder {
    /// A node.
    public static func buildExpression(_ node: any Node) -> [any Node] { [node] }
    /// Nodes that are there already, such as those of another automation.
    public static func buildExpression(_ nodes: [any Node]) -> [any Node] { nodes }
    /// A starter, a state reader or an assignment.
    public static func buildExpression<T, N>(_ reference: TypedReference<T, N>) -> [any Node] { [reference.node] }

    public static func buildBlock(_ nodes: [any Node]...) -> [any Node] { nodes.flatMap { $0 } }
    public static func buildEither(first nodes: [any Node]?) -> [any Node] { nodes ?? [] }
    public static func buildEither(second nodes: [any Node]?) -> [any Node] { nodes ?? [] }
    public static func buildOptional(_ nodes: [any Node]?) -> [any Node] { nodes ?? [] }
    public static func buildArray(_ nodes: [[any Node]]) -> [any Node] { nodes.flatMap { $0 } }
    public static func buildLimitedAvailability(_ nodes: [any Node]) -> [any Node] { nodes }
}

/// Makes the parameters of an event's starter of the statements in a closure.
@resultBuilder
public struct ParameterBuilder<E: Event> {
    /// A parameter.
    public static func buildExpression(_ parameter: TypedParameter<E>) -> [TypedParameter<E>] { [parameter] }

    public static func buildBlock(_ parameters: [TypedParameter<E>]...) -> [TypedParameter<E>] {
        parameters.flatMap { $0 }
    }
    public static func buildEither(first parameters: [TypedParameter<E>]) -> [TypedParameter<E>] { parameters }
    public static func buildEither(second parameters: [TypedParameter<E>]) -> [TypedParameter<E>] { parameters }
    public static func buildOptional(_ parameters: [TypedParameter<E>]?) -> [TypedParameter<E>] { parameters ?? [] }
    public static func buildArray(_ parameters: [[TypedParameter<E>]]) -> [TypedParameter<E>] {
        parameters.flatMap { $0 }
    }
}
