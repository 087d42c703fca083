internal import HearthTraitDescriptors

@testable internal import HearthAutomation

/// A hub that may lose its power right before and right after each save and each send, with a store that keeps what was
/// saved, and devices that remember what they did and report changes missing in the store.
struct CrashWorld {
    /// An action of a start that was carried out.
    struct Deed: Hashable {
        let automationID: String
        let occasion: String
        let nodeID: UInt32
    }

    /// The contents of the disk after a crash, all of one moment.
    private struct Disk {
        var rows = StoredRows()
        var home: [TraitPath: StructureValue] = [:]
        var lastEvent: UInt64 = 0
    }

    private struct Kill: Error {}

    let automations: [Automation]
    private let limits: AutomationMachine.Limits
    private(set) var machine: AutomationMachine
    private var home = TestHome()
    private var disk = Disk()
    private var epoch: UInt64 = 1
    private var sequence: UInt64 = 0
    private var lastEvent: UInt64 = 0
    /// The true values of devices, and the presses of buttons.
    private var values: [String: Int64] = [:]
    private var presses: [(number: UInt64, device: String)] = []
    private var isStarting = false
    /// Time since 1970.
    private(set) var time: Duration = .seconds(1_795_608_000)

    /// How often devices carried out an action, and when first.
    private(set) var deeds: [Deed: (count: Int, isOnce: Bool, first: Duration)] = [:]
    /// How often the power could have been lost.
    private(set) var points = 0
    private(set) var kills = 0
    /// Whether the power is lost at a point, by its number.
    var isLost: (Int) -> Bool = { _ in false }
    /// How long the power is away.
    var outage: Duration = .seconds(2)
    /// Violations found so far.
    private(set) var wrong: [String] = []

    init(_ automations: [Automation], values: [String: Int64], limits: AutomationMachine.Limits) {
        self.automations = automations
        self.limits = limits
        self.values = values
        machine = AutomationMachine(structureID: "home", limits: limits)
        for (device, value) in values { home.traits[TestTrait.path(device)] = [0: .signed(value)] }
        for automation in automations {
            _ = machine.edited(automation, isValid: true, home: home, at: moment)
        }
        // The home's setup is stored.
        if let rows = machine.takeUnsaved() { store(rows) }
        disk.home = home.traits
    }

    var rows: StoredRows { disk.rows }

    private var moment: AutomationMoment {
        // Each process has another monotonic clock.
        AutomationMoment(now: time - .seconds(1_795_000_000) + .seconds(Int64(epoch) * 7_777_777), sinceEpoch: time)
    }

    // MARK: Events from outside

    mutating func report(_ value: Int64, from device: String) {
        values[device] = value
        living { try $0.tellOf(device) }
    }

    mutating func press(_ device: String) {
        presses.append((UInt64(presses.count + 1), device))
        living { try $0.tellOfPresses() }
    }

    mutating func pass(_ span: Duration) {
        let end = time + span
        living { try $0.saveSoon() }
        while time < end {
            let wake = machine.nextWake(at: moment).map { time + ($0 - moment.now) } ?? end
            time = max(time, min(wake, end))
            living { world in
                try world.perform(world.machine.timePassed(home: world.home, at: world.moment))
            }
        }
    }

    /// Does something; when the power is lost, the hub starts again.
    private mutating func living(_ body: (inout CrashWorld) throws -> Void) {
        do { try body(&self) } catch { restart() }
        for (id, entry) in machine.entries {
            if let most = entry.automation.maxExecutions, entry.memory.executions > most {
                wrong.append("\(id) ran \(entry.memory.executions) times")
            }
        }
    }

