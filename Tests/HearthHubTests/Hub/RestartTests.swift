@testable internal import HearthHub
internal import Foundation
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Testing

@Suite(.timeLimit(.minutes(2)))
struct RestartTests {
    private let lamp = TestProvider.onOff(of: "lamp-1")

    /// A folder of its own for one test.
    private func folder() throws -> String {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-hub-\(UUID())")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url.path
    }

    /// What kill -9 leaves: the files as they lie there now.
    private func abandoned(_ path: String) throws -> String {
        let copy = path + "-left"
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        return copy
    }

    @Test func aKilledHubComesBackAsItWasInANewEpochClientsGetAResync() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/home.sqlite"
        let first = try await TestHub(store: HomeStore.open(path: path))
        try await first.hub.attach(TestProvider(lamps: 2, room: "Hall"))
        _ = try await first.hub.createRoom(name: "Attic", in: first.structureID, as: owner)
        _ = try await first.hub.invoke(lamp, command: 1, as: owner)
        // Within a second of the device's change it is on the disk.
        await first.clock.advance(by: .seconds(1))
        let room = try await first.hub.createRoom(name: "Cellar", in: first.structureID, as: owner).room
        _ = try await first.hub.updateDevice("lamp-2", name: "Star", roomID: room.id, as: owner)
        var client = try await Watcher(first)
        try await client.untilMarker()

        let second = try await TestHub(store: HomeStore.open(path: abandoned(path)))
        let truth = second.truth()
        #expect(truth.rooms == first.truth().rooms)
        #expect(truth.structures == first.truth().structures)
        #expect(truth.devices.keys == first.truth().devices.keys)
        #expect(truth.devices["lamp-2"]?.name == "Star" && truth.devices["lamp-2"]?.roomID == room.id)
        let reading = try second.hub.read(lamp, as: owner)
        #expect(reading.attributes == (try first.hub.read(lamp, as: owner).attributes))
        #expect(reading.observedAt == (try first.hub.read(lamp, as: owner).observedAt))
        #expect(reading.connectivity.connectivityState == .offline)
        #expect(second.hub.id == first.hub.id)

        var again = try await Watcher(second, resumeFrom: Array(client.view.positions.values), view: client.view)
        try await again.untilMarker()
        #expect(again.view.resyncs.map(\.reason) == [.epochChanged])
        #expect(again.view.states == truth.states && again.view.devices == truth.devices)
        try await second.hub.shutdown()
        try await first.hub.shutdown()
    }

    @Test func afterACleanEndClientsGoOnFromWhereTheyWereInTheSameEpoch() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/home.sqlite"
        let first = try await TestHub(store: HomeStore.open(path: path))
        try await first.hub.attach(TestProvider(lamps: 2))
        var client = try await Watcher(first)
        try await client.untilMarker()
        _ = try await first.hub.invoke(lamp, command: 1, as: owner)
        try await client.untilHeartbeat(first)
        // Nothing has asked for it to be saved: the end does.
        try await first.hub.shutdown()

        let second = try await TestHub(store: HomeStore.open(path: path))
        #expect(try second.hub.read(lamp, as: owner).attributes[0] == .bool(true))
        let provider = TestProvider(lamps: 2)
        try await second.hub.attach(provider)
        #expect(provider.stored.values[lamp]?[0] == .bool(true))
        var again = try await Watcher(second, resumeFrom: Array(client.view.positions.values), view: client.view)
        try await again.untilHeartbeat(second)
        #expect(again.view.resyncs.isEmpty && again.view.snapshots == client.view.snapshots)
        let truth = second.truth()
        #expect(again.view.states == truth.states && again.view.devices == truth.devices)
        #expect(again.view.connectivity == truth.connectivity && again.view.positions == truth.positions)
        try await second.hub.shutdown()
    }

    @Test func twoHubsOnOneFileTheSecondIsRefused() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/home.sqlite"
        let first = try await TestHub(store: HomeStore.open(path: path))
        let error = await #expect(throws: StoreError.self) { _ = try await HomeStore.open(path: path) }
        #expect(error?.code == .inUse && error?.message.contains(path) == true)
        try await first.hub.shutdown()
    }

    /// States of devices are saved a moment later, the newest of them, with how far the structure has come.
    @Test func saving() async throws {
        let test = try await TestHub()
        let provider = TestProvider(lamps: 1)
        try await test.hub.attach(provider)
        await test.clock.advance(by: .seconds(1))
        #expect(try await savedLamp(test) == .bool(false))
        provider.report(lamp, [0: .bool(true)])
        #expect(try await savedLamp(test) == .bool(false))
        await test.clock.advance(by: .seconds(1))
        #expect(try await savedLamp(test) == .bool(true))
        let sequence = try await test.store.load().structures.first?.sequence
        #expect(sequence == test.truth().positions.values.first?.sequence)
    }

    private func savedLamp(_ test: TestHub) async throws -> TraitValue? {
        let bytes = try await test.store.load().states.first { $0.path == lamp }?.attributes ?? []
        return try TestProvider.onOff.decodeAttributes(bytes.span.bytes)[0]
    }
}
