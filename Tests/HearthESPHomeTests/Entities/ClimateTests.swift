internal import Expectations
@testable internal import HearthESPHome
internal import HearthEntities
internal import Testing

struct ClimateTests {
    private static let listing = ListEntitiesClimateResponse(
        head: oneHead, modes: [0, 1, 3, 99], minimum: 10, maximum: 30, step: 0.5, fanModes: [2, 3], swingModes: [0, 2],
        customFanModes: ["Turbo"], presets: [0, 5], customPresets: ["Party"], features: 1 | 2 | 16 | 32)

    @Test func thermostatsAreDescribed() throws {
        let entities = try KnownEntities([Self.listing])
        expect(
            entities.kinds,
            equals: [
                .climate(
                    EntityKind.Climate(
                        modes: ["off", "heat_cool", "heat"], minimum: 10, maximum: 30, step: 0.5, hasTwoTargets: true,
                        hasTargetHumidity: true, hasAction: true, fanModes: ["auto", "low", "Turbo"],
                        swingModes: ["off", "vertical"], presets: ["none", "eco", "Party"]))
            ])
        // Single fields before API 1.13, and no range.
        let old = ListEntitiesClimateResponse(
            head: oneHead, legacyCurrent: true, modes: [0], minimum: 30, maximum: .nan, legacyAction: true)
        expect(
            try KnownEntities([old], minor: 9).kinds,
            equals: [.climate(EntityKind.Climate(modes: ["off"], hasAction: true))])
    }

    @Test func statesAreRead() throws {
        var entities = try KnownEntities([Self.listing])
        let state = ClimateStateResponse(
            address: oneAddress, mode: 3, current: 20.5, target: .nan, low: 18, high: 22, action: 3, fanMode: 2,
            swingMode: 2, preset: 5, customPreset: "Party", targetHumidity: 45)
        expect(
            try entities.firstValues(state),
            equals: [
                .mode: .text("heat"), .on: .bool(true), .currentTemperature: .number(20.5),
                .targetTemperature: .unknown, .targetLow: .number(18), .targetHigh: .number(22),
                .action: .text("heating"), .fanMode: .text("auto"), .swingMode: .text("vertical"),
                .preset: .text("Party"), .targetHumidity: .number(45),
            ])
        let missing = try entities.firstValues(ClimateStateResponse(address: oneAddress, isMissing: true))
        expect(missing.map { Set($0.values) }, equals: [.unknown])
    }

    @Test func commandsAreSent() throws {
        var entities = try KnownEntities([Self.listing])
        expect(
            entities, .set,
            [
                .mode: .text("heat"), .targetTemperature: .number(21), .fanMode: .text("Turbo"),
                .swingMode: .text("off"), .preset: .text("eco"), .targetHumidity: .number(120),
            ],
            sends: ClimateCommandRequest(
                address: oneAddress, mode: 3, target: 21, swingMode: 0, customFanMode: "Turbo", preset: 5,
                targetHumidity: 100))
        expect(
            entities, .set, [.targetLow: .number(18), .targetHigh: .number(22), .preset: .text("Party")],
            sends: ClimateCommandRequest(address: oneAddress, low: 18, high: 22, customPreset: "Party"))
        // On returns to the last mode.
        expect(entities, .set, [.on: .bool(true)], sends: ClimateCommandRequest(address: oneAddress, mode: 1))
        _ = try entities.values(ClimateStateResponse(address: oneAddress, mode: 3))
        _ = try entities.values(ClimateStateResponse(address: oneAddress, mode: 0))
        expect(entities, .set, [.on: .bool(true)], sends: ClimateCommandRequest(address: oneAddress, mode: 3))
        expect(entities, .set, [.on: .bool(false)], sends: ClimateCommandRequest(address: oneAddress, mode: 0))
        expectRefusal(entities, .set, [.mode: .text("dry")])
        expectRefusal(entities, .set, [.preset: .text("away")])
        expectRefusal(entities, .toggle)
    }

