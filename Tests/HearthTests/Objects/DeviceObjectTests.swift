@testable internal import Hearth
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct DeviceObjectTests {
    @Test func objectsSayWhatTheyAre() async throws {
        let fixture = try await HubFixture.start()
        let home = fixture.home
        let device = try await fixture.device("door")
        expect(device.objectType, equals: .device)
        expectNil(device.agentID)
        try await expect(home.structures().list().first?.objectType, equals: .structure)
        try await expect(home.rooms().list().first?.objectType, equals: .room)
        expect(home.identifier, equals: home.hubID)
        expect(!home.identifier.isEmpty)
        expect(!Home.version.isEmpty)
        await fixture.stop()
    }

    @Test func aRenamedDeviceIsAnotherValueAndTheOldOneStays() async throws {
        let fixture = try await HubFixture.start()
        let device = try await fixture.device("door")
        let renamed = try await device.setName("Gate")
        expect(device.name, equals: "Front door")
        expect(renamed.name, equals: "Gate")
        expect(renamed.id, equals: device.id)
        expect(renamed, differsFrom: device)
        expect(Set([device, renamed, try await fixture.device("door")]).count, equals: 2)
        await fixture.stop()
    }

    @Test func aDecommissionedDeviceIsGoneAndSaysSo() async throws {
        let fixture = try await HubFixture.start()
        let device = try await fixture.device("door")
        let lock = Recorder(device.types.subscribe(DoorLockDeviceType.self))
        _ = await lock.next()
        try await expect(device.decommissionEligibility, equals: .eligible)
        try await expect(device.decommission(), equals: ["door"])
        await expect(lock.next().isFinished)
        try await expect(!fixture.home.devices().list().contains { $0.id == "door" })
        try await expect(
            device.decommissionEligibility, equals: .ineligible(reason: .other("the home has no device door")))
        let error = await expect(throws: HomeError.self) { try await device.decommission() }
        expect(error?.code, equals: .notFound)
        await fixture.stop()
    }

    @Test func aDeviceOfAMakersProcessNamesItsProvider() {
        let message = Hearth_V1_Device(id: "d", structureID: "s", name: "D", providerID: "acme")
        expect(CachedDevice(message).providerID, equals: "acme")
        expectNil(CachedDevice(Hearth_V1_Device(id: "d")).providerID)
    }
}
