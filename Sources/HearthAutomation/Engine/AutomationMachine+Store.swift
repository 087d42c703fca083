internal import HearthTraitModel

/// Rows to be stored in one transaction with the states that they follow from (AU-72).
package struct UnsavedAutomations: Sendable {
    /// Runs that began, went on or ended.
    package var runs: Set<UInt64> = []
    /// Automations whose memory, or whether they are active, has changed.
    package var automations: Set<String> = []
    /// Rises with each ``AutomationMachine/takeUnsaved()``.
    package var mark: UInt64 = 1

    package var isEmpty: Bool { runs.isEmpty && automations.isEmpty }
}

/// What is to be stored.
package struct AutomationRows: Sendable {
    package let mark: UInt64
    package let runs: [AutomationRun]
    /// What is remembered of automations, by their ids.
    package let memories: [String: AutomationMemory]
    /// Whether they are active, by their ids.
    package let activity: [String: Bool]
}

extension AutomationMachine {
    /// Takes what has to be stored; nil when nothing has.
    package mutating func takeUnsaved() -> AutomationRows? {
        guard !unsaved.isEmpty else { return nil }
        let rows = AutomationRows(
            mark: unsaved.mark, runs: unsaved.runs.sorted().compactMap { runs[$0] },
            memories: entries.filter { unsaved.automations.contains($0.key) }.mapValues(\.memory),
            activity: entries.filter { unsaved.automations.contains($0.key) }.mapValues(\.automation.isActive))
        unsaved = UnsavedAutomations(mark: unsaved.mark + 1)
        return rows
    }

    /// What was taken is stored: what waited for it may be sent.
    package mutating func saved(_ mark: UInt64) -> Actions {
        var actions = Actions()
        actions.sends = gated.filter { $0.mark <= mark && runs[$0.request.runID]?.end == nil }.map(\.request)
        gated.removeAll { $0.mark <= mark }
        forgetEnded()
        return actions
    }

    /// What was taken could not be stored, and has to be taken again.
    package mutating func notSaved(_ rows: AutomationRows) -> Actions {
        unsaved.runs.formUnion(rows.runs.map(\.id))
        unsaved.automations.formUnion(rows.memories.keys)
        // What waited goes with the next.
        gated = gated.map { GatedAction(request: $0.request, mark: max($0.mark, unsaved.mark)) }
        return Actions(needsSaving: true)
    }

    /// Ended runs that are stored stay for a while, the newest of each automation.
    private mutating func forgetEnded() {
        var kept: [String: Int] = [:]
        for id in runs.keys.sorted(by: >) {
            guard let run = runs[id], run.end != nil, !unsaved.runs.contains(id) else { continue }
            kept[run.automationID, default: 0] += 1
            if kept[run.automationID, default: 0] > limits.endedRuns { runs[id] = nil }
        }
        let used = Set(
            runs.values.filter { $0.end == nil }.map {
                RevisionKey(automationID: $0.automationID, revision: $0.revision)
            })
        former = former.filter { used.contains($0.key) }
    }

    /// Goes on with what was stored, once providers had their time to come back (AU-74).
    ///
    /// Actions that had been sent, perhaps, and of which no answer is stored, are sent again when they may be, and are
    /// unknown otherwise (AU-78). Waits go on to the end by the time since 1970 that they had.
    ///
    /// - Parameters:
    ///   - automations: all of them, with whether they are valid and what is remembered of them.
    ///   - runs: those that had not ended, with the graphs of their revisions where those are not the present ones.
    package mutating func restored(
        automations: [(automation: Automation, isValid: Bool, memory: AutomationMemory)],
        runs stored: [AutomationRun], graphs: [(automationID: String, revision: UInt64, graph: AutomationGraph)],
        nextRunID: UInt64, home: some AutomationHome, at moment: AutomationMoment
    ) -> Actions {
        var actions = Actions()
        for (automation, isValid, memory) in automations {
            put(automation, isValid: isValid, home: home, at: moment, &actions)
            entries[automation.id]?.memory = memory
            schedule(automation.id, home: home, at: moment, isRestored: true)
        }
        for graph in graphs {
            former[RevisionKey(automationID: graph.automationID, revision: graph.revision)] =
                GraphIndex(graph.graph, structureID: structureID)
        }
        self.nextRunID = max(self.nextRunID, nextRunID)
        for var run in stored where run.end == nil {
            guard entries[run.automationID] != nil else { continue }
            for (node, progress) in run.progress {
                guard case .waiting(var waiting) = progress else { continue }
                waiting.due = moment.now + max(.zero, waiting.until - moment.sinceEpoch)
                run.progress[node] = .waiting(waiting)
            }
            entries[run.automationID]?.lives.append(run.id)
            self.runs[run.id] = run
            self.nextRunID = max(self.nextRunID, run.id + 1)
        }
        for run in stored.sorted(by: { $0.id < $1.id }) where self.runs[run.id] != nil {
            resume(run.id, home: home, at: moment, &actions)
        }
        return actions
    }
}
