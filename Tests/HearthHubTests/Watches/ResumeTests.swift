@testable internal import HearthHub
internal import HearthVirtualHome
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Resuming from a position: from memory and from the store's log, across shutdowns and crashes.
@Suite(.timeLimit(.minutes(5)))
struct ResumeTests {
    private let lamp = TestProvider.onOff(of: "lamp-1")
    private let other = TestProvider.onOff(of: "lamp-2")

    private func hub(_ path: String, _ limits: HubLimits = HubLimits()) async throws -> TestHub {
        try await TestHub(store: HomeStore.open(path: path), limits: limits)
    }

    /// A resumed client has the hub's state, without a snapshot, and has seen every change in order.
    private func expectExact(_ watcher: inout Watcher, _ test: TestHub, from view: ClientView) async throws {
        while watcher.view.positions != test.truth().positions { try await watcher.next() }
        let truth = test.truth()
        expect(watcher.view.resyncs, equals: view.resyncs)
        expect(watcher.view.snapshots, equals: view.snapshots)
        expect(watcher.view.states, equals: truth.states)
        expect(watcher.view.devices, equals: truth.devices)
        expect(watcher.view.rooms, equals: truth.rooms)
        expect(watcher.view.structures, equals: truth.structures)
        expect(watcher.view.connectivity, equals: truth.connectivity)
        let sequences = watcher.view.reports.dropFirst(view.reports.count).compactMap(\.position?.sequence)
        let first = view.positions.values.first?.sequence ?? 0
        expect(sequences, equals: sequences.indices.map { first + 1 + UInt64($0) })
    }

    private func blink(_ provider: TestProvider, _ count: Int) {
        for number in 0..<count { provider.report(lamp, [0x4001: .unsigned(UInt64(number % 60_000 + 1))]) }
    }

    /// Far more than memory keeps, in many batches.
    @Test func fromAnywhereInTheLog() async throws {
        let folder = try TemporaryFolder()
        let test = try await hub(folder.file)
        let provider = TestProvider(lamps: 2)
        try await test.hub.attach(provider)
        let watcher = try await Watcher.atMarker(test)
        let view = watcher.view
        for _ in 0..<12 {
            blink(provider, 500)
            await test.clock.advance(by: .seconds(1))
        }
        provider.report(lamp, [0: .bool(true)])
        var again = try await Watcher(test, resuming: view)
        try await expectExact(&again, test, from: view)
        expect(again.view.reports.count, isAtLeast: 6_001)
        try await test.hub.shutdown()
    }

    /// However slowly it reads, reports are not coalesced.
    @Test func resumesWhileReportsContinue() async throws {
        let folder = try TemporaryFolder()
        var limits = HubLimits()
        limits.queuedReports = 100_000
        limits.queuedReportBytes = 64 << 20
        let test = try await TestHub(
            store: HomeStore.open(path: folder.file), limits: limits, writeHighMark: 64 << 20)
        let provider = TestProvider(lamps: 2)
        try await test.hub.attach(provider)
        let watcher = try await Watcher.atMarker(test)
        let view = watcher.view
        for _ in 0..<6 {
            blink(provider, 500)
            await test.clock.advance(by: .seconds(1))
        }
        let busy = Task {
            for _ in 0..<20 {
                blink(provider, 100)
                await test.clock.advance(by: .milliseconds(600))
            }
        }
        var again = try await Watcher(test, resuming: view)
        for _ in 0..<2_000 { try await again.next() }
        await busy.value
        try await expectExact(&again, test, from: view)
        try await test.hub.shutdown()
    }

    @Test func afterACleanEndAndDays() async throws {
        let folder = try TemporaryFolder()
        let first = try await hub(folder.file)
        let provider = TestProvider(lamps: 2)
        try await first.hub.attach(provider)
        let watcher = try await Watcher.atMarker(first)
        let view = watcher.view
        for _ in 0..<6 {
            blink(provider, 500)
            await first.clock.advance(by: .seconds(86_400))
        }
        try await first.hub.shutdown()
        let second = try await hub(folder.file)
        try await second.hub.attach(TestProvider(lamps: 2))
        var again = try await Watcher(second, resuming: view)
        try await expectExact(&again, second, from: view)
        try await second.hub.shutdown()
    }

