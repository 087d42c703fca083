internal import HearthTraitModel

/// What a step through a graph goes with.
struct Walk {
    let index: GraphIndex
    let automation: Automation
    let home: any AutomationHome
    let moment: AutomationMoment
    /// Whether it is only looked whether the run would begin: it goes up to the first thing that is done or waited for.
    let isJudging: Bool
    /// Whether the clock may be wrong (``AutomationMachine/Standstill``).
    var isStandingStill = false
    /// Until when suppressions end further runs, by their nodes.
    var suppressedUntil: [UInt32: Duration] = [:]
    /// Since when what is asked for with ``Operator/heldFor`` is true; empty for a former revision, of which nobody knows.
    var heldSince: [Int: Duration] = [:]
    /// What is to be sent.
    var sends: [ActionRequest] = []
    /// Of these, those that must not be sent before everything is stored.
    var gated: [ActionRequest] = []
    /// What waits from now on.
    var waits: [(nodeID: UInt32, due: Duration)] = []
    /// When what waits already is to be looked at.
    var wakes: [(nodeID: UInt32, due: Duration)] = []
    /// What was asked for and is answered.
    var answer: Answer?
    /// What has changed or happened just now, for starters that are waited for.
    var change: HomeChange?
    /// Runs around this one that may put back what it changes.
    var restorers: [UInt64] = []
    /// What is remembered for them.
    var remembered: [(attribute: TraitAttribute, original: OriginalValue)] = []
    /// Automations that are to be run, and wait for this step to be over.
    var executions: [(nodeID: UInt32, automationID: String)] = []

    /// The outcome of an action, by its node and which of its devices it is.
    struct Answer {
        let nodeID: UInt32
        let part: Int
        let outcome: ActionOutcome
    }
}

/// What became of a node in a step.
enum Walked {
    /// It is done; the next one may begin.
    case done
    /// It waits, or is under way.
    case pending
    /// It ends the run, or its branch of a parallel flow.
    case ended(EndReason, UInt32)
}

extension AutomationMachine {
    /// Goes on in a run as far as it can.
    ///
    /// - Parameter change: what has changed that is waited for, or must stay true; nil for nothing.
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
        // What a former revision suppresses is no business of the present one, whose nodes are others.
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

    /// Has a node looked at when it falls due, and each minute if it waits for what the clock shows.
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

    /// Has a node that waits looked at before it falls due, unless it is so already.
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

    /// A branch that ends early leaves the others alone (AU-40).
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
    /// Whether what the run does from here on depends on how the home was at this moment.
    fileprivate var isDecision: Bool {
        switch what {
        case .condition, .branch, .assignment, .reading, .suppressing, .execution, .restoration: true
        case .waiting, .waited, .action, .partAction, .unobserved, .conflict: false
        }
    }
}