    @Test func temperaturesAreInCelsius() throws {
        var listing = Self.listing
        (listing.unit, listing.minimum, listing.maximum, listing.step) = (1, 50, 86, 1)
        var entities = try KnownEntities([listing])
        guard case .climate(let climate) = entities.kinds[0] else { return expect(false, "no thermostat") }
        expect([climate.minimum, climate.maximum, climate.step], equals: [10, 30, 5.0 / 9])
        let values = try entities.firstValues(ClimateStateResponse(address: oneAddress, current: 70, target: 212))
        expect(values?[.currentTemperature], equals: .number(21.11))
        expect(values?[.targetTemperature], equals: .number(100))
        expect(
            entities, .set, [.targetTemperature: .number(20)],
            sends: ClimateCommandRequest(address: oneAddress, target: 68))
        expect(TemperatureUnit.kelvin.celsius(293.15), equals: .number(20))
        expect(TemperatureUnit.kelvin.device(0, from: 0, step: 1), equals: 273.15)
        // Each step is one of the device's, though it is reported in hundredths of °C.
        for (celsius, fahrenheit) in [(21.11, 70), (26.67, 80), (29.44, 85), (10.56, 51)] as [(Double, Float)] {
            expect(TemperatureUnit.fahrenheit.device(celsius, from: 50, step: 1), equals: fahrenheit)
        }
        expect(TemperatureUnit.fahrenheit.device(21.4, from: 44.5, step: 1), equals: 70.5)
        expect(TemperatureUnit.fahrenheit.device(21.4, from: .nan, step: .nan), equals: 70.5)
    }

    @Test func waterHeaters() throws {
        let listing = ListEntitiesWaterHeaterResponse(
            head: oneHead, minimum: 30, maximum: 60, step: 1, modes: [0, 1, 4], features: 1 | 2 | 4 | 8 | 16)
        var entities = try KnownEntities([listing])
        expect(
            entities.kinds,
            equals: [
                .waterHeater(
                    EntityKind.Climate(
                        modes: ["off", "eco", "high_demand"], minimum: 30, maximum: 60, step: 1,
                        presets: ["none", "away"]))
            ])
        let state = WaterHeaterStateResponse(address: oneAddress, current: 40, target: 55, mode: 1, bits: 3)
        expect(
            try entities.firstValues(state),
            equals: [
                .on: .bool(true), .mode: .text("eco"), .currentTemperature: .number(40),
                .targetTemperature: .number(55), .preset: .text("away"),
            ])
        expect(
            entities, .set, [.on: .bool(false), .targetTemperature: .number(50), .mode: .text("high_demand")],
            sends: WaterHeaterCommandRequest(address: oneAddress, fieldsSet: 32 | 2 | 1, mode: 4, target: 50, bits: 1))
        expect(
            entities, .set, [.preset: .text("none")],
            sends: WaterHeaterCommandRequest(address: oneAddress, fieldsSet: 64, bits: 2))
        expectRefusal(entities, .set, [.mode: .text("gas")])
        expectRefusal(
            try KnownEntities([ListEntitiesWaterHeaterResponse(head: oneHead)]), .set, [.on: .bool(true)])
    }

    /// Features and modes of a water heater, the bits and the mode of its state, and whether it is on.
    private static let switched: [(features: UInt32, modes: [UInt32], bits: UInt32, mode: UInt32, isOn: EntityValue?)] =
        [
            (16, [], 2, 0, .bool(true)), (16, [], 0, 0, .bool(false)), (4 | 16, [1, 4], 0, 1, .bool(false)),
            (4, [0, 1], 2, 0, .bool(false)), (4, [0, 1], 0, 1, .bool(true)), (4, [1, 4], 0, 1, nil), (0, [], 0, 0, nil),
        ]

    @Test(arguments: switched.indices) func waterHeatersAreOnOrOff(_ index: Int) throws {
        let row = Self.switched[index]
        let listing = ListEntitiesWaterHeaterResponse(head: oneHead, modes: row.modes, features: row.features)
        var entities = try KnownEntities([listing])
        let state = WaterHeaterStateResponse(address: oneAddress, mode: row.mode, bits: row.bits)
        expect(try entities.firstValues(state)?[.on], equals: row.isOn)
    }
}
