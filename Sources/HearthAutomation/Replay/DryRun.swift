internal import HearthTraitModel

/// Runs an automation over what was recorded, under a clock that goes with the record: the machine and the evaluator are
/// those that run it in earnest, and what it wants done is not done (AU-90, AU-91).
///
/// What happened is handed in piece by piece, and what runs came to is taken out, so that neither has to fit into memory.
/// What the automation's own actions would have changed is not in the record, unless it ran at the time.
package struct DryRun: Sendable {
    /// What is assumed of each action.
    package struct Policy: Hashable, Sendable {
        /// What becomes of it.
        package var outcome: ActionOutcome
        /// How long that takes.
        package var took: Duration

        package init(outcome: ActionOutcome = .done, took: Duration = .zero) {
            self.outcome = outcome
            self.took = took
        }
    }

    private let automationID: String
    private let childIDs: [String]
    private let policy: Policy
    private let paths: Set<TraitPath>
    private var machine: AutomationMachine
    private var home: RecordedHome
    /// What was sent, by when it is answered.
    private var open = DueQueue<Duration, ActionRequest>()
    private var ended: [AutomationRun] = []
    private var last: RecordedChange.Place?
    /// Time since 1970 up to which it has come.
    package private(set) var time: Duration
    /// How many runs of the automation itself have ended.
    package private(set) var endedRuns: UInt64 = 0
    /// What the record lacks.
    package var gaps = RecordGaps()

    /// - Parameters:
    ///   - automation: what is to be run, as if it were switched on now and had never run.
    ///   - children: what it runs as its children, and what those run; their own starters set none of them off.
    ///   - home: the home at the beginning.
    ///   - start: the beginning, as time since 1970.
    ///   - policy: what is assumed of its actions. Default: they are done at once.
    package init(
        _ automation: Automation, children: [Automation] = [], in home: RecordedHome, from start: Duration,
        policy: Policy = Policy(), limits: AutomationMachine.Limits = .init()
    ) {
        automationID = automation.id
        childIDs = children.map(\.id)
        self.policy = policy
        paths = GraphReading(([automation] + children).map(\.graph), in: home).paths
        machine = AutomationMachine(structureID: home.id, limits: limits)
        self.home = home
        time = start
        for var child in children {
            child.isActive = false
            perform(machine.edited(child, isValid: true, home: home, at: moment))
        }
        var automation = automation
        automation.isActive = true
        perform(machine.edited(automation, isValid: true, home: home, at: moment))
    }

    private var moment: AutomationMoment { AutomationMoment(now: time, sinceEpoch: time) }

    // MARK: What happened

    /// Lets time pass. What falls due at the very end does so.
    ///
    /// - Parameters:
    ///   - end: time since 1970.
    ///   - most: how many steps are made; more are left to the next call.
    /// - Returns: whether the end is reached.
    package mutating func advance(to end: Duration, steps most: Int = .max) -> Bool {
        var steps = 0
        while let due = nextDue, due <= end {
            guard steps < most else { return false }
            steps += 1
            time = max(time, due)
            if let request = open.popFirst(at: time) {
                perform(
                    machine.answered(
                        runID: request.runID, nodeID: request.nodeID, attempt: request.attempt, part: request.part,
                        policy.outcome, home: home, at: moment))
            } else {
                perform(machine.timePassed(home: home, at: moment))
            }
        }
        time = max(time, end)
        return true
    }

    private var nextDue: Duration? {
        [open.first, machine.nextWake(at: moment)].compactMap { $0 }.min()
    }

    /// Takes the next change of the record. What falls due before it, or with it, has to have done so
    /// (``advance(to:steps:)``). Of one that is older than what came before it, as the hub's clock was set back, its time
    /// is that of the one before.
    package mutating func take(_ recorded: RecordedChange) {
        noticeGap(before: recorded)
        let change = home.apply(recorded, of: paths)
        guard !change.attributes.isEmpty || !change.events.isEmpty || !change.connectivity.isEmpty else { return }
        perform(machine.changed(change, home: home, at: moment))
    }

    private mutating func noticeGap(before recorded: RecordedChange) {
        let place = RecordedChange.Place(recorded)
        defer { last = place }
        guard let last else { return }
        if place.epoch != last.epoch {
            gaps.add(.restart(from: last.at, until: place.at))
        } else if place.sequence != last.sequence &+ 1 {
            gaps.add(.missing(from: last.at, until: place.at))
        }
    }

    // MARK: What it came to

    /// Takes the runs that have ended since this was called last, those of children among them.
    package mutating func takeEnded() -> [AutomationRun] {
        defer { ended = [] }
        return ended
    }

    /// The runs that live, those of children behind the others.
    package var living: [AutomationRun] {
        ([automationID] + childIDs).flatMap { machine.runs(of: $0) }.filter { $0.end == nil }
    }

    /// Why starters led to no run, by their nodes.
    package var nonStarts: [UInt32: NonStarts] { machine.memory(of: automationID)?.nonStarts ?? [:] }

    /// What is asked for is answered as the policy says, and all is stored at once.
    private mutating func perform(_ actions: AutomationMachine.Actions) {
        send(actions)
        while let rows = machine.takeUnsaved() {
            for run in rows.runs where run.end != nil {
                ended.append(run)
                if run.automationID == automationID { endedRuns &+= 1 }
            }
            send(machine.saved(rows.mark))
        }
    }

    private mutating func send(_ actions: AutomationMachine.Actions) {
        for request in actions.sends { open.insert(request, at: time + policy.took.bounded) }
    }
}

extension RecordedChange {
    /// Where a change stands in a record.
    struct Place {
        let epoch: UInt64
        let sequence: UInt64
        /// Time since 1970.
        let at: Duration

        init(_ recorded: RecordedChange) {
            epoch = recorded.change.epoch
            sequence = recorded.change.sequence
            at = recorded.at
        }
    }
}
