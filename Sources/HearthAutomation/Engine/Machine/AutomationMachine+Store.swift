internal import HearthBase
internal import HearthTraitDescriptors

/// Rows to commit.
package struct AutomationRows: Sendable {
    package let mark: UInt64
    package let runs: [AutomationRun]
    /// The memories of automations, by id.
    package let memories: [String: AutomationMemory]
    /// Whether automations are active, by id.
    package let activity: [String: Bool]
}

extension AutomationMachine {
    /// Takes the rows to commit; nil if nothing has changed.
    package mutating func takeUnsaved() -> AutomationRows? {
        guard let taken = pending.take() else { return nil }
        var memories: [String: AutomationMemory] = [:]
        var activity: [String: Bool] = [:]
        for id in taken.automations {
            guard let entry = entries[id] else { continue }
            memories[id] = entry.memory
            activity[id] = entry.automation.isActive
        }
        return AutomationRows(
            mark: taken.mark, runs: taken.runs.sorted().compactMap { runs[$0] }, memories: memories,
            activity: activity)
    }

    /// Handles a commit: returns the actions that waited for it.
    package mutating func saved(_ mark: UInt64) -> Actions {
        let (requests, endings) = pending.committed(mark)
        var actions = Actions()
        actions.sends = requests.filter { runs[$0.runID]?.end == nil }
        for ending in endings { forget(ending) }
        return actions
    }

    /// Handles a failed commit; the rows will be taken again.
    package mutating func notSaved(_ rows: AutomationRows) -> Actions {
        pending.failed(
            runs: rows.runs.map(\.id).filter { runs[$0] != nil },
            automations: rows.memories.keys.filter { entries[$0] != nil })
        return Actions(needsSaving: true)
    }

    /// Moves an ended and stored run to the history of its automation, which keeps only the newest.
    private mutating func forget(_ ending: PendingCommit.Ending) {
        guard var past = entries[ending.automationID]?.past else { return }
        past.append(ending.runID)
        if past.count > limits.endedRuns {
            let more = past.count - max(0, limits.endedRuns)
            for id in past.prefix(more) { runs[id] = nil }
            past.removeFirst(more)
        }
        entries[ending.automationID]?.past = past
    }
}
