@testable internal import Hearth
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct DeviceObjectTests {
    @Test func objectsSayWhatTheyAre() async throws {
        let fixture = try await HubFixture.start()
        let home = fixture.home
        let device = try await fixture.device("door")
        expect(device.objectType, equals: .device)
        expectNil(device.agentID)
        try await expect(home.structures().list().first?.objectType, equals: .structure)
        try await expect(home.rooms().list().first?.objectType, equals: .room)
        expect((home.identifier, home.identifier.isEmpty), are: (home.hubID, false))
        expect(!Home.version.isEmpty)
    }

    @Test func aRenamedDeviceIsAnotherValueAndTheOldOneStays() async throws {
        let (fixture, device) = try await HubFixture.with("door")
        let renamed = try await device.setName("Gate")
        expect(device.name, equals: "Front door")
        expect((renamed.name, renamed.id), are: ("Gate", device.id))
        expect(renamed, differsFrom: device)
        expect(Set([device, renamed, try await fixture.device("door")]).count, equals: 2)
    }

    @Test func aDecommissionedDeviceIsGoneAndSaysSo() async throws {
        let (fixture, device) = try await HubFixture.with("door")
        let lock = Recorder(device.types.subscribe(DoorLockDeviceType.self))
        _ = await lock.next()
        try await expect((device.decommissionEligibility, device.decommission()), are: (.eligible, ["door"]))
        await expect(lock.next().isFinished)
        try await expect(!fixture.home.devices().list().contains { $0.id == "door" })
        try await expect(
            device.decommissionEligibility, equals: .ineligible(reason: .other("the home has no device door")))
        let error = await expect(throws: HomeError.self) { try await device.decommission() }
        expect(error?.code, equals: .notFound)
    }

    @Test func aDevicesStateIsInWords() async throws {
        let fixture = try await HubFixture.start()
        func words(_ id: String) async throws -> String? { try await fixture.device(id).stateInWords() }
        try await expect(words("bedroom-lamp"), equals: "on, 100 %")
        let lamp = try require(await fixture.device("bedroom-lamp").types.get(DimmableLightDeviceType.self))
        try await lamp.matterTraits.onOffTrait?.off()
        try await expect(words("bedroom-lamp"), equals: "off")
        fixture.house.setOnline(false, "bedroom-lamp")
        try await until { try await words("bedroom-lamp") == nil }
    }

    @Test func aBridgeHasNoStateInWords() async throws {
        let root = EndpointDescription(
            id: 0, parent: nil, deviceTypes: [.init(id: 0x16, revision: 1, isPrimary: false)], traits: [])
        let bridge = EndpointDescription(
            id: 1, parent: 0, deviceTypes: [.init(id: 0xE, revision: 1, isPrimary: true)], traits: [])
        let fixture = try await HubFixture.start([
            DeviceDescription(
                id: "bridge", name: "Bridge", suggestedRoom: nil, endpoints: [root, bridge], isMatterDevice: true)
        ])
        try await expectNil(fixture.device("bridge").stateInWords())
    }

    @Test func aDeviceOfAMakersProcessNamesItsProvider() {
        let message = Hearth_V1_Device(id: "d", structureID: "s", name: "D", providerID: "acme")
        expect(CachedDevice(message).providerID, equals: "acme")
        expectNil(CachedDevice(Hearth_V1_Device(id: "d")).providerID)
    }
}
