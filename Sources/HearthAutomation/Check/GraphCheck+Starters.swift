internal import HearthTraitDescriptors

extension GraphCheck {
    mutating func check(_ starter: Starter, at nodeID: UInt32, in place: FlowPlace, _ state: inout FlowState) {
        guard let eventID = starter.eventID else {
            sources.pass(nodeID)
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
            "a starter for attributes has no parameters; choose the values with a condition")
    }

    /// Refuses `causes` beside `heldFor`: the starter fires because time passes, which has no cause.
    mutating func checkCauses(of starter: Starter, at nodeID: UInt32) {
        guard !starter.causes.isEmpty, let becomes = starter.becomes else { return }
        var asksForHold = false
        becomes.visit { if case .operation(.heldFor, _) = $0 { asksForHold = true } }
        guard asksForHold else { return }
        note(
            .invalidParameter(name: "causes", id: 0), at: nodeID,
            "a starter with heldFor fires because time passes, so it can't ask for causes; leave them out, or wait for the change "
                + "and add a condition with a hold")
    }

    /// Checks an event that a starter or a wait names.
    mutating func checkEvent(_ eventID: UInt32, _ starter: Starter, _ found: CheckedTrait, at nodeID: UInt32) {
        if starter.becomes != nil {
            note(
                .invalidParameter(name: "becomes", id: 0), at: nodeID,
                "an event does not become true; choose the events with a condition")
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
        // If this is the only starter that leads here, its expression was true when the run began.
        if place.starters == 1 { _ = state.narrow(becomes.asked) { sources.bounds(of: $0) } }
    }

    mutating func checkBecomes(
        _ becomes: AutomationExpression, _ place: ExpressionPlace, _ state: inout FlowState
    ) {
        if becomes.references.isEmpty {
            note(
                .neverTrue, at: place.nodeID,
                "the starter reads no attribute, so it never fires; compare an attribute of its trait with something")
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
                    + (known.isEmpty ? ", nor any other" : "; choose one of \(known)"))
        }
        for (id, value) in parameters.fields.sorted(by: { $0.key < $1.key }) {
            guard let field = event.fields.field(id) else {
                note(
                    .invalidParameter(name: "\(id)", id: id), at: nodeID,
                    "the event \(event.name) of \(trait.name) has no field \(id); leave it out")
                continue
            }
            // Check only the fields that the starter names; the real event has the others too.
            let asked = EventDescriptor(event.id, event.name, event.importance, [field], read: event.read)
            do throws(TraitError) {
                try trait.checkEvent(asked, [id: value], attributes: [:])
            } catch {
                noteInvalid(value, field, error, at: nodeID)
            }
        }
    }

    /// Notes a value that breaks a rule of its schema.
    mutating func noteInvalid(_ value: TraitValue, _ field: FieldDescriptor, _ error: TraitError, at nodeID: UInt32) {
        let kind: AutomationIssue.Kind =
            value == .null
            ? .invalidNullParameterValue(name: field.name, id: field.id)
            : .invalidParameter(name: field.name, id: field.id)
        note(kind, at: nodeID, error.message + (value == .null ? "; give it a value" : ""))
    }

    // MARK: Several starters

    /// Notes starters that wait for the same as an earlier one: only the first of them ever fires.
    mutating func checkDuplicates(_ nodes: [AutomationNode]) {
        for (nodeID, first) in sources.duplicates(among: nodes) {
            note(
                .duplicateStarterNode(first), at: nodeID,
                "this starter waits for the same as node \(first), and only that one would fire; use that one")
        }
    }

    /// Notes actions that may start their own automation again.
    mutating func checkLoops(_ nodes: [AutomationNode]) {
        for (nodeID, starter) in sources.loops(among: nodes) {
            note(
                .selfLoop(starter), at: nodeID,
                "this action can change what the starter of node \(starter) waits for, and so start the automation "
                    + "again; let the starter wait for something else, or add a condition that ends it")
        }
    }
}
