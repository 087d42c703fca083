extension AutomationRun {
    /// Whether the run ended normally and every action succeeded. Traces of such runs are dropped first.
    package var isUneventful: Bool {
        switch end?.reason {
        case .finished, .conditionFalse, .suppressed: trace.allSatisfy(\.isUneventful)
        default: false
        }
    }
}

extension TraceStep {
    fileprivate var isUneventful: Bool {
        switch what {
        case .action(_, let outcome, _), .partAction(_, _, _, let outcome, _): outcome == .done
        case .assignment(_, let result), .condition(let result, _): result.value != nil
        case .execution(let runID, _): runID != nil
        case .restoration(_, let kept): kept == 0
        case .unobserved, .conflict: false
        case .branch, .waiting, .waited, .reading, .suppressing: true
        }
    }
}
