internal import Expectations
@testable internal import HearthEntities
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import Testing

/// Kinds of entities in both directions: a state with the attributes that it becomes, and commands and writes with what
/// they ask of the device.
struct ConverterTests {
    private typealias T = StandardTraits
    private typealias Values = [EntityProperty: EntityValue]

    private func machine(_ kind: EntityKind) throws -> TestMachine {
        try TestDevice([Entity(key: "e", name: "E", kind: kind)]).machine()
    }

    private func set(_ values: Values) -> [EntityCommand] { [EntityCommand(entity: "e", values: values)] }

    // MARK: Fans

    @Test(
        arguments: [
            (3, 1.0 / 3, 33, 1, 1), (3, 2.0 / 3, 67, 2, 2), (3, 1.0, 100, 3, 3), (2, 0.5, 50, 1, 1),
            (1, 1.0, 100, 1, 3),
            (4, 0.25, 25, 1, 1),
        ] as [(Int, Double, UInt64, UInt64, UInt64)])
    func fanSpeedIsPercent(_ speeds: Int, _ speed: Double, _ percent: UInt64, _ level: UInt64, _ mode: UInt64) throws {
        var fan = try machine(.fan(EntityKind.Fan(speeds: speeds)))
        fan.take(["e": [.on: .bool(true), .speed: .number(speed)]])
        expect(try fan.value(of: T.matterFanControl, "percentCurrent"), equals: .unsigned(percent))
        expect(try fan.value(of: T.matterFanControl, "speedSetting"), equals: .unsigned(level))
        expect(try fan.value(of: T.matterFanControl, "fanMode"), equals: .unsigned(mode))
        fan.take(["e": [.on: .bool(false)]])
        expect(try fan.value(of: T.matterFanControl, "percentSetting"), equals: .unsigned(0))
        // And back: percent is raised to the next level.
        expect(
            try fan.write(T.matterFanControl, ["percentSetting": .integer(Int64(percent))]),
            equals: set([.on: .bool(true), .speed: .number(Double(level) / Double(speeds))]))
    }

    @Test func fanWrites() throws {
        var fan = try machine(.fan(EntityKind.Fan(speeds: 3, oscillates: true, hasDirection: true)))
        fan.take(["e": [.on: .bool(true), .speed: .number(1)]])
        expect(try fan.write(T.matterFanControl, ["fanMode": 0]), equals: set([.on: .bool(false)]))
        expect(try fan.write(T.matterFanControl, ["percentSetting": 0]), equals: set([.on: .bool(false)]))
        expect(
            try fan.write(T.matterFanControl, ["rockSetting": 1, "airflowDirection": 1]),
            equals: set([.oscillating: .bool(true), .direction: .text("reverse")]))
        expect(throws: TraitError.self) { try fan.write(T.matterFanControl, ["fanMode": 5]) }
        expect(throws: TraitError.self) { try fan.write(T.matterFanControl, ["percentSetting": nil]) }
    }

    @Test func aFanWithoutAPresetHasNone() throws {
        var fan = try machine(.fan(EntityKind.Fan(presets: ["Sleep", "Party"])))
        for (preset, mode) in [(.text("Party"), 2), (.unknown, 0), (.text("Sleep"), 1)] as [(EntityValue, UInt64)] {
            fan.take(["e": [.on: .bool(true), .preset: preset]])
            expect(try fan.value(of: T.matterModeSelect, "currentMode"), equals: .unsigned(mode), "\(preset)")
        }
    }

    // MARK: Covers

    @Test(arguments: [(0.0, 10_000), (1.0, 0), (0.25, 7500), (0.333, 6670), (7.0, 0)] as [(Double, UInt64)])
    func coverIsInverted(_ position: Double, _ closed: UInt64) throws {
        var cover = try machine(.cover(EntityKind.Cover(hasPosition: true, hasTilt: true)))
        cover.take(["e": [.position: .number(position), .tilt: .number(position)]])
        expect(
            try cover.value(of: T.matterWindowCovering, "currentPositionLiftPercent100ths"), equals: .unsigned(closed))
        expect(
            try cover.value(of: T.matterWindowCovering, "currentPositionTiltPercent100ths"), equals: .unsigned(closed))
    }

