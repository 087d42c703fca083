internal import HearthTraitModel

/// What a step through a graph goes with.
struct Walk {
    let index: GraphIndex
    let automation: Automation
    let home: any AutomationHome
    let moment: AutomationMoment
    /// Whether it is only looked whether the run would begin: it goes up to the first thing that is done or waited for.
    let isJudging: Bool
    /// Whether something has changed that is waited for; until then it was as it had been before.
    var isAfterChange = false
    /// Whether the clock may be wrong (``AutomationMachine/Standstill``).
    var isStandingStill = false
    /// Until when suppressions end further runs, by their nodes.
    var suppressedUntil: [UInt32: Duration] = [:]
    /// What is to be sent.
    var sends: [ActionRequest] = []
    /// Of these, those that must not be sent before everything is stored.
    var gated: [ActionRequest] = []
    /// What waits from now on.
    var waits: [(nodeID: UInt32, due: Duration)] = []
    /// What was asked for and is answered: the outcome by the action's node.
    var answer: (nodeID: UInt32, outcome: ActionOutcome)?
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
    /// - Parameter isChange: whether something has changed that is waited for, or must stay true.
    mutating func advance(
        _ runID: UInt64, answer: (nodeID: UInt32, outcome: ActionOutcome)? = nil, isChange: Bool = false,
        home: some AutomationHome, at moment: AutomationMoment, _ actions: inout Actions
    ) {
        guard var run = runs[runID], run.end == nil, !run.isQueued, let entry = entries[run.automationID],
            let index = index(of: run)
        else { return }
        var walk = Walk(index: index, automation: entry.automation, home: home, moment: moment, isJudging: false)
        // What a former revision suppresses is no business of the present one, whose nodes are others.
        let isPresent = run.revision == entry.automation.revision
        if isPresent { walk.suppressedUntil = entry.memory.suppressedUntil }
        walk.answer = answer
        walk.isAfterChange = isChange
        walk.isStandingStill = standstill != nil
        let before = (run.progress, run.trace.count)
        unwatch(run)
        let walked = self.walk(index.root, &run, &walk)
        runs[runID] = run
        watch(run, index)
        if before != (run.progress, run.trace.count) { unsaved.runs.insert(runID) }
        if isPresent, walk.suppressedUntil != entry.memory.suppressedUntil {
            entries[run.automationID]?.memory.suppressedUntil = walk.suppressedUntil
            unsaved.automations.insert(run.automationID)
        }
        for wait in walk.waits { insertWait(runID, wait.nodeID, due: wait.due, index, at: moment) }
        actions.sends += walk.sends
        gated += walk.gated.map { GatedAction(request: $0, mark: unsaved.mark) }
        let hasDecided = run.trace.dropFirst(before.1).contains(where: \.isDecision)
        if !walk.gated.isEmpty || !walk.waits.isEmpty || hasDecided { actions.needsSaving = true }
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
            variables: run.variables)
    }

    func evaluate(
        _ expression: AutomationExpression, _ run: inout AutomationRun, _ walk: Walk, isLive: Bool = false
    ) -> (Evaluated, [EvaluatedLeaf]) {
        var evaluator = Evaluator(scope(run, walk, isLive: isLive))
        let result = evaluator.evaluate(expression)
        return (result, evaluator.leaves)
    }

    func note(_ nodeID: UInt32, _ what: TraceStep.What, _ run: inout AutomationRun, _ walk: Walk) {
        let step = TraceStep(nodeID, at: walk.moment.sinceEpoch, what)
        guard run.trace.count < limits.traceSteps, run.traceBytes + step.size <= limits.traceBytes else { return }
        run.trace.append(step)
        run.traceBytes += step.size
    }
}

extension TraceStep {
    /// Whether what the run does from here on depends on how the home was at this moment.
    fileprivate var isDecision: Bool {
        switch what {
        case .condition, .branch, .assignment, .reading, .suppressing: true
        case .waiting, .waited, .action: false
        }
    }
}
