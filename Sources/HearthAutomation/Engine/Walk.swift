internal import HearthTraitModel

/// Context and output of one evaluation step.
struct Walk {
    let index: GraphIndex
    let automation: Automation
    let home: any AutomationHome
    let moment: AutomationMoment
    /// Dry evaluation: stops at the first action or wait, to tell whether the run would start.
    let isJudging: Bool
    /// Whether the clock may be wrong (``AutomationMachine/Standstill``).
    var isStandingStill = false
    /// By suppression: until when it ends further runs.
    var suppressedUntil: [UInt32: Duration] = [:]
    /// Since when the operands of ``Operator/heldFor`` are true; empty for a former revision, for which it is not
    /// recorded.
    var heldSince: [Int: Duration] = [:]
    /// Requests to send at once.
    var sends: [ActionRequest] = []
    /// Requests to send after the next commit.
    var gated: [ActionRequest] = []
    /// Waits that begin in this step.
    var waits: [(nodeID: UInt32, due: Duration)] = []
    /// Times at which waits must be evaluated before they are due.
    var wakes: [(nodeID: UInt32, due: Duration)] = []
    /// The answer that this step handles.
    var answer: Answer?
    /// The change that this step handles, for starters that end waits.
    var change: HomeChange?
    /// The runs that may restore what this run changes.
    var restorers: [UInt64] = []
    /// Original values to keep for them.
    var remembered: [(attribute: TraitAttribute, original: OriginalValue)] = []
    /// Automations to run as children after this step.
    var executions: [(nodeID: UInt32, automationID: String)] = []

    /// The outcome of an action, with its node and the number of the device.
    struct Answer {
        let nodeID: UInt32
        let part: Int
        let outcome: ActionOutcome
    }
}

/// The result of a node in a step.
enum Walked {
    /// It has ended; the next node may begin.
    case done
    /// It waits or is in flight.
    case pending
    /// It ends the run, or its branch of a parallel flow.
    case ended(EndReason, UInt32)
}

extension AutomationMachine {
    /// Continues a run as far as possible.
    ///
    /// - Parameter change: the change that the run waits for or that affects a hold; nil for none.
    mutating func advance(
        _ runID: UInt64, answer: Walk.Answer? = nil, after change: HomeChange? = nil,
        home: some AutomationHome, at moment: AutomationMoment, _ actions: inout Actions
    ) {
        guard var run = runs[runID], run.end == nil, !run.isQueued, let entry = entries[run.automationID],
            let index = index(of: run)
        else { return }
        var walk = Walk(
            index: index, automation: entry.automation, home: home.seen(by: entry.automation.savedBy), moment: moment,
            isJudging: false)
        // Suppressions of a former revision do not apply to the present one, which has other nodes.
        let isPresent = run.revision == entry.automation.revision
        if isPresent {
            walk.suppressedUntil = entry.memory.suppressedUntil
            walk.heldSince = entry.memory.heldSince
        }
        walk.answer = answer
        walk.change = change
        walk.restorers = restorers(around: run)
        walk.isStandingStill = standstill != nil
        let before = (run.progress, run.trace.count)
        let originals = run.originals
        unwatch(run)
        let walked = self.walk(index.root, &run, &walk)
        runs[runID] = run
        watch(run, index)
        followOriginals(of: run, before: originals)
        remember(walk.remembered, for: walk.restorers)
        if before != (run.progress, run.trace.count) { unsaved.runs.insert(runID) }
        if isPresent, walk.suppressedUntil != entry.memory.suppressedUntil {
            entries[run.automationID]?.memory.suppressedUntil = walk.suppressedUntil
            unsaved.automations.insert(run.automationID)
        }
        for wait in walk.waits { insertWait(runID, wait.nodeID, due: wait.due, index, at: moment) }
        if let known = looks[runID] { looks[runID] = known.filter { run.isWaiting($0.key) } }
        for wake in walk.wakes { insertLook(runID, wake.nodeID, due: wake.due, at: moment) }
        for request in walk.sends + walk.gated { noticeConflicts(request, at: moment) }
        actions.sends += walk.sends
        gated += walk.gated.map { GatedAction(request: $0, mark: unsaved.mark) }
        let hasDecided = run.trace.dropFirst(before.1).contains(where: \.isDecision)
        if !walk.gated.isEmpty || !walk.waits.isEmpty || hasDecided { actions.needsSaving = true }
        for execution in walk.executions {
            execute(execution.automationID, for: runID, execution.nodeID, home: home, at: moment, &actions)
        }
        switch walked {
        case .pending: break
        case .done: end(runID, .finished, nil, home: home, at: moment, &actions)
        case .ended(let reason, let nodeID): end(runID, reason, nodeID, home: home, at: moment, &actions)
        }
    }