    @Test func coverWithoutActionIsWhereItGoes() throws {
        var cover = try machine(.cover(EntityKind.Cover(hasPosition: true)))
        cover.take(["e": [.position: .number(0.25)]])
        expect(try cover.value(of: T.matterWindowCovering, "targetPositionLiftPercent100ths"), equals: .unsigned(7500))
        cover.take(["e": [.position: .number(0.5), .action: .text("opening")]])
        expect(try cover.value(of: T.matterWindowCovering, "targetPositionLiftPercent100ths"), equals: .unsigned(7500))
    }

    @Test func coverCommands() throws {
        var cover = try machine(.cover(EntityKind.Cover(hasPosition: true)))
        cover.take(["e": [.position: .number(0.5), .action: .text("opening")]])
        expect(try cover.value(of: T.matterWindowCovering, "operationalStatus"), equals: .unsigned(5))
        expect(
            try cover.invoke(T.matterWindowCovering, "GoToLiftPercentage", ["liftPercent100thsValue": 2500]),
            equals: set([.position: .number(0.75)]))
        expect(try cover.invoke(T.matterWindowCovering, "UpOrOpen"), equals: set([.position: .number(1)]))
        expect(
            try cover.invoke(T.matterWindowCovering, "StopMotion"),
            equals: [EntityCommand(entity: "e", action: .stop)])
        expect(throws: TraitError.self) {
            try cover.invoke(T.matterWindowCovering, "GoToTiltPercentage", ["tiltPercent100thsValue": 0])
        }
    }

    @Test func garageIsAClosure() throws {
        var garage = try machine(.cover(EntityKind.Cover(deviceClass: "garage", hasPosition: true)))
        garage.take(["e": [.position: .number(0)]])
        garage.take(["e": [.position: .number(0.5), .action: .text("opening")]])
        expect(garage.last.change?.events.map(\.eventID), equals: [3])
        expect(try garage.value(of: T.matterClosureControl, "mainState"), equals: .unsigned(1))
        expect(
            try garage.invoke(T.matterClosureControl, "MoveTo", ["position": 0]),
            equals: set([.position: .number(0)]))
        expect(throws: TraitError.self) { try garage.invoke(T.matterClosureControl, "MoveTo", ["position": 3]) }
    }

    // MARK: Locks

    @Test(
        arguments: [
            ("locked", .unsigned(1)), ("unlocked", .unsigned(2)), ("open", .unsigned(3)), ("jammed", .unsigned(0)),
            ("odd", .null),
        ] as [(String, TraitValue)])
    func lockStates(_ word: String, _ value: TraitValue) throws {
        var lock = try machine(.lock(canOpen: true, codeFormat: nil))
        lock.take(["e": [.lockState: .text(word)]])
        expect(try lock.value(of: T.matterDoorLock, "lockState"), equals: value)
        // While it moves the last state holds.
        lock.take(["e": [.lockState: .text("locking")]])
        expect(try lock.value(of: T.matterDoorLock, "lockState"), equals: value)
    }

    @Test func lockCommandsPassTheCode() throws {
        var lock = try machine(.lock(canOpen: false, codeFormat: "^\\d+$"))
        expect(
            try lock.invoke(T.matterDoorLock, "UnlockDoor", ["pinCode": "1234"]),
            equals: [EntityCommand(entity: "e", action: .unlock, code: "1234")])
        let error = expect(throws: TraitError.self) { try lock.invoke(T.matterDoorLock, "LockDoor") }
        expect(error?.message, equals: "this lock requires a PIN code")
        var opener = try machine(.lock(canOpen: true, codeFormat: nil))
        expect(
            try opener.invoke(T.matterDoorLock, "UnlockDoor"), equals: [EntityCommand(entity: "e", action: .open)])
        expect(
            try opener.invoke(T.matterDoorLock, "UnboltDoor"), equals: [EntityCommand(entity: "e", action: .unlock)])
    }

