internal import HearthTraitDescriptors

extension Walk {
    /// Evaluates a condition: continues or ends the run. A condition with a hold continues once it has stayed true for
    /// that long.
    mutating func pass(_ condition: Condition, of id: UInt32) -> Result {
        guard condition.hold > .zero else {
            let (result, leaves) = evaluate(condition.expression)
            note(id, .condition(result, leaves))
            return result.truth == true ? .done : .ended(Self.failure(result), id)
        }
        // A hold is evaluated on present values, not on those that were read.
        let (result, leaves) = evaluate(condition.expression, isLive: true)
        guard case .waiting(var waiting)? = run.progress[id] else {
            let isTrue = result.truth == true
            // A real run notes it again when it gets here.
            if !isJudging || !isTrue { note(id, .condition(result, leaves)) }
            guard isTrue else { return .ended(Self.failure(result), id) }
            if isJudging { return .pending }
            let walked = wait(condition.hold, of: id)
            if case .waiting(var waiting)? = run.progress[id], !isSeen(condition.expression) {
                waiting.unseenSince = moment.sinceEpoch
                run.progress[id] = .waiting(waiting)
            }
            return walked
        }
        // At its due time the hold has succeeded, even if this very change ends it.
        let hasHeld = change != nil && waiting.due <= moment.now
        if result.truth != true, !hasHeld {
            note(id, .condition(result, leaves))
            return .ended(.notHeld(after: max(.zero, moment.sinceEpoch - waiting.since)), id)
        }
        let isSeen = isSeen(condition.expression)
        let isDue = waiting.due <= moment.now
        if let since = waiting.unseenSince, isSeen || (isDue && !condition.isStrict) {
            note(id, .unobserved(max(.zero, moment.sinceEpoch - since)))
            waiting.unseenSince = nil
            run.progress[id] = .waiting(waiting)
            if condition.isStrict {
                beginWaiting(condition.hold, of: id)
                return .pending
            }
        } else if !isSeen, waiting.unseenSince == nil {
            waiting.unseenSince = moment.sinceEpoch
            run.progress[id] = .waiting(waiting)
        }
        guard isDue, waiting.unseenSince == nil || !condition.isStrict else { return .pending }
        note(id, .waited(held: true))
        run.progress[id] = nil
        return .done
    }

    /// Whether all devices in an expression are online, so that a change would be reported.
    private func isSeen(_ expression: AutomationExpression) -> Bool {
        expression.references.allSatisfy { reference in
            guard let device = graph.trait(of: reference.nodeID)?.target.deviceID, device != home.id else {
                return true
            }
            return home.isOnline(device) != false
        }
    }

    private static func failure(_ result: Evaluated) -> EndReason {
        result.value == nil ? .conditionUnknown : .conditionFalse
    }
}
