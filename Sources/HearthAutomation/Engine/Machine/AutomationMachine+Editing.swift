internal import HearthCalendar
internal import HearthTraitDescriptors

extension AutomationMachine {
    /// Adds an automation, or replaces it after it was saved. Its runs keep the graph with which they began.
    ///
    /// - Parameter isValid: whether the check found no errors.
    package mutating func edited(
        _ automation: Automation, isValid: Bool, home: consuming some AutomationHome, at moment: AutomationMoment
    ) -> Actions {
        var step = newStep(home: home, at: moment)
        // Due starters fire first, by the graph before the edit.
        fireDue(&step)
        let before = entries[automation.id]?.automation
        put(automation, isValid: isValid, &step)
        let isAwake = before?.revision == automation.revision && before?.isActive == automation.isActive
        if !isAwake { schedule(automation.id, from: .now, step) }
        // Otherwise a crash would lose the time from which its schedules count.
        if pending.hasChanged(automation: automation.id) { step.actions.needsSaving = true }
        return finish(&step)
    }

    /// Updates whether an automation is valid, after a change of the home or of rights.
    package mutating func judged(_ automationID: String, isValid: Bool) -> Actions {
        guard let entry = entries[automationID], entry.isValid != isValid else { return Actions() }
        entries[automationID]?.isValid = isValid
        return Actions(changed: [automationID])
    }

    /// Recomputes all times after the structure's time zone or location has changed. Times that have only moved into
    /// the past do not fire.
    package mutating func moved(home: consuming some AutomationHome, at moment: AutomationMoment) -> Actions {
        var step = newStep(home: home, at: moment)
        for id in entries.keys.sorted() { schedule(id, from: .now, step) }
        return finish(&step)
    }

    /// Removes a deleted automation. Its runs end, and their changes are not undone.
    package mutating func deleted(
        _ automationID: String, home: consuming some AutomationHome, at moment: AutomationMoment
    )
        -> Actions
    {
        var step = newStep(home: home, at: moment)
        endAll(of: automationID, .deleted, &step)
        guard let entry = entries.removeValue(forKey: automationID) else { return finish(&step) }
        continueParents(&step)
        for path in entry.index.paths { listeners.remove(automationID, from: path) }
        instants.forget(automationID)
        holds.forget(automationID)
        for id in pending.forget(automation: automationID) + entry.past { runs[id] = nil }
        return step.actions
    }

    mutating func put(
        _ automation: Automation, isValid: Bool, memory: AutomationMemory? = nil,
        _ step: inout Step<some AutomationHome>
    ) {
        var entry =
            entries[automation.id]
            ?? Entry(
                automation: automation, isValid: isValid, index: GraphIndex(automation.graph, structureID: structureID))
        let isNew = entries[automation.id] == nil
        let isNewGraph = entry.automation.revision != automation.revision
        if isNewGraph {
            for path in entry.index.paths { listeners.remove(automation.id, from: path) }
            let users = entry.lives.count { runs[$0]?.revision == entry.automation.revision }
            if users > 0 {
                former.add(
                    entry.index, .init(automationID: automation.id, revision: entry.automation.revision), runs: users)
            }
            entry.index = GraphIndex(automation.graph, structureID: structureID)
            entry.memory.lastInstants = [:]
            unproven?.forget(automation.id)
            entry.memory.suppressedUntil = [:]
            entry.memory.nonStarts = [:]
            entry.memory.heldSince = [:]
            pending.change(automation: automation.id)
        }
        entry.automation = automation
        entry.isValid = isValid
        if let memory { entry.memory = memory }
        let wantsToBeActive = entry.automation.isActive
        entry.keepToMaximum()
        if wantsToBeActive != entry.automation.isActive { pending.change(automation: automation.id) }
        if isNew || isNewGraph {
            if entry.lookAtHeld(step) { pending.change(automation: automation.id) }
            entry.lookAtStarters(step)
            for path in entry.index.paths { listeners[path, default: []].insert(automation.id) }
        }
        entries[automation.id] = entry
        awaitHolds(of: automation.id, at: step.moment)
        step.actions.changed.insert(automation.id)
    }
}
