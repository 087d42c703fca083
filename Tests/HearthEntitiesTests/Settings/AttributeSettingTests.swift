internal import Expectations
@testable internal import HearthEntities
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import Testing

/// Settings that are attributes of other entities' endpoints, in both directions.
struct AttributeSettingTests {
    private typealias T = StandardTraits

    private static func number(
        _ range: ClosedRange<Double>, _ unit: String, step: Double = 1, words: [EntityKind.NumberWord] = []
    ) -> EntityKind {
        .number(
            minimum: range.lowerBound, maximum: range.upperBound, step: step, unit: unit, deviceClass: "", words: words)
    }

    private static func words(_ words: String...) -> EntityKind { .choice(options: words, isSettable: true) }

    private static func setting(_ key: String, _ kind: EntityKind, name: String = "Setting") -> Entity {
        Entity(key: key, name: name, category: .setting, isOffByDefault: true, kind: kind)
    }

    private static let thermostat = EntityKind.climate(
        EntityKind.Climate(modes: ["off", "heat"], minimum: 5, maximum: 30))
    private static let conditioner = EntityKind.climate(
        EntityKind.Climate(modes: ["off", "heat", "cool"], minimum: 16, maximum: 30))
    private static let lamp = EntityKind.light(EntityKind.Light(hasBrightness: true, mireds: 153...500))

    /// A setting beside a thing: what the device reports, the attribute, and what a write of it sets.
    struct Row {
        let owner: EntityKind
        let key: String
        let kind: EntityKind
        let trait: TraitDescriptor
        let attribute: String
        let cases: [(EntityValue, PlainValue, TraitValue)]
    }

    static let rows: [Row] = [
        Row(
            owner: thermostat, key: "min_heat_setpoint_limit", kind: number(5...15, "°C", step: 0.5),
            trait: T.matterThermostat, attribute: "minHeatSetpointLimit",
            cases: [(.number(7.5), 750, .signed(750)), (.number(15), 1500, .signed(1500))]),
        Row(
            owner: thermostat, key: "max_heat_setpoint_limit", kind: number(15...30, "°C"),
            trait: T.matterThermostat, attribute: "maxHeatSetpointLimit", cases: [(.number(22), 2200, .signed(2200))]),
        Row(
            owner: conditioner, key: "max_cool_setpoint_limit", kind: number(16...30, "°C"),
            trait: T.matterThermostat, attribute: "maxCoolSetpointLimit", cases: [(.number(24), 2400, .signed(2400))]),
        Row(
            owner: thermostat, key: "local_temperature_calibration", kind: number(-9...9, "°C", step: 0.1),
            trait: T.matterThermostat, attribute: "localTemperatureCalibration",
            cases: [(.number(-2.5), -25, .signed(-25))]),
        Row(
            owner: thermostat, key: "child_lock", kind: .toggle(deviceClass: ""),
            trait: T.matterThermostatUserInterfaceConfiguration, attribute: "keypadLockout",
            cases: [(.bool(true), 1, .unsigned(1)), (.bool(false), 0, .unsigned(0))]),
        Row(
            owner: thermostat, key: "keypad_lockout", kind: words("unlock", "lock1", "lock2"),
            trait: T.matterThermostatUserInterfaceConfiguration, attribute: "keypadLockout",
            cases: [(.text("lock2"), 2, .unsigned(2)), (.text("unlock"), 0, .unsigned(0))]),
        Row(
            owner: thermostat, key: "temperature_display_mode", kind: words("celsius", "fahrenheit"),
            trait: T.matterThermostatUserInterfaceConfiguration, attribute: "temperatureDisplayMode",
            cases: [(.text("fahrenheit"), 1, .unsigned(1)), (.text("celsius"), 0, .unsigned(0))]),
        Row(
            owner: .toggle(deviceClass: "outlet"), key: "power_on_behavior",
            kind: words("off", "on", "toggle", "previous"), trait: T.matterOnOff, attribute: "startUpOnOff",
            cases: [
                (.text("on"), 1, .unsigned(1)), (.text("toggle"), 2, .unsigned(2)), (.text("previous"), nil, .null),
                (.text("off"), 0, .unsigned(0)),
            ]),
        Row(
            owner: .toggle(deviceClass: ""), key: "power_outage_memory", kind: words("on", "off", "restore"),
            trait: T.matterOnOff, attribute: "startUpOnOff",
            cases: [(.text("on"), 1, .unsigned(1)), (.text("restore"), nil, .null)]),
        Row(
            owner: lamp, key: "level_config.current_level_startup",
            kind: number(
                1...254, "",
                words: [EntityKind.NumberWord("minimum", number: 0), EntityKind.NumberWord("previous", number: 255)]),
            trait: T.matterLevelControl, attribute: "startUpCurrentLevel",
            cases: [
                (.number(128), 128, .unsigned(128)), (.text("minimum"), 0, .unsigned(0)),
                (.text("previous"), nil, .null),
            ]),
        Row(
            owner: lamp, key: "color_temp_startup",
            kind: number(153...500, "mired", words: [EntityKind.NumberWord("previous", number: 65_535)]),
            trait: T.matterColorControl, attribute: "startUpColorTemperatureMireds",
            cases: [(.number(250), 250, .unsigned(250)), (.text("previous"), nil, .null)]),
        Row(
            owner: .flag(deviceClass: "occupancy"), key: "occupancy_timeout", kind: number(0...65_535, "s"),
            trait: T.matterOccupancySensing, attribute: "holdTime", cases: [(.number(90), 90, .unsigned(90))]),
    ]

