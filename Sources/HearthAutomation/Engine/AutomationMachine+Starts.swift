internal import HearthTraitModel

extension AutomationMachine {
    /// Sets an automation off by hand (AU-07).
    ///
    /// - Parameters:
    ///   - key: the caller's idempotency key, or something that was never used.
    ///   - cause: who asked.
    /// - Returns: the run; nil where its conditions did not hold, or it may not begin, and the automation's memory says why.
    package mutating func execute(
        _ automationID: String, key: String, cause: AutomationCause, home: some AutomationHome,
        at moment: AutomationMoment, _ actions: inout Actions
    ) -> UInt64? {
        guard let entry = entries[automationID], entry.isValid, entry.index.hasManualStarter else { return nil }
        let manual = entry.index.manualStarter
        return start(
            automationID, RunStart(nodeID: manual, .request(key), cause), [:], home: home, at: moment, &actions)
    }

    /// Somebody ends all runs of an automation (AU-08). What is under way is not called back.
    package mutating func stop(
        _ automationID: String, by name: String, home: some AutomationHome, at moment: AutomationMoment
    ) -> Actions {
        var actions = Actions()
        for id in entries[automationID]?.lives ?? [] {
            end(id, .stopped(by: name), nil, home: home, at: moment, &actions)
        }
        return actions
    }

    /// A starter has fired: judges the conditions up to the first thing that is done, and begins a run if they hold and
    /// the automation's mode and the limits allow it.
    @discardableResult
    mutating func start(
        _ automationID: String, _ start: RunStart, _ readings: [UInt32: StructureValue], home: some AutomationHome,
        at moment: AutomationMoment, _ actions: inout Actions
    ) -> UInt64? {
        guard let entry = entries[automationID], entry.isValid else { return nil }
        let isByHand = if case .request = start.occasion { true } else { false }
        guard entry.automation.isActive || isByHand else { return nil }
        var run = AutomationRun(
            id: nextRunID, automationID: automationID, revision: entry.automation.revision,
            startedAt: moment.sinceEpoch, start: start, chain: (start.cause.run?.chain ?? []) + [automationID])
        run.readings = readings
        readOthers(&run, entry.index, home: home, at: moment)
        var context = Walk(
            index: entry.index, automation: entry.automation, home: home, moment: moment, isJudging: true)
        context.suppressedUntil = entry.memory.suppressedUntil
        let judged = walk(entry.index.root, &run, &context)
        if case .ended(let reason, let nodeID) = judged {
            keep(context.suppressedUntil, of: automationID)
            note(reason, nodeID, run, &actions)
            return nil
        }
        if let reason = obstacle(entry, run, at: moment) {
            note(reason, start.nodeID ?? entry.index.root.id, run, &actions)
            return nil
        }
        keep(context.suppressedUntil, of: automationID)
        begin(run, entry, home: home, at: moment, &actions)
        return run.id
    }

    /// What a starter says that did not fire is as if it had been read at the start (AU-50).
    private func readOthers(
        _ run: inout AutomationRun, _ index: GraphIndex, home: some AutomationHome, at moment: AutomationMoment
    ) {
        let scope = RunScope(graph: index, home: home, moment: moment)
        for listener in index.starters(otherThan: run.start.nodeID) where run.readings[listener.nodeID] == nil {
            run.readings[listener.nodeID] = scope.read(listener.starter.trait)
        }
    }

    private mutating func keep(_ suppressedUntil: [UInt32: Duration], of automationID: String) {
        guard entries[automationID]?.memory.suppressedUntil != suppressedUntil else { return }
        entries[automationID]?.memory.suppressedUntil = suppressedUntil
        unsaved.automations.insert(automationID)
    }

    private mutating func note(_ reason: EndReason, _ nodeID: UInt32, _ run: AutomationRun, _ actions: inout Actions) {
        let new = NonStart(
            reason: reason, nodeID: nodeID, at: run.startedAt, cause: run.start.cause, leaves: run.lastLeaves)
        noteNonStart(new, of: run.automationID, run.start.nodeID)
    }