    @Test func jammedLockRaisesAnAlarm() throws {
        var lock = try machine(.lock(canOpen: false, codeFormat: nil))
        lock.take(["e": [.lockState: .text("jammed")]], isReplay: true)
        expect(lock.last.change?.events ?? [], equals: [])
        lock.take(["e": [.lockState: .text("locked")]])
        lock.take(["e": [.lockState: .text("jammed")]])
        expect(lock.last.change?.events.map(\.eventID), equals: [0])
    }

    // MARK: Others

    @Test func valve() throws {
        var valve = try machine(.valve(hasPosition: true, canStop: false, deviceClass: "water"))
        valve.take(["e": [.position: .number(0)]])
        valve.take(["e": [.position: .number(0.5)]])
        expect(try valve.value(of: T.matterValveConfigurationAndControl, "currentState"), equals: .unsigned(1))
        expect(try valve.value(of: T.matterValveConfigurationAndControl, "currentLevel"), equals: .unsigned(50))
        expect(valve.last.change?.events.count, equals: 1)
        expect(
            try valve.invoke(T.matterValveConfigurationAndControl, "Open", ["targetLevel": 40]),
            equals: set([.position: .number(0.4)]))
        expect(
            try valve.invoke(T.matterValveConfigurationAndControl, "Close"), equals: set([.position: .number(0)]))
        expect(throws: TraitError.self) {
            try valve.invoke(T.matterValveConfigurationAndControl, "Open", ["openDuration": 10])
        }
    }

    @Test func siren() throws {
        var siren = try machine(.siren(tones: ["a", "b"], hasVolume: true, hasDuration: false))
        siren.take(["e": [.on: .bool(true), .tone: .text("b"), .volume: .number(0.5)]])
        expect(try siren.value(of: T.matterOnOff, "onOff"), equals: .bool(true))
        expect(try siren.value(of: T.matterModeSelect, "currentMode"), equals: .unsigned(1))
        expect(try siren.value(of: T.hearthProjectNumberSetting, "value"), equals: .double(50))
        expect(
            try siren.write(T.hearthProjectNumberSetting, ["value": .real(25)]), equals: set([.volume: .number(0.25)]))
    }

    @Test func timeOfASirenGoesWithItsCommand() throws {
        var siren = try machine(.siren(tones: [], hasVolume: false, hasDuration: true))
        expect(try siren.invoke(T.matterOnOff, "On"), equals: set([.on: .bool(true)]))
        expect(try siren.keep(T.hearthProjectNumberSetting, ["value": .real(29.6)]), equals: [])
        expect(try siren.value(of: T.hearthProjectNumberSetting, "value"), equals: .double(30))
        expect(
            try siren.invoke(T.matterOnOff, "On"),
            equals: [EntityCommand(entity: "e", values: [.on: .bool(true)], duration: .seconds(30))])
        expect(try siren.invoke(T.matterOnOff, "Off"), equals: set([.on: .bool(false)]))
        expect(throws: TraitError.self) { try siren.keep(T.hearthProjectNumberSetting, ["value": .real(0)]) }
        // The hub keeps it, also while the siren is not there.
        _ = siren.machine.reachable("d", false)
        expect(try siren.keep(T.hearthProjectNumberSetting, ["value": .real(20)]), equals: [])
        expect(throws: TraitError.self) { try siren.invoke(T.matterOnOff, "On") }
    }

    @Test(
        arguments: [
            (0, 30, 0.5, 21.3, 21.5), (-5, 5, 0.1, 1.32, 1.3), (-0.3, 1, 0.1, 0.01, 0), (0, 10, 4, 10, 10),
            (1, 9, 0, 2.345, 2.345), (-1e306, 1e306, 1, 1e306, 1e306), (0, 1, .infinity, 0.3, 0.3),
        ] as [(Double, Double, Double, Double, Double)])
    func numbersAreStepped(
        _ minimum: Double, _ maximum: Double, _ step: Double, _ number: Double, _ sent: Double
    ) throws {
        let kind = EntityKind.number(minimum: minimum, maximum: maximum, step: step, unit: "", deviceClass: "")
        var device = try machine(kind)
        expect(
            try device.write(T.hearthProjectNumberSetting, ["value": .real(number)]),
            equals: set([.value: .number(sent)]))
    }

