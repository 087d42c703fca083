internal import HearthTraitDescriptors

extension AutomationMachine {
    /// Ends all runs of an automation on request. Actions that are in flight are not cancelled.
    package mutating func stop(
        _ automationID: String, by name: String, home: consuming some AutomationHome, at moment: AutomationMoment
    ) -> Actions {
        var step = newStep(home: home, at: moment)
        endAll(of: automationID, .stopped(by: name), &step)
        return finish(&step)
    }

    /// Ends all runs of an automation, newest first, so that no queued run begins.
    mutating func endAll(of automationID: String, _ reason: EndReason, _ step: inout Step<some AutomationHome>) {
        for id in (entries[automationID]?.lives ?? []).reversed() { end(id, reason, nil, &step) }
    }

    /// Ends a run, and begins the next queued one.
    mutating func end(
        _ runID: UInt64, _ reason: EndReason, _ nodeID: UInt32?, _ step: inout Step<some AutomationHome>
    ) {
        guard var run = runs[runID], run.end == nil else { return }
        if let graph = index(of: run) { waits.unwatch(run, graph) }
        run.end = RunEnd(reason, at: nodeID, step.moment.sinceEpoch)
        endedRuns[reason.outcome, default: 0] &+= 1
        step.actions.ended.append(EndedRun(run, reason.outcome, at: step.moment.sinceEpoch))
        let progress = run.progress
        run.progress = [:]
        run.originals = [:]
        run.isQueued = false
        runs[runID] = run
        waits.forget(runID)
        shares.end(runID)
        if run.revision != entries[run.automationID]?.automation.revision { former.end(run) }
        pending.end(run)
        step.actions.needsSaving = true
        step.actions.changed.insert(run.automationID)
        countFailure(of: run, reason, &step)
        entries[run.automationID]?.lives.removeAll { $0 == runID }
        parted(run, from: progress, reason, &step)
        guard let next = entries[run.automationID]?.lives.first, runs[next]?.isQueued == true else { return }
        runs[next]?.isQueued = false
        pending.change(run: next)
        advance(next, &step)
    }

    /// Counts consecutive failed runs. Runs that were stopped, or that a condition ended, count neither way.
    private mutating func countFailure(
        of run: AutomationRun, _ reason: EndReason, _ step: inout Step<some AutomationHome>
    ) {
        guard reason == .finished || reason == .actionFailed, var failures = entries[run.automationID]?.failures else {
            return
        }
        if let failure = run.failure {
            failures &+= 1
            if failures == 2 { step.actions.failing[run.automationID] = failure }
            step.actions.succeeded.remove(run.automationID)
        } else {
            failures = 0
            step.actions.failing[run.automationID] = nil
            step.actions.succeeded.insert(run.automationID)
        }
        entries[run.automationID]?.failures = failures
    }

    /// Handles the end of a run: its parent continues, and its children are stopped.
    private mutating func parted(
        _ run: AutomationRun, from progress: [UInt32: AutomationRun.Progress], _ reason: EndReason,
        _ step: inout Step<some AutomationHome>
    ) {
        if let parent = run.parent { parents.append(parent) }
        for case .executing(let child) in progress.values where runs[child]?.parent == run.id {
            let why: EndReason = if case .stopped = reason { reason } else { .stopped(by: run.automationID) }
            end(child, why, nil, &step)
        }
    }
}
