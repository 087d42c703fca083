internal import HearthTraitDescriptors

extension AutomationMachine {
    /// Notes a conflict: two automations set an attribute to different values at nearly the same time. The later one
    /// wins, and both traces name the other.
    mutating func noticeConflicts(_ request: ActionRequest, at moment: AutomationMoment) {
        for (attribute, other) in recent.take(request, at: moment) where !isFamily(other.origin.runID, request.runID) {
            note(.conflict(other.origin, attribute), request.nodeID, of: request.runID, at: moment)
            note(.conflict(request.origin, attribute), other.nodeID, of: other.origin.runID, at: moment)
        }
    }

    /// Whether one run is a descendant of the other; then the difference is intended.
    private func isFamily(_ one: UInt64, _ other: UInt64) -> Bool {
        runs.isDescendant(one, of: other) || runs.isDescendant(other, of: one)
    }

    private mutating func note(
        _ what: TraceStep.What, _ nodeID: UInt32, of runID: UInt64, at moment: AutomationMoment
    ) {
        guard var run = runs[runID] else { return }
        run.note(TraceStep(nodeID, at: moment.sinceEpoch, what), within: limits)
        runs[runID] = run
        pending.change(run: runID)
    }
}
