package import HearthBase
internal import HearthTraitModel

extension AutomationMachine {
    /// Runs an automation by hand.
    ///
    /// - Parameters:
    ///   - key: the caller's idempotency key, or a unique value.
    ///   - cause: the caller.
    /// - Returns: the run's id; nil if its conditions were not met or it may not run, with the reason in the
    ///   automation's memory.
    package mutating func execute(
        _ automationID: String, key: String, cause: AutomationCause, home: some AutomationHome,
        at moment: AutomationMoment, _ actions: inout Actions
    ) -> UInt64? {
        noticeClock(home: home, at: moment, &actions)
        guard let entry = entries[automationID], entry.isValid, entry.index.hasManualStarter else { return nil }
        let manual = entry.index.manualStarter
        let outcome = start(
            automationID, RunStart(nodeID: manual, .request(key), cause), [:], home: home, at: moment, &actions)
        goOnWithParents(home: home, at: moment, &actions)
        return if case .began(let runID) = outcome { runID } else { nil }
    }

    /// The result of a start.
    enum StartOutcome {
        case began(UInt64)
        case refused(EndReason)
    }

    /// Ends all runs of an automation on request. Actions that are in flight are not cancelled.
    package mutating func stop(
        _ automationID: String, by name: String, home: some AutomationHome, at moment: AutomationMoment
    ) -> Actions {
        var actions = Actions()
        noticeClock(home: home, at: moment, &actions)
        endAll(of: automationID, .stopped(by: name), home: home, at: moment, &actions)
        goOnWithParents(home: home, at: moment, &actions)
        return actions
    }

    /// Ends all runs of an automation, newest first, so that no queued run begins.
    mutating func endAll(
        of automationID: String, _ reason: EndReason, home: some AutomationHome, at moment: AutomationMoment,
        _ actions: inout Actions
    ) {
        for id in (entries[automationID]?.lives ?? []).reversed() {
            end(id, reason, nil, home: home, at: moment, &actions)
        }
    }

    /// Handles a starter that has fired: evaluates the conditions up to the first action or wait, and begins a run if
    /// they are true and the mode and limits allow it.
    @discardableResult
    mutating func start(
        _ automationID: String, _ start: RunStart, _ readings: [UInt32: StructureValue], home: some AutomationHome,
        at moment: AutomationMoment, _ actions: inout Actions
    ) -> StartOutcome {
        guard let entry = entries[automationID] else { return .refused(.deleted) }
        guard entry.isValid else { return .refused(.invalid) }
        guard entry.automation.isActive || start.isByHand else { return .refused(.invalid) }
        var run = AutomationRun(
            id: nextRunID, automationID: automationID, revision: entry.automation.revision,
            startedAt: moment.sinceEpoch, start: start, chain: (start.cause.run?.chain ?? []) + [automationID])
        run.readings = readings
        var context = Walk(
            index: entry.index, automation: entry.automation, home: home.seen(by: entry.automation.savedBy),
            moment: moment, isJudging: true)
        context.suppressedUntil = entry.memory.suppressedUntil
        context.heldSince = entry.memory.heldSince
        context.isStandingStill = standstill != nil
        readOthers(&run, context)
        let judged = walk(entry.index.root, &run, &context)
        if case .ended(let reason, let nodeID) = judged {
            keep(context.suppressedUntil, of: automationID)
            note(reason, nodeID, run)
            return .refused(reason)
        }
        if let reason = obstacle(entry, run, at: moment, &actions) {
            note(reason, start.nodeID ?? entry.index.root.id, run)
            return .refused(reason)
        }
        keep(context.suppressedUntil, of: automationID)
        begin(run, home: home, at: moment, &actions)
        return .began(run.id)
    }

