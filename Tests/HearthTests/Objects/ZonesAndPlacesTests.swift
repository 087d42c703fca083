internal import Hearth
internal import Testing

@Suite(.timeLimit(.minutes(1))) struct ZonesAndPlacesTests {
    @Test func zonesComeAndGo() async throws {
        let fixture = try await HubFixture.start()
        let structure = try #require(try await fixture.home.structures().list().first)
        let rooms = try await fixture.home.rooms().list().sorted { $0.name < $1.name }
        let zone = try await structure.createZone(name: "Upstairs")
        #expect(zone.structureID == structure.id)
        let filled = try await zone.update(addingRooms: rooms.map(\.id))
        #expect(filled.roomIDs == rooms.map(\.id))
        #expect(try await filled.update(removingRooms: [rooms[0].id]).roomIDs == rooms.dropFirst().map(\.id))
        #expect(try await zone.setName("Attic").name == "Attic")
        #expect(try await fixture.home.zones().list().map(\.name) == ["Attic"])
        try await structure.deleteZone(id: zone.id)
        #expect(try await fixture.home.zones().list().isEmpty)
        let error = await #expect(throws: HomeError.self) { try await zone.setName("x") }
        #expect(error?.code == .notFound)
        await fixture.stop()
    }

    @Test func serviceGroupsComeAndGo() async throws {
        let fixture = try await HubFixture.start()
        let structure = try #require(try await fixture.home.structures().list().first)
        let group = try await structure.createServiceGroup(name: "Lamps")
        // A light bulb, by its short number in HomeKit.
        let lamp = ServiceReference(deviceID: "ceiling", endpoint: 1, type: "43")
        let filled = try await group.update(adding: [lamp])
        #expect(filled.services.map(\.deviceID) == ["ceiling"])
        #expect(try await filled.update(removing: filled.services).services.isEmpty)
        #expect(try await group.setName("All lamps").name == "All lamps")
        #expect(try await fixture.home.serviceGroups().list().map(\.name) == ["All lamps"])
        try await structure.deleteServiceGroup(id: group.id)
        #expect(try fixture.home.snapshot().serviceGroups.isEmpty)
        await fixture.stop()
    }

    @Test func placeOfAStructureChanges() async throws {
        let fixture = try await HubFixture.start()
        let structure = try #require(try await fixture.home.structures().list().first)
        let berlin = StructureLocation(latitude: 52.5, longitude: 13.4)
        let changed = try await structure.update(timeZone: "Europe/Berlin", location: berlin)
        #expect(changed.timeZone == "Europe/Berlin")
        #expect(changed.location == berlin)
        #expect(try await changed.update(timeZone: "").timeZone == nil)
        #expect(try fixture.home.snapshot().structures.first?.location == berlin)
        let nowhere = StructureLocation(latitude: 200, longitude: 0)
        let error = await #expect(throws: HomeError.self) { try await structure.update(location: nowhere) }
        #expect(error?.code == .invalidArgument)
        await fixture.stop()
    }
}
