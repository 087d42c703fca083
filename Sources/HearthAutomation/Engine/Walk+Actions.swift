internal import HearthTraitModel

extension AutomationMachine {
    /// Sends an action, or goes on with what became of it (AU-67).
    func act(_ action: Action, of id: UInt32, _ run: inout AutomationRun, _ walk: inout Walk) -> Walked {
        switch run.progress[id] {
        case .finished?: return .done
        case .acting(let acting)?:
            guard let answer = walk.answer, answer.nodeID == id else { return .pending }
            walk.answer = nil
            return conclude(action, of: id, acting, answer.outcome, &run, &walk)
        case .waiting(let waiting)?:
            guard waiting.due <= walk.moment.now else { return .pending }
            return send(action, of: id, attempts: waiting.attempts + 1, &run, &walk)
        case .at?, nil: return send(action, of: id, attempts: 1, &run, &walk)
        }
    }

    private func send(
        _ action: Action, of id: UInt32, attempts: UInt32, _ run: inout AutomationRun, _ walk: inout Walk
    ) -> Walked {
        var acting = AutomationRun.Acting(
            attempts: attempts, isRepeatable: action.isRepeatable(in: walk.home), fields: [:],
            since: walk.moment.sinceEpoch)
        for (field, expression) in action.fields {
            // A null can be sent, and needs no working out.
            if case .constant(let value) = expression {
                acting.fields[field] = value
                continue
            }
            let (result, _) = evaluate(expression, &run, walk)
            guard let value = result.value else {
                let outcome = ActionOutcome.refused("argument \(field) is not known")
                return conclude(action, of: id, acting, outcome, &run, &walk)
            }
            acting.fields[field] = value
        }
        run.progress[id] = .acting(acting)
        let request = request(action, of: id, acting, run, walk.automation)
        if acting.isRepeatable { walk.sends.append(request) } else { walk.gated.append(request) }
        return .pending
    }

    func request(
        _ action: Action, of id: UInt32, _ acting: AutomationRun.Acting, _ run: AutomationRun,
        _ automation: Automation
    ) -> ActionRequest {
        ActionRequest(
            runID: run.id, nodeID: id, attempt: acting.attempts, automationID: run.automationID,
            path: action.trait.path, commandID: action.commandID, fields: acting.fields, savedBy: automation.savedBy,
            allowsSensitiveActions: automation.allowsSensitiveActions,
            origin: RunOrigin(runID: run.id, chain: run.chain))
    }

    private func conclude(
        _ action: Action, of id: UInt32, _ acting: AutomationRun.Acting, _ outcome: ActionOutcome,
        _ run: inout AutomationRun, _ walk: inout Walk
    ) -> Walked {
        let took = max(.zero, walk.moment.sinceEpoch - acting.since)
        note(id, .action(acting.fields, outcome, took: took), &run, walk)
        run.progress[id] = .finished
        guard outcome != .done else { return .done }
        switch action.onFailure {
        case .continue: return .done
        case .stop: return .ended(.actionFailed, id)
        case .retry(let times, let delay):
            // What may have happened is not done twice unless it may be (AU-69).
            guard acting.attempts <= times, outcome != .unknown || acting.isRepeatable else { return .done }
            beginWaiting(delay, of: id, attempts: acting.attempts, &run, &walk)
            return .pending
        }
    }

    /// What became of an action that was sent.
    package mutating func answered(
        runID: UInt64, nodeID: UInt32, attempt: UInt32, _ outcome: ActionOutcome, home: some AutomationHome,
        at moment: AutomationMoment
    ) -> Actions {
        var actions = Actions()
        guard case .acting(let acting)? = runs[runID]?.progress[nodeID], acting.attempts == attempt else {
            return actions
        }
        advance(runID, answer: (nodeID, outcome), home: home, at: moment, &actions)
        return actions
    }

    /// Goes on with a run that was under way when the hub ended.
    mutating func resume(
        _ runID: UInt64, home: some AutomationHome, at moment: AutomationMoment, _ actions: inout Actions
    ) {
        guard let run = runs[runID], let entry = entries[run.automationID] else { return }
        let key = RevisionKey(automationID: run.automationID, revision: run.revision)
        guard let index = run.revision == entry.automation.revision ? entry.index : former[key] else {
            // Its graph is nowhere: nothing can be said of it but that.
            end(runID, .deleted, nil, home: home, at: moment, &actions)
            return
        }
        for (id, progress) in run.progress.sorted(by: { $0.key < $1.key }) {
            switch progress {
            case .waiting(let waiting): waits.insert(WatchedNode(runID: runID, nodeID: id), at: waiting.due)
            case .acting(let acting):
                if acting.isRepeatable, let action = index.action(id) {
                    actions.sends.append(request(action, of: id, acting, run, entry.automation))
                } else {
                    advance(runID, answer: (id, .unknown), home: home, at: moment, &actions)
                }
            case .at, .finished: continue
            }
        }
        watch(run, index)
        advance(runID, home: home, at: moment, &actions)
    }
}

extension Action {
    /// Whether doing it twice does the same as doing it once (AU-69).
    func isRepeatable(in home: any AutomationHome) -> Bool {
        guard let commandID else { return true }
        return home.descriptor(trait.path)?.command(commandID)?.isRepeatable ?? false
    }
}
