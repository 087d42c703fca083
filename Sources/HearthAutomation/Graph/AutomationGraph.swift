package import HearthTraitDescriptors

/// The program of an automation: a tree of nodes. A plain value; ``GraphCheck`` validates it and ``AutomationMachine``
/// runs it.
package struct AutomationGraph: Hashable, Sendable {
    /// The outermost flow.
    package var root: AutomationNode

    package init(root: AutomationNode) { self.root = root }

    /// All nodes in written order, each before its children.
    package var nodes: [AutomationNode] {
        var nodes: [AutomationNode] = []
        root.visit { nodes.append($0) }
        return nodes
    }
}

/// A step of an automation, or a flow of steps.
package struct AutomationNode: Hashable, Sendable {
    /// The id, unique in the graph. Traces, issues and references name nodes by it.
    package let id: UInt32
    /// The kind of step, with its parameters.
    package var kind: Kind

    package init(_ id: UInt32, _ kind: Kind) {
        self.id = id
        self.kind = kind
    }

    /// The kinds of nodes.
    package indirect enum Kind: Hashable, Sendable {
        /// Runs its nodes one after the other.
        case sequential([AutomationNode])
        /// Runs its nodes at the same time and ends when all of them have ended.
        case parallel([AutomationNode])
        /// Runs the one of its nodes whose starter fired.
        case select([AutomationNode])
        /// Runs the first branch whose condition is true.
        case ifChain(IfChain)
        /// Starts the automation when a trait changes or an event happens.
        case starter(Starter)
        /// Lets a person or a program start the automation.
        case manualStarter
        /// Reads a trait when the run reaches it, and keeps the values.
        case stateReader(TraitReference)
        /// Ends the run, or its parallel branch, unless an expression is true.
        case condition(Condition)
        /// Sends a command to a device or writes its attributes.
        case action(Action)
        /// Pauses the run.
        case delay(Duration)
        /// Ends the run if an earlier run passed this node less than this long ago.
        case suppression(Duration)
        /// Sets a variable.
        case assignment(variable: String, AutomationExpression)
        /// Pauses the run until an expression is true, a starter fires or the timeout passes.
        case wait(Wait)
        /// Runs another automation of the structure and continues when that run has ended.
        case execution(automationID: String)
        /// Restores the values that the run has changed, except those that another cause has changed since.
        case restoration
        /// A node of a newer version that this one does not know. It is stored unchanged and never run.
        case unknown
    }

    /// The direct children, in written order.
    package var children: [AutomationNode] {
        switch kind {
        case .sequential(let nodes), .parallel(let nodes), .select(let nodes): nodes
        case .ifChain(let chain): chain.branches.map(\.node) + [chain.otherwise].compactMap { $0 }
        case .starter, .manualStarter, .stateReader, .condition, .action, .delay, .suppression, .assignment, .wait,
            .execution, .restoration, .unknown:
            []
        }
    }

    /// The expressions of the node itself.
    package var expressions: [AutomationExpression] {
        switch kind {
        case .ifChain(let chain): chain.branches.map(\.condition)
        case .starter(let starter): [starter.becomes].compactMap { $0 }
        case .condition(let condition): [condition.expression]
        case .action(let action): Array(action.fields.values)
        case .assignment(_, let expression): [expression]
        case .wait(let wait): [wait.expression].compactMap { $0 } + wait.starters.compactMap(\.becomes)
        case .sequential, .parallel, .select, .manualStarter, .stateReader, .delay, .suppression, .execution,
            .restoration, .unknown:
            []
        }
    }

    func visit(_ body: (AutomationNode) -> Void) {
        body(self)
        for child in children { child.visit(body) }
    }

    /// Whether the node with this id is this one or a descendant.
    func contains(_ id: UInt32) -> Bool { self.id == id || children.contains { $0.contains(id) } }
}

/// A chain of if, else if and else.
package struct IfChain: Hashable, Sendable {
    /// A condition, and the node that runs if this condition is the first true one.
    package struct Branch: Hashable, Sendable {
        package var condition: AutomationExpression
        package var node: AutomationNode

        package init(_ condition: AutomationExpression, _ node: AutomationNode) {
            self.condition = condition
            self.node = node
        }
    }

    package var branches: [Branch]
    /// The node that runs if no condition is true.
    package var otherwise: AutomationNode?

    package init(_ branches: [Branch], otherwise: AutomationNode? = nil) {
        self.branches = branches
        self.otherwise = otherwise
    }
}