    @Test func settingsAreAttributes() throws {
        for row in Self.rows {
            let device = TestDevice([
                Entity(key: "thing", name: "", kind: row.owner), Self.setting(row.key, row.kind),
            ])
            var machine = try device.machine()
            for (value, written, shown) in row.cases {
                let property = if case .toggle = row.kind { EntityProperty.on } else { EntityProperty.value }
                expect(
                    try machine.write(row.trait, [row.attribute: written]),
                    equals: [EntityCommand(entity: row.key, values: [property: value])], "a write of \(row.key)")
                machine.take([row.key: [property: value]])
                expect(
                    try machine.value(of: row.trait, row.attribute), equals: shown, "\(row.key) of \(value)")
            }
            // The setting has no endpoint of its own until a person shows it.
            expect(
                EndpointPlan(device.device).entities.last?.leftOut, equals: .turnedOff, "the endpoint of \(row.key)")
        }
    }

    @Test func settingsAreConfirmedByReports() throws {
        var machine = try TestDevice([
            Entity(key: "thing", name: "", kind: Self.lamp),
            Self.setting("color_temp_startup", Self.number(153...500, "mired")),
        ]).machine()
        let path = TraitPath(
            TraitTarget(deviceID: "test-d", endpoint: try machine.endpoint(of: T.matterColorControl)),
            T.matterColorControl.id)
        let sending = try machine.machine.begin(
            AttributeUpdate(
                path: path, values: T.matterColorControl.attributes(["startUpColorTemperatureMireds": 200]),
                cause: .client("c")))
        machine.take(["color_temp_startup": [.value: .number(200)]])
        expect(machine.last.confirmed, equals: [try require(sending.ticket)])
        expect(machine.last.change?.cause, equals: .client("c"))
    }

    /// What is no attribute, and why.
    @Test(arguments: [
        (
            "another unit",
            [Entity(key: "t", name: "", kind: thermostat), setting("min_heat_setpoint_limit", number(41...59, "°F"))]
        ),
        (
            "a range beyond the attribute's",
            [
                Entity(key: "t", name: "", kind: thermostat),
                setting("local_temperature_calibration", number(-15...15, "°C")),
            ]
        ),
        (
            "words that only the device changes",
            [
                Entity(key: "t", name: "", kind: thermostat),
                setting("keypad_lockout", .choice(options: ["unlock", "lock1"], isSettable: false)),
            ]
        ),
        (
            "another word",
            [
                Entity(key: "t", name: "", kind: .toggle(deviceClass: "")),
                setting("power_on_behavior", words("on", "blink")),
            ]
        ),
        (
            "no thermostat",
            [
                Entity(key: "t", name: "", kind: .toggle(deviceClass: "")),
                setting("child_lock", .toggle(deviceClass: "")),
            ]
        ),
        (
            "one setting of two switches",
            [
                Entity(key: "switch:l1", name: "", kind: .toggle(deviceClass: "")),
                Entity(key: "switch:l2", name: "", kind: .toggle(deviceClass: "")),
                setting("power_on_behavior", words("on", "off")),
            ]
        ),
        (
            "a thermostat that only heats",
            [Entity(key: "t", name: "", kind: thermostat), setting("min_cool_setpoint_limit", number(5...30, "°C"))]
        ),
        (
            "a lamp of one white",
            [
                Entity(key: "t", name: "", kind: .light(EntityKind.Light(hasBrightness: true))),
                setting("color_temp_startup", number(153...500, "mired")),
            ]
        ),
        (
            "another name",
            [
                Entity(key: "t", name: "", kind: .light(EntityKind.Light())),
                setting("color_power_on_behavior", words("on", "off")),
            ]
        ),
    ])
    func otherSettingsStayAsTheyAre(_ why: String, _ entities: [Entity]) {
        expect(EndpointPlan.settings(of: TestDevice(entities).device), equals: [], "\(why)")
    }

