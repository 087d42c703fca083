internal import HearthTraitModel

extension AutomationMachine {
    /// Runs that set different values within this time are in conflict.
    private static var conflictSpan: Duration { .seconds(2) }
    /// Old settings are removed once there are more than this.
    private static var fewSettings: Int { 256 }

    /// Notes a conflict: two automations set an attribute to different values at nearly the same time. The later one
    /// wins, and both traces name the other.
    mutating func noticeConflicts(_ request: ActionRequest, at moment: AutomationMoment) {
        for (attribute, asked) in Restorable.changes(by: request.commandID, request.fields, of: request.path) {
            guard let asked else { continue }
            let setting = RecentSetting(origin: request.origin, nodeID: request.nodeID, value: asked, at: moment.now)
            let other = recent.updateValue(setting, forKey: attribute)
            guard let other, other.at + Self.conflictSpan >= moment.now, other.value != asked,
                other.origin.chain.last != request.automationID,
                !isFamily(other.origin.runID, request.runID)
            else { continue }
            note(.conflict(other.origin, attribute), request.nodeID, of: request.runID, at: moment)
            note(.conflict(request.origin, attribute), other.nodeID, of: other.origin.runID, at: moment)
        }
        guard recent.count > Self.fewSettings else { return }
        recent = recent.filter { $0.value.at + Self.conflictSpan >= moment.now }
    }

    /// Whether one run is a descendant of the other; then the difference is intended.
    private func isFamily(_ one: UInt64, _ other: UInt64) -> Bool {
        isDescendant(one, of: other) || isDescendant(other, of: one)
    }

    private mutating func note(
        _ what: TraceStep.What, _ nodeID: UInt32, of runID: UInt64, at moment: AutomationMoment
    ) {
        guard var run = runs[runID] else { return }
        note(TraceStep(nodeID, at: moment.sinceEpoch, what), &run)
        runs[runID] = run
        unsaved.runs.insert(runID)
    }
}
