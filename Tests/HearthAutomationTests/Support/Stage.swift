internal import HearthCalendar
internal import HearthTraitDescriptors

@testable internal import HearthAutomation

/// A machine under a clock that stands still until the test moves it, with a store that keeps everything at once and
/// devices that obey, unless the test says otherwise. Events are logged, a line for each:
///
///     0:05 1.4 condition true [2.0 = 25]       step of node 4 in run 1
///     0:05 1 lamp on                           sent to a device
///     0:05 1 ended: finished
///     0:07 a: not started at 4: suppressed     of automation a
struct Stage {
    var machine: AutomationMachine
    var home = TestHome()
    /// By the monotonic clock.
    var now: Duration = .zero
    /// The wall clock at the beginning: 2026-11-25 12:00 UTC.
    var epoch: Duration = .seconds(1_795_608_000)
    private(set) var lines: [String] = []
    /// Devices that do not answer by themselves.
    var silent: Set<String> = []
    /// The outcomes that devices answer; `done` by default.
    var outcomes: [String: ActionOutcome] = [:]
    /// Whether the test saves by itself.
    var savesByHand = false
    /// Whether saved rows are kept in ``rows``.
    var storesRows = false
    var rows = StoredRows()
    /// Requests that were sent and not answered.
    private(set) var open: [ActionRequest] = []
    /// All requests that were ever sent.
    private(set) var sent: [ActionRequest] = []
    /// All runs that began, as they were then.
    private(set) var begun: [AutomationRun] = []
    /// What clock starters began to wait for.
    private(set) var clockWaits: [ClockWait] = []
    private(set) var sequence: UInt64 = 0
    private var told: [UInt64: Int] = [:]
    private var ended: Set<UInt64> = []
    private var counts: [String: [UInt32: [NonStart.Kind: UInt64]]] = [:]

    init(limits: AutomationMachine.Limits = .init()) {
        machine = AutomationMachine(structureID: "home", limits: limits)
    }

    var moment: AutomationMoment { AutomationMoment(now: now, sinceEpoch: epoch + now) }

    /// The lines since the last call.
    mutating func happened() -> String {
        defer { lines = [] }
        return lines.joined(separator: "\n")
    }

    // MARK: Actions of the test

    mutating func add(
        _ id: String = "a", mode: RunMode = .single, maxRuns: Int = 10, maxExecutions: UInt32? = nil,
        revision: UInt64 = 1, isActive: Bool = true, catchUp: Duration = .seconds(900), graph root: AutomationNode
    ) {
        let automation = Automation(
            id: id, revision: revision, name: id, isActive: isActive, graph: AutomationGraph(root: root), mode: mode,
            maxRuns: maxRuns, maxExecutions: maxExecutions, catchUp: catchUp, savedBy: "owner")
        let actions = machine.edited(automation, isValid: true, home: home, at: moment)
        tell(actions)
    }

    /// A device reports a new value of attribute 0.
    mutating func report(
        value: TraitValue, from device: String = "sensor", by cause: AutomationCause = AutomationCause(.device)
    ) {
        let path = TestTrait.path(device)
        home.traits[path, default: [:]][0] = value
        change([.init(path, [0: value])], by: cause)
    }

    mutating func report(_ value: Int64, from device: String = "sensor", by cause: CauseKind = .device) {
        report(value: .signed(value), from: device, by: AutomationCause(cause))
    }

    mutating func press(_ number: UInt64, _ device: String = "button", fields: StructureValue = [:]) {
        change(
            [], [.init(TestTrait.path(device), eventID: TestTrait.press, number: number, fields: fields)],
            by: AutomationCause(.device))
    }

    mutating func change(
        _ attributes: [HomeChange.Attributes], _ events: [HomeChange.Event] = [], by cause: AutomationCause
    ) {
        sequence += 1
        let change = HomeChange(
            epoch: 1, sequence: sequence, cause: cause, attributes: attributes, events: events)
        tell(machine.changed(change, home: home, at: moment))
    }

