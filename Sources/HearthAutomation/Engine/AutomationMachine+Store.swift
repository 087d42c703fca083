internal import HearthBase
internal import HearthTraitModel

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
    /// Takes the rows to commit; nil if there are none.
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

    /// Restores the stored automations and runs, and continues the runs.
    ///
    /// Actions in flight without a stored answer are sent again if they are repeatable; otherwise their outcome is
    /// unknown. Waits end at their stored times since 1970. Call ``changed(_:home:at:)`` afterwards for changes made
    /// since the rows were stored.
    ///
    /// - Parameters:
    ///   - automations: all automations, with their validity and memory.
    ///   - runs: the runs that had not ended.
    ///   - graphs: the graphs of these runs' revisions, except of revisions that are still current.
    ///   - settling: how long providers may take to connect before runs continue and clock starters fire. Default:
    ///     zero.
    ///   - latest: the highest time since 1970 that was ever stored, if the hub knows it. While the clock shows less
    ///     than it or than a time in the rows, runs and clock starters wait too, at most ten minutes.
    ///   - isFromBackup: whether the rows come from a backup: their runs end, and schedules count from now.
    package mutating func restored(
        automations: [(automation: Automation, isValid: Bool, memory: AutomationMemory)],
        runs stored: [AutomationRun], graphs: [(automationID: String, revision: UInt64, graph: AutomationGraph)],
        nextRunID: UInt64, settling: Duration = .zero, latest: Duration = .zero, isFromBackup: Bool = false,
        home: some AutomationHome, at moment: AutomationMoment
    ) -> Actions {
        var actions = Actions()
        noticeClock(home: home, at: moment, &actions)
        for graph in graphs {
            former[RevisionKey(automationID: graph.automationID, revision: graph.revision)] =
                FormerGraph(index: GraphIndex(graph.graph, structureID: structureID), runs: 0)
        }
        var latest = latest
        let trust = limits.clockTrust.bounded
        unproven = UnprovenTime(
            end: moment.now + trust,
            memories: Dictionary(automations.map { ($0.automation.id, $0.memory) }, uniquingKeysWith: { $1 }))
        for (automation, isValid, memory) in automations {
            put(automation, isValid: isValid, memory: memory, home: home, at: moment, &actions)
            schedule(automation.id, home: home, at: moment, from: isFromBackup ? .now : .lastFired)
            latest = max(latest, memory.latest)
        }
        var order: [(wake: Duration, id: UInt64)] = []
        var unseen: [UInt64] = []
        for var run in stored.sorted(by: { $0.id < $1.id }) where run.end == nil {
            self.nextRunID = max(self.nextRunID, run.id &+ 1)
            guard entries[run.automationID] != nil, self.runs[run.id] == nil else { continue }
            run.setDue(at: moment)
            adopt(run)
            unseen.append(run.id)
            latest = max(latest, run.latest)
            order.append((run.firstWake ?? .zero, run.id))
        }
        for id in unseen {
            noteUnseen(id, since: latest, at: moment)
            lookAtEndings(of: id, since: latest, home: home, at: moment)
        }
        if !isFromBackup {
            for id in entries.keys.sorted() { catchUpHolds(of: id, since: latest, home: home, at: moment) }
        }
        // A clock that is now ahead has the same effect as one that was set forward while the hub was down.
        if moment.sinceEpoch - latest > limits.longestCatchUp {
            gaps.append(ClockGap(from: latest.wholeSeconds, through: moment.second))
        }
        if isFromBackup {
            for id in unseen { end(id, .restored, nil, home: home, at: moment, &actions) }
            order = []
        }
        former = former.filter { $0.value.runs > 0 }
        self.nextRunID = max(self.nextRunID, nextRunID)
        // Runs continue in the order of their due times.
        let ids = order.sorted { ($0.wake, $0.id) < ($1.wake, $1.id) }.map(\.id)
        let present = entries.keys.sorted()
        let standstill = Standstill(
            runs: ids, automations: present, settled: moment.now + settling.bounded, latest: latest,
            end: moment.now + max(limits.clockPatience, settling.bounded))
        guard standstill.isOver(at: moment) else {
            self.standstill = standstill
            for id in ids { standStill(id) }
            return actions
        }
        for id in ids { resume(id, home: home, at: moment, &actions) }
        startWithHub(present, home: home, at: moment, &actions)
        goOnWithParents(home: home, at: moment, &actions)
        return actions
    }

    private mutating func adopt(_ run: AutomationRun) {
        entries[run.automationID]?.lives.append(run.id)
        runs[run.id] = run
        countIn(run)
        if run.revision != entries[run.automationID]?.automation.revision {
            former[RevisionKey(automationID: run.automationID, revision: run.revision)]?.runs += 1
        }
        if let index = index(of: run) { watch(run, index) }
        followOriginals(of: run, before: [:])
    }

    /// Marks holds as unobserved since the hub went down.
    private mutating func noteUnseen(_ runID: UInt64, since latest: Duration, at moment: AutomationMoment) {
        guard let run = runs[runID], let index = index(of: run) else { return }
        for (node, state) in run.progress where index.holds(node) {
            guard case .waiting(var waiting) = state, waiting.unseenSince == nil else { continue }
            waiting.unseenSince = max(waiting.since, min(latest, moment.sinceEpoch))
            runs[runID]?.progress[node] = .waiting(waiting)
        }
    }

    /// Evaluates the starters that end waits as of the time when the hub was last up, so that holds that became long
    /// enough since then end their waits.
    private mutating func lookAtEndings(
        of runID: UInt64, since latest: Duration, home: some AutomationHome, at moment: AutomationMoment
    ) {
        guard let run = runs[runID], let entry = entries[run.automationID], let index = index(of: run) else { return }
        let automation = entry.automation
        var walk = Walk(
            index: index, automation: automation, home: home.seen(by: automation.savedBy),
            moment: AutomationMoment(now: moment.now, sinceEpoch: min(latest, moment.sinceEpoch)), isJudging: false)
        if run.revision == automation.revision { walk.heldSince = entry.memory.heldSince }
        for (node, state) in run.progress {
            guard case .waiting(var waiting) = state, !index.endings(node).isEmpty else { continue }
            waiting.canBecome = canBecome(index.endings(node), walk)
            runs[runID]?.progress[node] = .waiting(waiting)
        }
    }

    /// Postpones all due times of a run, without limit in practice, until the standstill is over; holds are still
    /// checked on changes.
    private mutating func standStill(_ runID: UInt64) {
        guard let progress = runs[runID]?.progress else { return }
        for (node, state) in progress {
            guard case .waiting(var waiting) = state else { continue }
            waiting.due += Duration.seconds(1 << 40)
            runs[runID]?.progress[node] = .waiting(waiting)
        }
    }
}

extension AutomationMemory {
    /// The latest time since 1970 that it contains.
    fileprivate var latest: Duration {
        max(lastStart ?? .zero, .seconds(min(lastInstants.values.max() ?? 0, 1 << 40)))
    }
}

extension AutomationRun {
    /// The latest time since 1970 that it contains.
    fileprivate var latest: Duration {
        progress.values.reduce(startedAt) { latest, progress in
            switch progress {
            case .waiting(let waiting): max(latest, waiting.since)
            case .acting(let acting): max(latest, acting.since)
            case .actingTogether(let parts): parts.reduce(latest) { max($0, $1.acting.since) }
            case .at, .finished, .executing: latest
            }
        }
    }
}
