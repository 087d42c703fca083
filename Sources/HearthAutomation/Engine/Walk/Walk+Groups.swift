internal import HearthTraitDescriptors

// Nodes that address several devices at the same time: actions on a group, and restorations.
extension Walk {
    /// Sends to several devices.
    mutating func actTogether(
        _ parts: [AutomationRun.ActingPart], at id: UInt32, _ onFailure: Action.OnFailure, isRestoration: Bool = false
    ) -> Result {
        run.progress[id] = .actingTogether(parts)
        for (number, part) in parts.enumerated() where part.outcome == nil {
            let request = ActionRequest(
                part.acting, to: part.path, commandID: part.commandID, part: number, at: id, of: run,
                savedBy: automation.savedBy, allowsSensitiveActions: allowsSensitiveActions)
            emit(request, isRepeatable: part.acting.isRepeatable, isRestoration: isRestoration)
        }
        return continueTogether(at: id, onFailure)
    }

    /// Handles an answer; the node ends once all its devices have answered.
    mutating func continueTogether(at id: UInt32, _ onFailure: Action.OnFailure) -> Result {
        guard case .actingTogether(var parts)? = run.progress[id] else { return .done }
        if let answer, answer.nodeID == id, parts.indices.contains(answer.part) {
            self.answer = nil
            var part = parts[answer.part]
            part.outcome = answer.outcome
            let took = max(.zero, moment.sinceEpoch - part.acting.since)
            note(
                id, .partAction(part.path, commandID: part.commandID, part.acting.fields, answer.outcome, took: took))
            parts[answer.part] = part
            run.progress[id] = .actingTogether(parts)
        }
        guard parts.allSatisfy({ $0.outcome != nil }) else { return .pending }
        run.progress[id] = .finished
        let failures = parts.compactMap(\.outcome).filter { $0 != .done }
        guard !failures.isEmpty else { return .done }
        // A retry sends to all of them, so all actions must be repeatable.
        return fail(
            at: id, onFailure, attempts: parts.map(\.acting.attempts).max() ?? 1,
            mayRetry: parts.allSatisfy(\.acting.isRepeatable), isForbidden: failures.contains(where: \.isForbidden))
    }
}
