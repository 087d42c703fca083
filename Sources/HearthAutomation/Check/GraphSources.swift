internal import HearthTraitDescriptors

/// What a graph's nodes give to expressions: its starters, state readers and variables.
struct GraphSources {
    /// A starter or a state reader.
    struct Source {
        let trait: TraitReference
        /// The event of a starter; nil for attributes.
        let eventID: UInt32?
        let isStarter: Bool
        let found: CheckedTrait
    }

    /// The starters, in written order.
    private(set) var starters: [(nodeID: UInt32, starter: Starter)] = []
    /// Starters for attributes that come before the present node. All of them are read when a run begins, whichever
    /// starter fired.
    private(set) var passedStarters: Set<UInt32> = []
    /// The types of the variables that were assigned before the present node.
    private(set) var variables: [String: ExpressionType] = [:]
    /// Whether the graph has a node of a newer version, which may contain nodes or assignments that seem to be missing.
    let hasUnknownNodes: Bool
    private var sources: [UInt32: Source] = [:]

    init(hasUnknownNodes: Bool) { self.hasUnknownNodes = hasUnknownNodes }

    subscript(_ nodeID: UInt32) -> Source? { sources[nodeID] }

    mutating func add(_ starter: Starter, _ found: CheckedTrait, at nodeID: UInt32) {
        starters.append((nodeID, starter))
        add(Source(trait: starter.trait, eventID: starter.eventID, isStarter: true, found: found), at: nodeID)
    }

    mutating func add(_ reader: TraitReference, _ found: CheckedTrait, at nodeID: UInt32) {
        add(Source(trait: reader, eventID: nil, isStarter: false, found: found), at: nodeID)
    }

    private mutating func add(_ source: Source, at nodeID: UInt32) {
        // If two nodes have the same id, the engine uses the last one.
        sources[nodeID] = source
    }

    /// Notes that a starter for attributes comes before the next node.
    mutating func pass(_ nodeID: UInt32) { passedStarters.insert(nodeID) }

    mutating func assign(_ variable: String, _ type: ExpressionType) {
        variables[variable] = variables[variable]?.joined(with: type) ?? type
    }

    // MARK: Fields

    /// The field that a reference names; nil if the field or its schema is unknown.
    func field(of reference: FieldReference) -> FieldDescriptor? {
        guard let source = sources[reference.nodeID], let trait = source.found.descriptor,
            let first = reference.path.first
        else { return nil }
        var field: FieldDescriptor? =
            if let eventID = source.eventID {
                trait.event(eventID)?.fields.field(first)
            } else {
                trait.attribute(first)?.field
            }
        for id in reference.path.dropFirst() {
            guard let outer = field, !outer.isList, let index = outer.type.structIndex,
                trait.structs.indices.contains(index)
            else { return nil }
            field = trait.structs[index].field(id)
        }
        return field
    }

    /// The range of a field by its schema.
    func bounds(of reference: FieldReference) -> ValueBounds { ValueBounds(field(of: reference)) }

    // MARK: Several starters

    /// The event or change that a starter waits for. In `becomes`, node ids are replaced by numbers of the traits that
    /// they read, so that starters with different ids compare equal.
    private struct Awaited: Hashable {
        let path: TraitPath
        let eventID: UInt32?
        let parameters: StructureValue
        let becomes: AutomationExpression?
        let causes: Set<CauseKind>
    }

    /// Starters that wait for the same as an earlier one, with the earlier one.
    func duplicates(among nodes: [AutomationNode]) -> [(nodeID: UInt32, first: UInt32)] {
        var duplicates: [(nodeID: UInt32, first: UInt32)] = []
        var known: [Awaited: UInt32] = [:]
        var manual: UInt32?
        var numbers: [TraitPath: UInt32] = [:]
        for source in sources.values where numbers[source.trait.path] == nil {
            numbers[source.trait.path] = UInt32(clamping: numbers.count)
        }
        for node in nodes {
            let first: UInt32?
            switch node.kind {
            case .starter(let starter):
                let awaited = Awaited(
                    path: starter.trait.path, eventID: starter.eventID, parameters: starter.parameters,
                    becomes: starter.becomes?.renaming { sources[$0].flatMap { numbers[$0.trait.path] } ?? .max },
                    causes: starter.causes)
                first = known[awaited]
                known[awaited] = first ?? node.id
            case .manualStarter:
                first = manual
                manual = manual ?? node.id
            default: continue
            }
            if let first { duplicates.append((node.id, first)) }
        }
        return duplicates
    }

    /// Actions that may start their own automation again, each with the starter that waits for what it changes.
    func loops(among nodes: [AutomationNode]) -> [(nodeID: UInt32, starter: UInt32)] {
        var loops: [(nodeID: UInt32, starter: UInt32)] = []
        var watching: [TraitPath: [(nodeID: UInt32, attributes: Set<UInt32>?)]] = [:]
        for (nodeID, starter) in starters where starter.eventID == nil {
            guard starter.causes.isEmpty || starter.causes.contains(.automation) else { continue }
            guard let becomes = starter.becomes else {
                watching[starter.trait.path, default: []].append((nodeID, nil))
                continue
            }
            var attributes: [TraitPath: Set<UInt32>] = [:]
            for reference in becomes.references {
                guard let path = sources[reference.nodeID]?.trait.path, let id = reference.path.first else { continue }
                attributes[path, default: []].insert(id)
            }
            for (path, ids) in attributes { watching[path, default: []].append((nodeID, ids)) }
        }
        guard !watching.isEmpty else { return [] }
        for node in nodes {
            // An automation with a condition before the action is assumed to end the loop itself.
            switch node.kind {
            case .condition, .ifChain: return loops
            default: break
            }
            guard case .action(let action) = node.kind, let watchers = watching[action.trait.path] else { continue }
            let watcher = watchers.first { watcher in
                guard action.commandID == nil, let attributes = watcher.attributes else { return true }
                return !attributes.isDisjoint(with: action.fields.keys)
            }
            if let watcher { loops.append((node.id, watcher.nodeID)) }
        }
        return loops
    }
}

extension AutomationExpression {
    /// The expression with node ids replaced.
    fileprivate func renaming(_ number: (UInt32) -> UInt32) -> AutomationExpression {
        switch self {
        case .field(let reference): .field(FieldReference(number(reference.nodeID), path: reference.path))
        case .operation(let operation, let operands): .operation(operation, operands.map { $0.renaming(number) })
        case .constant, .variable, .unsupported: self
        }
    }
}
