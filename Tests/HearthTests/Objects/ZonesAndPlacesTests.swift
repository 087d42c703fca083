internal import Hearth
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct ZonesAndPlacesTests {
    @Test func zonesComeAndGo() async throws {
        let (fixture, structure) = try await HubFixture.withStructure()
        let rooms = try await fixture.home.rooms().list().sorted { $0.name < $1.name }
        let zone = try await structure.createZone(name: "Upstairs")
        expect(zone.structureID, equals: structure.id)
        let filled = try await zone.update(addingRooms: rooms.map(\.id))
        expect(filled.roomIDs, equals: rooms.map(\.id))
        try await expect(filled.update(removingRooms: [rooms[0].id]).roomIDs, equals: rooms.dropFirst().map(\.id))
        try await expect(zone.setName("Attic").name, equals: "Attic")
        try await expect(fixture.home.zones().list().map(\.name), equals: ["Attic"])
        try await structure.deleteZone(id: zone.id)
        try await expect(fixture.home.zones().list().isEmpty)
        let error = await expect(throws: HomeError.self) { try await zone.setName("x") }
        expect(error?.code, equals: .notFound)
    }

    @Test func serviceGroupsComeAndGo() async throws {
        let (fixture, structure) = try await HubFixture.withStructure()
        let group = try await structure.createServiceGroup(name: "Lamps")
        // A light bulb, by its short number in HomeKit.
        let lamp = ServiceReference(deviceID: "ceiling", endpoint: 1, type: "43")
        let filled = try await group.update(adding: [lamp])
        expect(filled.services.map(\.deviceID), equals: ["ceiling"])
        try await expect(filled.update(removing: filled.services).services.isEmpty)
        try await expect(group.setName("All lamps").name, equals: "All lamps")
        try await expect(fixture.home.serviceGroups().list().map(\.name), equals: ["All lamps"])
        try await structure.deleteServiceGroup(id: group.id)
        try expect(fixture.home.snapshot().serviceGroups.isEmpty)
    }

    @Test func placeOfAStructureChanges() async throws {
        let (fixture, structure) = try await HubFixture.withStructure()
        let berlin = StructureLocation(latitude: 52.5, longitude: 13.4)
        let changed = try await structure.update(timeZone: "Europe/Berlin", location: berlin)
        expect((changed.timeZone, changed.location), are: ("Europe/Berlin", berlin))
        try await expectNil(changed.update(timeZone: "").timeZone)
        try expect(fixture.home.snapshot().structures.first?.location, equals: berlin)
        let nowhere = StructureLocation(latitude: 200, longitude: 0)
        let error = await expect(throws: HomeError.self) { try await structure.update(location: nowhere) }
        expect(error?.code, equals: .invalidArgument)
    }
}
