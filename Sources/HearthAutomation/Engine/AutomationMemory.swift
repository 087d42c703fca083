/// The stored data of an automation besides its runs.
package struct AutomationMemory: Hashable, Sendable {
    /// The number of starts that led to a run.
    package var executions: UInt32 = 0
    /// Time since 1970 of the last start.
    package var lastStart: Duration?
    /// Time since 1970 until which further runs end at a suppression, by its node id.
    package var suppressedUntil: [UInt32: Duration] = [:]
    /// By clock starter: the instant at which it last fired, or from which its times count, in seconds since 1970.
    package var lastInstants: [UInt32: Int64] = [:]
    /// Time since 1970 until which it is paused.
    package var pausedUntil: Duration?
    /// By starter: why its starts led to no run.
    package var nonStarts: [UInt32: NonStarts] = [:]

    /// Time since 1970 since when each operand of ``Operator/heldFor`` is true, by its zero-based index in the graph.
    /// It does not reach back before the graph was saved.
    package var heldSince: [Int: Duration] = [:]

    package init() {}
}

/// Why starts of a starter led to no run.
package struct NonStarts: Hashable, Sendable {
    /// The newest.
    package var last: NonStart
    /// The number of non-starts by kind of reason.
    package var counts: [NonStart.Kind: UInt64] = [:]

    package init(last: NonStart) { self.last = last }

    mutating func add(_ new: NonStart) {
        last = new
        counts[new.kind, default: 0] &+= 1
    }
}

/// A start that led to no run, and why.
package struct NonStart: Hashable, Sendable {
    package let reason: EndReason
    /// The node that prevented the run; the starter if no node did.
    package let nodeID: UInt32
    /// Time since 1970.
    package let at: Duration
    package let cause: AutomationCause
    /// The values from which the reason follows.
    package let leaves: [EvaluatedLeaf]

    package init(
        reason: EndReason, nodeID: UInt32, at time: Duration, cause: AutomationCause, leaves: [EvaluatedLeaf]
    ) {
        self.reason = reason
        self.nodeID = nodeID
        at = time
        self.cause = cause
        self.leaves = leaves
    }

    /// The kind of reason, for counting. The raw values are wire numbers and never change.
    package enum Kind: UInt32, Hashable, Sendable, CaseIterable {
        case conditionFalse = 1
        case conditionUnknown
        case suppressed
        case alreadyRunning
        case tooManyRuns
        case loop
        case paused
        case late
        case other
    }

    package var kind: Kind {
        switch reason {
        case .conditionFalse: .conditionFalse
        case .conditionUnknown: .conditionUnknown
        case .suppressed: .suppressed
        case .alreadyRunning: .alreadyRunning
        case .tooManyRuns: .tooManyRuns
        case .loop: .loop
        case .paused: .paused
        case .late: .late
        case .finished, .notHeld, .restarted, .stopped, .deleted, .actionFailed, .restored, .invalid: .other
        }
    }
}
