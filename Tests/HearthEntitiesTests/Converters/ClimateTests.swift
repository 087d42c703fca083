internal import Expectations
@testable internal import HearthEntities
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import Testing

/// Thermostats, air conditioners and water heaters in both directions.
struct ClimateTests {
    private typealias T = StandardTraits

    private func machine(_ kind: EntityKind) throws -> TestMachine {
        try TestDevice([Entity(key: "e", name: "E", kind: kind)]).machine()
    }

    private func set(_ values: [EntityProperty: EntityValue]) -> [EntityCommand] {
        [EntityCommand(entity: "e", values: values)]
    }

    private let heater = EntityKind.Climate(modes: ["off", "heat"], minimum: 5, maximum: 30, hasAction: true)

    @Test func thermostatShowsItsState() throws {
        var climate = try machine(.climate(heater))
        climate.take([
            "e": [
                .currentTemperature: .number(20.55), .targetTemperature: .number(21), .mode: .text("heat"),
                .action: .text("heating"),
            ]
        ])
        expect(try climate.value(of: T.matterThermostat, "localTemperature"), equals: .signed(2055))
        expect(try climate.value(of: T.matterThermostat, "occupiedHeatingSetpoint"), equals: .signed(2100))
        expect(try climate.value(of: T.matterThermostat, "systemMode"), equals: .unsigned(4))
        expect(try climate.value(of: T.matterThermostat, "thermostatRunningState"), equals: .unsigned(1))
        climate.take(["e": [.currentTemperature: .unknown]])
        expect(try climate.value(of: T.matterThermostat, "localTemperature"), equals: .null)
    }

    @Test func demandForHeatIsShown() throws {
        var climate = try machine(
            .climate(EntityKind.Climate(modes: ["off", "heat"], hasHeatingDemand: true)))
        climate.take(["e": [.heatingDemand: .number(42.4)]])
        expect(try climate.value(of: T.matterThermostat, "piHeatingDemand"), equals: .unsigned(42))
        let cooler = try machine(.climate(EntityKind.Climate(modes: ["off", "cool"], hasHeatingDemand: true)))
        expect(try cooler.value(of: T.matterThermostat, "piHeatingDemand"), equals: nil)
    }

    @Test func thermostatWrites() throws {
        var climate = try machine(.climate(heater))
        climate.take(["e": [.targetTemperature: .number(21)]])
        expect(
            try climate.write(T.matterThermostat, ["occupiedHeatingSetpoint": 2260]),
            equals: set([.targetTemperature: .number(22.5)]))
        expect(try climate.write(T.matterThermostat, ["systemMode": 4]), equals: set([.mode: .text("heat")]))
        expect(throws: TraitError.self) { try climate.write(T.matterThermostat, ["systemMode": 3]) }
        expect(throws: TraitError.self) { try climate.write(T.matterThermostat, ["minHeatSetpointLimit": 900]) }
        expect(
            try climate.invoke(T.matterThermostat, "SetpointRaiseLower", ["mode": 0, "amount": 10]),
            equals: set([.targetTemperature: .number(22)]))
    }

    @Test func twoTargets() throws {
        var climate = try machine(
            .climate(EntityKind.Climate(modes: ["off", "heat_cool"], hasTwoTargets: true)))
        climate.take(["e": [.targetLow: .number(19), .targetHigh: .number(25), .mode: .text("heat_cool")]])
        expect(try climate.value(of: T.matterThermostat, "occupiedHeatingSetpoint"), equals: .signed(1900))
        expect(try climate.value(of: T.matterThermostat, "occupiedCoolingSetpoint"), equals: .signed(2500))
        expect(try climate.value(of: T.matterThermostat, "systemMode"), equals: .unsigned(1))
        expect(
            try climate.write(T.matterThermostat, ["occupiedCoolingSetpoint": 2600]),
            equals: set([.targetHigh: .number(26)]))
    }

    @Test func waterHeaterModes() throws {
        var heater = try machine(
            .waterHeater(EntityKind.Climate(modes: ["off", "eco", "gas"], minimum: 30, maximum: 65)))
        heater.take(["e": [.mode: .text("gas"), .targetTemperature: .number(55)]])
        expect(try heater.value(of: T.matterThermostat, "systemMode"), equals: .unsigned(4))
        expect(try heater.value(of: T.matterModeSelect, "currentMode"), equals: .unsigned(2))
        expect(try heater.write(T.matterThermostat, ["systemMode": 0]), equals: set([.mode: .text("off")]))
    }

