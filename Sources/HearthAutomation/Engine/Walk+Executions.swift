internal import HearthTraitModel

// Automations that run others as their children. A child has its own run and trace, is one deeper in the chain, and has
// the rights of the principal who saved it. Its parent waits until that run has ended for any reason.
extension AutomationMachine {
    /// Runs another automation, or waits for its run.
    func awaitExecution(
        of automationID: String, at id: UInt32, _ run: inout AutomationRun, _ walk: inout Walk
    ) -> Walked {
        switch run.progress[id] {
        case .finished?: return .done
        case .executing(let childID)?:
            let child = runs[childID]
            guard childID != 0, child == nil || child?.end != nil else { return .pending }
            // A run that no longer exists was deleted while the hub was down.
            let end = child?.end ?? RunEnd(.deleted, at: nil, walk.moment.sinceEpoch)
            note(id, .execution(runID: childID, end: end), &run, walk)
            run.progress[id] = .finished
            return .done
        default:
            run.progress[id] = .executing(runID: 0)
            walk.executions.append((id, automationID))
            return .pending
        }
    }

    /// Begins the run of a child after its parent's step.
    mutating func execute(
        _ automationID: String, for runID: UInt64, _ nodeID: UInt32, home: some AutomationHome,
        at moment: AutomationMoment, _ actions: inout Actions
    ) {
        guard let run = runs[runID], run.end == nil, let parent = entries[run.automationID] else { return }
        guard home.allowsExecution(by: parent.automation.savedBy) else {
            conclude(runID, nodeID, runID: nil, RunEnd(.invalid, at: nodeID, moment.sinceEpoch))
            // The author has lost the right, so the run ends.
            return end(runID, .actionFailed, nodeID, home: home, at: moment, &actions)
        }
        let outcome: StartOutcome
        if let child = entries[automationID], !child.index.hasManualStarter {
            outcome = .refused(.invalid)
        } else {
            let cause = AutomationCause(
                .automation, name: run.automationID, run: RunOrigin(runID: runID, chain: run.chain))
            let start = RunStart(
                nodeID: entries[automationID]?.index.manualStarter, .parent(runID: runID, nodeID: nodeID), cause)
            outcome = self.start(automationID, start, [:], home: home, at: moment, &actions)
        }
        switch outcome {
        case .began(let child):
            conclude(runID, nodeID, runID: child, nil)
            // In a cycle, the child's start may have ended its parent.
            if runs[runID]?.end != nil {
                end(child, .stopped(by: run.automationID), nil, home: home, at: moment, &actions)
            }
        case .refused(let reason):
            conclude(runID, nodeID, runID: nil, RunEnd(reason, at: nodeID, moment.sinceEpoch))
            parents.append(runID)
        }
        actions.needsSaving = true
    }

    /// Notes that a child has begun, or that none has.
    private mutating func conclude(_ parentID: UInt64, _ nodeID: UInt32, runID: UInt64?, _ end: RunEnd?) {
        guard var run = runs[parentID], run.end == nil else { return }
        run.progress[nodeID] = runID.map { .executing(runID: $0) } ?? .finished
        let at = end?.at ?? runID.flatMap { runs[$0]?.startedAt } ?? run.startedAt
        note(TraceStep(nodeID, at: at, .execution(runID: runID, end: end)), &run)
        runs[parentID] = run
        unsaved.runs.insert(parentID)
    }

    /// Continues the parents whose children have ended. It is a loop, because a long row of short children would
    /// overflow the stack by recursion.
    mutating func goOnWithParents(
        home: some AutomationHome, at moment: AutomationMoment, _ actions: inout Actions
    ) {
        var rounds: [UInt64: Int] = [:]
        while !parents.isEmpty {
            let waiting = parents
            parents = []
            for runID in waiting {
                rounds[runID, default: 0] += 1
                // No graph has this many nodes, so two automations run each other in a cycle.
                guard rounds[runID, default: 0] <= limits.childrenInAStep else {
                    end(runID, .loop, nil, home: home, at: moment, &actions)
                    continue
                }
                advance(runID, home: home, at: moment, &actions)
            }
        }
    }

    /// Handles the end of a run: its parent continues, and its children are stopped.
    mutating func parted(
        _ run: AutomationRun, from progress: [UInt32: AutomationRun.Progress], _ reason: EndReason,
        home: some AutomationHome, at moment: AutomationMoment, _ actions: inout Actions
    ) {
        if let parent = run.parent { parents.append(parent) }
        for case .executing(let child) in progress.values where runs[child]?.parent == run.id {
            let why: EndReason = if case .stopped = reason { reason } else { .stopped(by: run.automationID) }
            end(child, why, nil, home: home, at: moment, &actions)
        }
    }
}
