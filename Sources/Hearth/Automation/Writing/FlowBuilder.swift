public import HearthTraitCore

/// Builds the nodes of a flow from the statements in a closure. `for`, `if`, `switch` and `let` work as usual: they run
/// once, when the automation is written.
@resultBuilder
public struct FlowBuilder {
    /// A node.
    public static func buildExpression(_ node: any Node) -> [any Node] { [node] }
    /// Existing nodes, such as those of another automation.
    public static func buildExpression(_ nodes: [any Node]) -> [any Node] { nodes }
    /// A starter, a state reader or an assignment.
    public static func buildExpression<T, N>(_ reference: TypedReference<T, N>) -> [any Node] { [reference.node] }

    /// Nodes one after the other.
    public static func buildBlock(_ nodes: [any Node]...) -> [any Node] { nodes.flatMap { $0 } }
    /// The nodes of the first branch of an `if` or `switch`.
    public static func buildEither(first nodes: [any Node]?) -> [any Node] { nodes ?? [] }
    /// The nodes of the other branches of an `if` or `switch`.
    public static func buildEither(second nodes: [any Node]?) -> [any Node] { nodes ?? [] }
    /// The nodes of an `if` without `else`.
    public static func buildOptional(_ nodes: [any Node]?) -> [any Node] { nodes ?? [] }
    /// The nodes of a `for`.
    public static func buildArray(_ nodes: [[any Node]]) -> [any Node] { nodes.flatMap { $0 } }
    /// The nodes of an `if #available`.
    public static func buildLimitedAvailability(_ nodes: [any Node]) -> [any Node] { nodes }
}

/// Builds the parameters of an event's starter from the statements in a closure.
@resultBuilder
public struct ParameterBuilder<E: Event> {
    /// A parameter.
    public static func buildExpression(_ parameter: TypedParameter<E>) -> [TypedParameter<E>] { [parameter] }

    /// Parameters one after the other.
    public static func buildBlock(_ parameters: [TypedParameter<E>]...) -> [TypedParameter<E>] {
        parameters.flatMap { $0 }
    }
    /// The parameters of the first branch of an `if` or `switch`.
    public static func buildEither(first parameters: [TypedParameter<E>]) -> [TypedParameter<E>] { parameters }
    /// The parameters of the other branches of an `if` or `switch`.
    public static func buildEither(second parameters: [TypedParameter<E>]) -> [TypedParameter<E>] { parameters }
    /// The parameters of an `if` without `else`.
    public static func buildOptional(_ parameters: [TypedParameter<E>]?) -> [TypedParameter<E>] { parameters ?? [] }
    /// The parameters of a `for`.
    public static func buildArray(_ parameters: [[TypedParameter<E>]]) -> [TypedParameter<E>] {
        parameters.flatMap { $0 }
    }
}
