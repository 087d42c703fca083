internal import HearthCalendar
internal import HearthTraitModel

extension AutomationMachine {
    /// An automation was added, or saved anew. Its runs keep the graph that they began with (AU-05).
    ///
    /// - Parameter isValid: whether nothing stands in its way (AU-04).
    package mutating func edited(
        _ automation: Automation, isValid: Bool, home: some AutomationHome, at moment: AutomationMoment
    ) -> Actions {
        var actions = Actions()
        put(automation, isValid: isValid, home: home, at: moment, &actions)
        schedule(automation.id, home: home, at: moment, isRestored: false)
        return actions
    }

    /// Something of the home has changed on which it depends whether an automation is valid.
    package mutating func judged(_ automationID: String, isValid: Bool) -> Actions {
        guard let entry = entries[automationID], entry.isValid != isValid else { return Actions() }
        entries[automationID]?.isValid = isValid
        return Actions(changed: [automationID])
    }

    /// The structure's zone or place is another: times are computed anew (§8.1). None happens that only moved into the past.
    package mutating func moved(home: some AutomationHome, at moment: AutomationMoment) -> Actions {
        for id in entries.keys { schedule(id, home: home, at: moment, isRestored: false) }
        return Actions()
    }

    /// An automation was deleted: its runs end, and nothing is undone.
    package mutating func deleted(_ automationID: String, home: some AutomationHome, at moment: AutomationMoment)
        -> Actions
    {
        var actions = Actions()
        for id in entries[automationID]?.lives ?? [] { end(id, .deleted, nil, home: home, at: moment, &actions) }
        if let entry = entries.removeValue(forKey: automationID) { unlisten(automationID, entry.index.paths) }
        runs = runs.filter { $0.value.automationID != automationID }
        gated.removeAll { $0.request.automationID == automationID }
        unsaved.automations.remove(automationID)
        unsaved.runs.formIntersection(runs.keys)
        return actions
    }

    mutating func put(
        _ automation: Automation, isValid: Bool, home: some AutomationHome, at moment: AutomationMoment,
        _ actions: inout Actions
    ) {
        var entry =
            entries[automation.id]
            ?? Entry(
                automation: automation, isValid: isValid, index: GraphIndex(automation.graph, structureID: structureID))
        let isNewGraph = entry.automation.revision != automation.revision
        if isNewGraph {
            unlisten(automation.id, entry.index.paths)
            former[RevisionKey(automationID: automation.id, revision: entry.automation.revision)] = entry.index
            entry.index = GraphIndex(automation.graph, structureID: structureID)
            entry.memory.lastInstants = [:]
            entry.memory.suppressedUntil = [:]
            entry.memory.nonStarts = [:]
            unsaved.automations.insert(automation.id)
        }
        entry.automation = automation
        entry.isValid = isValid
        // What holds already does not become so (AU-25).
        entry.truths = [:]
        let scope = RunScope(graph: entry.index, home: home, moment: moment)
        for listener in entry.index.listeners {
            guard let becomes = listener.starter.becomes else { continue }
            var evaluator = Evaluator(scope)
            entry.truths[listener.nodeID] = evaluator.evaluate(becomes).truth ?? false
        }
        entries[automation.id] = entry
        for path in entry.index.paths {
            var all = listeners[path] ?? []
            let place = all.firstIndex { $0 >= automation.id } ?? all.endIndex
            if place == all.endIndex || all[place] != automation.id { all.insert(automation.id, at: place) }
            listeners[path] = all
        }
        actions.changed.insert(automation.id)
    }

    private mutating func unlisten(_ automationID: String, _ paths: Set<TraitPath>) {
        for path in paths {
            listeners[path]?.removeAll { $0 == automationID }
            if listeners[path]?.isEmpty == true { listeners[path] = nil }
        }
    }
}