    private mutating func restart() {
        kills += 1
        time += outage
        epoch += 1
        machine = AutomationMachine(structureID: "home", limits: limits)
        home.traits = disk.home
        lastEvent = disk.lastEvent
        living { world in
            let memories = world.disk.rows.memories
            try world.perform(
                world.machine.restored(
                    automations: world.automations.map { automation in
                        var automation = automation
                        automation.isActive = world.disk.rows.activity[automation.id] ?? automation.isActive
                        return (automation, true, memories[automation.id] ?? AutomationMemory())
                    },
                    runs: world.disk.rows.runs.values.filter { $0.end == nil }, graphs: [],
                    nextRunID: (world.disk.rows.runs.keys.max() ?? 0) + 1, home: world.home, at: world.moment))
            for device in world.values.keys.sorted() { try world.tellOf(device) }
            try world.tellOfPresses()
        }
    }

    // MARK: Effects

    private mutating func tellOf(_ device: String) throws {
        let (path, value) = (TestTrait.path(device), TraitValue.signed(values[device] ?? 0))
        guard home.traits[path]?[0] != value else { return }
        home.traits[path] = [0: value]
        sequence += 1
        let change = HomeChange(
            epoch: epoch, sequence: sequence, cause: AutomationCause(.device),
            attributes: [.init(path, [0: value])])
        try perform(machine.changed(change, home: home, at: moment))
    }

    private mutating func tellOfPresses() throws {
        for press in presses where press.number > lastEvent {
            lastEvent = press.number
            sequence += 1
            let event = HomeChange.Event(
                TestTrait.path(press.device), eventID: TestTrait.press, number: press.number, fields: [:])
            let change = HomeChange(
                epoch: epoch, sequence: sequence, cause: AutomationCause(.device), events: [event])
            try perform(machine.changed(change, home: home, at: moment))
        }
    }

    private mutating func perform(_ actions: AutomationMachine.Actions) throws {
        for request in actions.sends {
            try point()
            act(request)
            try point()
        }
        if actions.needsSaving, let rows = machine.takeUnsaved() {
            try point()
            store(rows)
            try point()
            try perform(machine.saved(rows.mark))
        }
        for request in actions.sends {
            try perform(
                machine.answered(
                    runID: request.runID, nodeID: request.nodeID, attempt: request.attempt, part: request.part, .done,
                    home: home, at: moment))
        }
    }

    /// Data that no one waits for is stored a moment later.
    private mutating func saveSoon() throws {
        guard machine.hasUnsaved || disk.home != home.traits || disk.lastEvent != lastEvent else { return }
        try point()
        let rows = machine.takeUnsaved()
        disk.home = home.traits
        disk.lastEvent = lastEvent
        if let rows { disk.rows.store(rows) }
        try point()
        if let rows { try perform(machine.saved(rows.mark)) }
    }

    private mutating func point() throws {
        points += 1
        if isLost(points) { throw Kill() }
    }

    private mutating func store(_ rows: AutomationRows) {
        disk.rows.store(rows)
        disk.home = home.traits
        disk.lastEvent = lastEvent
    }

    private mutating func act(_ request: ActionRequest) {
        guard let run = machine.run(request.runID) else {
            wrong.append("an action of no run")
            return
        }
        let deed = Deed(automationID: run.automationID, occasion: Self.name(run), nodeID: request.nodeID)
        let isOnce = request.commandID == TestTrait.toggle
        if isOnce, disk.rows.runs[run.id]?.start != run.start {
            wrong.append("an action that must not happen twice, of a run that is not stored")
        }
        let before = deeds[deed]
        deeds[deed] = ((before?.count ?? 0) + 1, isOnce, before?.first ?? time)
    }

    /// The name of a start, the same also when its report is another one after a crash.
    static func name(_ run: AutomationRun) -> String {
        switch run.start.occasion {
        case .event(let number): "event \(number)"
        case .instant(let second): "time \(second)"
        case .request(let key): "request \(key)"
        case .parent(let runID, _): "run \(runID)"
        case .change: "value \(run.start.nodeID.flatMap { run.readings[$0]?[0] }.map(TraceText.text) ?? "-")"
        }
    }
}
