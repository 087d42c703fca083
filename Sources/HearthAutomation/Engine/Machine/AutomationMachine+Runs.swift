internal import HearthTraitDescriptors

// Runs from one walk to the next: what the machine tells a walk, and what it does with the results.
extension AutomationMachine {
    /// Continues a run as far as possible.
    ///
    /// - Parameter change: the change that the run waits for or that affects a hold; nil for none.
    mutating func advance(
        _ runID: UInt64, answer: Walk.Answer? = nil, after change: HomeChange? = nil,
        _ step: inout Step<some AutomationHome>
    ) {
        guard let run = runs[runID], run.end == nil, !run.isQueued, let entry = entries[run.automationID],
            let graph = index(of: run)
        else { return }
        var walk = walk(of: run, entry, graph, step)
        walk.answer = answer
        walk.change = change
        waits.unwatch(run, graph)
        let result = walk.proceed()
        take(walk, from: run, entry, &step)
        switch result {
        case .pending: break
        case .done: end(runID, .finished, nil, &step)
        case .ended(let reason, let nodeID): end(runID, reason, nodeID, &step)
        }
    }

    /// A walk that continues a run.
    private func walk(
        of run: AutomationRun, _ entry: Entry, _ graph: GraphIndex, _ step: Step<some AutomationHome>
    ) -> Walk {
        let lineage = runs.lineage(of: run)
        var walk = Walk(
            graph: graph, automation: entry.automation, home: step.home.seen(by: entry.automation.savedBy),
            moment: step.moment, limits: limits, isJudging: false, run: run)
        walk.isStandingStill = standstill != nil
        if run.revision == entry.automation.revision {
            walk.suppressedUntil = entry.memory.suppressedUntil
            walk.heldSince = entry.memory.heldSince
        }
        walk.allowsSensitiveActions = entry.automation.allowsSensitiveActions && !isSpoken(lineage)
        for run in lineage where run.end == nil && index(of: run)?.hasRestoration == true {
            walk.restorers[run.id] = run.originals
        }
        for case .executing(let childID) in run.progress.values where childID != 0 {
            // A run that no longer exists was deleted while the hub was down.
            let end = runs[childID].map(\.end) ?? RunEnd(.deleted, at: nil, step.moment.sinceEpoch)
            walk.endedChildren[childID] = end
        }
        return walk
    }

    /// Keeps the run of a walk, and handles the walk's results.
    ///
    /// - Parameters:
    ///   - before: the run before the walk.
    ///   - entry: its automation before the walk.
    private mutating func take(
        _ walk: Walk, from before: AutomationRun, _ entry: Entry, _ step: inout Step<some AutomationHome>
    ) {
        let run = walk.run
        runs[run.id] = run
        waits.watch(run, walk.graph)
        remember(walk.remembered, for: walk.restorers.keys)
        if run.progress != before.progress || run.trace.count != before.trace.count { pending.change(run: run.id) }
        if run.revision == entry.automation.revision { keep(walk.suppressedUntil, of: entry) }
        waits.take(walk, among: runs, at: step.moment)
        send(walk.requests, &step)
        let hasDecided = run.trace.dropFirst(before.trace.count).contains(where: \.isDecision)
        if !walk.waits.isEmpty || hasDecided { step.actions.needsSaving = true }
        for execution in walk.executions { execute(execution.automationID, for: run.id, execution.nodeID, &step) }
    }

    /// Sends requests at once or after the next commit.
    private mutating func send(_ requests: [Walk.Request], _ step: inout Step<some AutomationHome>) {
        guard !requests.isEmpty else { return }
        let first = step.actions.sends.count
        let held = pending.requests
        var later: [ActionRequest] = []
        for new in requests {
            // Requests of a run to one device are sent in the order of the graph.
            let request = new.request
            let isBehind = { (other: ActionRequest) in
                other.runID == request.runID && other.path.target.deviceID == request.path.target.deviceID
            }
            if new.needsCommit || later.contains(where: isBehind) || held.contains(where: isBehind) {
                later.append(request)
            } else {
                step.actions.sends.append(request)
            }
        }
        for request in step.actions.sends[first...] { noticeConflicts(request, at: step.moment) }
        for request in later { noticeConflicts(request, at: step.moment) }
        guard !later.isEmpty else { return }
        pending.hold(later)
        step.actions.needsSaving = true
    }

