internal import Hearth
internal import HearthMessage
internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

/// Traits of Google's namespace, as the guide on devices reads them.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct GoogleTraitsTests {
    @Test func aDoorbellAndItsEvent() async throws {
        let fixture = try await HubFixture.start([TestHouse.doorbell])
        let device = try await fixture.device("doorbell")
        if let doorbellDeviceType = await device.types.get(GoogleDoorbellDeviceType.self) {
            let doorbellPressTrait =
                doorbellDeviceType.googleTraits.doorbellPressTrait.self
            expect(doorbellPressTrait?.attributes.clusterRevision, equals: 1)
            expect(doorbellDeviceType.traits.contains(Google.DoorbellPressTrait.self))
            expectNil(doorbellDeviceType.matterTraits.descriptorTrait)
        } else {
            Issue.record("the device is no doorbell")
        }
        typealias Pressed = Google.DoorbellPressTrait.DoorbellPressedEvent
        let changes = Recorder(fixture.home.changes())
        fixture.house.happen(
            .init(endpoint: 1, traitID: Pressed.traitID, eventID: Pressed.eventID, fields: [:]),
            on: "doorbell")
        guard case .report(let report)? = await changes.next().value else { return expect(false, "no report") }
        let occurrence = try require(report.events.first)
        expect(occurrence.path, equals: TraitPath(TraitTarget(deviceID: "doorbell", endpoint: 1), Pressed.traitID))
        expect(occurrence.eventID, equals: Pressed.eventID)
        let event = Pressed(
            payload: try Pressed.Payload(serialized: occurrence.payload.span.bytes), metadata: occurrence.metadata)
        expect(event.metadata.importance, equals: .info)
    }

    @Test func aLightMayHaveEffects() async throws {
        let fixture = try await HubFixture.start([TestHouse.doorbell, TestHouse.bedroomLamp])
        let light = await (try fixture.device("doorbell")).types.get(DimmableLightDeviceType.self)
        expect(light?.googleTraits.lightEffectsTrait?.defaultSleepDurationSeconds, equals: 1800)
        expect(light?.googleTraits.lightEffectsTrait?.supportsStopEffectCommand, equals: true)
        expect(light?.matterTraits.onOffTrait?.onOff, equals: true)
        let lamp = await (try fixture.device("bedroom-lamp")).types.get(DimmableLightDeviceType.self)
        expect(lamp != nil)
        expectNil(lamp?.googleTraits.lightEffectsTrait)
    }
}
