internal import HearthCalendar
internal import HearthVirtualHome
@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import HubTestSupport
internal import Expectations
internal import Testing

/// Time zones and locations of structures.
@Suite(.timeLimit(.minutes(5)))
struct PlaceTests {
    private static let time = Google.TimeTrait.descriptor.id

    private func attach(to test: TestHub) async throws {
        try await test.hub.attachOwnTraits { [clock = test.clock] structure in
            VirtualHome(
                structureID: structure.id,
                location: structure.location.flatMap { GeoLocation(latitude: $0.latitude, longitude: $0.longitude) },
                secondsEastOfUTC: { _ in structure.timeZone == "Asia/Tokyo" ? 9 * 3_600 : 0 }, clock: clock)
        }
    }

    private func ownTime(_ test: TestHub) throws -> StructureValue {
        let path = TraitPath(TraitTarget(deviceID: test.structureID, endpoint: 0), Self.time)
        return try test.hub.read(path, as: owner).attributes
    }

    @Test func structureTraitsFollowAChangedPlace() async throws {
        let store = try await HomeStore.inMemory()
        let test = try await TestHub(store: store)
        try await attach(to: test)
        var watcher = try await Watcher.atMarker(test)
        let before = try ownTime(test)
        expect(before[0] == .structure([0: .unsigned(8), 1: .unsigned(0)]) && before[3] == .bool(true))
        expectNil(before[1])
        let answer = try await test.home().updateStructure(
            .init(
                structureID: test.structureID, timeZone: "Asia/Tokyo", location: .init(latitude: 35.7, longitude: 139.7)
            )
        ).structure
        expect(answer?.timeZone, equals: "Asia/Tokyo")
        expect(answer?.location?.latitude, equals: 35.7)
        expect(answer?.name, equals: "Home")
        let after = try ownTime(test)
        expect(after[0] == .structure([0: .unsigned(17), 1: .unsigned(0)]) && after[3] == .bool(false))
        expect(after[1] != nil && after[2] != nil)
        try await watcher.settle(test, .init())
        expect(watcher.view.structures, equals: test.truth().structures)
        expect(watcher.view.states, equals: test.truth().states)
        let second = try await TestHub(store: store)
        expect(second.truth().structures.values.first?.location, equals: answer?.location)
        expect(second.truth().structures.values.first?.timeZone, equals: "Asia/Tokyo")
    }

    @Test func hubsPlaceFillsOnlyUnsetValues() async throws {
        let test = try await TestHub()
        _ = try await test.home().updateStructure(.init(structureID: test.structureID, timeZone: "Asia/Tokyo"))
        let here = StoredLocation(latitude: 52.5, longitude: 13.4)
        try await test.hub.placeFirstStructure(timeZone: "Europe/Berlin", location: here)
        try await test.hub.placeFirstStructure(timeZone: "", location: StoredLocation(latitude: 1, longitude: 1))
        let structure = test.truth().structures.values.first
        expect(structure?.timeZone, equals: "Asia/Tokyo")
        expect(structure?.location?.latitude, equals: 52.5)
        let sequence = test.truth().positions.values.first?.sequence
        try await test.hub.placeFirstStructure(timeZone: "Europe/Berlin", location: here)
        expect(test.truth().positions.values.first?.sequence, equals: sequence)
    }

    @Test(arguments: ["Mars/Base", "../etc/passwd", "a b", String(repeating: "x", count: 65)])
    func timeZonesThatTheSystemDoesNotKnowAreRefused(_ name: String) async throws {
        let hub = Hub(
            store: try await HomeStore.inMemory(), traits: [], information: .init(version: "", schemaFingerprint: ""),
            isTimeZone: { $0 != "Mars/Base" })
        try await hub.start()
        let id = hub.directory.cells.first?.id ?? ""
        let error = await expect(throws: HubError.self) {
            _ = try await hub.updateStructure(id, timeZone: name, as: owner)
        }
        expect(error?.code, equals: .invalidArgument)
        expect(error?.homeKit?.code, equals: 3)
        _ = try await hub.updateStructure(id, timeZone: "Europe/Berlin", as: owner)
        try await expect(hub.updateStructure(id, timeZone: "", as: owner).structure.timeZone, equals: "")
    }
}
