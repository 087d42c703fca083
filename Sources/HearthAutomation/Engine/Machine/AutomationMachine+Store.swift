internal import HearthBase
internal import HearthTraitDescriptors

/// Ids of the rows to commit in one transaction with the states that caused them.
package struct UnsavedAutomations: Sendable {
    /// Runs that began, made progress or ended.
    package var runs: Set<UInt64> = []
    /// Automations whose memory or activity has changed.
    package var automations: Set<String> = []
    /// Incremented by each ``AutomationMachine/takeUnsaved()``.
    package var mark: UInt64 = 1

    package var isEmpty: Bool { runs.isEmpty && automations.isEmpty }
}

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
        guard !unsaved.isEmpty else { return nil }
        var memories: [String: AutomationMemory] = [:]
        var activity: [String: Bool] = [:]
        for id in unsaved.automations {
            guard let entry = entries[id] else { continue }
            memories[id] = entry.memory
            activity[id] = entry.automation.isActive
        }
        let rows = AutomationRows(
            mark: unsaved.mark, runs: unsaved.runs.sorted().compactMap { runs[$0] }, memories: memories,
            activity: activity)
        unsaved = UnsavedAutomations(mark: unsaved.mark &+ 1)
        return rows
    }

    /// Handles a commit: returns the actions that waited for it.
    package mutating func saved(_ mark: UInt64) -> Actions {
        var actions = Actions()
        actions.sends = gated.filter { $0.mark <= mark && runs[$0.request.runID]?.end == nil }.map(\.request)
        gated.removeAll { $0.mark <= mark }
        forgetEnded(mark)
        return actions
    }

    /// Handles a failed commit; the rows will be taken again.
    package mutating func notSaved(_ rows: AutomationRows) -> Actions {
        unsaved.runs.formUnion(rows.runs.map(\.id).filter { runs[$0] != nil })
        unsaved.automations.formUnion(rows.memories.keys.filter { entries[$0] != nil })
        // Waiting actions now wait for the next commit.
        for place in gated.indices { gated[place].mark = max(gated[place].mark, unsaved.mark) }
        for place in endings.indices { endings[place].mark = max(endings[place].mark, unsaved.mark) }
        return Actions(needsSaving: true)
    }

    /// Moves ended and stored runs to the history of their automation, which keeps only the newest.
    private mutating func forgetEnded(_ mark: UInt64) {
        let stored = endings.prefix { $0.mark <= mark }
        for ending in stored {
            guard var past = entries[ending.automationID]?.past else { continue }
            past.append(ending.runID)
            if past.count > limits.endedRuns {
                let more = past.count - max(0, limits.endedRuns)
                for id in past.prefix(more) { runs[id] = nil }
                past.removeFirst(more)
            }
            entries[ending.automationID]?.past = past
        }
        endings.removeFirst(stored.count)
    }
}
