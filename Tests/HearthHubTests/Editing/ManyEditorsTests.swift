@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Edits at the same time share transactions of the store, and each is as if it were alone.
@Suite(.timeLimit(.minutes(5)))
struct ManyEditorsTests {
    @Test func eachIsMadeOnceInOneOrderAndStored() async throws {
        let folder = try TemporaryFolder()
        let test = try await TestHub(store: HomeStore.open(path: folder.file))
        try await test.hub.attach(TestProvider(lamps: 20))
        var watcher = try await Watcher.atMarker(test)
        let before = watcher.view
        let positions = try await withThrowingTaskGroup(of: StructurePosition.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let made = try await test.home().createRoom(
                        .init(
                            structureID: test.structureID, name: "Room \(number)",
                            options: .init(idempotencyKey: "room \(number)")))
                    return StructurePosition(try require(made.position))
                }
                group.addTask {
                    try await test.hub.updateDevice("lamp-\(number % 20 + 1)", name: "Lamp \(number)!", as: owner)
                        .position
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        // Each answer has the position of its own report.
        expect(Set(positions.map(\.sequence)).count, equals: 80)
        while watcher.view.reports.count < before.reports.count + 80 { try await watcher.next() }
        let told = watcher.view.reports.dropFirst(before.reports.count).compactMap(\.position?.sequence)
        expect(Set(told), equals: Set(positions.map(\.sequence)))
        expect(told, equals: told.sorted())
        expect(watcher.view.rooms, equals: test.truth().rooms)
        expect(watcher.view.devices, equals: test.truth().devices)
        expect(watcher.view.rooms.count, equals: before.rooms.count + 40)

        // An answered edit is in the store, with its answer, whenever the hub crashes.
        let second = try await TestHub(store: HomeStore.open(path: folder.abandoned()))
        expect(second.truth().rooms, equals: test.truth().rooms)
        expect(second.truth().devices.mapValues(\.name), equals: test.truth().devices.mapValues(\.name))
        for number in 0..<40 {
            let again = try await second.home().createRoom(
                .init(
                    structureID: test.structureID, name: "Room \(number)",
                    options: .init(idempotencyKey: "room \(number)")))
            expect(positions.contains(StructurePosition(try require(again.position))))
        }
        expect(second.truth().rooms.count, equals: test.truth().rooms.count)
        try await second.hub.shutdown()
        try await test.hub.shutdown()
    }

    @Test func ofThoseThatWantTheSameNameOneGetsIt() async throws {
        let test = try await TestHub()
        let refusals = await withTaskGroup(of: HubError?.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    do {
                        _ = try await test.hub.createRoom(name: "Attic", in: test.structureID, as: owner)
                        return nil
                    } catch {
                        return error as? HubError
                    }
                }
            }
            return await group.reduce(into: []) { $0 += [$1].compactMap { $0 } }
        }
        expect(refusals.map(\.code), equals: Array(repeating: .alreadyExists, count: 19))
        expect(test.truth().rooms.count, equals: 1)
    }

    @Test func thereAreNeverMoreRoomsThanMayBe() async throws {
        let test = try await TestHub(limits: .with { $0.rooms = 10 })
        await withTaskGroup { group in
            for number in 0..<30 {
                group.addTask {
                    _ = try? await test.hub.createRoom(name: "Room \(number)", in: test.structureID, as: owner)
                }
            }
        }
        expect(test.truth().rooms.count, equals: 10)
    }

    /// An edit that the store refuses does not fail the others.
    @Test func unstorableEditFailsAlone() async throws {
        let test = try await TestHub()
        let impossible = RoomRecord(id: "r", structureID: "there is none", name: "Nowhere")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    _ = try await test.hub.createRoom(name: "Room \(number)", in: test.structureID, as: owner)
                }
                group.addTask {
                    await expect(throws: HubError.self) { try await test.hub.saver.commit([.putRoom(impossible)]) }
                }
            }
            try await group.waitForAll()
        }
        expect(test.truth().rooms.count, equals: 20)
        try await expect(test.store.load().rooms.count, equals: 20)
    }

    /// An edit is reported only once its report is stored, so each client that saw it resumes exactly after a crash.
    @Test func editIsReportedOnceItsReportIsStored() async throws {
        let folder = try TemporaryFolder()
        let first = try await TestHub(store: HomeStore.open(path: folder.file))
        try await first.hub.attach(TestProvider(lamps: 1))
        await first.clock.advance(by: .seconds(1))
        var watcher = try await Watcher.atMarker(first)
        for number in 0..<10 {
            let sequence = try await first.hub.updateDevice("lamp-1", name: "Lamp \(number)", as: owner).position
                .sequence
            while watcher.view.positions[first.structureID]?.sequence ?? 0 < sequence { try await watcher.next() }
            let second = try await TestHub(store: HomeStore.open(path: folder.abandoned()))
            var again = try await Watcher(second, resuming: watcher.view)
            while again.view.positions != second.truth().positions { try await again.next() }
            expect(again.view.resyncs.isEmpty)
            expect(again.view.snapshots, equals: watcher.view.snapshots)
            expect(again.view.devices["lamp-1"]?.name, equals: "Lamp \(number)")
            try await second.hub.shutdown()
        }
        try await first.hub.shutdown()
    }
}
