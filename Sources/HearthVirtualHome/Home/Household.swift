internal import HearthDeviceBehaviors
internal import HearthTraitCore

/// The people of the demo house: they come and go by the front door, and use lights, blinds, kitchen and television
/// according to the time of day. Reproducible with a seed.
struct Household: Sendable {
    /// An action at a device.
    enum Deed: Hashable, Sendable {
        /// By hand, or by being there.
        case input(PhysicalInput)
        /// By remote control: a command without arguments, by the IDs of trait and command.
        case command(trait: UInt32, command: UInt32)
        /// Opens the front door, which only works when it is unlocked.
        case openDoor
        /// Switches on or off unless the device is already in that state.
        case turn(on: Bool)
    }

    /// An action at a device, with the device.
    struct Step: Hashable, Sendable {
        let device: String
        let deed: Deed
    }

    /// The state of the house that people consider before they act.
    struct View: Sendable {
        /// Whether a light or player is on; nil for other devices.
        let isOn: @Sendable (_ device: String) -> Bool?
        /// The local time of day in hours, from 0 to 24.
        let hour: Double

        var isDark: Bool { hour < 7.5 || hour > 18.5 }
    }

    /// How long the household leaves a device alone after another person has used it.
    static let respect = Duration.seconds(3_600)

    private var planned: [(at: Duration, step: Step)] = []
    /// When other people last used devices.
    private var used: [String: Duration] = [:]
    private var next: Duration?
    private var isHome = true
    private var random: SeededRandom

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    /// When the next action is due.
    var deadline: Duration? { ([next] + planned.map { $0.at }).compactMap { $0 }.min() }

    mutating func start(at now: Duration) {
        next = now + .seconds(Int64.random(in: 3...8, using: &random))
    }

    /// The actions that are due.
    mutating func steps(until now: Duration, _ view: View) -> [Step] {
        if let next, next <= now {
            let begun = begin(view)
            for (delay, step) in begun { planned.append((now + delay, step)) }
            planned.sort { $0.at < $1.at }
            let end = begun.map(\.delay).max() ?? .zero
            // One action after the other, with a pause in which users of the demo can act.
            self.next = now + max(end, .seconds(1)) + .seconds(Int64.random(in: 6...16, using: &random))
        }
        let due = planned.prefix { $0.at <= now }.map(\.step)
        planned.removeFirst(due.count)
        return due
    }

    // MARK: Other people

    /// Notes that another person used a device. The household leaves it alone for an hour.
    mutating func othersUsed(_ device: String, at now: Duration) { used[device] = now }

    func leavesAlone(_ device: String, at now: Duration) -> Bool {
        used[device].map { now - $0 < Self.respect } ?? false
    }

    // MARK: What they do

    private typealias Plan = [(delay: Duration, step: Step)]

    private mutating func begin(_ view: View) -> Plan {
        guard isHome else { return Int.random(in: 0..<3, using: &random) == 0 ? [] : comeHome(view) }
        let isNight = view.hour < 6 || view.hour >= 23
        var choices: [(weight: Int, plan: (inout Household) -> Plan)] = [
            (isNight ? 1 : 3, { $0.leave() }), (4, { $0.bathroom() }), (3, { $0.light(view) }),
            (1, { _ in Self.window() }),
        ]
        if (6..<10).contains(view.hour) {
            choices += [(5, { _ in Self.coffee() }), (3, { _ in Self.blinds(open: true) })]
        }
        if (8..<18).contains(view.hour) { choices.append((3, { $0.desk(view) })) }
        if view.hour >= 17 { choices.append((5, { _ in Self.television(view) })) }
        if view.hour >= 20 { choices.append((3, { _ in Self.blinds(open: false) })) }
        var ticket = Int.random(in: 0..<choices.reduce(0) { $0 + $1.weight }, using: &random)
        for choice in choices {
            if ticket < choice.weight { return choice.plan(&self) }
            ticket -= choice.weight
        }
        return []
    }

    private static func input(_ seconds: Double, _ device: String, _ input: PhysicalInput) -> Plan.Element {
        (.seconds(seconds), Step(device: device, deed: .input(input)))
    }

    private static func turn(_ seconds: Double, _ device: String, on: Bool) -> Plan.Element {
        (.seconds(seconds), Step(device: device, deed: .turn(on: on)))
    }

