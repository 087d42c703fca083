internal import HearthTraitDescriptors

extension AutomationRun {
    /// The device of an action; nil for the only one of its node.
    private struct Part: Hashable {
        let nodeID: UInt32
        let path: TraitPath?
    }

    /// Why an ended run has not done what it should, for people: the reason of the last action that failed in all its
    /// attempts. Nil if none did.
    var failure: String? {
        var known: Set<Part> = []
        for step in trace.reversed() {
            let (part, outcome): (Part, ActionOutcome)
            switch step.what {
            case .action(_, let own, _): (part, outcome) = (Part(nodeID: step.nodeID, path: nil), own)
            case .partAction(let path, _, _, let own, _): (part, outcome) = (Part(nodeID: step.nodeID, path: path), own)
            default: continue
            }
            if known.insert(part).inserted, let reason = outcome.failure { return reason }
        }
        return end?.reason == .actionFailed ? "an action was not done" : nil
    }
}

extension ActionOutcome {
    fileprivate var failure: String? {
        switch self {
        case .done: nil
        case .refused(let reason), .unreachable(let reason), .notAllowed(let reason): reason
        case .unknown: "it is not known whether an action was done"
        }
    }
}
