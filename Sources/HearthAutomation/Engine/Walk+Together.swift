internal import HearthTraitModel

// Nodes that address several devices at the same time: actions on a group, and restorations.
extension AutomationMachine {
    /// Sends to several devices.
    func actTogether(
        _ parts: [AutomationRun.ActingPart], at id: UInt32, _ onFailure: Action.OnFailure, _ run: inout AutomationRun,
        _ walk: inout Walk, isRestoration: Bool = false
    ) -> Walked {
        run.progress[id] = .actingTogether(parts)
        for (index, part) in parts.enumerated() where part.outcome == nil {
            let request = request(part, index, of: id, run, walk.automation)
            let isRemembered = !isRestoration && keepOriginals(of: request, &run, &walk)
            emit(request, isSentAtOnce: part.acting.isRepeatable && !isRemembered, run, &walk)
        }
        return goOnTogether(at: id, onFailure, &run, &walk)
    }

    func request(
        _ part: AutomationRun.ActingPart, _ index: Int, of id: UInt32, _ run: AutomationRun, _ automation: Automation
    ) -> ActionRequest {
        var request = ActionRequest(
            runID: run.id, nodeID: id, attempt: part.acting.attempts, automationID: run.automationID, path: part.path,
            commandID: part.commandID, fields: part.acting.fields, savedBy: automation.savedBy,
            allowsSensitiveActions: automation.allowsSensitiveActions && !isSpoken(run),
            origin: RunOrigin(runID: run.id, chain: run.chain))
        request.part = index
        return request
    }

    /// Handles an answer; the node ends once all its devices have answered.
    func goOnTogether(
        at id: UInt32, _ onFailure: Action.OnFailure, _ run: inout AutomationRun, _ walk: inout Walk
    ) -> Walked {
        guard case .actingTogether(var parts)? = run.progress[id] else { return .done }
        if let answer = walk.answer, answer.nodeID == id, parts.indices.contains(answer.part) {
            walk.answer = nil
            var part = parts[answer.part]
            part.outcome = answer.outcome
            let took = max(.zero, walk.moment.sinceEpoch - part.acting.since)
            note(
                id,
                .partAction(part.path, commandID: part.commandID, part.acting.fields, answer.outcome, took: took),
                &run, walk)
            parts[answer.part] = part
            run.progress[id] = .actingTogether(parts)
        }
        guard parts.allSatisfy({ $0.outcome != nil }) else { return .pending }
        run.progress[id] = .finished
        let failures = parts.filter { $0.outcome != .done }
        guard !failures.isEmpty else { return .done }
        // The author has lost the right, so the run ends.
        let isForbidden = failures.contains { if case .notAllowed? = $0.outcome { true } else { false } }
        if isForbidden { return .ended(.actionFailed, id) }
        switch onFailure {
        case .continue: return .done
        case .stop: return .ended(.actionFailed, id)
        case .retry(let times, let delay):
            // A retry sends to all of them, so all actions must be repeatable.
            let attempts = parts.map(\.acting.attempts).max() ?? 1
            guard attempts <= times, parts.allSatisfy(\.acting.isRepeatable) else { return .done }
            beginWaiting(max(delay, .seconds(1)), of: id, attempts: attempts, &run, &walk)
            return .pending
        }
    }

    /// Sends a request at once, or after the next commit.
    func emit(_ request: ActionRequest, isSentAtOnce: Bool, _ run: AutomationRun, _ walk: inout Walk) {
        // Requests to one device are sent in the order of the graph.
        let isBehind = { (other: ActionRequest) in
            other.runID == request.runID && other.path.target.deviceID == request.path.target.deviceID
        }
        let waits = walk.gated.contains(where: isBehind) || gated.contains { isBehind($0.request) }
        if isSentAtOnce, !waits { walk.sends.append(request) } else { walk.gated.append(request) }
    }
}
