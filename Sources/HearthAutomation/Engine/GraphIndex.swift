internal import HearthCalendar
internal import HearthTraitDescriptors

/// A graph prepared for runs: its nodes by id, and the traits that its starters listen to.
struct GraphIndex: Sendable {
    /// A starter of the graph or of a wait.
    struct Listener: Sendable {
        let nodeID: UInt32
        let starter: Starter
        /// Its zero-based position among the starters.
        let place: Int
        /// The traits whose changes or events it must be evaluated on.
        let paths: Set<TraitPath>
        /// The times at which it fires, for starters of the structure's Time trait.
        let schedule: Schedule?
        /// The holds that its `becomes` depends on.
        let heldTimes: [HeldTime]
    }

    /// A use of ``Operator/heldFor``.
    struct HeldTime: Hashable, Sendable {
        /// The index of its operand in ``held``.
        let index: Int
        let seconds: Int64

        /// Time since 1970 at which the operand has been true for long enough; nil while it is not true.
        func end(_ heldSince: [Int: Duration]) -> Duration? {
            heldSince[index].map { $0 + Duration.seconds(seconds).bounded }
        }
    }

    let root: AutomationNode
    private(set) var listeners: [Listener] = []
    /// The ``listeners`` with `heldFor`. No change marks the moment when a hold is long enough.
    private(set) var holdStarters: [Listener] = []
    /// The node that runs by hand start at.
    private(set) var manualStarter: UInt32?
    /// The traits whose changes or events any starter must be evaluated on.
    private(set) var paths: Set<TraitPath> = []
    private var traits: [UInt32: TraitReference] = [:]
    private var expressions: [UInt32: AutomationExpression] = [:]
    private var actions: [UInt32: Action] = [:]
    private var eventStarters: Set<UInt32> = []
    /// Nodes that wait for a value of the clock.
    private var timed: Set<UInt32> = []
    /// Starters that end a wait, by node id.
    private var endings: [UInt32: [Listener]] = [:]
    /// The operands of ``Operator/heldFor``, without duplicates, in written order.
    private(set) var held: [AutomationExpression] = []
    private var heldIndices: [AutomationExpression: Int] = [:]
    /// Whether its runs may restore attributes.
    private(set) var hasRestoration = false
    /// Conditions with a hold.
    private var holding: Set<UInt32> = []
    /// Nodes that an expression refers to.
    private var referenced: Set<UInt32> = []

    init(_ graph: AutomationGraph, structureID: String) {
        root = graph.root
        let nodes = graph.nodes
        for node in nodes {
            for expression in node.expressions {
                referenced.formUnion(expression.references.map(\.nodeID))
                addHeld(in: expression)
            }
            switch node.kind {
            case .starter(let starter):
                traits[node.id] = starter.trait
                if starter.eventID != nil { eventStarters.insert(node.id) }
            case .stateReader(let trait): traits[node.id] = trait
            case .condition(let condition) where condition.hold > .zero:
                expressions[node.id] = condition.expression
                holding.insert(node.id)
            case .wait(let wait): if let expression = wait.expression { expressions[node.id] = expression }
            case .restoration: hasRestoration = true
            case .action(let action): actions[node.id] = action
            case .manualStarter: manualStarter = manualStarter ?? node.id
            default: continue
            }
        }
        for node in nodes {
            switch node.kind {
            case .starter(let starter):
                let listener = listener(starter, of: node.id, place: listeners.count, structureID)
                listeners.append(listener)
                if !listener.heldTimes.isEmpty { holdStarters.append(listener) }
                let isTime = Self.isTime(starter.trait, structureID)
                if !isTime || starter.eventID == nil { paths.formUnion(listener.paths) }
            case .wait(let wait) where !wait.starters.isEmpty:
                endings[node.id] = wait.starters.enumerated().map {
                    listener($1, of: node.id, place: $0, structureID)
                }
            default: continue
            }
        }
        for expression in held { paths.formUnion(expression.references.compactMap { traits[$0.nodeID]?.path }) }
        for (node, expression) in expressions where isTimed(expression, structureID) { timed.insert(node) }
    }