    @Test func numbersTextsChoicesAndMoments() throws {
        var number = try machine(.number(minimum: -5, maximum: 5, step: 0.1, unit: "°C", deviceClass: "", mode: .box))
        expect(try number.value(of: T.hearthProjectNumberSetting, "mode"), equals: .unsigned(1))
        number.take(["e": [.value: .number(1.5)]])
        expect(try number.value(of: T.hearthProjectNumberSetting, "value"), equals: .double(1.5))
        expect(
            try number.write(T.hearthProjectNumberSetting, ["value": .real(-5)]), equals: set([.value: .number(-5)]))
        expect(throws: TraitError.self) { try number.write(T.hearthProjectNumberSetting, ["value": .real(5.1)]) }
        expect(throws: TraitError.self) { try number.write(T.hearthProjectNumberSetting, ["value": nil]) }

        var text = try machine(.text(minimumLength: 1, maximumLength: 4, isSecret: false, isSettable: true))
        text.take(["e": [.value: .text("héé")]])
        expect(try text.value(of: T.hearthProjectTextValue, "value"), equals: .string("héé"))
        expect(try text.write(T.hearthProjectTextValue, ["value": "abcd"]), equals: set([.value: .text("abcd")]))
        expect(throws: TraitError.self) { try text.write(T.hearthProjectTextValue, ["value": "abcde"]) }

        var secret = try machine(.text(minimumLength: 0, maximumLength: 9, isSecret: true, isSettable: true))
        secret.take(["e": [.value: .text("password")]])
        expect(try secret.value(of: T.hearthProjectTextValue, "value"), equals: .null)
        expect(secret.machine.devices["d"]?.states.of("e").text(.value) == nil)

        var choice = try machine(.choice(options: ["a", "b"], isSettable: false))
        choice.take(["e": [.value: .text("b")]])
        expect(try choice.value(of: T.hearthProjectChoice, "value"), equals: .string("b"))
        expect(throws: TraitError.self) { try choice.write(T.hearthProjectChoice, ["value": "a"]) }

        var moment = try machine(.moment(hasDate: true, hasTime: true))
        expect(
            try moment.write(T.hearthProjectMoment, ["value": "2026-11-29T07:30:00"]),
            equals: set([.value: .text("2026-11-29T07:30:00")]))
        for wrong in [
            "2026-11-29", "07:30:00", "2026-13-29T07:30:00", "2026-11-29T24:30:00", "", "2026-11-29T07:30:0é",
        ] {
            expect(throws: TraitError.self, "\(wrong)") {
                try moment.write(T.hearthProjectMoment, ["value": .text(wrong)])
            }
        }
    }

    @Test func momentOfASensorCantBeSet() throws {
        var moment = try machine(.moment(hasDate: true, hasTime: true, isSettable: false))
        moment.take(["e": [.value: .text("2026-11-29T07:30:00")]])
        expect(try moment.value(of: T.hearthProjectMoment, "value"), equals: .string("2026-11-29T07:30:00"))
        expect(try moment.value(of: T.hearthProjectMoment, "isSettable"), equals: .bool(false))
        expect(throws: TraitError.self) {
            try moment.write(T.hearthProjectMoment, ["value": "2026-11-29T08:30:00"])
        }
    }

    @Test func pressAndPresses() throws {
        var press = try machine(.press(deviceClass: "restart"))
        expect(
            try press.invoke(T.hearthProjectPress, "press"), equals: [EntityCommand(entity: "e", action: .press)])

        var button = try machine(.event(types: ["single", "double", "hold", "release"], deviceClass: "button"))
        func events(_ type: String) -> [UInt32] {
            button.take([:], events: [EntityReport.Event(entity: "e", type: type)])
            return button.last.change?.events.map(\.eventID) ?? []
        }
        expect(events("single"), equals: [1, 3, 6])
        expect(button.last.change?.events.last?.fields, equals: [0: .unsigned(1), 1: .unsigned(1)])
        expect(events("double"), equals: [1, 3, 6])
        expect(button.last.change?.events.last?.fields, equals: [0: .unsigned(1), 1: .unsigned(2)])
        expect(events("hold"), equals: [1, 2])
        expect(events("release"), equals: [4])
        expect(events(""), equals: [])
        expect(events("flip"), equals: [])
        button.take([:], events: [EntityReport.Event(entity: "e", type: "single")], isReplay: true)
        expect(button.last.change == nil)

        var cube = try machine(.event(types: ["flip90", "shake"], deviceClass: ""))
        cube.take([:], events: [EntityReport.Event(entity: "e", type: "tap")])
        expect(cube.last.change?.events.map(\.fields), equals: [[0: .string("tap")]])
        // Twice in a row is two.
        cube.take([:], events: [EntityReport.Event(entity: "e", type: "tap")])
        expect(cube.last.change?.events.count, equals: 1)
    }

