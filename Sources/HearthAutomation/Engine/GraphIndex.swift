internal import HearthCalendar
internal import HearthTraitModel

/// A graph prepared for running: its nodes by id, and what its starters listen to.
struct GraphIndex: Sendable {
    /// A starter of the graph, in the order in which they are written.
    struct Listener: Sendable {
        let nodeID: UInt32
        let starter: Starter
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

    init(_ graph: AutomationGraph, structureID: String) {
        root = graph.root
        let nodes = graph.nodes
        for node in nodes {
            switch node.kind {
            case .starter(let starter): traits[node.id] = starter.trait
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
            let isTime = starter.trait.traitID == TimeTrait.id && starter.trait.target.deviceID == structureID
            let schedule = isTime ? starter.eventID.flatMap { try? TimeTrait.schedule($0, starter.parameters) } : nil
            let references = starter.becomes?.references ?? []
            let paths = references.compactMap { traits[$0.nodeID]?.path } + [starter.trait.path]
            listeners.append(Listener(nodeID: node.id, starter: starter, paths: Set(paths), schedule: schedule))
            if !isTime || starter.eventID == nil { self.paths.formUnion(paths) }
        }
    }

    /// Whether it may be run by hand (AU-07).
    var hasManualStarter: Bool { manualStarter != nil }

    /// What a starter or state reader reads.
    func trait(of nodeID: UInt32) -> TraitReference? { traits[nodeID] }

    /// What has to stay true at a node, or is waited for there.
    func awaited(_ nodeID: UInt32) -> AutomationExpression? { expressions[nodeID] }

    /// The action of a node.
    func action(_ nodeID: UInt32) -> Action? { actions[nodeID] }

    /// Starters whose values a run may ask for though another one set it off (AU-50).
    func starters(otherThan nodeID: UInt32?) -> [Listener] {
        listeners.filter { $0.nodeID != nodeID && $0.starter.eventID == nil }
    }
}