    /// Schedules the evaluation of a node at its due time, and each minute if it depends on the clock.
    mutating func insertWait(
        _ runID: UInt64, _ nodeID: UInt32, due: Duration, _ index: GraphIndex, at moment: AutomationMoment
    ) {
        let node = WatchedNode(runID: runID, nodeID: nodeID)
        waits.insert(node, at: due)
        if index.isTimed(nodeID) { waits.insert(node, at: moment.nextMinute) }
        waits.tidy { node, _ in
            if case .waiting? = runs[node.runID]?.progress[node.nodeID] { true } else { false }
        }
    }

    /// Schedules the evaluation of a waiting node before its due time, unless an earlier one is scheduled.
    private mutating func insertLook(_ runID: UInt64, _ nodeID: UInt32, due: Duration, at moment: AutomationMoment) {
        if let known = looks[runID]?[nodeID], known > moment.now, known <= due { return }
        looks[runID, default: [:]][nodeID] = due
        waits.insert(WatchedNode(runID: runID, nodeID: nodeID), at: due)
    }

    func walk(_ node: AutomationNode, _ run: inout AutomationRun, _ walk: inout Walk) -> Walked {
        switch node.kind {
        case .sequential(let nodes): return sequence(nodes, of: node.id, &run, &walk)
        case .parallel(let nodes):
            return walk.isJudging ? .pending : parallel(nodes, &run, &walk)
        case .select(let nodes):
            guard let started = run.start.nodeID, let chosen = nodes.first(where: { $0.contains(started) }) else {
                return .done
            }
            return self.walk(chosen, &run, &walk)
        case .ifChain(let chain): return branch(chain, of: node.id, &run, &walk)
        case .starter, .manualStarter: return .done
        case .stateReader(let trait):
            if run.readings[node.id] == nil {
                run.readings[node.id] = scope(run, walk).read(trait) ?? [:]
                note(node.id, .reading, &run, walk)
            }
            return .done
        case .condition(let condition): return pass(condition, of: node.id, &run, &walk)
        case .action(let action): return walk.isJudging ? .pending : act(action, of: node.id, &run, &walk)
        case .delay(let duration):
            return walk.isJudging ? .pending : wait(duration, of: node.id, &run, &walk)
        case .suppression(let duration):
            guard run.progress[node.id] == nil else { return .done }
            let (now, until) = (walk.moment.sinceEpoch, walk.moment.sinceEpoch + duration.bounded)
            if let before = walk.suppressedUntil[node.id], before > now, before <= until || walk.isStandingStill {
                return .ended(.suppressed, node.id)
            }
            walk.suppressedUntil[node.id] = until
            run.progress[node.id] = .finished
            note(node.id, .suppressing(until: until), &run, walk)
            return .done
        case .assignment(let variable, let expression):
            var evaluator = Evaluator(scope(run, walk))
            let result = evaluator.evaluate(expression)
            run.variables[variable] = result.value
            note(node.id, .assignment(variable: variable, result), &run, walk)
            return .done
        case .wait(let wait): return walk.isJudging ? .pending : waitFor(wait, of: node.id, &run, &walk)
        case .execution(let automationID):
            return walk.isJudging ? .pending : awaitExecution(of: automationID, at: node.id, &run, &walk)
        case .restoration: return walk.isJudging ? .pending : restore(at: node.id, &run, &walk)
        case .unknown: return .done
        }
    }

