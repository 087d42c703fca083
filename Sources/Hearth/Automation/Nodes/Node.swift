public import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// A step of an automation, or a flow of steps. Functions such as ``condition(for:isStrict:_:)`` return new nodes.
/// Nodes that were read from a hub keep all of the hub's fields, including those that this version does not know.
public protocol Node: Sendable {
    /// Unique among all nodes of this program.
    var id: String { get }

    /// The nodes directly in it.
    var children: [any Node] { get }

    /// Whether another node has the same content. Their positions in an automation are not compared.
    func isEqual(to other: any Node) -> Bool
}

extension Node {
    public var children: [any Node] { [] }

    /// The number by which runs, issues and texts name it in its automation; nil for a node that is new.
    public var number: UInt32? { (self as? any ProgramNode)?.identity.message?.id }

    /// The node and those in it that have a ``number``, by this.
    public var nodesByNumber: [UInt32: any Node] {
        var nodes: [UInt32: any Node] = [:]
        if let number { nodes[number] = self }
        for child in children { nodes.merge(child.nodesByNumber) { first, _ in first } }
        return nodes
    }
}

/// A node whose values others can refer to.
public protocol NodeWithOutput: Node {
    /// The name of its output, unique in an automation.
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

/// Triggers an automation when an attribute changes or an event occurs.
public protocol Starter: NodeWithOutput {
    /// The device or structure; nil if it was removed.
    var entity: (any HomeObject)? { get }
    /// The ID of the device or structure, as an expression.
    var entityExpression: any Expression { get }
    /// The device type that its author named; nil for the structure's own traits, and for a type that is not among
    /// ``HomeClientConfiguration/referencedAutomationTypes``.
    var deviceType: (any DeviceType.Type)? { get }
    /// The identifier of the device type; nil for the structure's own traits.
    var deviceTypeID: String? { get }
}

/// The ID of a node, and the message that it was read from.
struct NodeIdentity: Sendable {
    let id: String
    /// The message that it was read from; nil for a node that is new.
    let message: Hearth_V1_AutomationNode?
    /// What it was read from: an automation or a text. Empty for a node that is new.
    let origin: String

    /// Creates the identity of a new node.
    init() {
        id = "node-\(Self.count.wrappingAdd(1, ordering: .relaxed).newValue)"
        message = nil
        origin = ""
    }

    /// Creates the identity of a node that was read from a hub.
    ///
    /// - Parameter origin: the automation's ID, or a name of the text.
    init(_ message: Hearth_V1_AutomationNode, of origin: String) {
        id = "\(origin)/\(message.id)"
        self.message = message
        self.origin = origin
    }

    private static let count = Atomic<UInt64>(0)
}

/// A node of this module, with its conversion to a program.
protocol ProgramNode: Node {
    var identity: NodeIdentity { get }
    /// Its content in a program. Not called for a node that was read from a hub.
    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind?
}

extension ProgramNode {
    public var id: String { identity.id }

    public func isEqual(to other: any Node) -> Bool {
        ProgramWriter.content(of: self) == ProgramWriter.content(of: other)
    }
}