    @Test func suffixesNameTheEndpoint() throws {
        let switches = ["l1", "l2"].flatMap { place in
            [
                Entity(key: "switch:\(place)", name: place, kind: .toggle(deviceClass: "")),
                Self.setting("power_on_behavior_\(place)", Self.words("off", "on", "previous")),
            ]
        }
        var machine = try TestDevice(switches).machine()
        machine.take(["power_on_behavior_l2": [.value: .text("on")]])
        let endpoints = machine.values.keys.filter { $0.traitID == T.matterOnOff.id }.map(\.endpoint).sorted()
        expect(
            try endpoints.map { try machine.value(of: T.matterOnOff, "startUpOnOff", at: $0) },
            equals: [nil, .unsigned(1)])
    }

    @Test("Where only the name for people says it, as in announcements at a broker, that counts")
    func namesCountToo() {
        let device = TestDevice([
            Entity(key: "0x1_switch_zigbee2mqtt", name: "", kind: .toggle(deviceClass: "")),
            Self.setting("0x1_pob_zigbee2mqtt", Self.words("off", "on"), name: "Power-on behavior"),
        ])
        expect(EndpointPlan.settings(of: device.device), equals: ["0x1_pob_zigbee2mqtt"])
    }

    @Test func targetsStayWithinTheLimits() throws {
        var machine = try TestDevice([
            Entity(key: "t", name: "", kind: Self.thermostat),
            Self.setting("min_heat_setpoint_limit", Self.number(1...35, "°C")),
        ]).machine()
        machine.take(["t": [.targetTemperature: .number(12)], "min_heat_setpoint_limit": [.value: .number(18)]])
        expect(try machine.value(of: T.matterThermostat, "occupiedHeatingSetpoint"), equals: .signed(1800))
        machine.take(["t": [.targetTemperature: .number(12)], "min_heat_setpoint_limit": [.value: .number(3)]])
        expect(try machine.value(of: T.matterThermostat, "minHeatSetpointLimit"), equals: .signed(500))
        expect(try machine.value(of: T.matterThermostat, "occupiedHeatingSetpoint"), equals: .signed(1200))
    }

    @Test func limitsAndTargetsAreWrittenTogether() throws {
        var machine = try TestDevice([
            Entity(key: "t", name: "", kind: Self.thermostat),
            Self.setting("max_heat_setpoint_limit", Self.number(15...30, "°C")),
        ]).machine()
        expect(
            try machine.write(
                T.matterThermostat, ["maxHeatSetpointLimit": 2500, "occupiedHeatingSetpoint": 2400]),
            equals: [
                EntityCommand(entity: "max_heat_setpoint_limit", values: [.value: .number(25)]),
                EntityCommand(entity: "t", values: [.targetTemperature: .number(24)]),
            ])
        expect(throws: TraitError.self) {
            try machine.write(T.matterThermostat, ["maxHeatSetpointLimit": 1000])
        }
        expect(throws: TraitError.self) {
            try machine.write(T.matterThermostat, ["minHeatSetpointLimit": 1000])
        }
    }

