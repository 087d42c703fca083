internal import HearthTraitDescriptors

/// Runs an automation over a record under a simulated clock. The machine and evaluator are the real ones, but no action
/// is performed.
///
/// Changes are handed in one by one, and ended runs are taken out, so that neither must fit into memory. The record
/// does not contain the effects of the automation's own actions, unless it ran at that time.
package struct DryRun: Sendable {
    /// The assumptions about actions.
    package struct Policy: Hashable, Sendable {
        /// The outcome of every action.
        package var outcome: ActionOutcome
        /// The time that every action takes.
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
    /// Requests in flight, by the time of their answer.
    private var open = DueQueue<Duration, ActionRequest>()
    private var ended: [AutomationRun] = []
    private var last: RecordedChange.Place?
    /// The simulated time since 1970.
    package private(set) var time: Duration
    /// The number of ended runs of the automation itself.
    package private(set) var endedRuns: UInt64 = 0
    /// The gaps found in the record.
    package var gaps = RecordGaps()

    /// - Parameters:
    ///   - automation: the automation, treated as active and never run.
    ///   - children: the automations that it runs as children, and those that these run. Their own starters are
    ///     inactive.
    ///   - home: the home at the beginning.
    ///   - start: the beginning, in time since 1970.
    ///   - policy: the assumptions about actions. Default: they succeed at once.
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

    // MARK: Input

    /// Advances the simulated time, including what is due exactly at its end.
    ///
    /// - Parameters:
    ///   - end: the end, in time since 1970.
    ///   - most: the most steps; the rest is left to the next call.
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

    /// Takes the next change of the record. Call ``advance(to:steps:)`` first, for all that is due up to the change's
    /// time. A change with an earlier time than the one before it, from a clock that was set back, is applied at the
    /// simulated time.
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

    // MARK: Results

    /// Takes the runs that have ended since the last call, runs of children included.
    package mutating func takeEnded() -> [AutomationRun] {
        defer { ended = [] }
        return ended
    }

    /// The runs that have not ended, those of children last.
    package var living: [AutomationRun] {
        ([automationID] + childIDs).flatMap { machine.runs(of: $0) }.filter { $0.end == nil }
    }

    /// By starter node: why starts led to no run.
    package var nonStarts: [UInt32: NonStarts] { machine.memory(of: automationID)?.nonStarts ?? [:] }

    /// Performs actions: requests are answered by the policy, and rows count as committed at once.
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
    /// The position of a change in a record.
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
