internal import Foundation
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing
@testable internal import Hearth

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct HistoryTests {
    private func structure(_ fixture: HubFixture) async throws -> Structure {
        try require(try await fixture.home.structures().list().first)
    }

    private func path(_ device: String, _ trait: TraitDescriptor) -> TraitPath {
        TraitPath(TraitTarget(deviceID: device, endpoint: 1), trait.id)
    }

    @Test func theHistoryOfALightHasItsValuesAndTimes() async throws {
        let fixture = try await HubFixture.start()
        let lamp = try await fixture.device("ceiling")
        let light = try require(await lamp.types.get(OnOffLightDeviceType.self))
        try await light.matterTraits.onOffTrait?.on()
        try await light.matterTraits.onOffTrait?.off()
        try await light.matterTraits.onOffTrait?.on()
        let history = try await structure(fixture).history
        let day = try await history.query(\Matter.OnOffTrait.onOff, of: lamp)
        expect(day.resolution, equals: .minutes)
        expect(day.columns.count, isAtMost: 100)
        let found = try await history.query(
            \Matter.OnOffTrait.onOff, of: lamp, from: Date().timeIntervalSince1970 - 30, columns: 1_000)
        expect((found.resolution, found.columns.last?.last), are: (.values, true))
        expect(Set(found.times.keys).isSubset(of: [true, false]))
        expect(found.columns.allSatisfy { $0.min == nil && $0.mean == nil && $0.max == nil })
        expect(found.heldSince != nil)
        expect(found.columnLength, isAbove: .zero)
        // The device's part has the same history, and so has its trait.
        try await expect(light.history(of: \Matter.OnOffTrait.onOff).columns.last?.last, equals: true)
        let trait = try require(light.matterTraits.onOffTrait)
        try await expect(trait.history(of: \.onOff, columns: 24).columns.last?.last, equals: true)
        var values: [Bool?] = []
        for try await recorded in try history.values(\Matter.OnOffTrait.onOff, of: lamp) {
            values.append(recorded.value)
            expect(recorded.time, isAbove: 1_600_000_000)
        }
        expect(values.suffix(3), equals: [true, false, true])
        try await expect(
            history.attributes(of: lamp).contains {
                ($0.endpoint, $0.traitID, $0.attributeID) == (1, Matter.OnOffTrait.descriptor.id, 0)
            })
    }

    @Test func numbersHaveARangeAndEnumsTheirNames() async throws {
        let fixture = try await HubFixture.start()
        let humidity = Matter.RelativeHumidityMeasurementTrait.descriptor
        fixture.house.set(path("hygrometer", humidity), [0: .unsigned(5_000)])
        fixture.house.set(path("hygrometer", humidity), [0: .unsigned(4_000)])
        fixture.house.set(path("hygrometer", humidity), [0: .null])
        fixture.house.set(path("door", Matter.DoorLockTrait.descriptor), [0: .unsigned(2)])
        let history = try await structure(fixture).history
        let sensor = try await fixture.device("hygrometer")
        let found = try await history.query(\Matter.RelativeHumidityMeasurementTrait.measuredValue, of: sensor)
        expect(found.columns.compactMap(\.max).max(), equals: 5_000)
        expect((found.columns.compactMap(\.min).min().map { $0 <= 4_500 }, found.times.isEmpty), are: (true, true))
        var values: [UInt16?] = []
        for try await recorded in try history.values(
            \Matter.RelativeHumidityMeasurementTrait.measuredValue, of: sensor)
        {
            values.append(recorded.value)
        }
        expect(values.suffix(3), equals: [5_000, 4_000, nil])
        let door = try await history.query(\Matter.DoorLockTrait.lockState, of: fixture.device("door"))
        expect(door.columns.last?.last, equals: .unlocked)
    }

    @Test func impossibleQueriesAreErrors() async throws {
        let fixture = try await HubFixture.start()
        let history = try await structure(fixture).history
        let speaker = try await fixture.device("speaker")
        let lamp = try await fixture.device("ceiling")
        let several = await failure { _ = try await history.query(\Matter.OnOffTrait.onOff, of: speaker) }
        expect(several?.message, equals: "\"Glowing speaker\" has OnOff on the endpoints 1, 2; say which")
        await expectNil(
            failure { _ = try await history.query(\Matter.OnOffTrait.onOff, of: speaker, endpoint: 2) })
        let missing = await failure { _ = try await history.query(\Matter.LevelControlTrait.currentLevel, of: lamp) }
        expect(missing?.message, equals: "\"Ceiling light\" has no trait LevelControl")
        let text = await failure { _ = try await history.query(\Matter.BasicInformationTrait.nodeLabel) }
        expect((text?.code, text?.message.contains("numbers, booleans")), are: (.invalidArgument, true))
        for columns in [0, 10_001] {
            let error = await failure {
                _ = try await history.query(\Matter.OnOffTrait.onOff, of: lamp, columns: columns)
            }
            expect(error?.message, equals: "a history has 1 to 10000 columns, not \(columns)")
        }
        for time in [-1, .nan, .infinity, 1e13] {
            let error = await failure { _ = try await history.query(\Matter.OnOffTrait.onOff, of: lamp, from: time) }
            expect(error?.code, equals: .invalidArgument, "\(time)")
        }
        let backwards = await failure {
            _ = try await history.query(\Matter.OnOffTrait.onOff, of: lamp, from: 2_000, until: 1_000)
        }
        expect(backwards?.code, equals: .invalidArgument)
    }

    @Test func aTraitOfNoHomeSaysSo() async throws {
        let interaction = TraitInteraction(target: TraitTarget(deviceID: "", endpoint: 0), proxy: NoProxy())
        let trait = Matter.OnOffTrait(
            attributes: .init(), metadata: TraitMetadata(sourceConnectivity: .unknown), interaction: interaction)
        await expect(failure { _ = try await trait.history(of: \.onOff) }?.code, equals: .failedPrecondition)
    }

    @Test func aKeyPathNamesItsAttributeWhateverItsType() async throws {
        let interaction = TraitInteraction(target: TraitTarget(deviceID: "", endpoint: 0), proxy: NoProxy())
        try expect(AttributeKey(\Matter.OnOffTrait.onTime, interaction).id, equals: 0x4001)
        try expect(AttributeKey(\Matter.OnOffTrait.startUpOnOff, interaction).id, equals: 0x4003)
        try expect(AttributeKey(\Matter.OnOffTrait.startUpOnOff, interaction).value(Int64(1)), equals: .on)
        try expect(AttributeKey(\Matter.LevelControlTrait.options, interaction).id, equals: 0xF)
        try expectNil(AttributeKey(\Matter.LevelControlTrait.currentLevel, interaction).value(Int64(-1)))
        try expectNil(AttributeKey(\Matter.LevelControlTrait.currentLevel, interaction).value(Double.nan))
        let temperature = try AttributeKey(\Matter.TemperatureMeasurementTrait.measuredValue, interaction)
        expect(temperature.value(-512.0), equals: -512)
        expectNil(temperature.value(1e300))
    }

    private struct NoProxy: InteractionProxy {
        func invoke(
            _ command: CommandDescriptor, of trait: TraitDescriptor, at target: TraitTarget, arguments: [UInt8]
        ) async throws(HomeError) -> [UInt8] { throw HomeError(.unavailable, "there is no hub") }

        func update(
            _ trait: TraitDescriptor, at target: TraitTarget, attributes: [UInt8]
        ) async throws(HomeError) -> [UInt8] { throw HomeError(.unavailable, "there is no hub") }
    }
}
