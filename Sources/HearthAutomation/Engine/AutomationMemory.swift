/// What the engine remembers of an automation beside its runs. It is stored.
package struct AutomationMemory: Hashable, Sendable {
    /// How often it has run: starts that led to a run (AU-06).
    package var executions: UInt32 = 0
    /// Time since 1970 of the last start.
    package var lastStart: Duration?
    /// Time since 1970 until which further runs end at a suppression, by its node.
    package var suppressedUntil: [UInt32: Duration] = [:]
    /// The instant at which each clock starter has fired last, or has been looked at, in seconds since 1970.
    package var lastInstants: [UInt32: Int64] = [:]
    /// Time since 1970 until which it rests (AU-85).
    package var pausedUntil: Duration?
    /// Why starts led to no run, the last of each starter with how often each reason was (AU-89).
    package var nonStarts: [UInt32: NonStarts] = [:]

    /// Time since 1970 since when what the graph asks for with ``Operator/heldFor`` is true, by which of these it is from 0;
    /// as far back as the program was saved (AU-41).
    package var heldSince: [Int: Duration] = [:]

    package init() {}
}

/// Why a starter's changes led to no run.
package struct NonStarts: Hashable, Sendable {
    /// The newest.
    package var last: NonStart
    /// How often by kind of reason.
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
    /// The node that stood in the way; the starter itself where none did.
    package let nodeID: UInt32
    /// Time since 1970.
    package let at: Duration
    package let cause: AutomationCause
    /// The values that it came from.
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

    /// What kind of reason it is, for counting. The numbers are those of the wire, and never change.
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
