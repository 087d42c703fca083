public import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// A step of an automation, or a flow of steps. Those that a function such as ``condition(for:isStrict:_:)`` returns are
/// new; those of an automation that was read from a hub keep everything that the hub has of them, also what this program
/// does not know.
public protocol Node: Sendable {
    /// Unique among all nodes of this program.
    var id: String { get }

    /// Whether a node says the same; where each stands in its automation does not count.
    func isEqual(to other: any Node) -> Bool
}

/// A node whose values others can refer to.
public protocol NodeWithOutput: Node {
    /// The name of what it gives, unique in an automation.
    var output: String { get }
}

extension NodeWithOutput {
    public var output: String { id }
}

/// A flow of nodes.
public protocol Flow: Node {
    /// The nodes, in the order in which they are written.
    var nodes: [any Node] { get }
}

/// What sets an automation off when something happens: a change, or an event.
public protocol Starter: NodeWithOutput {
    /// The device or structure; nil if it is gone.
    var entity: (any HomeObject)? { get }
    /// The ID of the device or structure, as an expression.
    var entityExpression: any Expression { get }
    /// The device type that its author named; nil for the structure's own traits, and for a type that is not among
    /// ``HomeClientConfiguration/referencedAutomationTypes``.
    var deviceType: (any DeviceType.Type)? { get }
    /// The identifier of the device type; nil for the structure's own traits.
    var deviceTypeID: String? { get }
}

/// What a node is known by, and what a hub said of it.
struct NodeIdentity: Sendable {
    let id: String
    /// The message that it was read from; nil for a node that is new.
    let message: Hearth_V1_AutomationNode?

    /// Of a new node.
    init() {
        id = "node-\(Self.count.wrappingAdd(1, ordering: .relaxed).newValue)"
        message = nil
    }

    /// Of a node of an automation.
    init(_ message: Hearth_V1_AutomationNode, of automationID: String) {
        id = "\(automationID)/\(message.id)"
        self.message = message
    }

    private static let count = Atomic<UInt64>(0)
}

/// A node of this module: what it becomes in a program.
protocol ProgramNode: Node {
    var identity: NodeIdentity { get }
    /// The nodes right under it.
    var children: [any Node] { get }
    /// What it is in a program. Not asked of a node that was read from a hub.
    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind?
}

extension ProgramNode {
    public var id: String { identity.id }
    var children: [any Node] { [] }

    public func isEqual(to other: any Node) -> Bool {
        ProgramWriter.content(of: self) == ProgramWriter.content(of: other)
    }
}