    @Test func alarmPanel() throws {
        var panel = try machine(
            .alarmPanel(modes: ["armed_home", "armed_away", "armed_vacation"], needsCode: false, needsCodeToArm: false))
        panel.take(["e": [.alarmState: .text("disarmed")]])
        expect(
            try panel.write(T.hearthProjectSecuritySystem, ["targetState": 1]),
            equals: set([.alarmState: .text("armed_away")]))
        expect(throws: TraitError.self) { try panel.write(T.hearthProjectSecuritySystem, ["targetState": 2]) }
        panel.take(["e": [.alarmState: .text("arming")]])
        expect(try panel.value(of: T.hearthProjectSecuritySystem, "currentState"), equals: .unsigned(3))
        expect(try panel.value(of: T.hearthProjectSecuritySystem, "targetState"), equals: .unsigned(1))
        panel.take(["e": [.alarmState: .text("triggered")]])
        expect(try panel.value(of: T.hearthProjectSecuritySystem, "currentState"), equals: .unsigned(4))
        var coded = try machine(.alarmPanel(modes: ["armed_away"], needsCode: true, needsCodeToArm: false))
        coded.take(["e": [.alarmState: .text("armed_away")]])
        let error = expect(throws: TraitError.self) {
            try coded.write(T.hearthProjectSecuritySystem, ["targetState": 3])
        }
        expect(error?.message.contains("code") ?? false)
    }

    /// Modes, the target that the hub commanded, what the panel then reports, and the last current and target state.
    private static let arming: [(modes: [String], commanded: Int64?, says: [String], current: UInt64, target: UInt64)] =
        [
            (["armed_home", "armed_away"], 0, ["arming"], 3, 0), (["armed_home", "armed_away"], nil, ["arming"], 3, 1),
            (["armed_home"], nil, ["arming"], 3, 0), ([], nil, ["arming"], 3, 1),
            (["armed_home", "armed_away"], 0, ["pending"], 3, 0),
            (["armed_home", "armed_away"], nil, ["pending"], 3, 3),
            (["armed_home", "armed_away"], 0, ["arming", "armed_home", "pending"], 0, 0),
            // Armed at the panel itself after a command was done.
            (["armed_home", "armed_away"], 0, ["armed_home", "disarmed", "arming"], 3, 1),
            (["armed_home", "armed_away"], 0, ["armed_home", "armed_away", "pending"], 1, 1),
            (["armed_home", "armed_away"], 3, ["disarmed", "arming"], 3, 1),
            (["armed_home", "armed_vacation"], nil, ["armed_vacation", "disarming"], 1, 3),
        ]

    @Test(arguments: arming.indices) func panelThatArmsHasATarget(_ index: Int) throws {
        let row = Self.arming[index]
        var panel = try machine(.alarmPanel(modes: row.modes, needsCode: false, needsCodeToArm: false))
        panel.take(["e": [.alarmState: .text("disarmed")]])
        if let target = row.commanded {
            _ = try panel.write(T.hearthProjectSecuritySystem, ["targetState": .integer(target)])
        }
        for word in row.says { panel.take(["e": [.alarmState: .text(word)]]) }
        expect(try panel.value(of: T.hearthProjectSecuritySystem, "currentState"), equals: .unsigned(row.current))
        expect(try panel.value(of: T.hearthProjectSecuritySystem, "targetState"), equals: .unsigned(row.target))
    }

