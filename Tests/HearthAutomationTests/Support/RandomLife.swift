internal import HearthCalendar
internal import HearthTraitDescriptors
internal import ProcessTestSupport

@testable internal import HearthAutomation

/// A machine to which random things happen. The same seed repeats them.
struct RandomLife {
    private(set) var machine: AutomationMachine
    private var graphs: RandomGraphs
    private var dice: Dice
    private var home = TestHome()
    private var now: Duration = .zero
    private var epoch: Duration = .seconds(1_795_608_000)
    private var sequence: UInt64 = 0
    private var open: [ActionRequest] = []
    private var taken: [AutomationRows] = []
    private var automations: [String: Automation] = [:]
    private var former: [(automationID: String, revision: UInt64, graph: AutomationGraph)] = []
    private var disk = StoredRows()
    private var revision: UInt64 = 0
    private var executions: [String: UInt32] = [:]
    /// The events so far, in short.
    private(set) var log: [String] = []
    private(set) var sends = 0
    private(set) var wrong: [String] = []

    init(seed: UInt64) {
        dice = Dice(seed: seed)
        graphs = RandomGraphs(seed: seed &+ 1)
        machine = AutomationMachine(structureID: "home")
        for device in RandomGraphs.devices { home.traits[TestTrait.path(device)] = [0: graphs.value(), 1: .signed(1)] }
        // Two hours west, with a clock that changes soon.
        home.place = SchedulePlace(
            zone: ZoneRules { $0 < 1_795_650_000 ? -7_200 : -3_600 },
            sun: GeoLocation(latitude: 69.6, longitude: 19).map(SolarClock.init))
        home.groups = [.room("r"): ["x", "y"], .structure("home"): RandomGraphs.devices, .zone("none"): []]
        for id in ["a", "b", "c", "d"] { edit(id) }
    }

    private var moment: AutomationMoment { AutomationMoment(now: now, sinceEpoch: epoch + now) }

    mutating func step() {
        switch dice.below(40) {
        case 0..<12: report()
        case 12..<16: press()
        case 16..<22: pass(.milliseconds(dice.below(300_000)))
        case 22: pass(.seconds(dice.below(200_000)))
        case 23..<31: answer()
        case 31: execute()
        case 32: take(machine.stop(["a", "b", "c", "d"][dice.below(4)], by: "x", home: home, at: moment))
        case 33: edit(["a", "b", "c", "d"][dice.below(4)])
        case 34: setClock()
        case 35: take(machine.judged(["a", "b"][dice.below(2)], isValid: dice.below(4) > 0))
        case 36: move()
        case 37: restart()
        case 38: strangeAnswer()
        default: save(isLucky: false)
        }
        if dice.below(3) > 0 { save(isLucky: true) }
        check()
    }

    private mutating func take(_ actions: AutomationMachine.Actions) {
        for request in actions.sends { log.append("\(request.runID).\(request.nodeID).\(request.attempt)") }
        open += actions.sends
        sends += actions.sends.count
        if !actions.changed.isEmpty { log.append(actions.changed.sorted().joined()) }
    }

    // MARK: Events

    private mutating func report() {
        let device = RandomGraphs.devices[dice.below(3)]
        let values: StructureValue = [0: graphs.value(), 1: .signed(Int64(dice.below(30)))]
        home.traits[TestTrait.path(device)]?.fields.merge(values.fields) { $1 }
        var connectivity: Set<String> = []
        if dice.below(20) == 0 {
            home.offline.formSymmetricDifference([device])
            connectivity = [device]
        }
        if dice.below(40) == 0 { home.removed.formSymmetricDifference([device]) }
        sequence += 1
        var cause = AutomationCause(CauseKind.allCases[dice.below(4)])
        if cause.kind == .automation, let request = open.first {
            cause = AutomationCause(.automation, run: request.origin)
        }
        let change = HomeChange(
            epoch: 1, sequence: sequence, cause: cause,
            attributes: [.init(TestTrait.path(device), dice.below(9) == 0 ? [:] : values)],
            connectivity: connectivity, foundAfter: dice.below(10) == 0 ? graphs.duration() : nil)
        take(machine.changed(change, home: home, at: moment))
    }