    private func heater(_ limits: String...) -> TestDevice {
        TestDevice(
            [Entity(key: "t", name: "", kind: Self.thermostat)]
                + limits.map { Self.setting("\($0)_heat_setpoint_limit", Self.number(5...30, "°C")) })
    }

    @Test func limitsDoNotExcludeEachOther() throws {
        var machine = try heater("min", "max").machine()
        machine.take([
            "t": [.targetTemperature: .number(19)], "min_heat_setpoint_limit": [.value: .number(10)],
            "max_heat_setpoint_limit": [.value: .number(20)],
        ])
        let error = expect(throws: TraitError.self) {
            try machine.write(T.matterThermostat, ["minHeatSetpointLimit": 2500])
        }
        expect(error?.status, equals: .constraintError)
        expect(
            try machine.write(T.matterThermostat, ["minHeatSetpointLimit": 2500, "maxHeatSetpointLimit": 2800]).count,
            equals: 2)
        // A device that has such limits all the same: those before them stay, and so the target can be shown.
        machine.take(["min_heat_setpoint_limit": [.value: .number(25)], "t": [.targetTemperature: .number(15)]])
        expect(
            try ["minHeatSetpointLimit", "maxHeatSetpointLimit", "occupiedHeatingSetpoint"].map {
                try machine.value(of: T.matterThermostat, $0)
            }, equals: [.signed(1000), .signed(2000), .signed(1500)])
    }

    @Test func raisedSetpointsStayWithinTheLimits() throws {
        var machine = try heater("min", "max").machine()
        machine.take([
            "t": [.targetTemperature: .number(19)], "min_heat_setpoint_limit": [.value: .number(18)],
            "max_heat_setpoint_limit": [.value: .number(20)],
        ])
        for (amount, target) in [(-30, 18), (30, 20), (5, 19.5)] as [(Int64, Double)] {
            expect(
                try machine.invoke(T.matterThermostat, "SetpointRaiseLower", ["mode": 0, "amount": .integer(amount)]),
                equals: [EntityCommand(entity: "t", values: [.targetTemperature: .number(target)])], "\(amount)")
        }
    }

    @Test("A limit that is no setting any more is that of the device again")
    func limitsGoWithTheirSetting() throws {
        var machine = try heater("min").machine()
        machine.take(["min_heat_setpoint_limit": [.value: .number(18)]])
        let described = try require(machine.machine.describe(heater().device).description)
        let thermostat = described.endpoints.flatMap(\.traits).first { $0.descriptor.id == T.matterThermostat.id }
        let id = try require(T.matterThermostat.attribute(named: "minHeatSetpointLimit")?.id)
        expect(thermostat?.attributes[id], equals: .signed(500))
    }

    @Test("After a restart, targets are within the limits that were reported before it")
    func targetsFitStoredLimits() throws {
        var machine = try heater("min").machine()
        machine.take(["min_heat_setpoint_limit": [.value: .number(18)]])
        let device = try require(machine.machine.devices["d"])
        let stored = Dictionary(
            uniqueKeysWithValues: machine.values.map {
                (TraitPath(TraitTarget(deviceID: "test-d", endpoint: $0.endpoint), $0.traitID), $1)
            })
        machine.machine = EntityMachine(prefix: "test-")
        machine.machine.restore(
            StoredState(stored, memories: ["test-d": EntityMemory.memories(of: device)]))
        machine.take(["t": [.targetTemperature: .number(12)]])
        expect(try machine.value(of: T.matterThermostat, "occupiedHeatingSetpoint"), equals: .signed(1800))
    }

    /// What no report has said is not there: neither the other attribute of a trait, nor a setting before its report.
    @Test func attributesComeWithTheirReport() throws {
        let trait = T.matterThermostatUserInterfaceConfiguration
        var machine = try TestDevice([
            Entity(key: "t", name: "", kind: Self.thermostat), Self.setting("child_lock", .toggle(deviceClass: "")),
        ]).machine()
        func attributes() throws -> [String] {
            let key = DeviceChange.TraitKey(endpoint: try machine.endpoint(of: trait), traitID: trait.id)
            let values = try require(machine.values[key])
            let listed = Set((values[GlobalAttribute.attributeList]?.list ?? []).compactMap(\.integer))
            expect(listed, equals: Set(values.fields.keys.map(Int64.init)))
            return values.fields.keys.filter { !GlobalAttribute.contains($0) }.sorted()
                .compactMap { trait.attribute($0)?.name }
        }
        expect(try attributes(), equals: [])
        machine.take(["child_lock": [.on: .bool(true)]])
        expect(try attributes(), equals: ["keypadLockout"])
        expect(throws: TraitError.self) { try machine.write(trait, ["temperatureDisplayMode": 1]) }
    }

