package import HearthTraitModel

/// What an automation does: a tree of nodes. It is a value that does nothing by itself; ``GraphCheck`` says what is wrong
/// with it, and ``AutomationMachine`` runs it.
package struct AutomationGraph: Hashable, Sendable {
    /// The outermost flow.
    package var root: AutomationNode

    package init(root: AutomationNode) { self.root = root }

    /// All nodes, each before those that it holds, in the order in which they are written.
    package var nodes: [AutomationNode] {
        var nodes: [AutomationNode] = []
        root.visit { nodes.append($0) }
        return nodes
    }
}

/// A step of an automation, or a flow of steps.
package struct AutomationNode: Hashable, Sendable {
    /// Unique in the graph. Traces, issues and references name nodes by it.
    package let id: UInt32
    /// What it does.
    package var kind: Kind

    package init(_ id: UInt32, _ kind: Kind) {
        self.id = id
        self.kind = kind
    }

    /// What a node does.
    package indirect enum Kind: Hashable, Sendable {
        /// One node after the other.
        case sequential([AutomationNode])
        /// All nodes at once; it ends when all have (AU-56).
        case parallel([AutomationNode])
        /// The one of these whose starter fired (AU-24).
        case select([AutomationNode])
        /// The first whose condition holds (AU-57).
        case ifChain(IfChain)
        /// What sets the automation off.
        case starter(Starter)
        /// A person, or a program, sets it off (AU-07).
        case manualStarter
        /// Reads a trait when it is reached, and keeps what it read (AU-49).
        case stateReader(TraitReference)
        /// Lets pass only what holds.
        case condition(Condition)
        /// Does something to a device.
        case action(Action)
        /// Waits (AU-58).
        case delay(Duration)
        /// Ends the run when an earlier one has passed here less than this ago (AU-59).
        case suppression(Duration)
        /// Gives a variable a value (AU-51).
        case assignment(variable: String, AutomationExpression)
        /// Waits until something holds, or happens (AU-60).
        case wait(Wait)
        /// Runs another automation of the structure, and goes on when that run has ended (AU-64).
        case execution(automationID: String)
        /// Gives what the run has changed the values from before, unless another cause has changed it since (AU-63).
        case restoration
        /// Of a version that this one does not know. It is kept as it came, and is never run (AU-02).
        case unknown
    }

    /// The nodes right under this one, in the order in which they are written.
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
    var expressions: [AutomationExpression] {
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

    /// Whether the node is this one, or under it.
    func contains(_ id: UInt32) -> Bool { self.id == id || children.contains { $0.contains(id) } }
}

/// If, else if, else.
package struct IfChain: Hashable, Sendable {
    /// One condition, and what is done when it is the first that holds.
    package struct Branch: Hashable, Sendable {
        package var condition: AutomationExpression
        package var node: AutomationNode

        package init(_ condition: AutomationExpression, _ node: AutomationNode) {
            self.condition = condition
            self.node = node
        }
    }

    package var branches: [Branch]
    /// What is done when none holds.
    package var otherwise: AutomationNode?

    package init(_ branches: [Branch], otherwise: AutomationNode? = nil) {
        self.branches = branches
        self.otherwise = otherwise
    }
}

/// A trait of a device or of the structure, or in actions of all devices of a group.
package struct TraitReference: Hashable, Sendable {
    /// The device's id, or the structure's, and the endpoint. Nowhere, where there is a ``group``.
    package var target: TraitTarget
    /// The device type that the author named; ``target`` has the endpoint that it meant when the graph was saved. Of a
    /// group, which of its devices are meant; nil for all that have the trait.
    package var deviceType: UInt32?
    package var traitID: UInt32
    /// In place of ``target``, in actions: the devices that are in it when the action is reached (AU-65).
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

/// Devices that are together, by the id of what holds them.
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

/// What sets an automation off: a change of a trait's attributes, or an event.
package struct Starter: Hashable, Sendable {
    package var trait: TraitReference
    /// nil for changes of attributes.
    package var eventID: UInt32?
    /// What the event must have; of the structure's Time trait, when it happens.
    package var parameters: StructureValue
    /// The change must have made this true (AU-25).
    package var becomes: AutomationExpression?
    /// Whose doing it must be; empty for anybody's (AU-38).
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
    /// Whether it waits for what somebody says (AU-34).
    var isSpoken: Bool { trait.traitID == GraphIndex.voiceStarter && eventID != nil }
}

/// Who can be the cause of a change.
package enum CauseKind: UInt8, Hashable, Sendable, CaseIterable {
    case device = 1
    case client
    case automation
    case hub
}

/// Lets pass only what holds, or what has held for a time from now on (AU-40, AU-41).
package struct Condition: Hashable, Sendable {
    package var expression: AutomationExpression
    /// How long it must stay true before the run goes on; zero for not at all.
    package var hold: Duration
    /// Whether a time in which the device could not be seen, or the hub was down, begins the hold anew (AU-76).
    package var isStrict: Bool

    package init(_ expression: AutomationExpression, hold: Duration = .zero, isStrict: Bool = false) {
        self.expression = expression
        self.hold = hold
        self.isStrict = isStrict
    }
}

/// Waits until something holds, one of some starters fires, or a time is over.
package struct Wait: Hashable, Sendable {
    /// nil where only starters are waited for.
    package var expression: AutomationExpression?
    /// What else ends it: a change, an event, or a time that comes.
    package var starters: [Starter]
    package var timeout: Duration
    /// The variable that becomes true when it held or a starter fired, and false when the time was over; empty for none.
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

/// A command to a device, or new values for its attributes (AU-66).
package struct Action: Hashable, Sendable {
    package var trait: TraitReference
    /// nil when attributes are written.
    package var commandID: UInt32?
    /// The command's arguments, or the attributes, by their ids.
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

    /// What follows an action that was not done (AU-67).
    package enum OnFailure: Hashable, Sendable {
        /// The run goes on.
        case `continue`
        /// The run ends.
        case stop
        /// It is tried again, so many times, this long after each failure; then the run goes on.
        case retry(times: UInt32, after: Duration)
    }
}
