internal import HearthTraitModel

extension AutomationMachine {
    /// Something of the structure changed or happened. Starters and their conditions are judged here and now, at the
    /// position of the change (§7.4).
    package mutating func changed(
        _ change: HomeChange, home: some AutomationHome, at moment: AutomationMoment
    ) -> Actions {
        var actions = Actions()
        var automations: [String] = []
        for path in change.attributes.lazy.map(\.path) {
            if let listening = listeners[path] { automations += listening }
            if let nodes = watched[path] { look(at: nodes, home: home, at: moment, &actions) }
        }
        for path in change.events.lazy.map(\.path) {
            if let listening = listeners[path] { automations += listening }
        }
        guard !automations.isEmpty else { return actions }
        for id in Set(automations).sorted() { judge(id, change, home: home, at: moment, &actions) }
        return actions
    }

    /// What must stay true, or is waited for, depends on what has changed.
    private mutating func look(
        at nodes: Set<WatchedNode>, home: some AutomationHome, at moment: AutomationMoment, _ actions: inout Actions
    ) {
        for node in nodes.sorted(by: { ($0.runID, $0.nodeID) < ($1.runID, $1.nodeID) }) {
            advance(node.runID, home: home, at: moment, &actions)
        }
    }

    private mutating func judge(
        _ automationID: String, _ change: HomeChange, home: some AutomationHome, at moment: AutomationMoment,
        _ actions: inout Actions
    ) {
        guard let entry = entries[automationID] else { return }
        var started: RunStart?
        var readings: [UInt32: StructureValue] = [:]
        for listener in entry.index.listeners where listener.schedule == nil {
            let nodeID = listener.nodeID
            if listener.starter.eventID != nil {
                let event = change.events.first { listener.isMet(by: $0) }
                guard let event, started == nil, listener.isOf(change.cause) else { continue }
                started = RunStart(nodeID: nodeID, .event(number: event.number), change.cause)
                readings[nodeID] = event.fields
            } else if isMet(listener, of: automationID, by: change, home: home, at: moment), started == nil,
                listener.isOf(change.cause)
            {
                started = RunStart(
                    nodeID: nodeID, .change(epoch: change.epoch, sequence: change.sequence), change.cause)
                readings[nodeID] = home.attributes(listener.starter.trait.path)
            }
        }
        // Two starters on one change are one start, of the first in the graph (AU-24).
        guard let started else { return }
        start(automationID, started, readings, home: home, at: moment, &actions)
    }

    /// Whether a change of attributes is one that a starter waits for. Of `becomes`, what it is now is kept in any case.
    private mutating func isMet(
        _ listener: GraphIndex.Listener, of automationID: String, by change: HomeChange, home: some AutomationHome,
        at moment: AutomationMoment
    ) -> Bool {
        guard change.attributes.contains(where: { listener.paths.contains($0.path) && !$0.values.fields.isEmpty }),
            let index = entries[automationID]?.index
        else { return false }
        guard let becomes = listener.starter.becomes else { return true }
        var evaluator = Evaluator(RunScope(graph: index, home: home, moment: moment))
        let isTrue = evaluator.evaluate(becomes).truth ?? false
        let wasTrue = entries[automationID]?.truths.updateValue(isTrue, forKey: listener.nodeID) ?? true
        return isTrue && !wasTrue
    }
}

extension GraphIndex.Listener {
    /// Whether it listens to whoever caused something (AU-38).
    func isOf(_ cause: AutomationCause) -> Bool { starter.causes.isEmpty || starter.causes.contains(cause.kind) }

    /// Whether an event is the one that it waits for, with everything that it asks of it.
    func isMet(by event: HomeChange.Event) -> Bool {
        guard event.path == starter.trait.path, event.eventID == starter.eventID else { return false }
        return starter.parameters.fields.allSatisfy { id, value in
            switch (value, event.fields[id]) {
            case (.string(let wanted), .string(let said)?): spoken(wanted) == spoken(said)
            case (_, let given): given == value
            }
        }
    }

    /// Words as they are heard: without case, spaces and punctuation (AU-34).
    private func spoken(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.lowercased().unicodeScalars.filter {
                    $0.properties.isAlphabetic || $0.properties.numericType != nil
                }))
    }
}
