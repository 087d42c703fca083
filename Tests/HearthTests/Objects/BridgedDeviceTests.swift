internal import Hearth
internal import HearthHub
internal import HearthTraitCore
internal import HearthTraits
internal import Testing

/// Bridged devices, as apps see them.
@Suite(.timeLimit(.minutes(1))) struct BridgedDeviceTests {
    private let reachable = TraitPath(
        TraitTarget(deviceID: "radio", endpoint: 2), Matter.BridgedDeviceBasicInformationTrait.descriptor.id)

    @Test func eachIsADeviceAndItsBridgesTypesDoNotAnswerForIt() async throws {
        let fixture = try await HubFixture.start([TestHouse.radioBridge, TestHouse.frontDoor])
        let devices = try await fixture.home.devices().list()
        #expect(Set(devices.map(\.id)) == ["radio", "radio/2", "radio/3", "door"])
        let bridge = try await fixture.device("radio")
        let light = try await fixture.device("radio/2")
        #expect(light.name == "Porch light" && light.roomID == bridge.roomID && light.roomID != nil)
        #expect(light.bridgeID == "radio" && light.isBridged && !bridge.isBridged && light.isMatterDevice)
        #expect(bridge.bridgedDeviceIDs == ["radio/2", "radio/3"] && light.bridgedDeviceIDs.isEmpty)
        #expect(bridge.types.contains(AggregatorDeviceType.self))
        #expect(
            !bridge.types.contains(OnOffLightDeviceType.self) && bridge.types.count(BridgedNodeDeviceType.self) == 0)
        #expect(!light.types.contains(TemperatureSensorDeviceType.self))
        let lights = try await fixture.home.devices().of(OnOffLightDeviceType.self).list()
        #expect(lights.map(\.id) == ["radio/2"])

        let type = try #require(await light.types.get(OnOffLightDeviceType.self))
        #expect(type.metadata.isPrimaryType)
        #expect(await light.types.get(BridgedNodeDeviceType.self)?.metadata.isPrimaryType == false)
        let states = Recorder(light.types.subscribe(OnOffLightDeviceType.self))
        #expect(await states.next().value?.matterTraits.onOffTrait?.onOff == false)
        try await type.matterTraits.onOffTrait?.on()
        #expect(await states.next().value?.matterTraits.onOffTrait?.onOff == true)
        await fixture.stop()
    }

    @Test func bridgedDeviceHasOwnNameRoomAndConnectivity() async throws {
        let fixture = try await HubFixture.start([TestHouse.radioBridge])
        let structure = try #require(try await fixture.home.structures().list().first)
        let light = try await fixture.device("radio/2").setName("Lantern")
        let garden = try await structure.createRoom(name: "Garden")
        let moved = try await structure.move(device: light, to: garden)
        #expect(moved.name == "Lantern" && moved.roomID == garden.id && moved.bridgeID == "radio")
        #expect(try await fixture.device("radio").roomID != garden.id)
        let online = Recorder(
            fixture.home.device(id: "radio/2").map(\.sourceConnectivity.connectivityState).eraseToAnyPublisher())
        #expect(await online.next().value == .online)
        fixture.house.set(reachable, [0x11: .bool(false)])
        #expect(await online.next().value == .offline)
        #expect(try await fixture.device("radio/3").sourceConnectivity.connectivityState == .online)
        let type = try #require(await moved.types.get(OnOffLightDeviceType.self))
        let error = await #expect(throws: HomeError.self) { try await type.matterTraits.onOffTrait?.on() }
        #expect(error?.code == .unavailable)
        fixture.house.set(reachable, [0x11: .bool(true)])
        #expect(await online.next().value == .online)
        fixture.house.setOnline(false, "radio")
        #expect(await online.next().value == .offline)
        await fixture.stop()
    }

    @Test func bridgedDeviceIsRemovableOnlyWithItsBridge() async throws {
        let fixture = try await HubFixture.start([TestHouse.radioBridge, TestHouse.frontDoor])
        let bridge = try await fixture.device("radio")
        let light = try await fixture.device("radio/2")
        #expect(try await light.decommissionEligibility == .ineligible(reason: .bridgedDevice))
        let error = await #expect(throws: HomeError.self) { try await light.decommission() }
        #expect(error?.code == .failedPrecondition)
        #expect(
            try await bridge.decommissionEligibility
                == .eligibleWithSideEffects(.bridge(bridgedDeviceIDs: ["radio/2", "radio/3"])))
        let types = Recorder(light.types.subscribe(OnOffLightDeviceType.self))
        _ = await types.next()
        #expect(try await bridge.decommission() == ["radio", "radio/2", "radio/3"])
        #expect(await types.next().isFinished)
        #expect(try await fixture.home.devices().list().map(\.id) == ["door"])
        #expect(
            try await light.decommissionEligibility == .ineligible(reason: .other("the home has no device radio/2")))
        await fixture.stop()
    }
}
