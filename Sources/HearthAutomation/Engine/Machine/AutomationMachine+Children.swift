internal import HearthTraitDescriptors

// Automations that run others as their children. A child has its own run and trace, is one deeper in the chain, and has
// the rights of the principal who saved it. Its parent waits until that run has ended for any reason.
extension AutomationMachine {
    /// Begins the run of a child after its parent's walk.
    mutating func execute(
        _ automationID: String, for runID: UInt64, _ nodeID: UInt32, _ step: inout Step<some AutomationHome>
    ) {
        guard let run = runs[runID], run.end == nil, let parent = entries[run.automationID] else { return }
        guard step.home.allowsExecution(by: parent.automation.savedBy) else {
            conclude(runID, nodeID, runID: nil, RunEnd(.invalid, at: nodeID, step.moment.sinceEpoch))
            // The author has lost the right, so the run ends.
            return end(runID, .actionFailed, nodeID, &step)
        }
        let outcome: StartOutcome
        if let child = entries[automationID], !child.index.hasManualStarter {
            outcome = .refused(.invalid)
        } else {
            let cause = AutomationCause(
                .automation, name: run.automationID, run: RunOrigin(runID: runID, chain: run.chain))
            let start = RunStart(
                nodeID: entries[automationID]?.index.manualStarter, .parent(runID: runID, nodeID: nodeID), cause)
            outcome = self.start(automationID, start, [:], &step)
        }
        switch outcome {
        case .began(let child):
            conclude(runID, nodeID, runID: child, nil)
            // In a cycle, the child's start may have ended its parent.
            if runs[runID]?.end != nil { end(child, .stopped(by: run.automationID), nil, &step) }
        case .refused(let reason):
            conclude(runID, nodeID, runID: nil, RunEnd(reason, at: nodeID, step.moment.sinceEpoch))
            parents.append(runID)
        }
        step.actions.needsSaving = true
    }

    /// Notes that a child has begun, or that none has.
    private mutating func conclude(_ parentID: UInt64, _ nodeID: UInt32, runID: UInt64?, _ end: RunEnd?) {
        guard var run = runs[parentID], run.end == nil else { return }
        run.progress[nodeID] = runID.map { .executing(runID: $0) } ?? .finished
        let at = end?.at ?? runID.flatMap { runs[$0]?.startedAt } ?? run.startedAt
        run.note(TraceStep(nodeID, at: at, .execution(runID: runID, end: end)), within: limits)
        runs[parentID] = run
        pending.change(run: parentID)
    }

    /// Continues the parents whose children have ended. It is a loop, because a long row of short children would
    /// overflow the stack by recursion.
    mutating func continueParents(_ step: inout Step<some AutomationHome>) {
        var rounds: [UInt64: Int] = [:]
        while !parents.isEmpty {
            let waiting = parents
            parents = []
            for runID in waiting {
                rounds[runID, default: 0] += 1
                // No graph has this many nodes, so two automations run each other in a cycle.
                guard rounds[runID, default: 0] <= limits.childrenInAStep else {
                    end(runID, .loop, nil, &step)
                    continue
                }
                advance(runID, &step)
            }
        }
    }
}
