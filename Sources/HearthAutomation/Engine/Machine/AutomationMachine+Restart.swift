internal import HearthBase
internal import HearthTraitDescriptors

// A start of the hub: what was stored is restored, and runs continue once providers are back and the clock is right.
extension AutomationMachine {
    /// Begins the engine of a structure that was created since the hub started, whose clock may not be proven yet.
    /// Stored structures call ``restored(automations:runs:graphs:nextRunID:settling:latest:isFromBackup:home:at:)``
    /// instead.
    package mutating func begin(at moment: AutomationMoment) {
        unproven = UnprovenTime(end: moment.now + limits.clockTrust.bounded, memories: [:])
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
        home: consuming some AutomationHome, at moment: AutomationMoment
    ) -> Actions {
        var step = newStep(home: home, at: moment)
        for graph in graphs {
            former.add(
                GraphIndex(graph.graph, structureID: structureID),
                .init(automationID: graph.automationID, revision: graph.revision), runs: 0)
        }
        var latest = latest
        let trust = limits.clockTrust.bounded
        unproven = UnprovenTime(
            end: step.moment.now + trust,
            memories: Dictionary(automations.map { ($0.automation.id, $0.memory) }, uniquingKeysWith: { $1 }))
        for (automation, isValid, memory) in automations {
            put(automation, isValid: isValid, memory: memory, &step)
            schedule(automation.id, from: isFromBackup ? .now : .lastFired, step)
            latest = max(latest, memory.latest)
        }
        var order: [(wake: Duration, id: UInt64)] = []
        var unseen: [UInt64] = []
        for var run in stored.sorted(by: { $0.id < $1.id }) where run.end == nil {
            self.runs.use(idsBefore: run.id &+ 1)
            guard let automation = entries[run.automationID]?.automation, self.runs[run.id] == nil else { continue }
            run.setDue(at: step.moment)
            adopt(run, of: automation)
            unseen.append(run.id)
            latest = max(latest, run.latest)
            order.append((run.firstWake ?? .zero, run.id))
        }
        for id in unseen { catchUpWaits(of: id, since: latest, step) }
        if !isFromBackup {
            for id in entries.keys.sorted() { catchUpHolds(of: id, since: latest, step) }
        }
        // A clock that is now ahead has the same effect as one that was set forward while the hub was down.
        if step.moment.sinceEpoch - latest > limits.longestCatchUp {
            clock.add(ObservedClock.Gap(from: latest.wholeSeconds, through: step.moment.second))
        }
        if isFromBackup {
            for id in unseen { end(id, .restored, nil, &step) }
            order = []
        }
        former.tidy()
        self.runs.use(idsBefore: nextRunID)
        // Runs continue in the order of their due times.
        let ids = order.sorted { ($0.wake, $0.id) < ($1.wake, $1.id) }.map(\.id)
        let present = entries.keys.sorted()
        let standstill = Standstill(
            runs: ids, automations: present, settled: step.moment.now + settling.bounded, latest: latest,
            end: step.moment.now + max(limits.clockPatience, settling.bounded))
        guard standstill.isOver(at: step.moment) else {
            self.standstill = standstill
            for id in ids { runs[id]?.postpone() }
            return step.actions
        }
        for id in ids { resume(id, &step) }
        startWithHub(present, &step)
        step.actions.endsClockWait = true
        return finish(&step)
    }

    private mutating func adopt(_ run: AutomationRun, of automation: Automation) {
        entries[run.automationID]?.lives.append(run.id)
        runs[run.id] = run
        shares.begin(run.id, savedBy: automation.savedBy)
        if run.revision != automation.revision { former.begin(run) }
        if let index = index(of: run) { waits.watch(run, index) }
    }

    /// Evaluates the waits of a run as of the time when the hub was last up: holds are unobserved since then, and
    /// starters whose hold became long enough since then end their waits.
    ///
    /// - Parameter latest: the highest time since 1970 at which the hub is known to have been up.
    private mutating func catchUpWaits(
        of runID: UInt64, since latest: Duration, _ step: Step<some AutomationHome>
    ) {
        guard let run = runs[runID], let entry = entries[run.automationID], let graph = index(of: run) else { return }
        var scope = RunScope(
            graph: graph, home: step.home.seen(by: entry.automation.savedBy), moment: step.moment.upTo(latest))
        if run.revision == entry.automation.revision { scope.heldSince = entry.memory.heldSince }
        runs[runID]?.noteUnseen(since: latest, graph, at: step.moment)
        runs[runID]?.lookAtEndings(scope)
    }

    /// Ends the standstill: continues the runs that have waited since the start.
    mutating func endStandstill(_ standstill: Standstill, _ step: inout Step<some AutomationHome>) {
        self.standstill = nil
        if standstill.isNotified { reportClockWaits(&step) }
        if step.moment.sinceEpoch < standstill.latest {
            // The clock was wrong before and is right now, or it was not set within the patience.
            awaitedTime = nil
            for id in entries.keys.sorted() {
                guard var entry = entries[id] else { continue }
                entry.memory.lastInstants = entry.memory.lastInstants.mapValues { min($0, step.moment.second) }
                entry.memory.heldSince = entry.memory.heldSince.mapValues { min($0, step.moment.sinceEpoch) }
                if entry.memory != entries[id]?.memory { pending.change(automation: id) }
                entries[id] = entry
                schedule(id, from: .lastFired, step)
            }
        }
        // Also ends what was reported before a restart.
        step.actions.endsClockWait = awaitedTime == nil
        for id in standstill.automations { lookAtHolds(of: id, at: step.moment) }
        for id in standstill.runs {
            guard var run = runs[id], run.end == nil else { continue }
            run.setDue(at: step.moment)
            runs[id] = run
        }
        for id in standstill.runs { resume(id, &step) }
        startWithHub(standstill.automations, &step)
    }

    /// Fires the starters that wait for a start of the hub, after providers had time to connect.
    private mutating func startWithHub(_ automations: [String], _ step: inout Step<some AutomationHome>) {
        for id in automations {
            for listener in entries[id]?.index.hubStarters(structureID) ?? [] {
                let start = RunStart(nodeID: listener.nodeID, .instant(step.moment.second), AutomationCause(.hub))
                self.start(id, start, [:], &step)
            }
        }
    }
}

extension AutomationMemory {
    /// The latest time since 1970 that it contains.
    fileprivate var latest: Duration {
        max(lastStart ?? .zero, .seconds(min(lastInstants.values.max() ?? 0, 1 << 40)))
    }
}

extension AutomationMoment {
    /// The same moment on a wall clock that shows at most this time since 1970.
    func upTo(_ latest: Duration) -> AutomationMoment {
        AutomationMoment(now: now, sinceEpoch: min(latest, sinceEpoch))
    }
}
