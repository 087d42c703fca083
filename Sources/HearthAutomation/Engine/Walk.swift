internal import HearthTraitModel

/// What a step through a graph goes with.
struct Walk {
    let index: GraphIndex
    let automation: Automation
    let home: any AutomationHome
    let moment: AutomationMoment
    /// Whether it is only looked whether the run would begin: it goes up to the first thing that is done or waited for.
    let isJudging: Bool
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
    mutating func advance(
        _ runID: UInt64, answer: (nodeID: UInt32, outcome: ActionOutcome)? = nil, home: some AutomationHome,
        at moment: AutomationMoment, _ actions: inout Actions
    ) {
        guard var run = runs[runID], run.end == nil, !run.isQueued, let entry = entries[run.automationID] else {
            return
        }
        let key = RevisionKey(automationID: run.automationID, revision: run.revision)
        let index = run.revision == entry.automation.revision ? entry.index : former[key]
        guard let index else { return }
        var walk = Walk(index: index, automation: entry.automation, home: home, moment: moment, isJudging: false)
        walk.suppressedUntil = entry.memory.suppressedUntil
        walk.answer = answer
        let before = (run.progress, run.trace.count)
        unwatch(run)
        let walked = self.walk(index.root, &run, &walk)
        runs[runID] = run
        watch(run, index)
        if before != (run.progress, run.trace.count) { unsaved.runs.insert(runID) }
        if walk.suppressedUntil != entry.memory.suppressedUntil {
            entries[run.automationID]?.memory.suppressedUntil = walk.suppressedUntil
            unsaved.automations.insert(run.automationID)
        }
        for wait in walk.waits { waits.insert(WatchedNode(runID: runID, nodeID: wait.nodeID), at: wait.due) }
        actions.sends += walk.sends
        gated += walk.gated.map { GatedAction(request: $0, mark: unsaved.mark) }
        if !walk.gated.isEmpty || !walk.waits.isEmpty { actions.needsSaving = true }
        switch walked {
        case .pending: break
        case .done: end(runID, .finished, nil, home: home, at: moment, &actions)
        case .ended(let reason, let nodeID): end(runID, reason, nodeID, home: home, at: moment, &actions)
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
            if let until = walk.suppressedUntil[node.id], until > walk.moment.sinceEpoch, run.progress[node.id] == nil {
                return .ended(.suppressed, node.id)
            }
            guard run.progress[node.id] == nil else { return .done }
            let until = walk.moment.sinceEpoch + duration
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
            graph: walk.index, home: walk.home, moment: walk.moment, readings: isLive ? nil : run.readings,
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
        guard run.trace.count < limits.traceSteps else { return }
        run.trace.append(TraceStep(nodeID, at: walk.moment.sinceEpoch, what))
    }
}
