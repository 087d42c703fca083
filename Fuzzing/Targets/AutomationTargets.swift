internal import HearthAutomation
internal import HearthAutomationText
internal import HearthCalendar
internal import HearthTraitDescriptors
internal import HearthWire

/// Builds an automation text with extreme numbers from the bytes. The hub reads or refuses it. A text that it reads is
/// checked, sent over the wire, printed, read again with the same result, and run for some days.
func fuzzAutomationTexts(_ bytes: [UInt8]) {
    var words = ExtremeText(bytes)
    read(words.text())
}

/// Reads the bytes as an automation text.
func fuzzAutomationText(_ bytes: [UInt8]) { read(String(decoding: bytes, as: UTF8.self)) }

private func read(_ text: String) {
    guard let all = try? ReadAutomation.all(in: text, FuzzedHome.names) else { return }
    for read in all {
        let written = read.text.text(FuzzedHome.names)
        let again = try? ReadAutomation.all(in: written, FuzzedHome.names)
        must(
            again?.map { $0.text.text(FuzzedHome.names) } == [written], "printing and reading changes it: \(written)"
        )
        // In the form in which it is saved.
        let graph = AutomationGraph((try? read.text.program())?.graph)
        let automation = Automation(
            id: "automation", name: read.text.name, graph: graph, maxRuns: Int(read.text.settings.maxRuns),
            catchUp: read.text.settings.catchUp ?? .seconds(900))
        _ = GraphCheck.verdict(
            on: automation, in: FuzzedHome(),
            at: AutomationMoment(now: FuzzedHome.beginning, sinceEpoch: FuzzedHome.beginning))
        var run = DryRun(automation, in: FuzzedHome.recorded, from: FuzzedHome.beginning)
        _ = run.advance(to: FuzzedHome.beginning + .seconds(3 * 86_400), steps: 300)
        run.take(FuzzedHome.change)
        _ = run.advance(to: FuzzedHome.beginning + .seconds(6 * 86_400), steps: 300)
    }
}

/// A grammar of automations; the bytes choose among its rules.
private struct ExtremeText {
    private var pieces: Pieces

    init(_ bytes: [UInt8]) { pieces = Pieces(bytes) }

    private static let numbers = [
        "0", "1", "2", "7", "59", "60", "254", "255", "65535", "86400", "2147483647", "2147483648", "4294967295",
        "4294967296", "315576000000", "315576000001", "9223372036854775807", "9223372036854775808",
        "18446744073709551615", "18446744073709551616", "170141183460469231731",
        "170141183460469231731687303715884105727", "170141183460469231731687303715884105728",
        "340282366920938463463374607431768211456", "1e308", "1e309", "1e-320", "0.1", "1.7976931348623157e308",
    ]
    private static let units = ["d", "h", "min", "s", "ms", "us", "ns", "as"]

    private mutating func pick(_ items: [String]) -> String {
        items.isEmpty ? "" : items[Int(pieces.byte()) % items.count]
    }

    private mutating func number() -> String { pick(["", "", "-"]) + pick(Self.numbers) }
    private mutating func natural() -> String { pick(Self.numbers) }

    private mutating func span() -> String {
        let parts = (0...pieces.byte() % 3).map { _ in "\(natural()) \(pick(Self.units))" }
        return pick(["", "", "-"]) + parts.joined(separator: " ")
    }

    private mutating func expression(_ depth: Int = 0) -> String {
        guard depth < 4 else { return number() }
        switch pieces.byte() % 12 {
        case 0: return "\"Lamp\" LevelControl.currentLevel"
        case 1: return "home Time.currentTime"
        case 2: return "$x"
        case 3: return "\(pick(["true", "null", "inf", "nan", "unsupported", "[]", "{}"]))"
        case 4: return "\(natural()):\(natural())"
        case 5: return "not (\(expression(depth + 1)))"
        case 6: return "-(\(expression(depth + 1)))"
        case 7: return "(\(expression(depth + 1))) held for \(span())"
        case 8: return "heldFor(\(expression(depth + 1)), \(number()))"
        case 9: return "[\(expression(depth + 1)), \(number())]"
        case 10:
            let operation = pick(["+", "-", "*", "/", "mod", "is", "<", ">=", "has", "and", "contains"])
            return "(\(expression(depth + 1))) \(operation) (\(expression(depth + 1)))"
        default: return number()
        }
    }

    private mutating func line() -> String {
        switch pieces.byte() % 16 {
        case 0: "wait \(span())"
        case 1: "wait at most \(span()) until \(expression())"
        case 2: "not again within \(span())"
        case 3: "only if \(expression()) stays \(pick(["", "strictly "]))true for \(span())"
        case 4: "only if \(expression())"
        case 5: "let $x = \(expression())"
        case 6: "\"Lamp\" LevelControl.moveToLevel(level: \(expression()), transitionTime: \(number()))"
        case 7: "\"Lamp\" OnOff.on or retry \(natural()) times after \(span())"
        case 8: "set \"Lamp\" LevelControl(onLevel: \(expression()))"
        case 9: "every day \(span()) \(pick(["before", "after"])) \(pick(["sunrise", "sunset"]))"
        case 10: "every day at \(natural()):\(natural())"
        case 11:
            "every time of \"\(natural()) \(natural())/\(natural()) * ? * \(pick(["*", "MON#\(natural())", "L"]))\""
        case 12: "@\(natural()) put back"
        case 13: "when home Time sends scheduled(solarTime: {type: \(natural()), offset: \(number())})"
        case 14: "read \"Lamp\" part \(natural()) LevelControl"
        default: "when \"Lamp\" LevelControl changes so that \(expression())"
        }
    }

