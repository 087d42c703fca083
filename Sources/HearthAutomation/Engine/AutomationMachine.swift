package import HearthBase
internal import HearthCalendar
internal import HearthTraitModel

/// The automations of one structure: what sets them off, and the runs that live.
///
/// A value without time, I/O or chance of its own: each function is told of something and says what is to be done.
/// Whatever happened is to be stored (``takeUnsaved()``); what must not happen twice is only sent when it is.
package struct AutomationMachine: Sendable {
    /// What is to be done after a step.
    package struct Actions: Sendable {
        /// What is to be sent to devices, in this order for each of them.
        package var sends: [ActionRequest] = []
        /// Whether something waits for the store: store now, and say so with ``AutomationMachine/saved(_:)``.
        package var needsSaving = false
        /// Automations whose state has changed, as others see it.
        package var changed: Set<String> = []

        package init(needsSaving: Bool = false, changed: Set<String> = []) {
            self.needsSaving = needsSaving
            self.changed = changed
        }
    }

    /// How much of anything there may be.
    package struct Limits: Hashable, Sendable {
        /// How deep automations may set each other off.
        package var depth = 8
        /// More starts than these within ``rateSpan`` that led to a run, and of which no person is the cause, are too many.
        package var starts = 20
        package var rateSpan: Duration = .seconds(60)
        /// How long an automation rests that was set off too often: the first time, the next, and from then on.
        package var pauses: [Duration] = [.seconds(60), .seconds(300), .seconds(1_800)]
        /// How many runs of one automation are kept in memory for their traces when they have ended.
        package var endedRuns = 5
        /// Lines of a run's trace; later ones are left out.
        package var traceSteps = 1_024
        /// Bytes of a run's trace, about; later lines are left out.
        package var traceBytes = 64 << 10
        /// Runs that live at once, with those of other structures, and those of the automations that one person saved.
        package var runs = PoolLimits(total: 10_000, share: 2_500, reserve: 1_000)
        /// Runs of this structure that live at once, but for those of automations that ``owner`` saved.
        package var runsOfStructure = 5_000
        /// The hub's owner, as in ``Automation/savedBy``; nil where there is none.
        package var owner: String?
        /// Runs of one automation that live at once, whatever it says itself.
        package var runsOfAutomation = 100
        /// When the clock is set forward by more, what was to happen in between does not happen.
        package var longestCatchUp: Duration = .seconds(3 * 3_600)
        /// How long a clock has to keep its time after a start of the hub until it is proven.
        package var clockTrust: Duration = .seconds(86_400)
        /// How long starters wait for a clock that shows less than it has shown before.
        package var clockPatience: Duration = .seconds(600)
        /// Bytes of what one run keeps to put back, about; what is more is not put back.
        package var originalBytes = 16 << 10
        /// How often a run goes on after one of its children within one step, at most.
        package var childrenInAStep = 1_024
        /// Devices that one action asks at the same time.
        package var groupTargets = 512

        package init() {}
    }

    /// One automation, and what the engine remembers of it.
    struct Entry: Sendable {
        var automation: Automation
        /// Whether nothing stands in its way.
        var isValid: Bool
        var index: GraphIndex
        var memory = AutomationMemory()
        /// The starts of late that no person caused, by the clock that never jumps.
        var starts: [Duration] = []
        /// How often it had to rest, one after the other.
        var pauses = 0
        /// Whether what its `becomes` starters wait for was not so when it was last looked at, so that it can become so.
        var canBecome: [UInt32: Bool] = [:]
        /// When its clock starters fire next, in seconds since 1970.
        var instants: [UInt32: Int64] = [:]
        /// When its starters that wait for something to have held are looked at next, by the clock that never jumps.
        var heldDue: [UInt32: Duration] = [:]
        /// Its runs that live, oldest first.
        var lives: [UInt64] = []
        /// Its runs that have ended and are stored, as far as they are kept, oldest first.
        var past: [UInt64] = []
    }

    let structureID: String
    let limits: Limits
    var entries: [String: Entry] = [:]
    /// Graphs of former revisions that runs still have.
    var former: [RevisionKey: FormerGraph] = [:]
    /// Those that live, and some that have ended.
    var runs: [UInt64: AutomationRun] = [:]
    /// How many of ``runs`` live.
    package internal(set) var livingRuns = 0
    /// What runs take of all that may live, those of other structures included; handed in before each step.
    package var pool: SharedPool<String>
    /// How many of the runs that live here are whose, as in ``pool``.
    package internal(set) var holdings: [String?: Int] = [:]
    /// By runs that live: whose they are in ``pool``.
    var holders: [UInt64: String?] = [:]
    var nextRunID: UInt64 = 1
    /// The ids of automations, rising, by what their starters listen to.
    var listeners: [TraitPath: [String]] = [:]
    /// Runs with something that must stay true, or is waited for, by what it depends on.
    var watched: [TraitPath: Set<WatchedNode>] = [:]
    /// Runs that may put attributes back, by the traits of these.
    var originals: [TraitPath: Set<UInt64>] = [:]
    /// Runs whose children have ended, and that go on before the step is over.
    var parents: [UInt64] = []
    /// What runs have asked attributes to be of late.
    var recent: [TraitAttribute: RecentSetting] = [:]
    /// What waits, by the clock that never jumps.
    var waits = DueQueue<Duration, WatchedNode>()
    /// When what waits is looked at before it falls due, by run and node.
    var looks: [UInt64: [UInt32: Duration]] = [:]
    /// Starters that wait for a time, by seconds since 1970.
    var instants = DueQueue<Int64, ClockStarter>()
    /// When starters are looked at that wait for something to have held, by the clock that never jumps.
    var holds = DueQueue<Duration, ClockStarter>()
    /// What is not stored yet.
    var unsaved = UnsavedAutomations()
    /// Actions that are sent when what stands before them is stored.
    var gated: [GatedAction] = []
    /// Runs whose end is not stored yet, in the order in which they ended.
    var endings: [Ending] = []
    /// The number of the newest event. Events that are brought again have lower ones.
    var lastEvent: UInt64?
    /// Time since 1970 less ``AutomationMoment/now``, when it was last looked at: it changes when somebody sets the clock.
    var clockOffset: Duration?
    /// Times that the clock was set forward over, oldest first.
    var gaps: [ClockGap] = []
    /// What waits after a start of the hub; nil when nothing does.
    var standstill: Standstill?
    /// What is forgotten if the clock is set back; nil once the clock is proven.
    var unproven: UnprovenTime?

    struct RevisionKey: Hashable {
        let automationID: String
        let revision: UInt64
    }

    struct FormerGraph {
        let index: GraphIndex
        /// How many runs that live have it.
        var runs: Int
    }

    struct Ending {
        let runID: UInt64
        let automationID: String
        /// It is stored when everything up to this mark is.
        var mark: UInt64
    }

    /// A node of a run that waits.
    struct WatchedNode: Hashable {
        let runID: UInt64
        let nodeID: UInt32
    }

    /// A starter that no change need set off: one that waits for a time, or for something to have held.
    struct ClockStarter: Hashable {
        let automationID: String
        let nodeID: UInt32
    }

    struct GatedAction {
        let request: ActionRequest
        /// It may be sent when everything up to this mark is stored.
        var mark: UInt64
    }

    struct RecentSetting {
        let origin: RunOrigin
        let nodeID: UInt32
        let value: TraitValue
        let at: Duration
    }

    package init(structureID: String, limits: Limits = Limits()) {
        self.structureID = structureID
        self.limits = limits
        pool = SharedPool(limits.runs)
    }

    /// The run with this id, if it lives or ended a short while ago.
    package func run(_ id: UInt64) -> AutomationRun? { runs[id] }

    /// The runs of an automation that live or ended a short while ago, oldest first.
    package func runs(of automationID: String) -> [AutomationRun] {
        guard let entry = entries[automationID] else { return [] }
        let ending = endings.filter { $0.automationID == automationID }.map(\.runID)
        return (entry.past + ending + entry.lives).sorted().compactMap { runs[$0] }
    }

    /// The prepared graph of the revision that a run has; nil where it is nowhere.
    func index(of run: AutomationRun) -> GraphIndex? {
        guard let entry = entries[run.automationID] else { return nil }
        if run.revision == entry.automation.revision { return entry.index }
        return former[RevisionKey(automationID: run.automationID, revision: run.revision)]?.index
    }

    /// What the engine remembers of an automation; nil if there is none such.
    package func memory(of automationID: String) -> AutomationMemory? { entries[automationID]?.memory }

    /// When ``timePassed(home:at:)`` is to be called next, by the clock that never jumps; nil for not at all. At least once
    /// a minute while a starter waits for a time, since somebody may set the clock.
    package func nextWake(at moment: AutomationMoment) -> Duration? {
        let starter = instants.first.map { instant in
            min(max(moment.now, moment.now + .seconds(instant) - moment.sinceEpoch), moment.now + .seconds(60))
        }
        let times = standstill.map { [$0.nextLook(at: moment), waits.first] } ?? [starter, holds.first, waits.first]
        return times.compactMap { $0 }.min()
    }
}