    // MARK: Flows

    private func sequence(
        _ nodes: [AutomationNode], of id: UInt32, _ run: inout AutomationRun, _ walk: inout Walk
    ) -> Walked {
        var place = 0
        if case .at(let index)? = run.progress[id] { place = index }
        while nodes.indices.contains(place) {
            let walked = self.walk(nodes[place], &run, &walk)
            guard case .done = walked else { return walked }
            place += 1
            run.progress[id] = .at(place)
        }
        return .done
    }

    /// Runs the branches of a parallel flow. A branch that ends early does not end the others, except after a failed
    /// action.
    private func parallel(_ nodes: [AutomationNode], _ run: inout AutomationRun, _ walk: inout Walk) -> Walked {
        var isPending = false
        for (place, node) in nodes.enumerated() {
            if case .finished? = run.progress[node.id] { continue }
            switch self.walk(node, &run, &walk) {
            case .pending: isPending = true
            case .done: run.progress[nodes[place].id] = .finished
            case .ended(.actionFailed, let nodeID): return .ended(.actionFailed, nodeID)
            case .ended: run.progress[nodes[place].id] = .finished
            }
        }
        return isPending ? .pending : .done
    }

    private func branch(
        _ chain: IfChain, of id: UInt32, _ run: inout AutomationRun, _ walk: inout Walk
    ) -> Walked {
        let chosen: Int
        if case .at(let index)? = run.progress[id] {
            chosen = index
        } else {
            var found: Int?
            for (index, branch) in chain.branches.enumerated() where found == nil {
                let (result, leaves) = evaluate(branch.condition, &run, walk)
                note(id, .condition(result, leaves), &run, walk)
                if result.truth == true { found = index }
            }
            chosen = found ?? chain.branches.count
            note(id, .branch(found ?? (chain.otherwise == nil ? nil : chosen)), &run, walk)
            run.progress[id] = .at(chosen)
        }
        if chain.branches.indices.contains(chosen) { return self.walk(chain.branches[chosen].node, &run, &walk) }
        return chain.otherwise.map { self.walk($0, &run, &walk) } ?? .done
    }

    // MARK: Expressions and traces

    func scope(_ run: AutomationRun, _ walk: Walk, isLive: Bool = false) -> RunScope {
        RunScope(
            graph: walk.index, home: walk.home, moment: walk.moment, readings: run.readings, isLive: isLive,
            variables: run.variables, heldSince: walk.heldSince)
    }

    func evaluate(
        _ expression: AutomationExpression, _ run: inout AutomationRun, _ walk: Walk, isLive: Bool = false
    ) -> (Evaluated, [EvaluatedLeaf]) {
        var evaluator = Evaluator(scope(run, walk, isLive: isLive))
        let result = evaluator.evaluate(expression)
        return (result, evaluator.leaves)
    }

    func note(_ nodeID: UInt32, _ what: TraceStep.What, _ run: inout AutomationRun, _ walk: Walk) {
        note(TraceStep(nodeID, at: walk.moment.sinceEpoch, what), &run)
    }

    func note(_ step: TraceStep, _ run: inout AutomationRun) {
        guard run.trace.count < limits.traceSteps, run.traceBytes + step.size <= limits.traceBytes else { return }
        run.trace.append(step)
        run.traceBytes += step.size
    }
}

extension AutomationRun {
    fileprivate func isWaiting(_ nodeID: UInt32) -> Bool {
        if case .waiting? = progress[nodeID] { true } else { false }
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