    @Test func onlyModeIsShown() throws {
        var climate = try machine(.climate(EntityKind.Climate(modes: ["cool"])))
        expect(try climate.value(of: T.matterThermostat, "systemMode"), equals: .unsigned(3))
        expect(
            try climate.write(T.matterThermostat, ["systemMode": 3, "occupiedCoolingSetpoint": 2200]),
            equals: set([.targetTemperature: .number(22)]))
        climate.take(["e": [.on: .bool(false)]])
        expect(try climate.value(of: T.matterThermostat, "systemMode"), equals: .unsigned(0))
        climate.take(["e": [.on: .bool(true)]])
        expect(try climate.value(of: T.matterThermostat, "systemMode"), equals: .unsigned(3))
    }

    @Test func modeIsSentBeforeItsTarget() throws {
        var climate = try machine(.climate(heater))
        expect(
            try climate.write(T.matterThermostat, ["systemMode": 4, "occupiedHeatingSetpoint": 2200]),
            equals: set([.mode: .text("heat")]) + set([.targetTemperature: .number(22)]))
    }

    @Test func deviceWithTwoTargetsMayHaveOne() throws {
        var climate = try machine(
            .climate(EntityKind.Climate(modes: ["off", "heat", "cool", "heat_cool"], hasTwoTargets: true)))
        climate.take([
            "e": [
                .mode: .text("cool"), .targetTemperature: .number(24), .targetLow: .unknown, .targetHigh: .unknown,
            ]
        ])
        let both: [String: PlainValue] = ["occupiedHeatingSetpoint": 2000, "occupiedCoolingSetpoint": 2500]
        expect(try climate.write(T.matterThermostat, both), equals: set([.targetTemperature: .number(25)]))
        expect(
            try climate.write(T.matterThermostat, ["systemMode": 4].merging(both) { $1 }),
            equals: set([.mode: .text("heat")]) + set([.targetTemperature: .number(20)]))
        expect(
            try climate.write(T.matterThermostat, ["systemMode": 1].merging(both) { $1 }),
            equals: set([.mode: .text("heat_cool")]) + set([.targetLow: .number(20), .targetHigh: .number(25)]))
    }

    /// Modes of a climate in their order, features of Thermostat, and the words of a ModeSelect beside it.
    private static let choices: [(modes: [String], hasTwoTargets: Bool, features: UInt64, words: [String])] = [
        (["off", "heat"], false, 0x1, []),
        (["off", "heat", "cool"], false, 0x3, []),
        (["off", "heat", "cool", "auto"], false, 0x23, []),
        (["off", "heat_cool"], true, 0x23, []),
        (["heat"], false, 0x1, []),
        // Without cooling there is no feature AUTO.
        (["off", "heat", "auto"], false, 0x1, ["off", "heat", "auto"]),
        (["cool", "dry", "fan_only"], false, 0x2, ["cool", "dry", "fan_only"]),
        (["off", "cool", "auto"], false, 0x2, ["off", "cool", "auto"]),
        (["off", "cool", "auto"], true, 0x23, []),
        (["off", "heat", "cool", "heat_cool", "auto"], true, 0x23, ["off", "heat", "cool", "heat_cool", "auto"]),
    ]

    @Test(arguments: choices.indices) func modesBesideTheFeaturesCanBeChosen(_ index: Int) throws {
        let row = Self.choices[index]
        var climate = try machine(
            .climate(EntityKind.Climate(modes: row.modes, hasTwoTargets: row.hasTwoTargets)))
        expect(try climate.value(of: T.matterThermostat, "featureMap"), equals: .unsigned(row.features))
        let hasModes = climate.values.keys.contains { $0.traitID == T.matterModeSelect.id }
        expect(hasModes, equals: !row.words.isEmpty)
        for (number, word) in row.words.enumerated() {
            expect(
                try climate.invoke(T.matterModeSelect, "ChangeToMode", ["newMode": .integer(Int64(number))]),
                equals: set([.mode: .text(word)]))
        }
    }

