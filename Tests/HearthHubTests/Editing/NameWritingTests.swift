internal import Foundation
@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import Expectations
internal import Testing

/// Names that Unicode can write in two ways.
@Suite(.timeLimit(.minutes(5)))
struct NameWritingTests {
    /// An equivalent form is the same name: it is not reported, the answer has the former one, and so has a restarted
    /// hub.
    @Test func equivalentUnicodeNameIsNoChange() async throws {
        let store = try await HomeStore.inMemory()
        let test = try await TestHub(store: store)
        let lamp = TestBridge.Lamp(endpoint: 4, label: "Strip", uniqueID: .string("s"), inner: [5, 6])
        try await test.hub.attach(TestProvider([TestBridge.device([lamp])]))
        let (hub, home, part) = (test.hub, test.home(), TraitTarget(deviceID: "bridge/s", endpoint: 5))
        let person = try require(test.truth().people.values.first?.id)
        let room = try await hub.createRoom(name: "Küche", in: test.structureID, as: owner).room.id
        let zone = try require(
            try await home.createZone(.init(structureID: test.structureID, name: "Türen")).zone?.id)
        let group = try require(
            try await home.createServiceGroup(.init(structureID: test.structureID, name: "Bücher")).serviceGroup?.id)
        /// The name of each object in the answers.
        func nameAll(_ written: (String) -> String) async throws -> [String?] {
            let device = try await hub.updateDevice("bridge/s", name: written("Lüster"), as: owner).device.name
            let named = try await home.updateEndpoint(
                .init(target: .init(deviceID: part.deviceID, endpoint: 5), name: written("Füße")))
            return [
                try await hub.updateStructure(test.structureID, name: written("Hütte"), as: owner).structure.name,
                try await hub.renameRoom(room, to: written("Küche"), as: owner).room.name,
                try await hub.updateZone(zone, name: written("Türen"), as: owner).zone.name,
                try await hub.editor.updateServiceGroup(group, name: written("Bücher"), as: owner).group.name,
                device,
                named.device?.endpoints.first { $0.id == 5 }?.name,
                try await hub.people.updatePerson(person, name: written("Jürgen"), role: nil, grant: nil, as: owner)
                    .person
                    .name,
            ]
        }
        let first = try await nameAll { $0.precomposedStringWithCanonicalMapping }
        var watcher = try await Watcher.atMarker(test)
        let reports = watcher.view.reports.count
        let second = try await nameAll { $0.decomposedStringWithCanonicalMapping }
        expect(second.map { $0.map { Array($0.utf8) } }, equals: first.map { $0.map { Array($0.utf8) } })
        // Together with another change, too.
        _ = try await hub.updateDevice(
            "bridge/s", name: "Lüster".decomposedStringWithCanonicalMapping, roomID: room, as: owner)
        try await watcher.settle(test, .init())
        expect(watcher.view.reports.count, equals: reports + 1)
        expect(watcher.view.differences(from: test.truth()), equals: [])
        try await hub.save()
        let again = try await TestHub(store: store).truth()
        let before = test.truth()
        expect(again.structures, equals: before.structures)
        expect(again.rooms, equals: before.rooms)
        expect(again.zones, equals: before.zones)
        expect(again.serviceGroups, equals: before.serviceGroups)
        expect(again.people, equals: before.people)
        for (id, device) in before.devices {
            let other = again.devices[id]
            expect(other?.name.utf8.elementsEqual(device.name.utf8), equals: true)
            expect(other?.endpoints, equals: device.endpoints)
        }
    }
}
