internal import HearthCalendar
internal import HearthTraitDescriptors
internal import ProcessTestSupport

@testable internal import HearthAutomation

/// A day of a virtual home with running automations, and a record of it as the hub keeps one: each change with its
/// time, its position and its cause.
struct RecordedDay {
    /// How long a device takes to report a commanded change, and to answer.
    static let (acting, answering): (Duration, Duration) = (.milliseconds(20), .milliseconds(50))
    static let start: Duration = .seconds(1_795_608_000)
    static let end = start + .seconds(86_400)

    /// What happens in the home.
    private enum Happening {
        case value(device: String)
        case press(device: String)
        case connection(device: String)
        case effect(ActionRequest)
    }

    let automations: [Automation]
    /// How the home was at the beginning.
    let beginning: TestHome
    private(set) var record: [RecordedChange] = []
    private(set) var machine: AutomationMachine
    private(set) var home: TestHome
    /// All runs that ended, by their automations.
    private(set) var ended: [String: [AutomationRun]] = [:]
    private let outcome: ActionOutcome
    private var dice: Dice
    private var time = Self.start
    private var sequence: UInt64 = 0
    private var events: UInt64 = 0
    private var happenings = DueQueue<Duration, Happening>()
    private var answers = DueQueue<Duration, ActionRequest>()

    init(_ automations: [Automation], seed: UInt64, outcome: ActionOutcome) {
        self.automations = automations
        self.outcome = outcome
        dice = Dice(seed: seed)
        home = TestHome()
        home.place = SchedulePlace(
            zone: ZoneRules { $0 < 1_795_650_000 ? -7_200 : -3_600 },
            sun: GeoLocation(latitude: 59.9, longitude: 10.7).map(SolarClock.init))
        for device in HomeGraphs.devices {
            home.traits[TestTrait.path(device)] = [0: .signed(Int64(dice.below(30))), 1: .bool(false)]
        }
        beginning = home
        machine = AutomationMachine(structureID: home.id)
    }

    /// The monotonic clock differs from the wall clock.
    private var moment: AutomationMoment {
        AutomationMoment(now: time - Self.start + .seconds(77), sinceEpoch: time)
    }

    // MARK: The day

    mutating func live() {
        for automation in automations {
            perform(machine.edited(automation, isValid: true, home: home, at: moment))
        }
        scheduleNext()
        while let due = [nextDue, happenings.first].compactMap({ $0 }).min(), due <= Self.end {
            pass(to: due)
            if let happening = happenings.popFirst(at: time) { happen(happening) }
        }
        pass(to: Self.end)
    }

    private var nextDue: Duration? {
        [
            answers.first,
            machine.nextWake(at: moment).map { time + ($0 - moment.now) },
        ].compactMap { $0 }.min()
    }

    /// Timers that are due together with an event go before it.
    private mutating func pass(to end: Duration) {
        while let due = nextDue, due <= end {
            time = max(time, due)
            if let request = answers.popFirst(at: time) {
                perform(
                    machine.answered(
                        runID: request.runID, nodeID: request.nodeID, attempt: request.attempt, part: request.part,
                        outcome, home: home, at: moment))
            } else {
                perform(machine.timePassed(home: home, at: moment))
            }
        }
        time = end
    }

    private mutating func scheduleNext() {
        let device = HomeGraphs.devices[dice.below(HomeGraphs.devices.count)]
        let happening: Happening =
            switch dice.below(20) {
            case 0..<4: .press(device: device)
            case 4: .connection(device: device)
            default: .value(device: device)
            }
        happenings.insert(happening, at: time + .milliseconds(1 + dice.below(80_000)))
    }

    private mutating func happen(_ happening: Happening) {
        switch happening {
        case .value(let device):
            scheduleNext()
            let value: TraitValue = dice.below(12) == 0 ? .null : .signed(Int64(dice.below(30)))
            var values: StructureValue = [0: value]
            if dice.below(3) == 0 { values[1] = .bool(dice.below(2) == 0) }
            let cause = [CauseKind.device, .device, .client, .hub][dice.below(4)]
            change(device, values, AutomationCause(cause))
        case .press(let device):
            scheduleNext()
            events += 1
            let event = HomeChange.Event(
                TestTrait.path(device), eventID: TestTrait.press, number: events,
                fields: [0: .signed(Int64(dice.below(3)))])
            tell([], [event], AutomationCause(.device))
        case .connection(let device):
            scheduleNext()
            home.offline.formSymmetricDifference([device])
            tell([], [], AutomationCause(.device), online: [device: !home.offline.contains(device)])
        case .effect(let request): act(request)
        }
    }

    private mutating func act(_ request: ActionRequest) {
        let device = request.path.target.deviceID
        let isOn = home.traits[request.path]?[1] == .bool(true)
        let values: StructureValue
        switch request.commandID {
        case nil: values = request.fields
        case TestTrait.off?: values = [1: .bool(false)]
        case TestTrait.on?: values = [1: .bool(true)]
        case TestTrait.toggle?: values = [1: .bool(!isOn)]
        default: return
        }
        let new = values.fields.filter { home.traits[request.path]?[$0.key] != $0.value }
        guard !new.isEmpty, HomeGraphs.devices.contains(device) else { return }
        change(
            device, StructureValue(new),
            AutomationCause(.automation, name: request.automationID, run: request.origin))
    }

    // MARK: Changes and their record

    private mutating func change(_ device: String, _ values: StructureValue, _ cause: AutomationCause) {
        let path = TestTrait.path(device)
        home.traits[path, default: [:]].fields.merge(values.fields) { $1 }
        tell([.init(path, values)], [], cause)
    }

    private mutating func tell(
        _ attributes: [HomeChange.Attributes], _ events: [HomeChange.Event], _ cause: AutomationCause,
        online: [String: Bool] = [:]
    ) {
        sequence += 1
        let change = HomeChange(
            epoch: 1, sequence: sequence, cause: cause, attributes: attributes, events: events,
            connectivity: Set(online.keys))
        record.append(RecordedChange(at: time, change, online: online))
        perform(machine.changed(change, home: home, at: moment))
    }

    private mutating func perform(_ actions: AutomationMachine.Actions) {
        send(actions)
        while let rows = machine.takeUnsaved() {
            // An ended run is stored once more if another run wanted the opposite.
            for run in rows.runs
            where run.end != nil && !ended[run.automationID, default: []].contains(where: { $0.id == run.id }) {
                ended[run.automationID, default: []].append(run)
            }
            send(machine.saved(rows.mark))
        }
    }

    private mutating func send(_ actions: AutomationMachine.Actions) {
        for request in actions.sends {
            if outcome == .done { happenings.insert(.effect(request), at: time + Self.acting) }
            answers.insert(request, at: time + Self.answering)
        }
    }
}