    /// The epoch rises, and the stored positions of the former one stay valid.
    @Test func resumesFromAStoredPositionAfterACrash() async throws {
        let folder = try TemporaryFolder()
        let first = try await hub(folder.file)
        let provider = TestProvider(lamps: 2)
        try await first.hub.attach(provider)
        var watcher = try await Watcher.atMarker(first)
        let early = watcher.view
        blink(provider, 3_000)
        await first.clock.advance(by: .seconds(1))
        try await watcher.settle(first, .init())
        let late = watcher.view

        let second = try await hub(folder.abandoned())
        expect(
            second.truth().positions[second.structureID]?.epoch ?? 0, isAbove: early.positions.values.first?.epoch ?? 0)
        try await second.hub.attach(TestProvider(lamps: 2))
        for view in [early, late] {
            var again = try await Watcher(second, resuming: view)
            try await expectExact(&again, second, from: view)
        }
        try await second.hub.shutdown()
        try await first.hub.shutdown()
    }

    @Test func onlyClientsBeyondTheStoreGetAResync() async throws {
        let folder = try TemporaryFolder()
        let first = try await hub(folder.file)
        let provider = TestProvider(lamps: 2)
        try await first.hub.attach(provider)
        await first.clock.advance(by: .seconds(1))
        var watcher = try await Watcher.atMarker(first)
        let stored = watcher.view
        provider.report(lamp, [0: .bool(true)])
        while watcher.view.positions == stored.positions { try await watcher.next() }
        let lost = watcher.view

        let second = try await hub(folder.abandoned())
        var exact = try await Watcher(second, resuming: stored)
        try await expectExact(&exact, second, from: stored)
        let again = try await Watcher.atMarker(second, resuming: lost)
        expect(again.view.resyncs.map(\.reason), equals: [.epochChanged])
        expect(again.view.states, equals: second.truth().states)
        try await second.hub.shutdown()
        try await first.hub.shutdown()
    }

    /// An edit is stored before it is reported: a crash between the two must not hide it from clients.
    @Test func storedEditsAreReportedAfterACrash() async throws {
        let folder = try TemporaryFolder()
        let first = try await hub(folder.file)
        try await first.hub.attach(TestProvider(lamps: 3, room: "Hall"))
        await first.clock.advance(by: .seconds(1))
        let watcher = try await Watcher.atMarker(first)
        let view = watcher.view
        let attic = try await first.hub.createRoom(name: "Attic", in: first.structureID, as: owner).room
        _ = try await first.hub.updateDevice("lamp-1", name: "Star", roomID: attic.id, as: owner)
        _ = try await first.hub.removeDevice("lamp-2", as: owner)
        let hall = try require(first.truth().rooms.values.first { $0.name == "Hall" })
        _ = try await first.hub.deleteRoom(hall.id, as: owner)
        _ = try await first.hub.renameStructure(first.structureID, to: "Castle", as: owner)

        let second = try await hub(folder.abandoned())
        expect(second.truth().structures.values.map(\.name), equals: ["Castle"])
        expect(second.truth().devices.count, equals: 2)
        var again = try await Watcher(second, resuming: view)
        try await expectExact(&again, second, from: view)
        try await second.hub.shutdown()
        try await first.hub.shutdown()
    }

    /// A restored copy knows only its own past: later positions are refused.
    @Test func aRestoredCopyIsResumedFromWhatItHasOnly() async throws {
        let folder = try TemporaryFolder()
        let first = try await hub(folder.file)
        let provider = TestProvider(lamps: 2)
        try await first.hub.attach(provider)
        await first.clock.advance(by: .seconds(1))
        var watcher = try await Watcher.atMarker(first)
        let before = watcher.view
        let copy = try folder.abandoned()
        provider.report(lamp, [0: .bool(true)])
        await first.clock.advance(by: .seconds(1))
        try await watcher.settle(first, .init())
        let after = watcher.view
        try await first.hub.shutdown()

        let second = try await hub(copy)
        var exact = try await Watcher(second, resuming: before)
        try await expectExact(&exact, second, from: before)
        let again = try await Watcher.atMarker(second, resuming: after)
        expect(again.view.resyncs.map(\.reason), equals: [.epochChanged])
        expect(again.view.states, equals: second.truth().states)
        try await second.hub.shutdown()
    }

