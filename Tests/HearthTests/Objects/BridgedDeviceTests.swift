internal import Hearth
internal import HearthHub
internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

/// Bridged devices, as apps see them.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct BridgedDeviceTests {
    private let reachable = TraitPath(
        TraitTarget(deviceID: "radio", endpoint: 2), Matter.BridgedDeviceBasicInformationTrait.descriptor.id)

    @Test func eachIsADeviceAndItsBridgesTypesDoNotAnswerForIt() async throws {
        let fixture = try await HubFixture.start([TestHouse.radioBridge, TestHouse.frontDoor])
        let devices = try await fixture.home.devices().list()
        expect(Set(devices.map(\.id)), equals: ["radio", "radio/2", "radio/3", "door"])
        let bridge = try await fixture.device("radio")
        let light = try await fixture.device("radio/2")
        expect(
            (light.name, light.roomID, light.roomID != nil, light.bridgeID, light.isBridged),
            are: ("Porch light", bridge.roomID, true, "radio", true))
        expect((bridge.isBridged, light.isMatterDevice), are: (false, true))
        expect((bridge.bridgedDeviceIDs, light.bridgedDeviceIDs.isEmpty), are: (["radio/2", "radio/3"], true))
        expect(bridge.types.contains(AggregatorDeviceType.self))
        expect(!bridge.types.contains(OnOffLightDeviceType.self))
        expect(bridge.types.count(BridgedNodeDeviceType.self), equals: 0)
        expect(!light.types.contains(TemperatureSensorDeviceType.self))
        let lights = try await fixture.home.devices().of(OnOffLightDeviceType.self).list()
        expect(lights.map(\.id), equals: ["radio/2"])

        let type = try require(await light.types.get(OnOffLightDeviceType.self))
        expect(type.metadata.isPrimaryType)
        await expect(light.types.get(BridgedNodeDeviceType.self)?.metadata.isPrimaryType, equals: false)
        let states = Recorder(light.types.subscribe(OnOffLightDeviceType.self))
        await expect(states.next().value?.matterTraits.onOffTrait?.onOff, equals: false)
        try await type.matterTraits.onOffTrait?.on()
        await expect(states.next().value?.matterTraits.onOffTrait?.onOff, equals: true)
    }

    @Test func bridgedDeviceHasOwnNameRoomAndConnectivity() async throws {
        let fixture = try await HubFixture.start([TestHouse.radioBridge])
        let structure = try require(try await fixture.home.structures().list().first)
        let light = try await fixture.device("radio/2").setName("Lantern")
        let garden = try await structure.createRoom(name: "Garden")
        let moved = try await structure.move(device: light, to: garden)
        expect((moved.name, moved.roomID, moved.bridgeID), are: ("Lantern", garden.id, "radio"))
        try await expect(fixture.device("radio").roomID, differsFrom: garden.id)
        let online = Recorder(
            fixture.home.device(id: "radio/2").map(\.sourceConnectivity.connectivityState).eraseToAnyPublisher())
        await expect(online.next().value, equals: .online)
        fixture.house.set(reachable, [0x11: .bool(false)])
        await expect(online.next().value, equals: .offline)
        try await expect(fixture.device("radio/3").sourceConnectivity.connectivityState, equals: .online)
        let type = try require(await moved.types.get(OnOffLightDeviceType.self))
        let error = await expect(throws: HomeError.self) { try await type.matterTraits.onOffTrait?.on() }
        expect(error?.code, equals: .unavailable)
        fixture.house.set(reachable, [0x11: .bool(true)])
        await expect(online.next().value, equals: .online)
        fixture.house.setOnline(false, "radio")
        await expect(online.next().value, equals: .offline)
    }

    @Test func bridgedDeviceIsRemovableOnlyWithItsBridge() async throws {
        let fixture = try await HubFixture.start([TestHouse.radioBridge, TestHouse.frontDoor])
        let bridge = try await fixture.device("radio")
        let light = try await fixture.device("radio/2")
        try await expect(light.decommissionEligibility, equals: .ineligible(reason: .bridgedDevice))
        let error = await expect(throws: HomeError.self) { try await light.decommission() }
        expect(error?.code, equals: .failedPrecondition)
        try await expect(
            bridge.decommissionEligibility,
            equals: .eligibleWithSideEffects(.bridge(bridgedDeviceIDs: ["radio/2", "radio/3"])))
        let types = Recorder(light.types.subscribe(OnOffLightDeviceType.self))
        _ = await types.next()
        try await expect(bridge.decommission(), equals: ["radio", "radio/2", "radio/3"])
        await expect(types.next().isFinished)
        try await expect(fixture.home.devices().list().map(\.id), equals: ["door"])
        try await expect(
            light.decommissionEligibility, equals: .ineligible(reason: .other("the home has no device radio/2")))
    }
}