    /// Reads the attribute starters that did not fire, as if they were state readers at the start.
    private func readOthers(_ run: inout AutomationRun, _ context: Walk) {
        let others = context.index.attributeStarters(otherThan: run.start.nodeID)
        guard !others.isEmpty else { return }
        let scope = RunScope(graph: context.index, home: context.home, moment: context.moment)
        for listener in others where run.readings[listener.nodeID] == nil {
            run.readings[listener.nodeID] = scope.read(listener.starter.trait) ?? [:]
            note(listener.nodeID, .reading, &run, context)
        }
    }

    private mutating func keep(_ suppressedUntil: [UInt32: Duration], of automationID: String) {
        guard entries[automationID]?.memory.suppressedUntil != suppressedUntil else { return }
        entries[automationID]?.memory.suppressedUntil = suppressedUntil
        unsaved.automations.insert(automationID)
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
        unsaved.automations.insert(automationID)
    }

    // MARK: Limits

    /// The limit or mode that prevents a run whose conditions are true; nil if none does.
    private mutating func obstacle(
        _ entry: Entry, _ run: AutomationRun, at moment: AutomationMoment, _ actions: inout Actions
    ) -> EndReason? {
        let (automation, lives) = (entry.automation, entry.lives.count)
        if run.chain.count > limits.depth { return .loop }
        // A run by hand needs no active automation, but counts against the maximum.
        if let most = automation.maxExecutions, entry.memory.executions >= most { return .tooManyRuns }
        if automation.mode != .restart || lives == 0, shortage(for: automation) != nil { return .tooManyRuns }
        switch automation.mode {
        case .single: if lives > 0 { return .alreadyRunning }
        case .restart: break
        case .queued, .parallel:
            if lives >= min(max(1, automation.maxRuns), limits.runsOfAutomation) { return .tooManyRuns }
        }
        guard run.start.cause.kind != .client else { return nil }
        return isResting(entry, at: moment) || isTooOften(automation.id, at: moment, &actions) ? .paused : nil
    }

    /// A limit of the hub or structure that prevents a new run, whatever the automation's own limits are.
    package enum Shortage: Hashable, Sendable {
        case runs(PoolRefusal)
        /// The structure has this many runs, the most it may have.
        case structure(Int)
    }

    /// The limit that prevents a new run of an automation; nil if none does.
    package func shortage(of automationID: String) -> Shortage? {
        entries[automationID].flatMap { shortage(for: $0.automation) }
    }

    private func shortage(for automation: Automation) -> Shortage? {
        let holder = self.holder(of: automation)
        if holder != nil, livingRuns >= limits.runsOfStructure { return .structure(limits.runsOfStructure) }
        return pool.refusal(for: holder).map { .runs($0) }
    }

    private func holder(of automation: Automation) -> String? {
        automation.savedBy == limits.owner ? nil : automation.savedBy
    }

    /// Counts a run that has begun.
    mutating func countIn(_ run: AutomationRun) {
        let holder = entries[run.automationID].flatMap { self.holder(of: $0.automation) }
        livingRuns += 1
        holders[run.id] = .some(holder)
        holdings[holder, default: 0] += 1
        pool.add(1, for: holder)
    }

    private mutating func countOut(_ run: AutomationRun) {
        livingRuns -= 1
        guard let holder = holders.removeValue(forKey: run.id) else { return }
        let left = (holdings[holder] ?? 0) - 1
        holdings[holder] = left > 0 ? left : nil
        pool.giveBack(of: holder)
    }

    private func isResting(_ entry: Entry, at moment: AutomationMoment) -> Bool {
        guard let until = entry.memory.pausedUntil, until > moment.sinceEpoch else { return false }
        // A longer pause than the longest possible one was set by a wrong clock.
        return until <= moment.sinceEpoch + longestPause
    }

    private var longestPause: Duration { (limits.pauses.max() ?? .zero).bounded }