    @Test func automaticModeWithoutItsFeatureIsShown() throws {
        var valve = try machine(.climate(EntityKind.Climate(modes: ["off", "heat", "auto"])))
        valve.take(["e": [.mode: .text("auto")]])
        expect(try valve.value(of: T.matterThermostat, "systemMode"), equals: .unsigned(4))
        expect(try valve.value(of: T.matterModeSelect, "currentMode"), equals: .unsigned(2))
        expect(try valve.write(T.matterThermostat, ["systemMode": 4]), equals: set([.mode: .text("heat")]))
        var cooler = try machine(.climate(EntityKind.Climate(modes: ["off", "cool", "auto"])))
        cooler.take(["e": [.mode: .text("auto")]])
        expect(try cooler.value(of: T.matterThermostat, "systemMode"), equals: .unsigned(3))
        // The value that shows the only mode besides off chooses it, too.
        var schedule = try machine(.climate(EntityKind.Climate(modes: ["off", "auto"])))
        schedule.take(["e": [.mode: .text("off")]])
        expect(try schedule.write(T.matterThermostat, ["systemMode": 4]), equals: set([.mode: .text("auto")]))
    }

    @Test func waterHeaterWithTwoWaysToHeatHasAChoice() throws {
        var heater = try machine(.waterHeater(EntityKind.Climate(modes: ["eco", "gas"])))
        expect(
            try heater.invoke(T.matterModeSelect, "ChangeToMode", ["newMode": 1]), equals: set([.mode: .text("gas")]))
        heater.take(["e": [.mode: .text("gas")]])
        // It heats already.
        expect(try heater.write(T.matterThermostat, ["systemMode": 4]), equals: set([.mode: .text("gas")]))
    }

    @Test func climateWithoutModesHasOne() throws {
        var climate = try machine(.climate(EntityKind.Climate(modes: [])))
        expect(try climate.value(of: T.matterThermostat, "systemMode"), equals: .unsigned(4))
        expect(
            try climate.write(T.matterThermostat, ["systemMode": 4, "occupiedHeatingSetpoint": 2200]),
            equals: set([.targetTemperature: .number(22)]))
        expect(throws: TraitError.self) { try climate.write(T.matterThermostat, ["systemMode": 0]) }
        let both = try machine(.climate(EntityKind.Climate(modes: [], hasTwoTargets: true)))
        expect(try both.value(of: T.matterThermostat, "systemMode"), equals: .unsigned(1))
        expect(try both.value(of: T.matterThermostat, "featureMap"), equals: .unsigned(0x23))
        var heater = try machine(.waterHeater(EntityKind.Climate(modes: [])))
        expect(try heater.value(of: T.matterThermostat, "systemMode"), equals: .unsigned(4))
        expect(try heater.write(T.matterThermostat, ["systemMode": 4]), equals: [])
        expect(throws: TraitError.self) { try heater.write(T.matterThermostat, ["systemMode": 0]) }
    }

    @Test func waterHeaterIsSwitchedBesideItsModes() throws {
        var heater = try machine(.waterHeater(EntityKind.Climate(modes: ["eco", "gas"])))
        heater.take(["e": [.mode: .text("gas"), .on: .bool(true)]])
        expect(try heater.write(T.matterThermostat, ["systemMode": 0]), equals: set([.on: .bool(false)]))
        heater.take(["e": [.on: .bool(false)]])
        expect(try heater.value(of: T.matterThermostat, "systemMode"), equals: .unsigned(0))
        expect(try heater.value(of: T.matterModeSelect, "currentMode"), equals: .unsigned(1))
        expect(try heater.write(T.matterThermostat, ["systemMode": 4]), equals: set([.on: .bool(true)]))
    }

    private let conditioner = EntityKind.Climate(
        modes: ["off", "cool"], fanModes: ["auto", "low", "medium", "high"], swingModes: ["off", "vertical", "both"])

