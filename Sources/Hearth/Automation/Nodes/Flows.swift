internal import HearthWire

/// Runs its nodes one after the other. The outermost flow of an automation is one.
public struct SequentialFlow: Flow, ProgramNode {
    let identity: NodeIdentity
    public let nodes: [any Node]

    init(_ nodes: [any Node], _ identity: NodeIdentity = NodeIdentity()) {
        self.nodes = nodes
        self.identity = identity
    }

    public var children: [any Node] { nodes }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? {
        .sequential(writer.flow(nodes))
    }
}

/// Runs all its nodes at once, and ends when all of them have ended.
public struct ParallelFlow: Flow, ProgramNode {
    let identity: NodeIdentity
    public let nodes: [any Node]
    /// When it ends.
    public var joinSemantic: JoinSemanticType { .whenAllFinished }

    init(_ nodes: [any Node], _ identity: NodeIdentity = NodeIdentity()) {
        self.nodes = nodes
        self.identity = identity
    }

    public var children: [any Node] { nodes }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? {
        .parallel(writer.flow(nodes))
    }
}

/// When a parallel flow ends.
public enum JoinSemanticType: Hashable, Sendable {
    /// Not specified.
    case unspecified
    /// When all of its nodes have ended.
    case whenAllFinished
}

/// Runs the one of its nodes whose starter triggered the automation.
public struct SelectFlow: Flow, ProgramNode {
    let identity: NodeIdentity
    public let nodes: [any Node]

    init(_ nodes: [any Node], _ identity: NodeIdentity = NodeIdentity()) {
        self.nodes = nodes
        self.identity = identity
    }

    public var children: [any Node] { nodes }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? {
        .select(writer.flow(nodes))
    }
}