    /// Counts a start that no person caused, and pauses the automation if there were too many.
    private mutating func isTooOften(
        _ automationID: String, at moment: AutomationMoment, _ actions: inout Actions
    ) -> Bool {
        guard var entry = entries[automationID] else { return false }
        entry.starts.removeAll { $0 <= moment.now - limits.rateSpan }
        entry.starts.append(moment.now)
        guard entry.starts.count > limits.starts, let last = limits.pauses.last else {
            entries[automationID] = entry
            return false
        }
        // After the longest pause without another one, the next is the shortest again.
        if let until = entry.memory.pausedUntil, until + longestPause < moment.sinceEpoch { entry.pauses = 0 }
        let pause = limits.pauses.indices.contains(entry.pauses) ? limits.pauses[entry.pauses] : last
        entry.pauses = min(entry.pauses + 1, limits.pauses.count)
        entry.starts = []
        entry.memory.pausedUntil = moment.sinceEpoch + pause.bounded
        entries[automationID] = entry
        unsaved.automations.insert(automationID)
        actions.changed.insert(automationID)
        return true
    }

    // MARK: Beginning and ending

    private mutating func begin(
        _ run: AutomationRun, home: some AutomationHome, at moment: AutomationMoment, _ actions: inout Actions
    ) {
        let id = run.automationID
        nextRunID &+= 1
        if entries[id]?.automation.mode == .restart {
            endAll(of: id, .restarted, home: home, at: moment, &actions)
        }
        guard var entry = entries[id] else { return }
        var run = run
        run.isQueued = entry.automation.mode == .queued && !entry.lives.isEmpty
        entry.lives.append(run.id)
        entry.memory.lastStart = moment.sinceEpoch
        entry.memory.executions = max(entry.memory.executions, entry.memory.executions &+ 1)
        entry.keepToMaximum()
        runs[run.id] = run
        countIn(run)
        entries[id] = entry
        unsaved.runs.insert(run.id)
        unsaved.automations.insert(id)
        actions.needsSaving = true
        actions.changed.insert(id)
        if !run.isQueued { advance(run.id, home: home, at: moment, &actions) }
    }

    /// Ends a run, and begins the next queued one.
    mutating func end(
        _ runID: UInt64, _ reason: EndReason, _ nodeID: UInt32?, home: some AutomationHome,
        at moment: AutomationMoment, _ actions: inout Actions
    ) {
        guard var run = runs[runID], run.end == nil else { return }
        unwatch(run)
        if !gated.isEmpty { gated.removeAll { $0.request.runID == runID } }
        run.end = RunEnd(reason, at: nodeID, moment.sinceEpoch)
        let (progress, originals) = (run.progress, run.originals)
        run.progress = [:]
        run.originals = [:]
        followOriginals(of: run, before: originals)
        looks[runID] = nil
        run.isQueued = false
        runs[runID] = run
        countOut(run)
        release(run)
        unsaved.runs.insert(runID)
        endings.append(Ending(runID: runID, automationID: run.automationID, mark: unsaved.mark))
        actions.needsSaving = true
        actions.changed.insert(run.automationID)
        entries[run.automationID]?.lives.removeAll { $0 == runID }
        parted(run, from: progress, reason, home: home, at: moment, &actions)
        guard let next = entries[run.automationID]?.lives.first, runs[next]?.isQueued == true else { return }
        runs[next]?.isQueued = false
        unsaved.runs.insert(next)
        advance(next, home: home, at: moment, &actions)
    }

    /// Drops the graph of a former revision if this was its last run.
    private mutating func release(_ run: AutomationRun) {
        let key = RevisionKey(automationID: run.automationID, revision: run.revision)
        guard run.revision != entries[run.automationID]?.automation.revision, let graph = former[key] else { return }
        former[key] = graph.runs > 1 ? FormerGraph(index: graph.index, runs: graph.runs - 1) : nil
    }
}

extension AutomationMachine.Entry {
    /// Deactivates an automation that has reached its maximum number of runs.
    mutating func keepToMaximum() {
        if let most = automation.maxExecutions, memory.executions >= most { automation.isActive = false }
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