    private mutating func addHeld(in expression: AutomationExpression) {
        expression.visit { part in
            guard case .operation(.heldFor, let operands) = part, let operand = operands.first else { return }
            var isPlain = true
            operand.visit { if case .operation(.heldFor, _) = $0 { isPlain = false } }
            guard isPlain, heldIndices[operand] == nil else { return }
            heldIndices[operand] = held.count
            held.append(operand)
        }
    }

    private func listener(
        _ starter: Starter, of nodeID: UInt32, place: Int, _ structureID: String
    ) -> Listener {
        let isTime = Self.isTime(starter.trait, structureID)
        let schedule = isTime ? starter.eventID.flatMap { try? TimeTrait.schedule($0, starter.parameters) } : nil
        let references = starter.becomes?.references ?? []
        let paths = references.compactMap { traits[$0.nodeID]?.path } + [starter.trait.path]
        return Listener(
            nodeID: nodeID, starter: starter, place: place, paths: Set(paths), schedule: schedule,
            heldTimes: starter.eventID == nil ? starter.becomes.map { heldTimes(in: $0) } ?? [] : [])
    }

    private func isTimed(_ expression: AutomationExpression, _ structureID: String) -> Bool {
        expression.references.contains { traits[$0.nodeID].map { Self.isTime($0, structureID) } ?? false }
    }

    private static func isTime(_ trait: TraitReference, _ structureID: String) -> Bool {
        trait.traitID == TimeTrait.id && trait.target.deviceID == structureID
    }

    /// Whether it can be run by hand.
    var hasManualStarter: Bool { manualStarter != nil }

    /// The trait that a starter or state reader reads.
    func trait(of nodeID: UInt32) -> TraitReference? { traits[nodeID] }

    /// Whether a node is a starter for spoken phrases.
    func isSpoken(_ nodeID: UInt32) -> Bool {
        traits[nodeID]?.traitID == Starter.voiceTraitID && isEventStarter(nodeID)
    }

    /// The starters that fire when the hub starts.
    func hubStarters(_ structureID: String) -> [Listener] {
        listeners.filter {
            $0.starter.eventID == TimeTrait.hubStarted && Self.isTime($0.starter.trait, structureID)
        }
    }

    /// Whether a node is a starter for an event, whose fields can't be read again later.
    func isEventStarter(_ nodeID: UInt32) -> Bool { eventStarters.contains(nodeID) }

    /// The expression that a node's hold or wait depends on.
    func awaited(_ nodeID: UInt32) -> AutomationExpression? { expressions[nodeID] }

    /// The index in ``held`` of an operand of ``Operator/heldFor``; nil if it can't be used there.
    func heldIndex(of expression: AutomationExpression) -> Int? { heldIndices[expression] }

    /// The `heldFor` operations that can end the wait of a node.
    func heldTimes(_ nodeID: UInt32) -> [HeldTime] {
        (expressions[nodeID].map { heldTimes(in: $0) } ?? []) + endings(nodeID).flatMap(\.heldTimes)
    }

    private func heldTimes(in expression: AutomationExpression) -> [HeldTime] {
        var times: [HeldTime] = []
        expression.visit { part in
            guard case .operation(.heldFor, let operands) = part, operands.count == 2,
                let index = heldIndices[operands[0]], case .constant(let value) = operands[1],
                let seconds = value.integer
            else { return }
            times.append(HeldTime(index: index, seconds: seconds))
        }
        return times
    }

    /// The starters that end the wait of a node.
    func endings(_ nodeID: UInt32) -> [Listener] { endings[nodeID] ?? [] }

    /// Whether a node is a condition with a hold.
    func holds(_ nodeID: UInt32) -> Bool { holding.contains(nodeID) }

    /// Whether the expression that a node waits for depends on the clock.
    func isTimed(_ nodeID: UInt32) -> Bool { timed.contains(nodeID) }

    /// The action of a node.
    func action(_ nodeID: UInt32) -> Action? { actions[nodeID] }

    /// The starters for attributes that a run reads although another one started it.
    func attributeStarters(otherThan nodeID: UInt32?) -> [Listener] {
        listeners.filter { $0.nodeID != nodeID && $0.starter.eventID == nil && referenced.contains($0.nodeID) }
    }
}
