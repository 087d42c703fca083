package import HearthTraitModel

/// One run of an automation: where it stands, and what it has done. It is stored as it is.
package struct AutomationRun: Hashable, Sendable {
    /// Unique in the structure, rising.
    package let id: UInt64
    package let automationID: String
    /// The revision of the graph that it runs (AU-05).
    package let revision: UInt64
    /// Time since 1970 of its start.
    package let startedAt: Duration
    package let start: RunStart
    /// The automations that set each other off until this run, its own as the last one (AU-84).
    package let chain: [String]
    /// Whether it waits for those before it (``RunMode/queued``).
    package var isQueued = false
    /// Where the nodes stand that have begun, by their ids.
    package var progress: [UInt32: Progress] = [:]
    /// What starters and state readers have read, by their ids (AU-49).
    package var readings: [UInt32: StructureValue] = [:]
    package var variables: [String: TraitValue] = [:]
    /// What happened, oldest first.
    package var trace: [TraceStep] = []
    /// The bytes of the trace, about.
    package var traceBytes = 0
    /// What attributes were before its actions and its children's changed them, where its graph may put them back (AU-63).
    package var originals: [TraitAttribute: OriginalValue] = [:]
    /// Why and when it ended; nil while it lives.
    package var end: RunEnd?

    package init(
        id: UInt64, automationID: String, revision: UInt64, startedAt: Duration, start: RunStart, chain: [String]
    ) {
        self.id = id
        self.automationID = automationID
        self.revision = revision
        self.startedAt = startedAt
        self.start = start
        self.chain = chain
    }

    /// Where a node stands.
    package enum Progress: Hashable, Sendable {
        /// The child at this index is at work, or chosen.
        case at(Int)
        /// It has ended; kept of the children of a parallel flow.
        case finished
        /// It goes on at a time, or with a change.
        case waiting(Waiting)
        /// It is asked for, and not answered.
        case acting(Acting)
        /// Several devices are asked at the same time.
        case actingTogether([ActingPart])
        /// It waits for a run of another automation; 0 until that has begun (AU-64).
        case executing(runID: UInt64)
    }

    /// A node that waits.
    package struct Waiting: Hashable, Sendable {
        /// Time since 1970 at which it began.
        package var since: Duration
        /// Time since 1970 at which it ends.
        package var until: Duration
        /// The same by the clock that never jumps; not stored.
        package var due: Duration
        /// How often an action was tried before.
        package var attempts: UInt32 = 0
        /// Time since 1970 since when nobody sees whether what it waits for is true; nil where somebody does (AU-76).
        package var unseenSince: Duration?
        /// Of the starters that end it, whether what each waits for can still become true; not stored.
        var canBecome: [Bool] = []

        package init(
            since: Duration, until: Duration, due: Duration, attempts: UInt32 = 0, unseenSince: Duration? = nil
        ) {
            self.since = since
            self.until = until
            self.due = due
            self.attempts = attempts
            self.unseenSince = unseenSince
        }
    }

    /// An action that is under way.
    package struct Acting: Hashable, Sendable {
        /// How often it was tried, this time included.
        package var attempts: UInt32
        /// Whether it may be sent again without harm (AU-69).
        package var isRepeatable: Bool
        /// What it is sent with.
        package var fields: StructureValue
        /// Time since 1970.
        package var since: Duration

        package init(attempts: UInt32, isRepeatable: Bool, fields: StructureValue, since: Duration) {
            self.attempts = attempts
            self.isRepeatable = isRepeatable
            self.fields = fields
            self.since = since
        }
    }

    /// One of several devices that a node asks at the same time (AU-63, AU-65).
    package struct ActingPart: Hashable, Sendable {
        package let path: TraitPath
        /// nil when attributes are written.
        package let commandID: UInt32?
        package var acting: Acting
        /// nil while it is under way.
        package var outcome: ActionOutcome?

        package init(_ path: TraitPath, commandID: UInt32?, _ acting: Acting, outcome: ActionOutcome? = nil) {
            self.path = path
            self.commandID = commandID
            self.acting = acting
            self.outcome = outcome
        }
    }

    /// The run whose node it is that runs this one, which waits for it (AU-64).
    package var parent: UInt64? {
        if case .parent(let runID, _) = start.occasion { runID } else { nil }
    }
}

/// What set a run off.
package struct RunStart: Hashable, Sendable {
    /// The starter; nil where somebody ran a graph by hand that has none for it.
    package var nodeID: UInt32?
    package var occasion: Occasion
    package var cause: AutomationCause

    package init(nodeID: UInt32?, _ occasion: Occasion, _ cause: AutomationCause) {
        self.nodeID = nodeID
        self.occasion = occasion
        self.cause = cause
    }

    /// What makes a start one of a kind: the same never happens twice (AU-73).
    package enum Occasion: Hashable, Sendable {
        case change(epoch: UInt64, sequence: UInt64)
        case event(number: UInt64)
        /// A time has come, in seconds since 1970.
        case instant(Int64)
        /// By hand, with the caller's key.
        case request(String)
        /// A node of another run, which waits for this one (AU-64).
        case parent(runID: UInt64, nodeID: UInt32)
    }
}

