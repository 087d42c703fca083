internal import HearthCalendar
internal import HearthTraitModel

/// The automations of one structure: what sets them off, and the runs that live.
///
/// A value without time, I/O or chance of its own: each function is told of something and says what is to be done.
/// Whatever happened is to be stored (``takeUnsaved()``); what must not happen twice is only sent when it is (AU-69, AU-72).
package struct AutomationMachine: Sendable {
    /// What is to be done after a step.
    package struct Actions: Sendable {
        /// What is to be sent to devices, in this order for each of them.
        package var sends: [ActionRequest] = []
        /// Whether something waits for the store: store now, and say so with ``AutomationMachine/saved(_:home:at:)``.
        package var needsSaving = false
        /// Automations whose state has changed, as others see it (AU-09).
        package var changed: Set<String> = []

        package init(needsSaving: Bool = false, changed: Set<String> = []) {
            self.needsSaving = needsSaving
            self.changed = changed
        }
    }

    /// How much of anything there may be (AU-12, AU-84, AU-85).
    package struct Limits: Hashable, Sendable {
        /// How deep automations may set each other off.
        package var depth = 8
        /// So many starts within ``rateSpan``, of which no person is the cause, are too many.
        package var starts = 20
        package var rateSpan: Duration = .seconds(60)
        /// How long an automation rests that was set off too often: the first time, the next, and from then on.
        package var pauses: [Duration] = [.seconds(60), .seconds(300), .seconds(1_800)]
        /// How long a run is kept in memory for its trace when it has ended, in runs of one automation.
        package var endedRuns = 5
        /// Lines of a run's trace; later ones are left out.
        package var traceSteps = 1_024
        /// How many times of a schedule that have passed are looked at, to find the newest.
        package var missedInstants = 10_000

        package init() {}
    }

    /// One automation, and what the engine remembers of it.
    struct Entry: Sendable {
        var automation: Automation
        /// Whether nothing stands in its way (AU-04).
        var isValid: Bool
        var index: GraphIndex
        var memory = AutomationMemory()
        /// The starts of late that no person caused, by the clock that never jumps.
        var starts: [Duration] = []
        /// How often it had to rest, one after the other.
        var pauses = 0
        /// What its `becomes` starters were when they were last looked at.
        var truths: [UInt32: Bool] = [:]
        /// When its clock starters fire next, in seconds since 1970.
        var instants: [UInt32: Int64] = [:]
        var lives: [UInt64] = []
    }

    let structureID: String
    let limits: Limits
    var entries: [String: Entry] = [:]
    /// Graphs of former revisions that runs still have.
    var former: [RevisionKey: GraphIndex] = [:]
    var runs: [UInt64: AutomationRun] = [:]
    var nextRunID: UInt64 = 1
    /// Starters by what they listen to.
    var listeners: [TraitPath: [String]] = [:]
    /// Runs with something that must stay true, or is waited for, by what it depends on.
    var watched: [TraitPath: Set<WatchedNode>] = [:]
    /// What waits, by the clock that never jumps.
    var waits = DueQueue<Duration, WatchedNode>()
    /// Starters that wait for a time, by seconds since 1970.
    var instants = DueQueue<Int64, ClockStarter>()
    /// What is not stored yet.
    var unsaved = UnsavedAutomations()
    /// Actions that are sent when what stands before them is stored.
    var gated: [GatedAction] = []

    struct RevisionKey: Hashable {
        let automationID: String
        let revision: UInt64
    }

    struct WatchedNode: Hashable {
        let runID: UInt64
        let nodeID: UInt32
    }

    struct ClockStarter: Hashable {
        let automationID: String
        let nodeID: UInt32
    }

    struct GatedAction {
        let request: ActionRequest
        /// It may be sent when everything up to this mark is stored.
        let mark: UInt64
    }

    package init(structureID: String, limits: Limits = Limits()) {
        self.structureID = structureID
        self.limits = limits
    }

    /// The run with this id, if it lives or ended a short while ago.
    package func run(_ id: UInt64) -> AutomationRun? { runs[id] }

    /// The runs of an automation, oldest first.
    package func runs(of automationID: String) -> [AutomationRun] {
        runs.values.filter { $0.automationID == automationID }.sorted { $0.id < $1.id }
    }

    /// What the engine remembers of an automation; nil if there is none such.
    package func memory(of automationID: String) -> AutomationMemory? { entries[automationID]?.memory }

    /// When ``timePassed(home:at:)`` is to be called next, by the clock that never jumps; nil for not at all. At least once
    /// a minute while a starter waits for a time, since somebody may set the clock (AU-96).
    package func nextWake(at moment: AutomationMoment) -> Duration? {
        let starter = instants.first.map { instant in
            min(moment.now + .seconds(instant) - moment.sinceEpoch, moment.now + .seconds(60))
        }
        guard let starter, let wait = waits.first else { return starter ?? waits.first }
        return min(starter, wait)
    }
}

/// What the engine remembers of an automation beside its runs. It is stored.
package struct AutomationMemory: Hashable, Sendable {
    /// How often it has run (AU-06).
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
        case .finished, .notHeld, .restarted, .stopped, .deleted, .actionFailed, .restored: .other
        }
    }
}