/// A trait of a device or of the structure; in actions also that of all devices of a group.
package struct TraitReference: Hashable, Sendable {
    /// The id of the device or structure, and the endpoint. Empty if there is a ``group``.
    package var target: TraitTarget
    /// The device type that the author named; ``target`` has the endpoint that it meant when the graph was saved. With
    /// a group, only devices of this type are meant; nil for all that have the trait.
    package var deviceType: UInt32?
    package var traitID: UInt32
    /// In actions, in place of ``target``: all devices that are in this group when the run reaches the action.
    package var group: DeviceGroup?

    package init(_ target: TraitTarget, deviceType: UInt32? = nil, traitID: UInt32) {
        self.target = target
        self.deviceType = deviceType
        self.traitID = traitID
    }

    package init(_ group: DeviceGroup, deviceType: UInt32? = nil, traitID: UInt32) {
        self.init(TraitTarget(deviceID: "", endpoint: 0), deviceType: deviceType, traitID: traitID)
        self.group = group
    }

    package var path: TraitPath { TraitPath(target, traitID) }
}

/// A set of devices, named by the id of the object that contains them.
package enum DeviceGroup: Hashable, Sendable {
    case room(String)
    case zone(String)
    case serviceGroup(String)
    /// All devices of the structure.
    case structure(String)

    /// The id of the room, zone, service group or structure.
    package var id: String {
        switch self {
        case .room(let id), .zone(let id), .serviceGroup(let id), .structure(let id): id
        }
    }
}

/// A starter: it fires on a change of a trait's attributes, or on an event.
package struct Starter: Hashable, Sendable {
    package var trait: TraitReference
    /// The event to wait for; nil for changes of attributes.
    package var eventID: UInt32?
    /// The field values that the event must have. For the structure's Time trait, the times at which it fires.
    package var parameters: StructureValue
    /// If set, the starter fires only when a change makes this true.
    package var becomes: AutomationExpression?
    /// The causes of the change that count; empty for all.
    package var causes: Set<CauseKind>

    package init(
        _ trait: TraitReference, eventID: UInt32? = nil, parameters: StructureValue = [:],
        becomes: AutomationExpression? = nil, causes: Set<CauseKind> = []
    ) {
        self.trait = trait
        self.eventID = eventID
        self.parameters = parameters
        self.becomes = becomes
        self.causes = causes
    }
}

extension Starter {
    /// The trait whose events are spoken phrases: Google's VoiceStarter.
    package static let voiceTraitID: UInt32 = 0x6006_FC06

    /// Whether it waits for a spoken phrase.
    var isSpoken: Bool { trait.traitID == Self.voiceTraitID && eventID != nil }
}

/// The kinds of causes that a change can have.
package enum CauseKind: UInt8, Hashable, Sendable, CaseIterable {
    case device = 1
    case client
    case automation
    case hub
}

/// Lets a run pass only if an expression is true, or has stayed true for a time after the run reached the node.
package struct Condition: Hashable, Sendable {
    package var expression: AutomationExpression
    /// How long it must stay true before the run continues; zero for no hold.
    package var hold: Duration
    /// Whether a time in which the device was offline or the hub was down restarts the hold.
    package var isStrict: Bool

    package init(_ expression: AutomationExpression, hold: Duration = .zero, isStrict: Bool = false) {
        self.expression = expression
        self.hold = hold
        self.isStrict = isStrict
    }
}

/// Waits until an expression is true, a starter fires or the timeout passes.
package struct Wait: Hashable, Sendable {
    /// nil to wait for starters only.
    package var expression: AutomationExpression?
    /// Starters that end the wait too: changes, events or times.
    package var starters: [Starter]
    package var timeout: Duration
    /// The variable that tells how the wait ended: true for the expression or a starter, false for the timeout; empty
    /// for none.
    package var result: String

    package init(
        _ expression: AutomationExpression?, starters: [Starter] = [], timeout: Duration, result: String = ""
    ) {
        self.expression = expression
        self.starters = starters
        self.timeout = timeout
        self.result = result
    }
}

/// A command to a device, or new values of its attributes.
package struct Action: Hashable, Sendable {
    package var trait: TraitReference
    /// The command; nil to write attributes.
    package var commandID: UInt32?
    /// The command's arguments or the attributes to write, by id.
    package var fields: [UInt32: AutomationExpression]
    package var onFailure: OnFailure

    package init(
        _ trait: TraitReference, commandID: UInt32? = nil, fields: [UInt32: AutomationExpression] = [:],
        onFailure: OnFailure = .continue
    ) {
        self.trait = trait
        self.commandID = commandID
        self.fields = fields
        self.onFailure = onFailure
    }

    /// What the run does after an action has failed.
    package enum OnFailure: Hashable, Sendable {
        /// Continues.
        case `continue`
        /// Ends.
        case stop
        /// Tries the action again up to `times` times, each time `after` the failure, and then continues.
        case retry(times: UInt32, after: Duration)
    }
}
