internal import HearthWire

/// One node after the other. The outermost flow of an automation is one.
public struct SequentialFlow: Flow, ProgramNode {
    let identity: NodeIdentity
    public let nodes: [any Node]

    init(_ nodes: [any Node], _ identity: NodeIdentity = NodeIdentity()) {
        self.nodes = nodes
        self.identity = identity
    }

    var children: [any Node] { nodes }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? {
        .sequential(writer.flow(nodes))
    }
}

/// All nodes at once; the next node begins when all of them have ended.
public struct ParallelFlow: Flow, ProgramNode {
    let identity: NodeIdentity
    public let nodes: [any Node]
    /// When it ends.
    public var joinSemantic: JoinSemanticType { .whenAllFinished }

    init(_ nodes: [any Node], _ identity: NodeIdentity = NodeIdentity()) {
        self.nodes = nodes
        self.identity = identity
    }

    var children: [any Node] { nodes }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? {
        .parallel(writer.flow(nodes))
    }
}

/// When a parallel flow ends.
public enum JoinSemanticType: Hashable, Sendable {
    /// Nobody said.
    case unspecified
    /// When all of its nodes have ended.
    case whenAllFinished
}

/// Alternatives: of these nodes the one is run whose starter set the automation off.
public struct SelectFlow: Flow, ProgramNode {
    let identity: NodeIdentity
    public let nodes: [any Node]

    init(_ nodes: [any Node], _ identity: NodeIdentity = NodeIdentity()) {
        self.nodes = nodes
        self.identity = identity
    }

    var children: [any Node] { nodes }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? {
        .select(writer.flow(nodes))
    }
}