    @Test(
        arguments: [
            // Target, code, whether arming needs one, what is sent; nil for a refusal.
            (1, nil, true, nil), (1, "1234", true, "armed_away"), (1, nil, false, "armed_away"), (3, nil, false, nil),
            (3, "1234", false, "disarmed"), (3, "", false, nil), (3, "12\n4", false, nil), (0, "1234", true, nil),
        ] as [(Int64, String?, Bool, String?)])
    func alarmPanelWithACode(_ target: Int64, _ code: String?, _ needsCodeToArm: Bool, _ sent: String?) throws {
        var panel = try machine(.alarmPanel(modes: ["armed_away"], needsCode: true, needsCodeToArm: needsCodeToArm))
        var arguments: [String: PlainValue] = ["targetState": .integer(target)]
        if let code { arguments["code"] = .text(code) }
        let commands = sent.map { [EntityCommand(entity: "e", values: [.alarmState: .text($0)], code: code)] }
        expect(
            try? panel.invoke(T.hearthProjectSecuritySystem, "SetTargetState", arguments), equals: commands)
    }

    @Test func alarmPanelSaysWhatNeedsACode() throws {
        func said(_ kind: EntityKind) throws -> [TraitValue?] {
            let panel = try machine(kind)
            return try ["featureMap", "requiresCodeToArm", "requiresCodeToDisarm", "codeFormat"].map {
                try panel.value(of: T.hearthProjectSecuritySystem, $0)
            }
        }
        expect(
            try said(.alarmPanel(modes: [], needsCode: false, needsCodeToArm: false)),
            equals: [.unsigned(0), nil, nil, nil])
        expect(
            try said(.alarmPanel(modes: [], needsCode: true, needsCodeToArm: false)),
            equals: [.unsigned(1), .bool(false), .bool(true), .unsigned(0)])
        expect(
            try said(.alarmPanel(modes: [], needsCode: false, needsCodeToArm: true, hasTextCode: true)),
            equals: [.unsigned(1), .bool(true), .bool(false), .unsigned(1)])
    }

    @Test func modesThatNeedACodeCantBeChosen() throws {
        let modes = ["armed_away", "armed_vacation"]
        var panel = try machine(.alarmPanel(modes: modes, needsCode: true, needsCodeToArm: true))
        expect(throws: TraitError.self) { try panel.write(T.hearthProjectChoice, ["value": "armed_vacation"]) }
        var free = try machine(.alarmPanel(modes: modes, needsCode: true, needsCodeToArm: false))
        expect(
            try free.invoke(T.matterModeSelect, "ChangeToMode", ["newMode": 2]),
            equals: set([.alarmState: .text("armed_vacation")]))
        expect(throws: TraitError.self) { try free.invoke(T.matterModeSelect, "ChangeToMode", ["newMode": 0]) }
    }

    @Test func mediaPlayer() throws {
        var player = try machine(
            .mediaPlayer(features: ["play", "pause", "next_track", "volume_set", "volume_mute", "turn_on"]))
        player.take(["e": [.activity: .text("paused"), .volume: .number(0.5), .isMuted: .bool(true)]])
        expect(try player.value(of: T.matterMediaPlayback, "currentState"), equals: .unsigned(1))
        expect(try player.value(of: T.matterOnOff, "onOff", at: 1), equals: .bool(true))
        expect(try player.value(of: T.matterOnOff, "onOff", at: 2), equals: .bool(false))
        expect(try player.value(of: T.matterLevelControl, "currentLevel"), equals: .unsigned(127))
        expect(
            try player.invoke(T.matterMediaPlayback, "Play"), equals: [EntityCommand(entity: "e", action: .play)])
        expect(
            try player.invoke(T.matterLevelControl, "MoveToLevel", ["level": 254, "transitionTime": 0]),
            equals: set([.volume: .number(1)]))
        expect(try player.invoke(T.matterOnOff, "On", at: 2), equals: set([.isMuted: .bool(false)]))
        expect(throws: TraitError.self) { try player.invoke(T.matterMediaPlayback, "Previous") }
    }