    @Test func airConditionerHasAFan() throws {
        var climate = try machine(.climate(conditioner))
        expect(try climate.value(of: T.matterFanControl, "fanModeSequence"), equals: .unsigned(2))
        expect(try climate.value(of: T.matterFanControl, "rockSupport"), equals: .unsigned(3))
        expect(climate.values.keys.contains { $0.traitID == T.matterModeSelect.id }, equals: false)
        climate.take(["e": [.mode: .text("cool"), .fanMode: .text("medium"), .swingMode: .text("vertical")]])
        expect(try climate.value(of: T.matterFanControl, "fanMode"), equals: .unsigned(2))
        expect(try climate.value(of: T.matterFanControl, "percentSetting"), equals: .unsigned(66))
        expect(try climate.value(of: T.matterFanControl, "percentCurrent"), equals: .unsigned(66))
        expect(try climate.value(of: T.matterFanControl, "rockSetting"), equals: .unsigned(2))
    }

    /// Room air conditioners cool, have a fan with speeds, and can be switched off.
    @Test(
        arguments: [
            (["off", "cool"], ["low", "high"], true), (["off", "heat_cool", "dry"], ["quiet"], true),
            (["off", "heat"], ["low", "high"], false), (["off", "cool"], [], false),
            (["off", "heat", "cool"], ["on", "auto"], false), (["cool", "dry"], ["low", "high"], false),
        ] as [([String], [String], Bool)])
    func onlyRoomConditionersAreOfThatType(_ modes: [String], _ fanModes: [String], isOne: Bool) throws {
        let machine = try machine(.climate(EntityKind.Climate(modes: modes, fanModes: fanModes)))
        let endpoint = try require(machine.description.endpoints.first { $0.id == 1 })
        let type = isOne ? T.roomAirConditionerDeviceType : T.thermostatDeviceType
        expect(endpoint.deviceTypes.map(\.id), equals: [type.id])
        expect(endpoint.traits.contains { $0.descriptor.id == T.matterOnOff.id }, equals: isOne)
    }

    /// The modes of an air conditioner, what it reports, whether that is on, a command, and what it becomes.
    private static let switches:
        [(
            modes: [String], state: [EntityProperty: EntityValue], isOn: Bool, command: String,
            becomes: [EntityProperty: EntityValue]?
        )] = [
            (["off", "cool"], [.mode: .text("off")], false, "On", [.mode: .text("cool")]),
            (["off", "cool", "auto", "heat"], [.mode: .text("off")], false, "Toggle", [.mode: .text("auto")]),
            (["off", "cool"], [.mode: .text("off")], false, "Off", [.mode: .text("off")]),
            (["off", "cool", "dry"], [.mode: .text("dry")], true, "On", nil),
            (["off", "cool", "dry"], [.mode: .text("dry")], true, "Toggle", [.mode: .text("off")]),
            // It knows its last mode.
            (["off", "cool"], [.mode: .text("off"), .on: .bool(false)], false, "On", [.on: .bool(true)]),
            (["off", "cool"], [.mode: .text("cool"), .on: .bool(true)], true, "Off", [.on: .bool(false)]),
        ]

    @Test(arguments: switches.indices) func conditionersAreSwitched(_ index: Int) throws {
        let row = Self.switches[index]
        var climate = try machine(.climate(EntityKind.Climate(modes: row.modes, fanModes: ["low", "high"])))
        climate.take(["e": row.state])
        expect(try climate.value(of: T.matterOnOff, "onOff"), equals: .bool(row.isOn))
        expect(try climate.invoke(T.matterOnOff, row.command), equals: row.becomes.map { set($0) } ?? [])
    }

    /// The state of an air conditioner after it cooled at a medium speed; the fan mode, the percent set and the present
    /// one.
    private static let speeds: [(mode: String, fan: String, shown: [TraitValue])] = [
        ("cool", "high", [.unsigned(3), .unsigned(100), .unsigned(100)]),
        ("cool", "auto", [.unsigned(5), .null, .unsigned(0)]), ("cool", "turbo", [.unsigned(3), .null, .unsigned(0)]),
        ("off", "medium", [.unsigned(0), .unsigned(0), .unsigned(0)]),
        ("off", "auto", [.unsigned(0), .unsigned(0), .unsigned(0)]),
    ]

    @Test(arguments: speeds.indices) func fanOfAnAirConditionerIsShown(_ index: Int) throws {
        let row = Self.speeds[index]
        var climate = try machine(.climate(conditioner))
        climate.take(["e": [.mode: .text("cool"), .fanMode: .text("medium")]])
        climate.take(["e": [.mode: .text(row.mode), .fanMode: .text(row.fan)]])
        expect(
            try ["fanMode", "percentSetting", "percentCurrent"].map { try climate.value(of: T.matterFanControl, $0) },
            equals: row.shown)
    }

