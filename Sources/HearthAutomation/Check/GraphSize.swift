internal import HearthTraitModel

/// How large a graph is. It is measured before anything else looks at the graph, and without recursion: what follows may
/// then recurse as deep as the limits allow.
///
/// The graph itself may be deeper, and to let go of such a value recurses. What bounds that is whoever made it: messages
/// are read from the wire only 64 deep, and each node and each operation takes two of them.
struct GraphSize {
    private var counts: [AutomationSize: Int] = [:]
    private let limits: AutomationLimits
    /// What there is too much of, and in which node; nil for a graph within the limits. Nothing is counted after that.
    private(set) var excess: (size: AutomationSize, nodeID: UInt32)?

    /// What is said of a graph that has too much of something.
    static func message(_ size: AutomationSize, _ limits: AutomationLimits) -> String {
        "the automation has too many \(size.name): at most \(limits.limit(of: size)) are allowed; divide it into several"
    }

    init(_ graph: AutomationGraph, _ limits: AutomationLimits) {
        self.limits = limits
        var pending = [(node: graph.root, depth: 1)]
        while let (node, depth) = pending.popLast() {
            count(.nodes, in: node.id)
            reach(.depth, depth, in: node.id)
            for expression in node.expressions { measure(expression, in: node.id) }
            for starter in node.awaitedStarters {
                count(.values, in: node.id)
                for value in starter.parameters.fields.values { measure(value, in: node.id) }
            }
            let children = node.children
            // What waits to be counted is held no longer than it is of use.
            if children.count + pending.count > limits.nodes { reach(.nodes, limits.nodes + 1, in: node.id) }
            guard excess == nil else { return }
            pending += children.reversed().map { ($0, depth + 1) }
        }
    }

    private mutating func count(_ size: AutomationSize, in nodeID: UInt32) {
        let count = counts[size, default: 0] + 1
        counts[size] = count
        reach(size, count, in: nodeID)
    }

    private mutating func reach(_ size: AutomationSize, _ count: Int, in nodeID: UInt32) {
        if count > limits.limit(of: size), excess == nil { excess = (size, nodeID) }
    }

    private mutating func measure(_ expression: AutomationExpression, in nodeID: UInt32) {
        var pending = [(expression: expression, depth: 1)]
        while excess == nil, let (expression, depth) = pending.popLast() {
            count(.expressions, in: nodeID)
            reach(.expressionDepth, depth, in: nodeID)
            switch expression {
            case .constant(let value): measure(value, in: nodeID)
            case .operation(_, let operands):
                guard operands.count + pending.count <= limits.expressions else {
                    return reach(.expressions, limits.expressions + 1, in: nodeID)
                }
                pending += operands.map { ($0, depth + 1) }
            case .field(let reference):
                // A path leads through structures.
                reach(.valueDepth, reference.path.count, in: nodeID)
            case .variable, .unsupported: continue
            }
        }
    }

    private mutating func measure(_ value: TraitValue, in nodeID: UInt32) {
        var pending = [(value: value, depth: 1)]
        while excess == nil, let (value, depth) = pending.popLast() {
            count(.values, in: nodeID)
            reach(.valueDepth, depth, in: nodeID)
            let parts: [TraitValue]
            switch value {
            case .list(let items): parts = items
            case .structure(let structure): parts = Array(structure.fields.values)
            case .null, .bool, .unsigned, .signed, .float, .double, .string, .octets: continue
            }
            guard parts.count + pending.count <= limits.values else {
                return reach(.values, limits.values + 1, in: nodeID)
            }
            pending += parts.map { ($0, depth + 1) }
        }
    }
}

extension AutomationGraph {
    /// The ids of the devices, groups and automations that it names, and of the structure where it names that: its clock
    /// and its sun are the structure's. Only when one of these changes has the graph to be judged again, or when its author's rights do
    /// (AU-04, AU-80).
    package var objectIDs: Set<String> {
        var ids: Set<String> = []
        // Not by recursion: this may be asked of a graph that was never measured.
        var pending = [root]
        while let node = pending.popLast() {
            switch node.kind {
            case .starter, .wait: for starter in node.awaitedStarters { ids.insert(starter.trait.objectID) }
            case .stateReader(let trait): ids.insert(trait.objectID)
            case .action(let action): ids.insert(action.trait.objectID)
            case .execution(let automationID): ids.insert(automationID)
            default: pending += node.children
            }
        }
        return ids
    }

    /// The ids of the automations that it runs (AU-64).
    package var executedIDs: Set<String> {
        var ids: Set<String> = []
        var pending = [root]
        while let node = pending.popLast() {
            if case .execution(let automationID) = node.kind {
                ids.insert(automationID)
            } else {
                pending += node.children
            }
        }
        return ids
    }

    /// Whether somebody can run it by hand, and other automations can (AU-07, AU-64).
    package var hasManualStarter: Bool {
        var pending = [root]
        while let node = pending.popLast() {
            if case .manualStarter = node.kind { return true }
            pending += node.children
        }
        return false
    }

    /// The groups of devices that its actions name (AU-65).
    package var groups: Set<DeviceGroup> {
        var groups: Set<DeviceGroup> = []
        var pending = [root]
        while let node = pending.popLast() {
            if case .action(let action) = node.kind, let group = action.trait.group { groups.insert(group) }
            pending += node.children
        }
        return groups
    }
}

extension TraitReference {
    /// The id of the device, the structure, or the group.
    fileprivate var objectID: String { group?.id ?? target.deviceID }
}

extension AutomationNode {
    /// The starters that it is, or waits for.
    var awaitedStarters: [Starter] {
        switch kind {
        case .starter(let starter): [starter]
        case .wait(let wait): wait.starters
        default: []
        }
    }
}