    @Test func vacuum() throws {
        var vacuum = try machine(.vacuum(features: ["pause", "return_home", "locate"], fanSpeeds: ["quiet", "max"]))
        vacuum.take(["e": [.activity: .text("error"), .fanMode: .text("max")]])
        expect(try vacuum.value(of: T.matterRvcOperationalState, "operationalState"), equals: .unsigned(3))
        expect(try vacuum.value(of: T.matterModeSelect, "currentMode"), equals: .unsigned(1))
        expect(
            try vacuum.invoke(T.matterRvcRunMode, "ChangeToMode", ["newMode": 1]),
            equals: [EntityCommand(entity: "e", action: .start)])
        expect(
            try vacuum.invoke(T.matterRvcOperationalState, "GoHome"),
            equals: [EntityCommand(entity: "e", action: .returnToBase)])
        expect(
            try vacuum.invoke(T.hearthProjectPress, "press"), equals: [EntityCommand(entity: "e", action: .locate)])
    }

    @Test func humidifier() throws {
        var humidifier = try machine(.humidifier(dries: true, minimum: 30, maximum: 80, modes: ["normal"]))
        humidifier.take(["e": [.on: .bool(true), .targetHumidity: .number(45), .currentHumidity: .number(60.4)]])
        let trait = T.hearthProjectHumidifierDehumidifier
        expect(try humidifier.value(of: trait, "dehumidifierThreshold"), equals: .unsigned(45))
        expect(try humidifier.value(of: trait, "currentState"), equals: .unsigned(3))
        expect(try humidifier.value(of: T.matterRelativeHumidityMeasurement, "measuredValue"), equals: .unsigned(6040))
        expect(
            try humidifier.write(trait, ["dehumidifierThreshold": 50]), equals: set([.targetHumidity: .number(50)]))
        expect(throws: TraitError.self) { try humidifier.write(trait, ["dehumidifierThreshold": 90]) }
    }

    /// The version is only there while there is something to install.
    @Test func update() throws {
        var update = try machine(.update(canInstall: true))
        let endpoint = try update.endpoint(of: T.matterOtaSoftwareUpdateRequestor)
        expect(
            try [T.hearthProjectTextValue, T.hearthProjectPress].map { try update.endpoint(of: $0) },
            equals: [endpoint, endpoint])
        expect(try update.value(of: T.hearthProjectTextValue, "value"), equals: .string(""))
        update.take(["e": [.installedVersion: .text("1")]])
        expect(try update.value(of: T.hearthProjectTextValue, "value"), equals: .string(""))
        update.take(["e": [.installedVersion: .text("1"), .latestVersion: .text("2")]])
        expect(try update.value(of: T.matterOtaSoftwareUpdateRequestor, "updateState"), equals: .unsigned(8))
        expect(try update.value(of: T.hearthProjectTextValue, "value"), equals: .string("2"))
        update.take(["e": [.isInProgress: .bool(true), .progress: .number(0.5)]])
        expect(try update.value(of: T.matterOtaSoftwareUpdateRequestor, "updateStateProgress"), equals: .unsigned(50))
        update.take(["e": [.isInProgress: .bool(false), .installedVersion: .text("2")]])
        expect(try update.value(of: T.matterOtaSoftwareUpdateRequestor, "updateState"), equals: .unsigned(1))
        expect(try update.value(of: T.hearthProjectTextValue, "value"), equals: .string(""))
        expect(throws: TraitError.self) {
            try update.invoke(
                T.matterOtaSoftwareUpdateRequestor, "AnnounceOTAProvider",
                ["providerNodeID": 1, "vendorID": 1, "announcementReason": 0, "endpoint": 1])
        }
        expect(
            try update.invoke(T.hearthProjectPress, "press"), equals: [EntityCommand(entity: "e", action: .install)])
    }

    @Test func smokeAlarmReportsEvents() throws {
        var alarm = try machine(.flag(deviceClass: "smoke"))
        alarm.take(["e": [.on: .bool(true)]])
        expect(alarm.last.change?.events.map(\.eventID), equals: [0])
        alarm.take(["e": [.on: .bool(false)]])
        expect(alarm.last.change?.events.map(\.eventID), equals: [10])
    }
}