    @Test func theLogForgetsWhatIsOlderThanItsLimits() async throws {
        let test = try await TestHub(limits: .with { ($0.reportLog, $0.logTime) = (4, .seconds(60)) })
        let provider = TestProvider(lamps: 1)
        try await test.hub.attach(provider)
        let watcher = try await Watcher.atMarker(test)
        let view = watcher.view
        for _ in 0..<20 {
            blink(provider, 2)
            await test.clock.advance(by: .seconds(10))
        }
        var again = try await Watcher.atMarker(test, resuming: view)
        expect(again.view.resyncs.map(\.reason), equals: [.tooOld])
        while again.view.positions != test.truth().positions { try await again.next() }
        expect(again.view.states, equals: test.truth().states)
        print(
            "FAULTS resume from before the log | 1 | resync with the reason and a snapshot in the same stream"
        )
    }

    /// A filter selects its part of the log.
    @Test func aFilterGetsItsPartAndEventsInTheirOrder() async throws {
        let test = try await TestHub()
        let provider = TestProvider([
            TestProvider.lamp("lamp-1", name: "Lamp"), TestProvider.lock("lock", name: "Lock"),
        ])
        try await test.hub.attach(provider)
        let filter = Hearth_V1_WatchFilter(deviceIDs: ["lock"])
        let watcher = try await Watcher.atMarker(test, filter)
        let view = watcher.view
        for number in 0..<40 {
            blink(provider, 50)
            provider.report(TestProvider.doorLock(of: "lock"), [0: .unsigned(UInt64(1 + number % 2))])
            await test.clock.advance(by: .seconds(1))
        }
        var again = try await Watcher(test, filter, resuming: view)
        try await again.settle(test, filter)
        expect(again.view.resyncs.isEmpty)
        expect(again.view.snapshots, equals: view.snapshots)
        expect(again.view.states, equals: test.truth(filter).states)
        expect(again.view.reports.count, equals: view.reports.count + 39)
        expect(again.view.reports.allSatisfy { $0.states.allSatisfy { $0.target?.deviceID == "lock" } })
    }

    // MARK: Saved first

    /// A lock's change that a crash could undo is not reported.
    @Test func lockChangesAreReportedOnceStored() async throws {
        let folder = try TemporaryFolder()
        let first = try await hub(folder.file)
        let provider = TestProvider([
            TestProvider.lamp("lamp-1", name: "Lamp"), TestProvider.lock("lock", name: "Lock"),
        ])
        try await first.hub.attach(provider)
        await first.clock.advance(by: .seconds(1))
        var watcher = try await Watcher.atMarker(first)
        for number in UInt64(0)..<20 {
            provider.report(TestProvider.doorLock(of: "lock"), [0: .unsigned(1 + (number + 1) % 2)])
            // No time passes: it is stored at once.
            while watcher.view.states[TestProvider.doorLock(of: "lock")]?[0] != .unsigned(1 + (number + 1) % 2) {
                try await watcher.next()
            }
            let second = try await hub(folder.abandoned())
            let view = watcher.view
            var again = try await Watcher(second, resuming: view)
            try await expectExact(&again, second, from: view)
            try await second.hub.shutdown()
        }
        try await first.hub.shutdown()
    }

    /// A client that joins at that moment sees nothing that a crash could undo.
    @Test func joiningClientSeesOnlyStoredState() async throws {
        let folder = try TemporaryFolder()
        let first = try await hub(folder.file)
        let provider = TestProvider([TestProvider.lock("lock", name: "Lock")])
        try await first.hub.attach(provider)
        try await first.hub.save()
        for number in UInt64(0)..<30 {
            provider.report(TestProvider.doorLock(of: "lock"), [0: .unsigned(1 + (number + 1) % 2)])
            let view = try await Watcher.atMarker(first).view
            let second = try await hub(folder.abandoned())
            var again = try await Watcher(second, resuming: view)
            try await expectExact(&again, second, from: view)
            try await second.hub.shutdown()
        }
        try await first.hub.shutdown()
    }

    /// Control and reports continue while the disk is full.
    @Test func lockChangesAreReportedOnAFullDisk() async throws {
        let test = try await TestHub()
        let provider = TestProvider([TestProvider.lock("lock", name: "Lock")])
        try await test.hub.attach(provider)
        var watcher = try await Watcher.atMarker(test)
        try await test.store.close(clean: false)
        provider.report(TestProvider.doorLock(of: "lock"), [0: .unsigned(2)])
        while watcher.view.states[TestProvider.doorLock(of: "lock")]?[0] != .unsigned(2) { try await watcher.next() }
        expect(watcher.view.states, equals: test.truth().states)
        expect(watcher.view.resyncs.isEmpty)
    }
}
