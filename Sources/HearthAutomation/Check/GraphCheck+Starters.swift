internal import HearthTraitModel

extension GraphCheck {
    mutating func check(_ starter: Starter, at nodeID: UInt32, in place: FlowPlace, _ state: inout FlowState) {
        guard let eventID = starter.eventID else {
            passedStarters.insert(nodeID)
            checkNoParameters(of: starter, at: nodeID)
            checkCauses(of: starter, at: nodeID)
            if let becomes = starter.becomes { check(becomes, at: nodeID, in: place, &state) }
            return
        }
        state.add(.node(nodeID), isCertain: place.starters == 1)
        guard let found = sources[nodeID]?.found else { return }
        checkEvent(eventID, starter, found, at: nodeID)
    }

    mutating func checkNoParameters(of starter: Starter, at nodeID: UInt32) {
        guard !starter.parameters.isEmpty else { return }
        note(
            .invalidParameter(name: "parameters", id: 0), at: nodeID,
            "a starter of attributes has no parameters; say with a condition which values it waits for")
    }

    /// When something has held for long enough, time has passed, and that is nobody's doing.
    mutating func checkCauses(of starter: Starter, at nodeID: UInt32) {
        guard !starter.causes.isEmpty, let becomes = starter.becomes else { return }
        var asksForHold = false
        becomes.visit { if case .operation(.heldFor, _) = $0 { asksForHold = true } }
        guard asksForHold else { return }
        note(
            .invalidParameter(name: "causes", id: 0), at: nodeID,
            "that something has held for so long is nobody's doing; leave out who causes it, or wait for the change "
                + "itself and let a condition stay true for so long")
    }

    /// An event that is waited for, by a starter or in a wait.
    mutating func checkEvent(_ eventID: UInt32, _ starter: Starter, _ found: CheckedTrait, at nodeID: UInt32) {
        if starter.becomes != nil {
            note(
                .invalidParameter(name: "becomes", id: 0), at: nodeID,
                "an event does not become true; say with a condition which events are meant")
        }
        if found.isTime {
            checkSchedule(eventID, starter.parameters, at: nodeID, found)
        } else if let trait = found.descriptor {
            checkEvent(eventID, starter.parameters, of: trait, at: nodeID)
        }
    }

    private mutating func check(
        _ becomes: AutomationExpression, at nodeID: UInt32, in place: FlowPlace, _ state: inout FlowState
    ) {
        checkBecomes(becomes, ExpressionPlace(nodeID, isLive: true, isStarter: true), &state)
        // Where no other starter leads here, it was true when the run began.
        if place.starters == 1 { _ = state.narrow(becomes.asked) { bounds(of: $0) } }
    }

    mutating func checkBecomes(
        _ becomes: AutomationExpression, _ place: ExpressionPlace, _ state: inout FlowState
    ) {
        if becomes.references.isEmpty {
            note(
                .neverTrue, at: place.nodeID,
                "nothing that the starter waits for can change; compare an attribute of its trait with something")
        }
        checkCondition(becomes, place, &state)
    }

    // MARK: Events

    private mutating func checkEvent(
        _ eventID: UInt32, _ parameters: StructureValue, of trait: TraitDescriptor, at nodeID: UInt32
    ) {
        guard let event = trait.event(eventID) else {
            let known = trait.events.prefix(16).map(\.name).joined(separator: ", ")
            return note(
                .invalidEvent(eventID), at: nodeID,
                "\(trait.name) has no event \(eventID)"
                    + (known.isEmpty ? ", and no others" : "; choose one of \(known)"))
        }
        for (id, value) in parameters.fields.sorted(by: { $0.key < $1.key }) {
            guard let field = event.fields.field(id) else {
                note(
                    .invalidParameter(name: "\(id)", id: id), at: nodeID,
                    "the event \(event.name) of \(trait.name) has no field \(id); leave it out")
                continue
            }
            // Only what the starter asks for is looked at: the event itself has its other fields.
            let asked = EventDescriptor(event.id, event.name, event.importance, [field], read: event.read)
            do throws(TraitError) {
                try trait.checkEvent(asked, [id: value], attributes: [:])
            } catch {
                noteInvalid(value, field, error, at: nodeID)
            }
        }
    }

    /// What the rules of a schema say against a value.
    mutating func noteInvalid(_ value: TraitValue, _ field: FieldDescriptor, _ error: TraitError, at nodeID: UInt32) {
        let kind: AutomationIssue.Kind =
            value == .null
            ? .invalidNullParameterValue(name: field.name, id: field.id)
            : .invalidParameter(name: field.name, id: field.id)
        note(kind, at: nodeID, error.message + (value == .null ? "; give it a value" : ""))
    }

    // MARK: Several starters

    /// What a starter waits for. In `becomes` nodes have the numbers of the traits that they read, so that starters with
    /// other ids are found equal.
    private struct Awaited: Hashable {
        let path: TraitPath
        let eventID: UInt32?
        let parameters: StructureValue
        let becomes: AutomationExpression?
        let causes: Set<CauseKind>
    }

    /// Of two starters that wait for the same only the first is ever told.
    mutating func checkDuplicates(_ nodes: [AutomationNode]) {
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
            if let first {
                note(
                    .duplicateStarterNode(first), at: node.id,
                    "this starter waits for the same as the one of node \(first), which alone would be told; use that one"
                )
            }
        }
    }

    /// What an action changes may set its own automation off again.
    mutating func checkLoops(_ nodes: [AutomationNode]) {
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
        guard !watching.isEmpty else { return }
        for node in nodes {
            // Whoever asks for something before has thought of it.
            switch node.kind {
            case .condition, .ifChain: return
            default: break
            }
            guard case .action(let action) = node.kind, let watchers = watching[action.trait.path] else { continue }
            let watcher = watchers.first { watcher in
                guard action.commandID == nil, let attributes = watcher.attributes else { return true }
                return !attributes.isDisjoint(with: action.fields.keys)
            }
            guard let watcher else { continue }
            note(
                .selfLoop(watcher.nodeID), at: node.id,
                "this action can change what the starter of node \(watcher.nodeID) waits for, and so start the automation "
                    + "again; let the starter wait for something else, or add a condition that ends it")
        }
    }
}

extension AutomationExpression {
    /// The expression with other numbers in place of the nodes'.
    fileprivate func renaming(_ number: (UInt32) -> UInt32) -> AutomationExpression {
        switch self {
        case .field(let reference): .field(FieldReference(number(reference.nodeID), path: reference.path))
        case .operation(let operation, let operands): .operation(operation, operands.map { $0.renaming(number) })
        case .constant, .variable, .unsupported: self
        }
    }
}
