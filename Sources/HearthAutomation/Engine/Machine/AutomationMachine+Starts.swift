package import HearthBase
internal import HearthTraitDescriptors

extension AutomationMachine {
    /// Runs an automation by hand.
    ///
    /// - Parameters:
    ///   - key: the caller's idempotency key, or a unique value.
    ///   - cause: the caller.
    /// - Returns: the run's id; nil if its conditions were not met or it may not run, with the reason in the
    ///   automation's memory.
    package mutating func execute(
        _ automationID: String, key: String, cause: AutomationCause, home: consuming some AutomationHome,
        at moment: AutomationMoment, _ actions: inout Actions
    ) -> UInt64? {
        var step = newStep(home: home, at: moment, actions)
        defer { actions = finish(&step) }
        guard let entry = entries[automationID], entry.isValid, entry.index.hasManualStarter else { return nil }
        let manual = entry.index.manualStarter
        let outcome = start(automationID, RunStart(nodeID: manual, .request(key), cause), [:], &step)
        return if case .began(let runID) = outcome { runID } else { nil }
    }

    /// The result of a start.
    enum StartOutcome {
        case began(UInt64)
        case refused(EndReason)
    }

    /// Handles a starter that has fired: evaluates the conditions up to the first action or wait, and begins a run if
    /// they are true and the mode and limits allow it.
    @discardableResult
    mutating func start(
        _ automationID: String, _ start: RunStart, _ readings: [UInt32: StructureValue],
        _ step: inout Step<some AutomationHome>
    ) -> StartOutcome {
        guard let entry = entries[automationID] else { return .refused(.deleted) }
        guard entry.isValid else { return .refused(.invalid) }
        guard entry.automation.isActive || start.isByHand else { return .refused(.invalid) }
        var run = AutomationRun(
            id: runs.nextID, automationID: automationID, revision: entry.automation.revision,
            startedAt: step.moment.sinceEpoch, start: start, chain: (start.cause.run?.chain ?? []) + [automationID])
        run.readings = readings
        var walk = Walk(
            graph: entry.index, automation: entry.automation, home: step.home.seen(by: entry.automation.savedBy),
            moment: step.moment, limits: limits, isJudging: true, run: run)
        walk.suppressedUntil = entry.memory.suppressedUntil
        walk.heldSince = entry.memory.heldSince
        walk.isStandingStill = standstill != nil
        walk.readOtherStarters()
        if case .ended(let reason, let nodeID) = walk.proceed() {
            keep(walk.suppressedUntil, of: entry)
            note(reason, nodeID, walk.run)
            return .refused(reason)
        }
        if let reason = obstacle(entry, walk.run, &step) {
            note(reason, start.nodeID ?? entry.index.root.id, walk.run)
            return .refused(reason)
        }
        keep(walk.suppressedUntil, of: entry)
        begin(walk.run, &step)
        return .began(run.id)
    }

    /// Keeps until when suppressions end further runs.
    ///
    /// - Parameter entry: the automation before the walk.
    mutating func keep(_ suppressedUntil: [UInt32: Duration], of entry: Entry) {
        guard entry.memory.suppressedUntil != suppressedUntil else { return }
        entries[entry.automation.id]?.memory.suppressedUntil = suppressedUntil
        pending.change(automation: entry.automation.id)
    }

    private mutating func note(_ reason: EndReason, _ nodeID: UInt32, _ run: AutomationRun) {
        let new = NonStart(
            reason: reason, nodeID: nodeID, at: run.startedAt, cause: run.start.cause, leaves: run.lastLeaves)
        noteNonStart(new, of: run.automationID, run.start.nodeID)
    }

    mutating func noteNonStart(_ new: NonStart, of automationID: String, _ starterID: UInt32?) {
        guard let entry = entries[automationID] else { return }
        let key = starterID ?? entry.index.root.id
        var known = entry.memory.nonStarts[key] ?? NonStarts(last: new)
        known.add(new)
        entries[automationID]?.memory.nonStarts[key] = known
        pending.change(automation: automationID)
    }

    // MARK: Limits

    /// The limit or mode that prevents a run whose conditions are true; nil if none does.
    private mutating func obstacle(
        _ entry: Entry, _ run: AutomationRun, _ step: inout Step<some AutomationHome>
    ) -> EndReason? {
        let (automation, lives) = (entry.automation, entry.lives.count)
        if run.chain.count > limits.depth { return .loop }
        // A run by hand needs no active automation, but counts against the maximum.
        if let most = automation.maxExecutions, entry.memory.executions >= most { return .tooManyRuns }
        if automation.mode != .restart || lives == 0, shares.shortage(of: automation.savedBy) != nil {
            return .tooManyRuns
        }
        switch automation.mode {
        case .single: if lives > 0 { return .alreadyRunning }
        case .restart: break
        case .queued, .parallel:
            if lives >= min(max(1, automation.maxRuns), limits.runsOfAutomation) { return .tooManyRuns }
        }
        guard run.start.cause.kind != .client else { return nil }
        if entry.isPaused(at: step.moment, limits) { return .paused }
        guard entries[automation.id]?.countStart(at: step.moment, limits) == true else { return nil }
        pending.change(automation: automation.id)
        step.actions.changed.insert(automation.id)
        return .paused
    }

    /// The limit that prevents a new run of an automation; nil if none does.
    package func shortage(of automationID: String) -> PoolRefusal? {
        entries[automationID].flatMap { shares.shortage(of: $0.automation.savedBy) }
    }

    // MARK: Beginning

    private mutating func begin(_ run: AutomationRun, _ step: inout Step<some AutomationHome>) {
        let id = run.automationID
        runs.use(idsBefore: run.id &+ 1)
        if entries[id]?.automation.mode == .restart { endAll(of: id, .restarted, &step) }
        guard var entry = entries[id] else { return }
        var run = run
        run.isQueued = entry.automation.mode == .queued && !entry.lives.isEmpty
        entry.lives.append(run.id)
        entry.memory.lastStart = step.moment.sinceEpoch
        entry.memory.executions = max(entry.memory.executions, entry.memory.executions &+ 1)
        entry.keepToMaximum()
        runs[run.id] = run
        shares.begin(run.id, savedBy: entry.automation.savedBy)
        entries[id] = entry
        pending.change(run: run.id)
        pending.change(automation: id)
        step.actions.needsSaving = true
        step.actions.changed.insert(id)
        if !run.isQueued { advance(run.id, &step) }
    }
}

extension RunStart {
    /// Whether a person or another automation started it; these may run an inactive automation.
    fileprivate var isByHand: Bool {
        switch occasion {
        case .request, .parent: true
        case .change, .event, .instant: false
        }
    }
}

extension AutomationRun {
    /// The values that the last condition in the trace used.
    var lastLeaves: [EvaluatedLeaf] {
        for step in trace.reversed() {
            if case .condition(_, let leaves) = step.what { return leaves }
        }
        return []
    }
}
