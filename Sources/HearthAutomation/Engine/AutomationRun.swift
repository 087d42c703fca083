package import HearthTraitDescriptors

/// One run of an automation: its progress and its trace. It is stored in this form.
package struct AutomationRun: Hashable, Sendable {
    /// Unique in the structure, increasing.
    package let id: UInt64
    package let automationID: String
    /// The revision of the graph that it runs.
    package let revision: UInt64
    /// Time since 1970.
    package let startedAt: Duration
    package let start: RunStart
    /// The ids of the automations that started each other, this run's last.
    package let chain: [String]
    /// Whether it waits for earlier runs to end (``RunMode/queued``).
    package var isQueued = false
    /// The progress of nodes that have begun, by node id.
    package var progress: [UInt32: Progress] = [:]
    /// The values that starters and state readers have read, by node id.
    package var readings: [UInt32: StructureValue] = [:]
    package var variables: [String: TraitValue] = [:]
    /// The steps, oldest first.
    package var trace: [TraceStep] = []
    /// The approximate size of the trace in bytes.
    package var traceBytes = 0
    /// The values of attributes before its actions and those of its children changed them, if its graph has a
    /// restoration.
    package var originals: [TraitAttribute: OriginalValue] = [:]
    /// Why and when it ended; nil before.
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

    /// The progress of a node.
    package enum Progress: Hashable, Sendable {
        /// The child at this index is running, or was chosen.
        case at(Int)
        /// It has ended; needed for the children of a parallel flow.
        case finished
        /// It waits for a time or a change.
        case waiting(Waiting)
        /// Its action was sent and is not answered.
        case acting(Acting)
        /// Actions were sent to several devices at the same time.
        case actingTogether([ActingPart])
        /// It waits for a run of another automation; `runID` is 0 until that run has begun.
        case executing(runID: UInt64)
    }

    /// A waiting node.
    package struct Waiting: Hashable, Sendable {
        /// Time since 1970 at which the wait began.
        package var since: Duration
        /// Time since 1970 at which it ends.
        package var until: Duration
        /// ``until`` on the monotonic clock; not stored.
        package var due: Duration
        /// How often the action was tried before.
        package var attempts: UInt32 = 0
        /// Time since 1970 since when a device that it depends on can't be observed; nil if all can.
        package var unseenSince: Duration?
        /// By starter that ends the wait: whether its `becomes` can still become true; not stored.
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

    /// An action in flight.
    package struct Acting: Hashable, Sendable {
        /// How often it was sent, this time included.
        package var attempts: UInt32
        /// Whether it may be sent again safely.
        package var isRepeatable: Bool
        /// The arguments or attributes.
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

    /// One of several devices to which a node sends at the same time.
    package struct ActingPart: Hashable, Sendable {
        package let path: TraitPath
        /// The command; nil to write attributes.
        package let commandID: UInt32?
        package var acting: Acting
        /// nil while it is in flight.
        package var outcome: ActionOutcome?

        package init(_ path: TraitPath, commandID: UInt32?, _ acting: Acting, outcome: ActionOutcome? = nil) {
            self.path = path
            self.commandID = commandID
            self.acting = acting
            self.outcome = outcome
        }
    }

    /// The parent: the run that runs this one as a child and waits for it.
    package var parent: UInt64? {
        if case .parent(let runID, _) = start.occasion { runID } else { nil }
    }
}

/// The start of a run.
package struct RunStart: Hashable, Sendable {
    /// The starter; nil for a run by hand or as a child of a graph without a manual starter.
    package var nodeID: UInt32?
    package var occasion: Occasion
    package var cause: AutomationCause

    package init(nodeID: UInt32?, _ occasion: Occasion, _ cause: AutomationCause) {
        self.nodeID = nodeID
        self.occasion = occasion
        self.cause = cause
    }

    /// The identity of a start; the same occasion never starts twice.
    package enum Occasion: Hashable, Sendable {
        case change(epoch: UInt64, sequence: UInt64)
        case event(number: UInt64)
        /// A time in seconds since 1970.
        case instant(Int64)
        /// A run by hand, with the caller's idempotency key.
        case request(String)
        /// A node of another run, which waits for this one.
        case parent(runID: UInt64, nodeID: UInt32)
    }
}

/// Why and when a run ended.
package struct RunEnd: Hashable, Sendable {
    package let reason: EndReason
    /// The node at which it ended; nil at the end of the graph or between nodes.
    package let nodeID: UInt32?
    /// Time since 1970.
    package let at: Duration

    package init(_ reason: EndReason, at nodeID: UInt32?, _ time: Duration) {
        self.reason = reason
        self.nodeID = nodeID
        at = time
    }
}

/// Why a run ended or did not begin.
package enum EndReason: Hashable, Sendable {
    /// It reached the end of the graph.
    case finished
    /// A condition was false.
    case conditionFalse
    /// A condition was unknown.
    case conditionUnknown
    /// A condition became false before the end of its hold, after this time.
    case notHeld(after: Duration)
    /// An earlier run passed a suppression recently.
    case suppressed
    /// Another run has not ended, and the mode is ``RunMode/single``.
    case alreadyRunning
    /// The limit of simultaneous runs or of runs in total is reached.
    case tooManyRuns
    /// Automations started each other too many times in a row.
    case loop
    /// It started too often and is paused.
    case paused
    /// A newer start replaced it.
    case restarted
    /// Someone stopped it.
    case stopped(by: String)
    /// The automation was deleted.
    case deleted
    /// An action failed, and the automation stops on failure.
    case actionFailed
    /// It was this much too late.
    case late(by: Duration)
    /// The home was restored from a backup.
    case restored
    /// The automation is invalid or inactive, or has no manual starter.
    case invalid
}

/// One step of a run's trace.
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

    /// Its approximate size in bytes.
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

    /// The result of the node.
    package enum What: Hashable, Sendable {
        /// A condition, with the values that it used.
        case condition(Evaluated, [EvaluatedLeaf])
        /// The branch that an if chain took; nil for none.
        case branch(Int?)
        /// A wait until a time since 1970.
        case waiting(until: Duration)
        /// The end of a wait; `held` is false after a timeout.
        case waited(held: Bool)
        /// An action, with its arguments and outcome.
        case action(StructureValue, ActionOutcome, took: Duration)
        case assignment(variable: String, Evaluated)
        /// A trait was read.
        case reading
        /// A suppression began, until a time since 1970.
        case suppressing(until: Duration)
        /// ``action(_:_:took:)`` for one of several devices, with its trait and command.
        case partAction(TraitPath, commandID: UInt32?, StructureValue, ActionOutcome, took: Duration)
        /// A run of another automation has begun or ended; `runID` is nil if none began.
        case execution(runID: UInt64?, end: RunEnd?)
        /// Attributes were restored. `kept` counts those that were not, because another cause has changed them.
        case restoration(restored: Int, kept: Int)
        /// For this long a device that the hold depends on could not be observed.
        case unobserved(Duration)
        /// A run of another automation has set an attribute to another value at nearly the same time.
        case conflict(RunOrigin, TraitAttribute)
    }
}

/// The outcome of an action.
package enum ActionOutcome: Hashable, Sendable {
    case done
    /// The device refused, or an argument was unknown.
    case refused(String)
    /// The device or trait does not exist, or does not answer.
    case unreachable(String)
    /// It may or may not have happened, and is not repeatable.
    case unknown
    /// The automation's author lacks the right.
    case notAllowed(String)
}

/// A request to a device, to perform with the rights of the automation's author.
package struct ActionRequest: Hashable, Sendable {
    package let runID: UInt64
    package let nodeID: UInt32
    /// How often it was sent, this time included. Run, node and attempt identify the request.
    package let attempt: UInt32
    package let automationID: String
    package let path: TraitPath
    /// The command; nil to write attributes.
    package let commandID: UInt32?
    package let fields: StructureValue
    /// The principal whose rights it has.
    package let savedBy: String
    package let allowsSensitiveActions: Bool
    /// The cause of the changes that it makes.
    package let origin: RunOrigin
    /// The zero-based number of the device among those that its node addresses at the same time; 0 for a single one.
    package var part: Int = 0
}