    /// Lets time pass, with a step at each time that the machine asks for.
    mutating func pass(_ duration: Duration) {
        let end = now + duration
        while let wake = machine.nextWake(at: moment), wake <= end {
            now = max(now, wake)
            tell(machine.timePassed(home: home, at: moment))
        }
        now = end
        tell(machine.timePassed(home: home, at: moment))
    }

    /// Sets the wall clock.
    mutating func setClock(by step: Duration) {
        epoch += step
        tell(machine.timePassed(home: home, at: moment))
    }

    @discardableResult
    mutating func execute(_ id: String = "a", key: String = "key") -> UInt64? {
        var actions = AutomationMachine.Actions()
        let run = machine.execute(
            id, key: key, cause: AutomationCause(.client, name: "Ann"), home: home, at: moment, &actions)
        tell(actions)
        return run
    }

    mutating func stop(_ id: String = "a") { tell(machine.stop(id, by: "Ann", home: home, at: moment)) }

    mutating func delete(_ id: String = "a") { tell(machine.deleted(id, home: home, at: moment)) }

    mutating func answer(_ outcome: ActionOutcome = .done) {
        guard !open.isEmpty else { return }
        answer(open.removeFirst(), outcome)
    }

    mutating func answer(_ request: ActionRequest, _ outcome: ActionOutcome) {
        open.removeAll { $0 == request }
        tell(
            machine.answered(
                runID: request.runID, nodeID: request.nodeID, attempt: request.attempt, part: request.part, outcome,
                home: home, at: moment))
    }

    mutating func save() {
        guard let rows = machine.takeUnsaved() else { return }
        if storesRows { self.rows.store(rows) }
        tell(machine.saved(rows.mark))
    }

    // MARK: Log

    mutating func tell(_ actions: AutomationMachine.Actions) {
        if let wait = actions.clockWait { clockWaits.append(wait) }
        for run in machine.runs.values.sorted(by: { $0.id < $1.id }) { tell(run, actions.sends) }
        tellNonStarts()
        if !savesByHand { save() }
        while let request = open.first(where: { !silent.contains($0.path.target.deviceID) }) {
            answer(request, outcomes[request.path.target.deviceID] ?? .done)
        }
    }

    private mutating func tell(_ run: AutomationRun, _ sends: [ActionRequest]) {
        if told[run.id] == nil {
            begun.append(run)
            write("\(run.id) begins at \(run.start.nodeID.map(String.init) ?? "-")\(past(run.start.occasion))")
        }
        for step in run.trace.dropFirst(told[run.id] ?? 0) {
            write("\(run.id).\(step.nodeID) \(TraceText.text(step.what, since: epoch))")
        }
        told[run.id] = run.trace.count
        for request in sends where request.runID == run.id {
            let fields = TraceText.text(request.fields)
            write("\(request.runID) \(request.path.target.deviceID) \(TestTrait.name(request.commandID))\(fields)")
            sent.append(request)
            open.append(request)
        }
        guard let end = run.end, ended.insert(run.id).inserted else { return }
        write("\(run.id) ended\(end.nodeID.map { " at \($0)" } ?? ""): \(TraceText.text(end.reason))")
    }

    /// The time of a start whose time has passed.
    private func past(_ occasion: RunStart.Occasion) -> String {
        guard case .instant(let second) = occasion, second != moment.second else { return "" }
        return " for \(TraceText.time(.seconds(second) - epoch))"
    }

    private mutating func tellNonStarts() {
        for (id, entry) in machine.entries.sorted(by: { $0.key < $1.key }) {
            for (node, known) in entry.memory.nonStarts.sorted(by: { $0.key < $1.key })
            where known.counts != counts[id]?[node] {
                counts[id, default: [:]][node] = known.counts
                write("\(id): not started at \(known.last.nodeID): \(TraceText.text(known.last.reason))")
            }
        }
    }

    private mutating func write(_ text: String) { lines.append("\(TraceText.time(now)) \(text)") }
}
