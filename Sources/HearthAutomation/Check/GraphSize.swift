internal import HearthTraitDescriptors

/// The size of a graph. It is measured before any other check and without recursion, so that later checks may recurse
/// as deep as the limits allow.
///
/// Freeing a deeper graph recurses too. That depth is bounded where graphs are made: messages are decoded at most 64
/// levels deep, and each node and each operation takes two levels.
package struct GraphSize {
    private var counts: [AutomationSize: Int] = [:]
    private let limits: AutomationLimits
    /// The first size that exceeds its limit, and the node where it does; nil for a graph within the limits. Counting
    /// stops there.
    package private(set) var excess: (size: AutomationSize, nodeID: UInt32)?

    /// The message for a graph that exceeds a limit.
    package static func message(_ size: AutomationSize, _ limits: AutomationLimits) -> String {
        "the automation has too many \(size.name): at most \(limits.limit(of: size)) are allowed; divide it into several"
    }

    /// Measures a graph.
    package init(_ graph: AutomationGraph, _ limits: AutomationLimits) {
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
            // Bounds the memory of `pending` too.
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
                // A path descends through nested structures.
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
    /// The ids of the devices, groups and automations that the graph names, and of the structure if it names that (the
    /// clock and the sun are traits of the structure). The graph must be checked again only when one of these or the
    /// author's rights change.
    package var objectIDs: Set<String> {
        var ids: Set<String> = []
        // Not recursive: the graph may not have been measured.
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

    /// The ids of the automations that it runs.
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

    /// Whether a person or another automation can run it.
    package var hasManualStarter: Bool {
        var pending = [root]
        while let node = pending.popLast() {
            if case .manualStarter = node.kind { return true }
            pending += node.children
        }
        return false
    }

    /// The groups of devices that its actions name.
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
    /// The id of the device, the structure or the group.
    fileprivate var objectID: String { group?.id ?? target.deviceID }
}

extension AutomationNode {
    /// Its starter, or the starters that its wait waits for.
    var awaitedStarters: [Starter] {
        switch kind {
        case .starter(let starter): [starter]
        case .wait(let wait): wait.starters
        default: []
        }
    }
}
