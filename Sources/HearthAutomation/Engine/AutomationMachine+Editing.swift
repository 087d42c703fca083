internal import HearthCalendar
internal import HearthTraitModel

extension AutomationMachine {
    /// Adds an automation, or replaces it after it was saved. Its runs keep the graph with which they began.
    ///
    /// - Parameter isValid: whether the check found no errors.
    package mutating func edited(
        _ automation: Automation, isValid: Bool, home: some AutomationHome, at moment: AutomationMoment
    ) -> Actions {
        var actions = Actions()
        noticeClock(home: home, at: moment, &actions)
        // Due starters fire first, by the graph before the edit.
        fireDue(home: home, at: moment, &actions)
        let before = entries[automation.id]?.automation
        put(automation, isValid: isValid, home: home, at: moment, &actions)
        let isAwake = before?.revision == automation.revision && before?.isActive == automation.isActive
        if !isAwake { schedule(automation.id, home: home, at: moment, from: .now) }
        // Otherwise a crash would lose the time from which its schedules count.
        if unsaved.automations.contains(automation.id) { actions.needsSaving = true }
        goOnWithParents(home: home, at: moment, &actions)
        return actions
    }

    /// Updates whether an automation is valid, after a change of the home or of rights.
    package mutating func judged(_ automationID: String, isValid: Bool) -> Actions {
        guard let entry = entries[automationID], entry.isValid != isValid else { return Actions() }
        entries[automationID]?.isValid = isValid
        return Actions(changed: [automationID])
    }

    /// Recomputes all times after the structure's time zone or location has changed. Times that have only moved into
    /// the past do not fire.
    package mutating func moved(home: some AutomationHome, at moment: AutomationMoment) -> Actions {
        var actions = Actions()
        noticeClock(home: home, at: moment, &actions)
        for id in entries.keys.sorted() { schedule(id, home: home, at: moment, from: .now) }
        goOnWithParents(home: home, at: moment, &actions)
        return actions
    }

    /// Removes a deleted automation. Its runs end, and their changes are not undone.
    package mutating func deleted(_ automationID: String, home: some AutomationHome, at moment: AutomationMoment)
        -> Actions
    {
        var actions = Actions()
        noticeClock(home: home, at: moment, &actions)
        endAll(of: automationID, .deleted, home: home, at: moment, &actions)
        guard let entry = entries.removeValue(forKey: automationID) else { return actions }
        goOnWithParents(home: home, at: moment, &actions)
        unlisten(automationID, entry.index.paths)
        for ending in endings where ending.automationID == automationID {
            runs[ending.runID] = nil
            unsaved.runs.remove(ending.runID)
        }
        endings.removeAll { $0.automationID == automationID }
        for id in entry.past { runs[id] = nil }
        unsaved.automations.remove(automationID)
        return actions
    }

    mutating func put(
        _ automation: Automation, isValid: Bool, memory: AutomationMemory? = nil, home: some AutomationHome,
        at moment: AutomationMoment, _ actions: inout Actions
    ) {
        var entry =
            entries[automation.id]
            ?? Entry(
                automation: automation, isValid: isValid, index: GraphIndex(automation.graph, structureID: structureID))
        let isNew = entries[automation.id] == nil
        let isNewGraph = entry.automation.revision != automation.revision
        if isNewGraph {
            unlisten(automation.id, entry.index.paths)
            let users = entry.lives.count { runs[$0]?.revision == entry.automation.revision }
            if users > 0 {
                let key = RevisionKey(automationID: automation.id, revision: entry.automation.revision)
                former[key] = FormerGraph(index: entry.index, runs: users)
            }
            entry.index = GraphIndex(automation.graph, structureID: structureID)
            entry.memory.lastInstants = [:]
            unproven?.forget(automation.id)
            entry.memory.suppressedUntil = [:]
            entry.memory.nonStarts = [:]
            entry.memory.heldSince = [:]
            unsaved.automations.insert(automation.id)
        }
        entry.automation = automation
        entry.isValid = isValid
        if let memory { entry.memory = memory }
        let wantsToBeActive = entry.automation.isActive
        entry.keepToMaximum()
        if wantsToBeActive != entry.automation.isActive { unsaved.automations.insert(automation.id) }
        if isNew || isNewGraph {
            entry.lookAtHeld(home: home, at: moment, &unsaved)
            entry.lookAtStarters(
                RunScope(
                    graph: entry.index, home: home.seen(by: automation.savedBy), moment: moment,
                    heldSince: entry.memory.heldSince))
            for path in entry.index.paths { listen(automation.id, path) }
        }
        entries[automation.id] = entry
        awaitHolds(of: automation.id, at: moment)
        actions.changed.insert(automation.id)
    }

    private mutating func listen(_ automationID: String, _ path: TraitPath) {
        var all = listeners[path] ?? []
        let place = all.firstIndex { $0 >= automationID } ?? all.endIndex
        if place == all.endIndex || all[place] != automationID { all.insert(automationID, at: place) }
        listeners[path] = all
    }

    private mutating func unlisten(_ automationID: String, _ paths: Set<TraitPath>) {
        for path in paths {
            listeners[path]?.removeAll { $0 == automationID }
            if listeners[path]?.isEmpty == true { listeners[path] = nil }
        }
    }
}

extension AutomationMachine.Entry {
    /// Records since when the operands of ``Operator/heldFor`` are true.
    mutating func lookAtHeld(
        home: some AutomationHome, at moment: AutomationMoment, _ unsaved: inout UnsavedAutomations
    ) {
        guard !index.held.isEmpty else { return }
        let scope = RunScope(graph: index, home: home.seen(by: automation.savedBy), moment: moment)
        let before = memory.heldSince
        for (place, expression) in index.held.enumerated() {
            var evaluator = Evaluator(scope)
            let isTrue = evaluator.evaluate(expression).truth == true
            memory.heldSince[place] = isTrue ? before[place] ?? moment.sinceEpoch : nil
        }
        if memory.heldSince != before { unsaved.automations.insert(automation.id) }
    }

    /// An expression that is true already can't become true.
    fileprivate mutating func lookAtStarters(_ scope: RunScope) {
        canBecome = [:]
        for listener in index.listeners {
            guard let becomes = listener.starter.becomes else { continue }
            var evaluator = Evaluator(scope)
            canBecome[listener.nodeID] = evaluator.evaluate(becomes).canBecomeTrue
        }
    }
}