    private mutating func press() {
        sequence += 1
        let events = (0..<(1 + dice.below(2))).map { index in
            HomeChange.Event(
                TestTrait.path(RandomGraphs.devices[dice.below(3)]), eventID: TestTrait.press,
                number: sequence * 4 + UInt64(index), fields: [0: graphs.value()])
        }
        take(
            machine.changed(
                HomeChange(epoch: 1, sequence: sequence, cause: AutomationCause(.device), events: events),
                home: home, at: moment))
    }

    private mutating func pass(_ span: Duration) {
        let end = now + span
        for _ in 0..<20 {
            guard let wake = machine.nextWake(at: moment), wake <= end else { break }
            now = max(now, wake)
            take(machine.timePassed(home: home, at: moment))
        }
        now = end
        take(machine.timePassed(home: home, at: moment))
    }

    private mutating func answer() {
        guard !open.isEmpty else { return }
        let request = open.remove(at: dice.below(open.count))
        let outcomes: [ActionOutcome] = [.done, .done, .refused(""), .unreachable(""), .unknown, .notAllowed("")]
        take(
            machine.answered(
                runID: request.runID, nodeID: request.nodeID, attempt: request.attempt, part: request.part,
                outcomes[dice.below(outcomes.count)], home: home, at: moment))
    }

    private mutating func strangeAnswer() {
        take(
            machine.answered(
                runID: UInt64(dice.below(20)), nodeID: UInt32(dice.below(20)), attempt: UInt32(dice.below(3)), .done,
                home: home, at: moment))
    }

    private mutating func execute() {
        var actions = AutomationMachine.Actions()
        _ = machine.execute(
            ["a", "b", "c", "d"][dice.below(4)], key: "k", cause: AutomationCause(.client), home: home, at: moment,
            &actions)
        take(actions)
    }

    private mutating func edit(_ id: String) {
        if dice.below(6) == 0, automations[id] != nil {
            automations[id] = nil
            former.removeAll { $0.automationID == id }
            disk.runs = disk.runs.filter { $0.value.automationID != id }
            disk.memories[id] = nil
            return take(machine.deleted(id, home: home, at: moment))
        }
        revision += 1
        if let old = automations[id] { former.append((id, old.revision, old.graph)) }
        let automation = graphs.automation(id, revision: revision)
        automations[id] = automation
        take(machine.edited(automation, isValid: dice.below(10) > 0, home: home, at: moment))
        // Runs that were due before the edit have run.
        executions[id] = machine.memory(of: id)?.executions
    }

    private mutating func setClock() {
        let steps: [Int64] = [7_200, -7_200, 86_400 * 365, -86_400 * 365, 3, -3, 100_000]
        epoch += .seconds(steps[dice.below(steps.count)])
        // Never much before 1970.
        epoch = max(epoch, .seconds(1_000_000) - now)
        take(machine.timePassed(home: home, at: moment))
    }

    private mutating func move() {
        let offset = Int64(dice.below(24) - 12) * 3_600
        home.place = SchedulePlace(zone: ZoneRules { _ in offset }, sun: home.place.sun)
        take(machine.moved(home: home, at: moment))
    }

    private mutating func save(isLucky: Bool) {
        guard let rows = machine.takeUnsaved() else { return }
        guard isLucky || dice.below(3) > 0 else { return take(machine.notSaved(rows)) }
        disk.store(rows)
        take(machine.saved(rows.mark))
    }