    private mutating func comeHome(_ view: View) -> Plan {
        isHome = true
        let light: Plan = view.isDark ? [Self.turn(5, DemoDevice.hallwayLight, on: true)] : []
        return [
            Self.input(0, DemoDevice.frontDoor, .keypad(code: Array("1234".utf8), locks: false)),
            (.seconds(3), Step(device: DemoDevice.frontDoor, deed: .openDoor)),
            Self.input(4, DemoDevice.hallwayMotion, .motion),
            Self.input(8, DemoDevice.frontDoor, .contact(isClosed: true)),
            Self.input(11, DemoDevice.frontDoor, .thumbTurn(locks: true)),
            Self.turn(24, DemoDevice.hallwayLight, on: false),
        ] + light
    }

    private mutating func leave() -> Plan {
        isHome = false
        return [
            Self.input(0, DemoDevice.hallwayMotion, .motion),
            Self.turn(1, DemoDevice.ceilingLight, on: false), Self.turn(2, DemoDevice.television, on: false),
            Self.input(3, DemoDevice.frontDoor, .thumbTurn(locks: false)),
            (.seconds(6), Step(device: DemoDevice.frontDoor, deed: .openDoor)),
            Self.input(10, DemoDevice.frontDoor, .contact(isClosed: true)),
            Self.input(13, DemoDevice.frontDoor, .keypad(code: Array("1234".utf8), locks: true)),
        ]
    }

    private mutating func bathroom() -> Plan {
        let stay = Double.random(in: 12...25, using: &random)
        return [
            Self.input(0, DemoDevice.hallwayMotion, .motion), Self.turn(2, DemoDevice.mirrorLight, on: true),
            Self.input(8, DemoDevice.bathroomClimate, .humidity(UInt16.random(in: 6_200...7_600, using: &random))),
            Self.turn(2 + stay, DemoDevice.mirrorLight, on: false),
        ]
    }

    private mutating func light(_ view: View) -> Plan {
        let device = DemoDevice.lights.randomElement(using: &random) ?? DemoDevice.ceilingLight
        let isOn = view.isOn(device) ?? false
        // By day, lights are only switched off.
        guard view.isDark || isOn else { return [] }
        return [Self.turn(0, device, on: !isOn)]
    }

    private mutating func desk(_ view: View) -> Plan {
        let isOn = view.isOn(DemoDevice.deskLamp) ?? false
        return [
            Self.input(0, DemoDevice.hallwayMotion, .motion), Self.turn(2, DemoDevice.deskLamp, on: !isOn),
            Self.turn(3, DemoDevice.powerStrip, on: !isOn),
        ]
    }

    private static func coffee() -> Plan {
        [
            turn(0, DemoDevice.worktopLight, on: true), turn(3, DemoDevice.coffeeMaker, on: true),
            turn(25, DemoDevice.coffeeMaker, on: false),
        ]
    }

    private static func window() -> Plan {
        [
            input(0, DemoDevice.officeWindow, .contact(isClosed: false)),
            input(20, DemoDevice.officeWindow, .contact(isClosed: true)),
        ]
    }

    private static func television(_ view: View) -> Plan {
        guard view.isOn(DemoDevice.television) == true else {
            return [
                turn(0, DemoDevice.television, on: true),
                (.seconds(3), Step(device: DemoDevice.television, deed: .command(trait: 0x0506, command: 0))),
            ]
        }
        return [
            (.zero, Step(device: DemoDevice.television, deed: .command(trait: 0x0506, command: 1))),
            turn(4, DemoDevice.television, on: false),
        ]
    }

    private static func blinds(open: Bool) -> Plan {
        [DemoDevice.southBlind, DemoDevice.rollerShade].enumerated().map { index, device in
            (.seconds(index * 4), Step(device: device, deed: .command(trait: 0x0102, command: open ? 0 : 1)))
        }
    }
}

/// The ids of the demo devices that people use.
enum DemoDevice {
    static let frontDoor = "front-door-lock"
    static let hallwayMotion = "hallway-motion"
    static let hallwayLight = "hallway-light"
    static let ceilingLight = "living-ceiling"
    static let television = "living-tv"
    static let southBlind = "living-blind"
    static let rollerShade = "bedroom-shade"
    static let mirrorLight = "bathroom-light"
    static let bathroomClimate = "bathroom-climate"
    static let worktopLight = "kitchen-light"
    static let coffeeMaker = "kitchen-coffee"
    static let deskLamp = "office-desk-lamp"
    static let powerStrip = "office-power-strip"
    static let officeWindow = "office-window"
    static let lights = [ceilingLight, "living-floor-lamp", "bedroom-lamp", worktopLight]
}
