/// How runs end, in few groups for counters.
package enum RunOutcome: String, Hashable, Sendable, CaseIterable {
    /// It reached the end of its graph.
    case finished
    /// A condition did not hold, or an earlier run suppressed it.
    case notMet = "not_met"
    /// It was not to run: others ran, a limit was reached, or it was too late.
    case skipped
    /// A person stopped it, or a newer start or the automation's removal did.
    case stopped
    /// An action failed.
    case failed
}

/// A run that ended, for programs that trace runs.
package struct EndedRun: Hashable, Sendable {
    package let id: UInt64
    package let automationID: String
    /// Since 1970.
    package let startedAt: Duration
    /// Since 1970.
    package let endedAt: Duration
    package let outcome: RunOutcome

    init(_ run: AutomationRun, _ outcome: RunOutcome, at time: Duration) {
        id = run.id
        automationID = run.automationID
        startedAt = run.startedAt
        endedAt = time
        self.outcome = outcome
    }
}

extension EndReason {
    /// The group of the reason.
    package var outcome: RunOutcome {
        switch self {
        case .finished: .finished
        case .conditionFalse, .conditionUnknown, .notHeld, .suppressed: .notMet
        case .alreadyRunning, .tooManyRuns, .loop, .paused, .late, .invalid: .skipped
        case .restarted, .stopped, .deleted, .restored: .stopped
        case .actionFailed: .failed
        }
    }
}