    mutating func text() -> String {
        var lines = ["automation: \"x\"", "runs at once: \(pick(["1", natural()]))"]
        if pieces.byte() % 2 == 0 { lines.append("catch up: \(span())") }
        if pieces.byte() % 4 == 0 { lines.append("runs in all: \(natural())") }
        lines += ["uses:", "  \"Lamp\" = device lamp", "steps:"]
        lines += ["  every day at 12:01", "  read home Time", "  let $x = \(number())"]
        while !pieces.isEmpty, lines.count < 24 { lines.append("  " + line()) }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// A lamp in Berlin.
private struct FuzzedHome: CheckedHome {
    static let onOff = TraitDescriptor(
        id: 6, name: "OnOff", vendor: "Matter", package: "test", revision: 1,
        attributes: [AttributeDescriptor(FieldDescriptor(0, "onOff", .boolean))],
        commands: [CommandDescriptor(1, "On", method: "on")])
    static let level = TraitDescriptor(
        id: 8, name: "LevelControl", vendor: "Matter", package: "test", revision: 1,
        attributes: [
            AttributeDescriptor(FieldDescriptor(0, "currentLevel", .unsigned(8), [.nullable])),
            AttributeDescriptor(FieldDescriptor(17, "onLevel", .unsigned(8)), write: .operate),
        ],
        commands: [
            CommandDescriptor(
                0, "MoveToLevel", method: "moveToLevel",
                [FieldDescriptor(0, "level", .unsigned(8)), FieldDescriptor(1, "transitionTime", .unsigned(16))])
        ])
    static let time = TraitDescriptor(
        id: TimeTrait.id, name: "Time", vendor: "Google", package: "test", revision: 1,
        structs: [
            StructDescriptor(
                "TimeOfDay", [FieldDescriptor(0, "hours", .unsigned(8)), FieldDescriptor(1, "minutes", .unsigned(8))]),
            StructDescriptor(
                "SolarTime", [FieldDescriptor(0, "type", .unsigned(8)), FieldDescriptor(1, "offset", .signed(32))]),
        ],
        attributes: [AttributeDescriptor(FieldDescriptor(0, "currentTime", .structure(0)))],
        events: [
            EventDescriptor(
                0, "Scheduled", .info,
                [FieldDescriptor(0, "clockTime", .structure(0)), FieldDescriptor(1, "solarTime", .structure(1))])
        ])
    static let traits = [onOff, level, time]
    static let names = AutomationNames(
        structureID: "home", objects: [(.init(.device, "lamp"), "Lamp")], traits: traits, deviceTypes: [])
    /// 2026-11-25 12:00 UTC.
    static let beginning = Duration.seconds(1_795_608_000)
    static let levelPath = TraitPath(TraitTarget(deviceID: "lamp", endpoint: 1), 8)
    static let recorded = RecordedHome(
        id: "home",
        place: SchedulePlace(
            zone: ZoneRules { _ in 3_600 }, sun: GeoLocation(latitude: 52.5, longitude: 13.4).map(SolarClock.init)),
        descriptors: Dictionary(traits.map { ($0.id, $0) }, uniquingKeysWith: { $1 }),
        traits: [levelPath: [0: .unsigned(200), 17: .unsigned(254)]], online: ["lamp": true])
    static let change = RecordedChange(
        at: beginning + .seconds(3 * 86_400),
        HomeChange(
            epoch: 1, sequence: 1, cause: AutomationCause(.device),
            attributes: [.init(levelPath, [0: .unsigned(255)])]))

    var id: String { Self.recorded.id }
    var place: SchedulePlace { Self.recorded.place }
    var hasZone: Bool { true }

    func attributes(_ path: TraitPath) -> StructureValue? { Self.recorded.attributes(path) }
    func descriptor(_ path: TraitPath) -> TraitDescriptor? { Self.recorded.descriptor(path) }
    func isOnline(_ deviceID: String) -> Bool? { Self.recorded.isOnline(deviceID) }
    func targets(in group: DeviceGroup, deviceType: UInt32?, traitID: UInt32) -> [TraitTarget]? { nil }
    func allowsExecution(by author: String) -> Bool { true }
    func schema(ofTrait traitID: UInt32) -> TraitDescriptor? { Self.recorded.descriptors[traitID] }
    func name(ofObject objectID: String) -> String? { objectID == "lamp" ? "Lamp" : nil }
    func allows(_ action: Action, by author: String) -> Bool { true }
    func automation(_ id: String) -> CheckedAutomation? { nil }
    func isSensitive(_ action: Action) -> Bool { false }

    func endpoints(_ objectID: String) -> [CheckedEndpoint]? {
        switch objectID {
        case "lamp": [CheckedEndpoint(1, deviceTypes: [0x101], traits: [6, 8])]
        case "home": [CheckedEndpoint(0, deviceTypes: [], traits: [TimeTrait.id])]
        default: nil
        }
    }
}
