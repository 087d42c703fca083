@testable internal import Hearth
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Testing

@Suite(.timeLimit(.minutes(1))) struct DeviceObjectTests {
    @Test func objectsSayWhatTheyAre() async throws {
        let fixture = try await HubFixture.start()
        let home = fixture.home
        let device = try await fixture.device("door")
        #expect(device.objectType == .device)
        #expect(device.agentID == nil)
        #expect(try await home.structures().list().first?.objectType == .structure)
        #expect(try await home.rooms().list().first?.objectType == .room)
        #expect(home.identifier == home.hubID)
        #expect(!home.identifier.isEmpty)
        #expect(!Home.version.isEmpty)
        await fixture.stop()
    }

    @Test func aRenamedDeviceIsAnotherValueAndTheOldOneStays() async throws {
        let fixture = try await HubFixture.start()
        let device = try await fixture.device("door")
        let renamed = try await device.setName("Gate")
        #expect(device.name == "Front door")
        #expect(renamed.name == "Gate")
        #expect(renamed.id == device.id)
        #expect(renamed != device)
        #expect(Set([device, renamed, try await fixture.device("door")]).count == 2)
        await fixture.stop()
    }

    @Test func aDecommissionedDeviceIsGoneAndSaysSo() async throws {
        let fixture = try await HubFixture.start()
        let device = try await fixture.device("door")
        let lock = Recorder(device.types.subscribe(DoorLockDeviceType.self))
        _ = await lock.next()
        #expect(try await device.decommissionEligibility == .eligible)
        #expect(try await device.decommission() == ["door"])
        #expect(await lock.next().isFinished)
        #expect(try await !fixture.home.devices().list().contains { $0.id == "door" })
        #expect(
            try await device.decommissionEligibility == .ineligible(reason: .other("the home has no device door")))
        let error = await #expect(throws: HomeError.self) { try await device.decommission() }
        #expect(error?.code == .notFound)
        await fixture.stop()
    }

    @Test func aDeviceOfAMakersProcessNamesItsProvider() {
        let message = Hearth_V1_Device(id: "d", structureID: "s", name: "D", providerID: "acme")
        #expect(CachedDevice(message).providerID == "acme")
        #expect(CachedDevice(Hearth_V1_Device(id: "d")).providerID == nil)
    }
}