    @Test("A number gets only words that it has")
    func numbersHaveTheirOwnWords() throws {
        var machine = try TestDevice([
            Entity(key: "thing", name: "", kind: Self.lamp),
            Self.setting("current_level_startup", Self.number(0...254, ""), name: "Startup level"),
        ]).machine()
        expect(
            try machine.write(T.matterLevelControl, ["startUpCurrentLevel": 0]),
            equals: [EntityCommand(entity: "current_level_startup", values: [.value: .number(0)])])
        let error = expect(throws: TraitError.self) {
            try machine.write(T.matterLevelControl, ["startUpCurrentLevel": nil])
        }
        expect(error?.message, equals: "\"Startup level\" takes 0 to 254, and not null")
    }

    @Test func selfTestsOfAlarms() throws {
        var alarm = try TestDevice([
            Entity(key: "smoke", name: "Smoke", kind: .flag(deviceClass: "smoke")),
            Entity(key: "carbon_monoxide", name: "CO", kind: .flag(deviceClass: "carbon_monoxide")),
            Entity(
                key: "test", name: "Test", category: .diagnostic, isOffByDefault: true, kind: .flag(deviceClass: "")),
            Self.setting("trigger_selftest", .press(deviceClass: "")),
        ]).machine()
        alarm.take(["test": [.on: .bool(true)]])
        let endpoints = alarm.values.keys.filter { $0.traitID == T.matterSmokeCoAlarm.id }.map(\.endpoint).sorted()
        expect(
            try endpoints.map { try alarm.value(of: T.matterSmokeCoAlarm, "testInProgress", at: $0) },
            equals: [.bool(true), .bool(true)])
        expect(
            try alarm.invoke(T.matterSmokeCoAlarm, "SelfTestRequest"),
            equals: [EntityCommand(entity: "trigger_selftest", action: .press)])
    }

    @Test func aSelfTestIsSentOnce() throws {
        var alarm = try TestDevice([
            Entity(key: "smoke", name: "Smoke", kind: .flag(deviceClass: "smoke")),
            Self.setting("self_test", .toggle(deviceClass: "")),
            Self.setting("trigger_selftest", .press(deviceClass: "")),
        ]).machine()
        expect(try alarm.invoke(T.matterSmokeCoAlarm, "SelfTestRequest").count, equals: 1)
    }

    @Test("A number that a person shows is that of the ecosystem's word, too")
    func shownWordsAreNumbers() throws {
        var machine = try TestDevice([
            Entity(
                key: "n", name: "",
                kind: Self.number(153...500, "mired", words: [EntityKind.NumberWord("previous", number: 65_535)]))
        ]).machine()
        machine.take(["n": [.value: .text("previous")]])
        expect(try machine.value(of: T.hearthProjectNumberSetting, "value"), equals: .double(65_535))
        machine.take(["n": [.value: .text("unknown")]])
        expect(try machine.value(of: T.hearthProjectNumberSetting, "value"), equals: .null)
    }

    @Test("A setting that a person shows is an endpoint, too")
    func shownSettingsAreBoth() throws {
        let device = TestDevice([
            Entity(key: "thing", name: "", kind: .toggle(deviceClass: "outlet")),
            Self.setting("power_on_behavior", Self.words("off", "on")),
        ]).device
        var machine = EntityMachine(prefix: "")
        let first = try require(machine.describe(device).description)
        _ = machine.turn(["power_on_behavior"], on: true, of: first.id)
        let report = EntityReport(
            deviceID: device.id,
            states: [EntityState(entity: "power_on_behavior", values: [.value: .text("on")])])
        expect(
            Set(machine.report(report).change?.attributes.keys.map(\.traitID) ?? []),
            equals: [T.matterOnOff.id, T.matterModeSelect.id])
    }
}