    // MARK: Answers

    /// Handles the outcome of an action that was sent.
    ///
    /// - Parameter part: the number of the device among those that the node addressed, as in ``ActionRequest/part``.
    package mutating func answered(
        runID: UInt64, nodeID: UInt32, attempt: UInt32, part: Int = 0, _ outcome: ActionOutcome,
        home: consuming some AutomationHome, at moment: AutomationMoment
    ) -> Actions {
        var step = newStep(home: home, at: moment)
        let acting: AutomationRun.Acting? =
            switch runs[runID]?.progress[nodeID] {
            case .acting(let acting)? where part == 0: acting
            case .actingTogether(let parts)? where parts.indices.contains(part) && parts[part].outcome == nil:
                parts[part].acting
            default: nil
            }
        if acting?.attempts == attempt {
            advance(runID, answer: Walk.Answer(nodeID: nodeID, part: part, outcome: outcome), &step)
        }
        return finish(&step)
    }

    /// Continues a run after a start of the hub.
    mutating func resume(_ runID: UInt64, _ step: inout Step<some AutomationHome>) {
        guard let run = runs[runID], run.end == nil, let entry = entries[run.automationID] else { return }
        guard let graph = index(of: run) else {
            // The graph of its revision is gone, so it can't continue.
            return end(runID, .deleted, nil, &step)
        }
        if run.isQueued, entry.lives.first == runID { runs[runID]?.isQueued = false }
        for (id, progress) in run.progress.sorted(by: { $0.key < $1.key }) where runs[runID]?.progress[id] == progress {
            switch progress {
            case .waiting(let waiting):
                let node = RunWaits.Node(runID: runID, nodeID: id)
                waits.insert(node, due: waiting.due, graph, among: runs, at: step.moment)
            case .acting(let acting):
                resume(acting, graph.action(id).map { ($0.trait.path, $0.commandID) }, 0, of: id, run, &step)
            case .actingTogether(let parts):
                for (number, part) in parts.enumerated() where part.outcome == nil {
                    resume(part.acting, (part.path, part.commandID), number, of: id, run, &step)
                }
            case .at, .finished, .executing: continue
            }
        }
        advance(runID, &step)
    }

    /// Sends an action in flight again if it is repeatable; otherwise its outcome is unknown.
    private mutating func resume(
        _ acting: AutomationRun.Acting, _ command: (path: TraitPath, id: UInt32?)?, _ part: Int, of nodeID: UInt32,
        _ run: AutomationRun, _ step: inout Step<some AutomationHome>
    ) {
        guard acting.isRepeatable, let command, let automation = entries[run.automationID]?.automation else {
            return advance(run.id, answer: Walk.Answer(nodeID: nodeID, part: part, outcome: .unknown), &step)
        }
        step.actions.sends.append(
            ActionRequest(
                acting, to: command.path, commandID: command.id, part: part, at: nodeID, of: run,
                savedBy: automation.savedBy,
                allowsSensitiveActions: automation.allowsSensitiveActions && !isSpoken(runs.lineage(of: run))))
    }

    /// Whether a spoken phrase started one of these runs.
    private func isSpoken(_ lineage: [AutomationRun]) -> Bool {
        lineage.contains { run in run.start.nodeID.map { index(of: run)?.isSpoken($0) == true } ?? false }
    }
}

extension TraceStep {
    /// Whether the further steps of the run depend on the state of the home at this moment.
    fileprivate var isDecision: Bool {
        switch what {
        case .condition, .branch, .assignment, .reading, .suppressing, .execution, .restoration: true
        case .waiting, .waited, .action, .partAction, .unobserved, .conflict: false
        }
    }
}