    mutating func noteNonStart(_ new: NonStart, of automationID: String, _ starterID: UInt32?) {
        guard var entry = entries[automationID] else { return }
        let key = starterID ?? entry.index.root.id
        var known = entry.memory.nonStarts[key] ?? NonStarts(last: new)
        known.add(new)
        entry.memory.nonStarts[key] = known
        entries[automationID] = entry
        unsaved.automations.insert(automationID)
    }

    /// What keeps a run from beginning whose conditions hold.
    private mutating func obstacle(_ entry: Entry, _ run: AutomationRun, at moment: AutomationMoment) -> EndReason? {
        let id = entry.automation.id
        if run.chain.count > limits.depth { return .loop }
        if let until = entry.memory.pausedUntil, until > moment.sinceEpoch, run.start.cause.kind != .client {
            return .paused
        }
        if run.start.cause.kind != .client, isTooOften(id, at: moment) { return .paused }
        switch entry.automation.mode {
        case .single: if !entry.lives.isEmpty { return .alreadyRunning }
        case .restart: break
        case .queued, .parallel: if entry.lives.count >= entry.automation.maxRuns { return .tooManyRuns }
        }
        return nil
    }

    /// Counts a start that no person caused, and has the automation rest when those are too many (AU-85).
    private mutating func isTooOften(_ automationID: String, at moment: AutomationMoment) -> Bool {
        guard var entry = entries[automationID] else { return false }
        defer { entries[automationID] = entry }
        entry.starts.removeAll { $0 <= moment.now - limits.rateSpan }
        entry.starts.append(moment.now)
        guard entry.starts.count > limits.starts, let longest = limits.pauses.last else { return false }
        let pause = limits.pauses.indices.contains(entry.pauses) ? limits.pauses[entry.pauses] : longest
        entry.pauses += 1
        entry.starts = []
        entry.memory.pausedUntil = moment.sinceEpoch + pause
        unsaved.automations.insert(automationID)
        return true
    }

    private mutating func begin(
        _ run: AutomationRun, _ entry: Entry, home: some AutomationHome, at moment: AutomationMoment,
        _ actions: inout Actions
    ) {
        let id = entry.automation.id
        var run = run
        nextRunID += 1
        if entry.automation.mode == .restart {
            for old in entry.lives { end(old, .restarted, nil, home: home, at: moment, &actions) }
        }
        run.isQueued = entry.automation.mode == .queued && !entry.lives.isEmpty
        runs[run.id] = run
        entries[id]?.lives.append(run.id)
        entries[id]?.memory.lastStart = moment.sinceEpoch
        if let count = entries[id]?.memory.executions { entries[id]?.memory.executions = count &+ 1 }
        if let most = entry.automation.maxExecutions, let count = entries[id]?.memory.executions, count >= most {
            entries[id]?.automation.isActive = false
        }
        unsaved.runs.insert(run.id)
        unsaved.automations.insert(id)
        actions.needsSaving = true
        actions.changed.insert(id)
        if !run.isQueued { advance(run.id, home: home, at: moment, &actions) }
    }

    /// Ends a run, and lets the next one begin that waited for it.
    mutating func end(
        _ runID: UInt64, _ reason: EndReason, _ nodeID: UInt32?, home: some AutomationHome,
        at moment: AutomationMoment, _ actions: inout Actions
    ) {
        guard var run = runs[runID], run.end == nil else { return }
        run.end = RunEnd(reason, at: nodeID, moment.sinceEpoch)
        unwatch(run)
        run.progress = [:]
        runs[runID] = run
        unsaved.runs.insert(runID)
        gated.removeAll { $0.request.runID == runID }
        actions.needsSaving = true
        actions.changed.insert(run.automationID)
        entries[run.automationID]?.lives.removeAll { $0 == runID }
        guard let next = entries[run.automationID]?.lives.first, runs[next]?.isQueued == true else { return }
        runs[next]?.isQueued = false
        advance(next, home: home, at: moment, &actions)
    }
}

extension AutomationRun {
    /// The values that the last condition of the trace came from.
    var lastLeaves: [EvaluatedLeaf] {
        for step in trace.reversed() {
            if case .condition(_, let leaves) = step.what { return leaves }
        }
        return []
    }
}