/// Why and when a run ended.
package struct RunEnd: Hashable, Sendable {
    package let reason: EndReason
    /// The node at which it ended; nil at the end of the graph, or between nodes.
    package let nodeID: UInt32?
    /// Time since 1970.
    package let at: Duration

    package init(_ reason: EndReason, at nodeID: UInt32?, _ time: Duration) {
        self.reason = reason
        self.nodeID = nodeID
        at = time
    }
}

/// Why a run ended, or did not begin.
package enum EndReason: Hashable, Sendable {
    /// All was done.
    case finished
    /// A condition did not hold.
    case conditionFalse
    /// A condition could not be known.
    case conditionUnknown
    /// A condition held, but not for so long; it did for this long.
    case notHeld(after: Duration)
    /// An earlier run has passed the node less long ago than it says.
    case suppressed
    /// A run lives, and the mode is ``RunMode/single``.
    case alreadyRunning
    /// As many runs live as may, or it has run as often as it may in all.
    case tooManyRuns
    /// Automations set each other off in a ring.
    case loop
    /// It was set off too often, and rests.
    case paused
    /// A newer start took its place.
    case restarted
    /// Somebody ended it.
    case stopped(by: String)
    /// The automation was deleted.
    case deleted
    /// An action was not done, and the automation says to end then.
    case actionFailed
    /// It came too late (AU-75); by this much.
    case late(by: Duration)
    /// The home was restored from a backup (AU-81).
    case restored
    /// Something stands in its way, or nobody can run it by hand (AU-64).
    case invalid
}

/// One line of a run's trace.
package struct TraceStep: Hashable, Sendable {
    package let nodeID: UInt32
    /// Time since 1970.
    package let at: Duration
    package let what: What

    package init(_ nodeID: UInt32, at: Duration, _ what: What) {
        self.nodeID = nodeID
        self.at = at
        self.what = what
    }

    /// The bytes that it occupies, about.
    package var size: Int {
        switch what {
        case .condition(let result, let leaves):
            leaves.reduce(96 + (result.value?.memorySize ?? 0)) { $0 + 96 + ($1.result.value?.memorySize ?? 0) }
        case .action(let fields, _, _), .partAction(_, _, let fields, _, _): 256 + fields.memorySize
        case .assignment(_, let result): 96 + (result.value?.memorySize ?? 0)
        case .branch, .waiting, .waited, .reading, .suppressing, .execution, .restoration, .unobserved: 64
        case .conflict: 256
        }
    }

    /// What the node did.
    package enum What: Hashable, Sendable {
        /// A condition, with the values that it came from.
        case condition(Evaluated, [EvaluatedLeaf])
        /// The branch that an if chain took; nil for none.
        case branch(Int?)
        /// A wait until a time since 1970.
        case waiting(until: Duration)
        /// A wait came to its end; whether what it waited for holds.
        case waited(held: Bool)
        /// An action, with what it was sent with, and what became of it.
        case action(StructureValue, ActionOutcome, took: Duration)
        case assignment(variable: String, Evaluated)
        /// The trait was read.
        case reading
        /// Further runs end here until a time since 1970.
        case suppressing(until: Duration)
        /// The same as ``action(_:_:took:)`` of one of several devices, with its trait and the command.
        case partAction(TraitPath, commandID: UInt32?, StructureValue, ActionOutcome, took: Duration)
        /// Another automation's run has begun, or ended; nil for a run where none began (AU-64).
        case execution(runID: UInt64?, end: RunEnd?)
        /// So many attributes are put back, and so many are not, since another cause has changed them (AU-63).
        case restoration(restored: Int, kept: Int)
        /// For so long nobody saw whether what is waited for was true (AU-76).
        case unobserved(Duration)
        /// Another automation's run has set an attribute to something else at nearly the same time (AU-86).
        case conflict(RunOrigin, TraitAttribute)
    }
}

/// What became of an action (AU-67).
package enum ActionOutcome: Hashable, Sendable {
    case done
    /// The device said no, or an argument could not be known.
    case refused(String)
    /// The device or the trait is not there, or does not answer.
    case unreachable(String)
    /// It may have happened or not, and must not happen twice (AU-78).
    case unknown
    /// The author has no right to it.
    case notAllowed(String)
}

/// An action for a device, to be carried out with the rights of the automation's author.
package struct ActionRequest: Hashable, Sendable {
    package let runID: UInt64
    package let nodeID: UInt32
    /// How often it was tried, this time included: with the run and the node it names the request.
    package let attempt: UInt32
    package let automationID: String
    package let path: TraitPath
    /// nil when attributes are written.
    package let commandID: UInt32?
    package let fields: StructureValue
    /// Whose rights it has.
    package let savedBy: String
    package let allowsSensitiveActions: Bool
    /// What the changes that it makes have as their cause.
    package let origin: RunOrigin
    /// Which of the devices that its node asks at the same time, from 0; 0 for one alone.
    package var part: Int = 0
}