    private mutating func restart() {
        machine = AutomationMachine(structureID: "home")
        open = []
        now += .seconds(dice.below(10_000))
        take(
            machine.restored(
                automations: automations.sorted { $0.key < $1.key }.map {
                    ($0.value, true, disk.memories[$0.key] ?? .init())
                },
                runs: disk.runs.values.filter { $0.end == nil }.sorted { $0.id < $1.id },
                graphs: dice.below(4) == 0 ? [] : former, nextRunID: (disk.runs.keys.max() ?? 0) + 1,
                settling: dice.below(2) == 0 ? .zero : graphs.duration(), home: home, at: moment))
    }

    // MARK: Invariants

    private mutating func check() {
        let living = machine.runs.values.filter { $0.end == nil }
        if living.count != machine.livingRuns { wrong.append("\(machine.livingRuns) runs, not \(living.count)") }
        for run in machine.runs.values where run.end != nil && (!run.progress.isEmpty || !run.originals.isEmpty) {
            wrong.append("run \(run.id) has ended and has progress")
        }
        for run in living {
            if let parent = run.parent, let other = machine.runs[parent], other.end != nil, !hasTwins(other) {
                wrong.append("run \(run.id) lives after the one that waits for it")
            }
            for case .executing(let child) in run.progress.values where machine.runs[child]?.end != nil || child == 0 {
                wrong.append("run \(run.id) waits for \(child), which has ended")
            }
        }
        for (path, runs) in machine.runs.restorers {
            for id in runs where machine.runs[id]?.originals.keys.contains(where: { $0.path == path }) != true {
                wrong.append("\(path) is followed for run \(id), which does not put it back")
            }
        }
        if !machine.parents.isEmpty { wrong.append("parents do not continue") }
        let lives = machine.entries.values.flatMap(\.lives).sorted()
        if lives != living.map(\.id).sorted() { wrong.append("lives are \(lives)") }
        for (path, nodes) in machine.waits.watched {
            for node in nodes {
                guard case .waiting? = machine.runs[node.runID]?.progress[node.nodeID] else {
                    wrong.append("\(path) is watched by \(node), which does not wait")
                    continue
                }
            }
        }
        if machine.pending.requests.contains(where: { machine.runs[$0.runID]?.end != nil }) {
            wrong.append("an action of an ended run waits for the store")
        }
        let listened = Set(machine.entries.values.flatMap(\.index.paths))
        if Set(machine.listeners.keys) != listened { wrong.append("listeners are \(machine.listeners.keys)") }
        let users = Set(
            living.map { FormerGraphs.Key(automationID: $0.automationID, revision: $0.revision) })
        if !machine.former.keys.isSubset(of: users) { wrong.append("former graphs that no entry uses") }
        for (id, entry) in machine.entries {
            // An edit may have set the maximum below the present count.
            let before = executions.updateValue(entry.memory.executions, forKey: id) ?? 0
            if let most = entry.automation.maxExecutions, entry.memory.executions > max(most, before) {
                wrong.append("\(id) ran \(entry.memory.executions) times of \(most)")
            }
        }
    }

    /// Whether two nodes of a run's graph share an id, so that one may drop what the other waits for.
    private func hasTwins(_ run: AutomationRun) -> Bool {
        let graph =
            automations[run.automationID].flatMap { $0.revision == run.revision ? $0.graph : nil }
            ?? former.first { $0.automationID == run.automationID && $0.revision == run.revision }?.graph
        let ids = graph?.nodes.map(\.id) ?? []
        return graph == nil || Set(ids).count != ids.count
    }

    /// Removes everything, after which nothing may be left.
    mutating func end() {
        for id in ["a", "b", "c", "d"] { take(machine.deleted(id, home: home, at: moment)) }
        check()
        if !machine.runs.isEmpty || !machine.waits.watched.isEmpty || !machine.listeners.isEmpty
            || !machine.pending.requests.isEmpty || !machine.former.keys.isEmpty || !machine.pending.endings.isEmpty
            || !machine.runs.restorers.isEmpty || !machine.parents.isEmpty || !machine.waits.looks.isEmpty
        {
            wrong.append("something is left")
        }
        if machine.waits.count > 500 || machine.instants.count > 500 { wrong.append("queues are not tidied") }
    }
}
