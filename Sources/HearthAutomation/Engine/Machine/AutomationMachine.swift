package import HearthBase
internal import HearthCalendar
internal import HearthTraitDescriptors

/// The automations of one structure: their starters and runs.
///
/// A pure state machine: it has no clock, I/O or randomness. Each method handles one input and returns the actions to
/// perform. Changes are committed with ``takeUnsaved()``; actions that must not happen twice are sent only after that
/// commit.
package struct AutomationMachine: Sendable {
    /// The actions to perform after a step.
    package struct Actions: Sendable {
        /// Requests to devices; the order for each device matters.
        package var sends: [ActionRequest] = []
        /// Whether to commit now and then call ``AutomationMachine/saved(_:)``.
        package var needsSaving = false
        /// The runs that ended in the step.
        package var ended: [EndedRun] = []
        /// Automations whose state for clients has changed.
        package var changed: Set<String> = []
        /// What clock starters begin to wait for; nil if none does, or if some have waited before.
        package var clockWait: ClockWait?
        /// Whether no clock starter waits for the clock any more, or since the start.
        package var endsClockWait = false
        /// The automations of which two runs in a row have failed now, each with the reason of the second.
        package var failing: [String: String] = [:]
        /// The automations of which a run has reached its end without a failure.
        package var succeeded: Set<String> = []

        package init(needsSaving: Bool = false, changed: Set<String> = []) {
            self.needsSaving = needsSaving
            self.changed = changed
        }

        /// Adds the outcomes of later runs: of each automation the newest counts.
        package mutating func add(outcomes new: Actions) {
            for id in new.succeeded { failing[id] = nil }
            for id in new.failing.keys { succeeded.remove(id) }
            failing.merge(new.failing) { $1 }
            succeeded.formUnion(new.succeeded)
        }
    }

    /// The engine's limits.
    package struct Limits: Hashable, Sendable {
        /// The longest chain of automations that start each other.
        package var depth = 8
        /// The most starts within ``rateSpan`` that led to a run and were not caused by a person.
        package var starts = 20
        package var rateSpan: Duration = .seconds(60)
        /// The pauses of an automation that started too often: the first, the second, and all later ones.
        package var pauses: [Duration] = [.seconds(60), .seconds(300), .seconds(1_800)]
        /// The most ended runs of one automation that are kept in memory for their traces.
        package var endedRuns = 5
        /// The most steps of a run's trace; later ones are dropped.
        package var traceSteps = 1_024
        /// The approximate most bytes of a run's trace; later steps are dropped.
        package var traceBytes = 64 << 10
        /// The most runs at one time: of all structures, of a household, and of the automations that one principal
        /// saved.
        package var runs = PoolLimits(total: 10_000, share: 2_500, reserve: 1_000, ofHousehold: 5_000)
        /// The hub's owner, as in ``Automation/savedBy``; nil for a hub without an owner.
        package var owner: String?
        /// The most runs of one automation at one time, whatever its own limit.
        package var runsOfAutomation = 100
        /// The longest step of the clock forward after which skipped times are caught up.
        package var longestCatchUp: Duration = .seconds(3 * 3_600)
        /// How long the clock must run without a step after a start of the hub to be proven.
        package var clockTrust: Duration = .seconds(86_400)
        /// How long starters wait for a clock that shows less than before.
        package var clockPatience: Duration = .seconds(600)
        /// The approximate most bytes that one run keeps for restoring values; further values are not restored.
        package var originalBytes = 16 << 10
        /// How often a run may continue after a child within one step.
        package var childrenInAStep = 1_024
        /// The most devices that one action addresses at the same time.
        package var groupTargets = 512

        package init() {}
    }

    let structureID: String
    let limits: Limits
    /// The runs that ended, by outcome, since the machine was made.
    package internal(set) var endedRuns: [RunOutcome: UInt64] = [:]
    var entries: [String: Entry] = [:]
    var former = FormerGraphs()
    var runs: RunBook
    /// The ``runs`` that have not ended, counted by holder.
    var shares: RunShares
    /// The ids of automations, by the traits that their starters listen to.
    var listeners: [TraitPath: Set<String>] = [:]
    var waits = RunWaits()
    /// Runs whose children have ended and that continue before the step is over.
    var parents: [UInt64] = []
    /// The values that runs have recently set attributes to.
    var recent = RecentSettings()
    /// When starters for times fire next, in seconds since 1970.
    var instants = StarterTimes<Int64>()
    /// When `heldFor` starters are evaluated next, on the monotonic clock.
    var holds = StarterTimes<Duration>()
    var pending = PendingCommit()
    /// The number of the newest event; duplicates have lower ones.
    var lastEvent: UInt64?
    var clock = ObservedClock()
    /// The wait after a start of the hub; nil if it is over.
    var standstill: Standstill?
    /// Marks to drop if the clock is set back; nil once the clock is proven.
    var unproven: UnprovenTime?
    /// The time since 1970 for which clock starters wait, so that each wait is reported once; nil if none waits.
    var awaitedTime: Duration?

    /// - Parameter households: the IDs of the structure's households; nil for its own.
    package init(structureID: String, households: Set<String>? = nil, limits: Limits = Limits()) {
        self.structureID = structureID
        self.limits = limits
        runs = RunBook(depth: limits.depth)
        shares = RunShares(limits, in: households ?? [structureID])
    }

    /// The number of runs in all structures; set before each step.
    package var pool: SharedPool<String> {
        get { shares.pool }
        set { shares.pool = newValue }
    }

    /// The number of runs here by holder, as in ``pool``.
    package var holdings: [String?: Int] { shares.holdings }

    /// The number of runs that have not ended.
    package var livingRuns: Int { shares.count }

    /// The run with this id, if it has not ended or ended recently.
    package func run(_ id: UInt64) -> AutomationRun? { runs[id] }

    /// The runs of an automation that have not ended or ended recently, oldest first.
    package func runs(of automationID: String) -> [AutomationRun] {
        guard let entry = entries[automationID] else { return [] }
        let ending = pending.endings.filter { $0.automationID == automationID }.map(\.runID)
        return (entry.past + ending + entry.lives).sorted().compactMap { runs[$0] }
    }

    /// The index of the graph revision that a run uses; nil if it is gone.
    func index(of run: AutomationRun) -> GraphIndex? {
        guard let entry = entries[run.automationID] else { return nil }
        if run.revision == entry.automation.revision { return entry.index }
        return former.index(of: run)
    }

    /// The engine's memory of an automation; nil if there is no such automation.
    package func memory(of automationID: String) -> AutomationMemory? { entries[automationID]?.memory }

    /// When ``timePassed(home:at:)`` must be called next, on the monotonic clock; nil for never. At least once a minute
    /// while a starter waits for a time, because the clock may be set.
    package func nextWake(at moment: AutomationMoment) -> Duration? {
        let starter = instants.first.map { instant in
            min(max(moment.now, moment.now + .seconds(instant) - moment.sinceEpoch), moment.now + .seconds(60))
        }
        let times = standstill.map { [$0.nextLook(at: moment), waits.first] } ?? [starter, holds.first, waits.first]
        return times.compactMap { $0 }.min()
    }
}
