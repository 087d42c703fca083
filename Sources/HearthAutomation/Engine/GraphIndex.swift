internal import HearthCalendar
internal import HearthTraitModel

/// A graph prepared for running: its nodes by id, and what its starters listen to.
struct GraphIndex: Sendable {
    /// A starter of the graph, in the order in which they are written.
    struct Listener: Sendable {
        let nodeID: UInt32
        let starter: Starter
        /// Which starter of the graph it is, from 0.
        let place: Int
        /// What has to change, or to happen, for it to be looked at.
        let paths: Set<TraitPath>
        /// Of the structure's Time trait: when it fires.
        let schedule: Schedule?
    }

    let root: AutomationNode
    private(set) var listeners: [Listener] = []
    /// The node for runs by hand.
    private(set) var manualStarter: UInt32?
    /// What has to change, or to happen, for any of them to be looked at.
    private(set) var paths: Set<TraitPath> = []
    private var traits: [UInt32: TraitReference] = [:]
    private var expressions: [UInt32: AutomationExpression] = [:]
    private var actions: [UInt32: Action] = [:]
    private var eventStarters: Set<UInt32> = []
    /// Nodes that wait for what the clock shows.
    private var timed: Set<UInt32> = []
    /// Nodes that an expression refers to.
    private var referenced: Set<UInt32> = []

    init(_ graph: AutomationGraph, structureID: String) {
        root = graph.root
        let nodes = graph.nodes
        for node in nodes {
            for expression in node.expressions { referenced.formUnion(expression.references.map(\.nodeID)) }
            switch node.kind {
            case .starter(let starter):
                traits[node.id] = starter.trait
                if starter.eventID != nil { eventStarters.insert(node.id) }
            case .stateReader(let trait): traits[node.id] = trait
            case .condition(let condition) where condition.hold > .zero: expressions[node.id] = condition.expression
            case .wait(let wait): expressions[node.id] = wait.expression
            case .action(let action): actions[node.id] = action
            case .manualStarter: manualStarter = manualStarter ?? node.id
            default: continue
            }
        }
        for node in nodes {
            guard case .starter(let starter) = node.kind else { continue }
            let isTime = Self.isTime(starter.trait, structureID)
            let schedule = isTime ? starter.eventID.flatMap { try? TimeTrait.schedule($0, starter.parameters) } : nil
            let references = starter.becomes?.references ?? []
            let paths = references.compactMap { traits[$0.nodeID]?.path } + [starter.trait.path]
            listeners.append(
                Listener(
                    nodeID: node.id, starter: starter, place: listeners.count, paths: Set(paths), schedule: schedule))
            if !isTime || starter.eventID == nil { self.paths.formUnion(paths) }
        }
        for (node, expression) in expressions {
            let isTimed = expression.references.contains {
                traits[$0.nodeID].map { Self.isTime($0, structureID) } ?? false
            }
            if isTimed { timed.insert(node) }
        }
    }

    private static func isTime(_ trait: TraitReference, _ structureID: String) -> Bool {
        trait.traitID == TimeTrait.id && trait.target.deviceID == structureID
    }

    /// Whether it may be run by hand (AU-07).
    var hasManualStarter: Bool { manualStarter != nil }

    /// What a starter or state reader reads.
    func trait(of nodeID: UInt32) -> TraitReference? { traits[nodeID] }

    /// Whether a node is a starter of an event, which is over as soon as it has happened.
    func isEventStarter(_ nodeID: UInt32) -> Bool { eventStarters.contains(nodeID) }

    /// What has to stay true at a node, or is waited for there.
    func awaited(_ nodeID: UInt32) -> AutomationExpression? { expressions[nodeID] }

    /// Whether what is waited for at a node depends on what the clock shows.
    func isTimed(_ nodeID: UInt32) -> Bool { timed.contains(nodeID) }

    /// The action of a node.
    func action(_ nodeID: UInt32) -> Action? { actions[nodeID] }

    /// Starters whose values a run asks for though another one set it off (AU-50).
    func attributeStarters(otherThan nodeID: UInt32?) -> [Listener] {
        listeners.filter { $0.nodeID != nodeID && $0.starter.eventID == nil && referenced.contains($0.nodeID) }
    }
}
