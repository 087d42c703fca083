@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import ProcessTestSupport
internal import StoreTestSupport
internal import Synchronization
internal import Expectations
internal import Testing

/// A slow disk: commands do not wait for it, edits do, and changes that are saved first are reported once stored.
@Suite(.timeLimit(.minutes(5)))
struct SlowDiskTests {
    private let lamp = TestProvider.onOff(of: "lamp-1")
    private let lock = TestProvider.doorLock(of: "lock")

    @Test func commandsAreAnsweredWhileASyncLasts() async throws {
        let rounds = FaultRounds.count(20)
        let folder = try TemporaryFolder()
        let disk = try FaultyDisk(folder.path)
        let test = try await TestHub(store: HomeStore.open(path: folder.file))
        let provider = TestProvider([
            TestProvider.lamp("lamp-1", name: "Lamp"), TestProvider.lock("lock", name: "Door"),
        ])
        try await test.hub.attach(provider)
        var client = try await Watcher.atMarker(test)
        var times: [Duration] = []
        for round in 0..<rounds {
            disk.holdSyncs(true)
            defer { disk.holdSyncs(false) }
            let isStored = Atomic(false)
            async let edited = {
                let room = try await test.hub.createRoom(name: "Room \(round)", in: test.structureID, as: owner)
                isStored.store(true, ordering: .relaxed)
                return room
            }()
            while disk.heldSyncs == 0 { await Task.yield() }
            for _ in 0..<100 {
                let begin = ContinuousClock.now
                _ = try await test.hub.invoke(lamp, command: 2, as: owner)
                times.append(ContinuousClock.now - begin)
            }
            let told = try require(test.truth().positions[test.structureID])
            while (client.view.positions[test.structureID]?.sequence ?? 0) < told.sequence { try await client.next() }
            // A lock's report, which is saved at once.
            let isLocked = round % 2 == 1
            provider.report(lock, [0: .unsigned(isLocked ? 1 : 2)])
            expect(disk.heldSyncs, isAbove: 0, "round \(round): an edit does not wait")
            expect(!isStored.load(ordering: .relaxed), "round \(round): an edit does not wait")
            let held = try require(test.truth().positions[test.structureID])
            let isHeld = test.hub.directory.cells.first?.isHeld(through: held.sequence)
            expect(isHeld, equals: true, "round \(round): reported before it is stored")
            disk.holdSyncs(false)
            _ = try await edited
            while client.view.states[lock]?[0] != .unsigned(isLocked ? 1 : 2) { try await client.next() }
            expect(test.hub.directory.cells.first?.isHeld(through: held.sequence), equals: false)
        }
        while client.view.positions != test.truth().positions { try await client.next() }
        expect(client.view.rooms, equals: test.truth().rooms)
        expect(client.view.states, equals: test.truth().states)
        // A crash.
        let again = try await HomeStore.open(path: folder.abandoned())
        try await expect(again.load().rooms.count, equals: rounds)
        try await again.close(clean: true)
        try await test.hub.shutdown()
        times.sort()
        let slowest = Int(times[times.count * 99 / 100] / .microseconds(1))
        print(
            "FAULTS syncs that do not end | \(rounds) | \(times.count) commands answered meanwhile, 99 % within "
                + "\(slowest) µs, edits and locks reported once stored")
    }

    /// A lagging watch would otherwise get a held value at an earlier position, and keep it after a crash that undoes the
    /// value.
    @Test func catchUpReportsWaitForHeldChanges() async throws {
        let folder = try TemporaryFolder()
        let disk = try FaultyDisk(folder.path)
        let test = try await TestHub(store: HomeStore.open(path: folder.file))
        let provider = TestProvider([TestProvider.lock("lock", name: "Door")])
        try await test.hub.attach(provider)
        let cell = try require(test.hub.directory.cells.first)
        var client = try await Watcher(
            test, Hearth_V1_WatchRequest(minInterval: .init(duration: .seconds(10))))
        try await client.untilMarker()
        func report(_ state: UInt64) throws -> UInt64 {
            provider.report(lock, [0: .unsigned(state)])
            return try require(test.truth().positions[test.structureID]).sequence
        }
        for state in [UInt64(2), 1] {
            let told = try report(state)
            while cell.isHeld(through: told) { await Task.yield() }
            while state == 2, client.view.states[lock]?[0] != .unsigned(2) { try await client.next() }
        }
        // It lags by the second change when the third is held, and its interval ends.
        disk.holdSyncs(true)
        let held = try report(2)
        while disk.heldSyncs == 0 { await Task.yield() }
        await test.clock.advance(by: .seconds(10))
        disk.holdSyncs(false)
        var got: [UInt64] = []
        while client.view.positions != test.truth().positions {
            if case .report(let report) = try await client.next().content { got.append(report.position?.sequence ?? 0) }
        }
        expect(got, equals: [held])
        expect(client.view.states, equals: test.truth().states)
        try await test.hub.shutdown()
    }

    /// A client that resumes from far back and reads slowly would otherwise get a held value from the replay.
    @Test func replayWaitsForHeldChanges() async throws {
        let folder = try TemporaryFolder()
        let disk = try FaultyDisk(folder.path)
        let test = try await TestHub(store: HomeStore.open(path: folder.file), writeHighMark: 1)
        let provider = TestProvider([
            TestProvider.lamp("lamp-1", name: "Lamp"), TestProvider.lock("lock", name: "Door"),
        ])
        try await test.hub.attach(provider)
        let before = try await Watcher.atMarker(test).view
        for number in UInt64(1)...200 { provider.report(lamp, [0x4001: .unsigned(number)]) }
        // No other save is scheduled, which would wait for the disk.
        await test.clock.advance(by: .seconds(1))
        var client = try await Watcher.atMarker(test, resuming: before)
        disk.holdSyncs(true)
        provider.report(lock, [0: .unsigned(2)])
        let held = try require(test.truth().positions[test.structureID])
        while disk.heldSyncs == 0 { await Task.yield() }
        while (client.view.positions[test.structureID]?.sequence ?? 0) + 1 < held.sequence { try await client.next() }
        try await client.untilHeartbeat(test)
        expect(client.view.positions[test.structureID]?.sequence, equals: held.sequence - 1)
        expect(client.view.states[lock]?[0], equals: .unsigned(1))
        disk.holdSyncs(false)
        while client.view.positions != test.truth().positions { try await client.next() }
        expect(client.view.states, equals: test.truth().states)
        expect(client.view.resyncs.isEmpty)
        expect(client.view.snapshots, equals: before.snapshots)
        try await test.hub.shutdown()
    }
}
