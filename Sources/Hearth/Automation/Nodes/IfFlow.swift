internal import HearthWire

/// A condition, and the node to run if it is the first true condition of its chain.
public struct IfThen: Sendable {
    /// The condition.
    public let condition: any Expression
    /// The node to run.
    public let node: any Node
}

/// If, else if. It can stand in a flow as it is; ``orElse(_:)`` adds an else branch.
public struct IfChain: ProgramNode {
    let identity: NodeIdentity
    /// The first condition.
    public let ifThen: IfThen
    /// Further ones.
    public let elseIfThens: [IfThen]

    init(_ ifThen: IfThen, _ elseIfThens: [IfThen] = [], _ identity: NodeIdentity = NodeIdentity()) {
        self.ifThen = ifThen
        self.elseIfThens = elseIfThens
        self.identity = identity
    }

    /// Adds a condition that is evaluated if none before it is true.
    public func elseIf(_ condition: TypedExpression<Bool>, @FlowBuilder _ nodes: () -> [any Node]) -> IfChain {
        IfChain(ifThen, elseIfThens + [IfThen(condition: condition.expression, node: SequentialFlow.flow(nodes()))])
    }

    /// Adds the nodes to run if no condition is true.
    public func orElse(@FlowBuilder _ nodes: () -> [any Node]) -> IfFlow {
        IfFlow(ifThen, elseIfThens, SequentialFlow.flow(nodes()))
    }

    public var children: [any Node] { IfFlow.children([ifThen] + elseIfThens, nil) }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? {
        .ifChain(writer.chain([ifThen] + elseIfThens, nil))
    }
}

/// If, else if, else.
public struct IfFlow: ProgramNode {
    let identity: NodeIdentity
    /// The first condition.
    public let ifThen: IfThen
    /// Further ones.
    public let elseIfThens: [IfThen]
    /// The node to run if no condition is true; nil for none.
    public let elseThen: (any Node)?

    init(
        _ ifThen: IfThen, _ elseIfThens: [IfThen], _ elseThen: (any Node)?, _ identity: NodeIdentity = NodeIdentity()
    ) {
        self.ifThen = ifThen
        self.elseIfThens = elseIfThens
        self.elseThen = elseThen
        self.identity = identity
    }

    public var children: [any Node] { Self.children([ifThen] + elseIfThens, elseThen) }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? {
        .ifChain(writer.chain([ifThen] + elseIfThens, elseThen))
    }

    static func children(_ branches: [IfThen], _ otherwise: (any Node)?) -> [any Node] {
        branches.map(\.node) + (otherwise.map { [$0] } ?? [])
    }
}

extension SequentialFlow {
    /// The content of a closure as one node: the node itself, or a sequence of several.
    static func flow(_ nodes: [any Node]) -> any Node {
        nodes.count == 1 ? nodes[0] : SequentialFlow(nodes)
    }
}