    @Test func fanOfAConditionerWithoutOffStays() throws {
        let climate = EntityKind.Climate(modes: ["cool", "dry"], fanModes: ["low", "high"])
        var machine = try machine(.climate(climate))
        machine.take(["e": [.mode: .text("cool"), .fanMode: .text("low")]])
        expect(try? machine.write(T.matterFanControl, ["fanMode": 0]), equals: nil)
    }

    /// Swing modes, the present one, the bits that are written, and the swing mode that they become.
    private static let swings: [(modes: [String], present: String, bits: PlainValue, becomes: String?)] = [
        (["off", "horizontal", "vertical"], "horizontal", 3, "vertical"), (["off", "both"], "off", 1, "both"),
        (["off", "both"], "both", 2, "off"), (["off", "horizontal", "both"], "both", 1, "horizontal"),
        (["off", "vertical"], "off", 1, nil), (["off", "horizontal", "vertical"], "off", 3, "vertical"),
        (["off", "horizontal"], "off", 3, "horizontal"),
    ]

    @Test(arguments: swings.indices) func vanesSwingAsTheyCan(_ index: Int) throws {
        let row = Self.swings[index]
        var climate = try machine(
            .climate(EntityKind.Climate(modes: ["off", "cool"], fanModes: ["low", "high"], swingModes: row.modes)))
        climate.take(["e": [.mode: .text("cool"), .fanMode: .text("low"), .swingMode: .text(row.present)]])
        expect(
            try? climate.write(T.matterFanControl, ["rockSetting": row.bits]),
            equals: row.becomes.map { set([.swingMode: .text($0)]) })
    }

    /// What is written to FanControl, and the fan or swing mode that it becomes; nil for a refusal.
    private static let fans: [(written: [String: PlainValue], becomes: [EntityProperty: EntityValue]?)] = [
        (["fanMode": 1], [.fanMode: .text("low")]), (["fanMode": 5], [.fanMode: .text("auto")]),
        (["fanMode": 0], [.mode: .text("off")]), (["fanMode": 4], nil),
        (["percentSetting": 30], [.fanMode: .text("low")]),
        (["percentSetting": 34], [.fanMode: .text("medium")]), (["percentSetting": 100], [.fanMode: .text("high")]),
        (["percentSetting": nil], [.fanMode: .text("auto")]), (["percentSetting": 0], [.mode: .text("off")]),
        // As when earlier values are put back.
        (["fanMode": 3, "percentSetting": nil], [.fanMode: .text("high")]),
        (["rockSetting": 3], [.swingMode: .text("both")]), (["rockSetting": 0], [.swingMode: .text("off")]),
        (["rockSetting": 1], [.swingMode: .text("both")]),
    ]

    @Test(arguments: fans.indices) func fanOfAnAirConditionerIsSet(_ index: Int) throws {
        let row = Self.fans[index]
        var climate = try machine(.climate(conditioner))
        climate.take(["e": [.mode: .text("cool"), .fanMode: .text("medium"), .swingMode: .text("vertical")]])
        expect(try? climate.write(T.matterFanControl, row.written), equals: row.becomes.map { set($0) })
    }

    @Test func otherFanModesStayAChoice() throws {
        let words = ["low", "high", "turbo"]
        var climate = try machine(.climate(EntityKind.Climate(modes: ["off", "cool"], fanModes: words)))
        expect(try climate.value(of: T.matterFanControl, "fanModeSequence"), equals: .unsigned(1))
        expect(
            try climate.invoke(T.matterModeSelect, "ChangeToMode", ["newMode": 2]),
            equals: set([.fanMode: .text("turbo")]))
        // A heater's fan modes, and those without a speed, are a choice only.
        for other in [
            EntityKind.Climate(modes: ["off", "heat"], fanModes: words),
            EntityKind.Climate(modes: ["off", "cool"], fanModes: ["quiet", "turbo"]),
        ] {
            let climate = try machine(.climate(other))
            expect(climate.values.keys.contains { $0.traitID == T.matterFanControl.id }, equals: false)
        }
    }
}
