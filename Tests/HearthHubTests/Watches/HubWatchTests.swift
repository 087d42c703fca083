@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import Synchronization
internal import Expectations
internal import Testing
internal import RefusalTestSupport

@Suite(.timeLimit(.minutes(5)))
struct HubWatchTests {
    private let lamp = TestProvider.onOff(of: "lamp-1")

    private func hub(
        lamps: Int = 2, limits: HubLimits = HubLimits(), mark: Int? = nil
    ) async throws -> (TestHub, TestProvider) {
        let test = try await TestHub(limits: limits, writeHighMark: mark)
        let provider = TestProvider(lamps: lamps, room: "Hall")
        try await test.hub.attach(provider)
        return (test, provider)
    }

    @Test func watchSendsStartSnapshotMarkerThenReports() async throws {
        let (test, _) = try await hub()
        var watcher = try await Watcher(test)
        guard case .started(let started) = try await watcher.next().content else { return expect(Bool(false)) }
        expect(started.heartbeatSeconds, equals: 15)
        expect(!started.watchID.isEmpty)
        guard case .caller(let caller) = try await watcher.next().content else { return expect(Bool(false)) }
        expect(caller.role == .owner && caller.memberships.map(\.role) == [.owner])
        guard case .snapshot = try await watcher.next().content else { return expect(Bool(false)) }
        guard case .snapshotComplete = try await watcher.next().content else { return expect(Bool(false)) }
        watcher.expectTruth(test)
        expect(watcher.view.rooms.values.map(\.name), equals: ["Hall"])

        let answer = try await test.hub.invoke(
            lamp, command: 66, [0: .unsigned(0), 1: .unsigned(9), 2: .unsigned(0)], as: owner)
        guard case .report(let report) = try await watcher.next().content else { return expect(Bool(false)) }
        expect(report.position.map { StructurePosition($0) }, equals: answer.position)
        expect(report.cause.flatMap { ChangeCause($0) }, equals: .client("test"))
        expect(report.observedAt?.sinceEpoch, equals: test.clock.sinceEpoch)
        expect(report.states.count, equals: 1)
        expect(report.states.first?.attributes?.typeURL, equals: "/hearth.traits.matter.v1.OnOff.Attributes")
        watcher.expectTruth(test)
    }

    @Test func eventsComeWithTheirValuesRoomsAndNamesAsObjects() async throws {
        let (test, _) = try await hub()
        try await test.hub.attach(TestProvider([TestProvider.lock("lock", name: "Door")]))
        var watcher = try await Watcher.atMarker(test)
        let caller = Caller(.owner, timeLimit: .seconds(60))
        _ = try await test.hub.invoke(
            TestProvider.doorLock(of: "lock"), command: 1, [0: .octets(Array("1234".utf8))], as: caller)
        try await watcher.next()
        let event = try require(watcher.view.reports.last?.events.first)
        expect(event.payload?.typeURL, equals: "/hearth.traits.matter.v1.DoorLock.LockOperationEvent")
        expect(event.importance, equals: .critical)
        expect(event.number, equals: 1)
        expect(event.eventID, equals: 2)
        expect(watcher.view.reports.last?.states.count, equals: 1)

        let room = try await test.hub.createRoom(name: "Attic", in: test.structureID, as: owner).room
        _ = try await test.hub.updateDevice("lamp-1", name: "Star", roomID: room.id, as: owner)
        let second = try await test.hub.createStructure(name: "Cabin", as: owner).structure
        _ = try await test.hub.createRoom(name: "Loft", in: second.id, as: owner)
        _ = try await test.hub.deleteRoom(room.id, as: owner)
        _ = try await test.hub.removeDevice("lamp-2", as: owner)
        try await watcher.untilHeartbeat(test)
        watcher.expectTruth(test)
        expect(watcher.view.structures.count, equals: 2)
        _ = try await test.hub.deleteStructure(second.id, as: owner)
        try await watcher.untilHeartbeat(test)
        watcher.expectTruth(test)
        expect(watcher.view.structures.count, equals: 1)
    }

    @Test func filterSelectsAndOwnChangesCanBeExcluded() async throws {
        let (test, provider) = try await hub(lamps: 3)
        let filter = Hearth_V1_WatchFilter(deviceIDs: ["lamp-2"], exceptClientID: "me")
        var watcher = try await Watcher.atMarker(test, filter)
        expect(Set(watcher.view.devices.keys), equals: ["lamp-2"])
        provider.report(lamp, [0: .bool(true)])
        _ = try await test.hub.invoke(
            TestProvider.onOff(of: "lamp-2"), command: 2, as: Caller(.owner, clientID: "me"))
        provider.report(TestProvider.onOff(of: "lamp-2"), [0x4001: .unsigned(7)])
        try await watcher.untilHeartbeat(test)
        expect(watcher.view.reports.count, equals: 1)
        expect(watcher.view.states[TestProvider.onOff(of: "lamp-2")]?[0x4001], equals: .unsigned(7))
        expect(watcher.view.positions, equals: test.truth().positions)

        var objects = try await Watcher.atMarker(test, Hearth_V1_WatchFilter(objectsOnly: true))
        expect(objects.view.states.isEmpty)
        expect(objects.view.devices.count, equals: 3)
        provider.report(lamp, [0: .bool(false)])
        provider.reportConnectivity(of: "lamp-3", isOnline: false)
        try await objects.untilHeartbeat(test)
        expect(objects.view.reports.count, equals: 1)
        expect(objects.view.devices, equals: test.truth().devices)
    }

    @Test func changedFilterSendsItsAdditionsAsASnapshot() async throws {
        let (test, provider) = try await hub(lamps: 3)
        var watcher = try await Watcher.atMarker(test, Hearth_V1_WatchFilter(deviceIDs: ["lamp-1"]))
        let wider = Hearth_V1_WatchFilter(deviceIDs: ["lamp-1", "lamp-3"])
        let id = watcher.view.watchID
        _ = try await test.home().updateWatch(Hearth_V1_UpdateWatchRequest(watchID: id, filter: wider))
        let message = try await watcher.next()
        guard case .snapshot(let snapshot) = message.content else { return expect(Bool(false)) }
        expect(snapshot.structures.isEmpty && snapshot.devices.map(\.id) == ["lamp-3"])
        expect(snapshot.states.map { $0.target?.deviceID }, equals: ["lamp-3"])
        try await watcher.untilMarker()
        provider.report(TestProvider.onOff(of: "lamp-3"), [0: .bool(true)])
        provider.report(TestProvider.onOff(of: "lamp-2"), [0: .bool(true)])
        try await watcher.untilHeartbeat(test)
        watcher.expectTruth(test, wider)
        expect(watcher.view.reports.count, equals: 1)

        let stranger = Principal(id: "stranger", rights: [.view])
        for (principal, watch) in [(stranger, id), (.owner, "no-watch")] {
            await expect(refused: .notFound) {
                _ = try await test.home(principal).updateWatch(Hearth_V1_UpdateWatchRequest(watchID: watch))
            }
        }
    }

    @Test func aClientThatWasAwayGetsExactlyWhatItMissed() async throws {
        let (test, provider) = try await hub()
        let first = try await Watcher.atMarker(test)
        let position = try require(first.view.positions.values.first)
        for number in UInt64(1)...5 { provider.report(lamp, [0x4001: .unsigned(number)]) }
        var second = try await Watcher.atMarker(test, resumeFrom: [position], view: first.view)
        expect(second.view.snapshots, equals: first.view.snapshots)
        expect(second.view.resyncs.isEmpty)
        try await second.untilHeartbeat(test)
        expect(second.view.reports.map { $0.position?.sequence }, equals: (1...5).map { position.sequence + $0 })
        second.expectTruth(test)
        // Nothing was missed, so nothing is sent.
        var third = try await Watcher(test, resuming: second.view)
        try await third.untilHeartbeat(test)
        expect(third.view.reports.count, equals: 5)
        expect(third.view.snapshots, equals: first.view.snapshots)
    }

    @Test func impossibleResumeIsAResyncWithItsReason() async throws {
        let (test, provider) = try await hub(limits: .with { ($0.reportLog, $0.logBytes) = (8, 0) })
        let first = try await Watcher.atMarker(test)
        let position = try require(first.view.positions.values.first)
        for number in UInt64(1)...9 { provider.report(lamp, [0x4001: .unsigned(number)]) }
        func at(_ epoch: UInt64, _ sequence: UInt64) -> StructurePosition {
            StructurePosition(structureID: position.structureID, epoch: epoch, sequence: sequence)
        }
        for (from, reason) in [
            (position, Hearth_V1_Resync.Reason.tooOld), (at(position.epoch + 1, position.sequence), .epochChanged),
            (at(position.epoch, 10_000), .unknownPosition),
        ] {
            let watcher = try await Watcher.atMarker(test, resumeFrom: [from], view: first.view)
            expect(watcher.view.resyncs.map(\.reason), equals: [reason])
            watcher.expectTruth(test)
        }
        let gone = StructurePosition(structureID: "gone", epoch: 1, sequence: 1)
        let watcher = try await Watcher.atMarker(test, resumeFrom: [gone])
        expect(watcher.view.resyncs, equals: [Hearth_V1_Resync(structureID: "gone", reason: .unknownPosition)])
        watcher.expectTruth(test)
    }

    @Test func slowClientGetsOnlyTheNewestState() async throws {
        let (test, provider) = try await hub(lamps: 3, mark: 4_096)
        var watcher = try await Watcher.atMarker(test)
        for number in UInt64(1)...2_000 {
            provider.report(TestProvider.onOff(of: "lamp-\(number % 3 + 1)"), [0x4001: .unsigned(number)])
        }
        try await watcher.untilHeartbeat(test)
        expect(watcher.view.reports.count, isBelow: 200)
        expect(watcher.view.resyncs.isEmpty)
        watcher.expectTruth(test)
    }

    @Test func slowClientGetsEveryEventFromTheLog() async throws {
        let (test, _) = try await hub(mark: 2_048)
        let locks = TestProvider([TestProvider.lock("lock", name: "Door")])
        try await test.hub.attach(locks)
        let path = TestProvider.doorLock(of: "lock")
        let alarm = DeviceChange.EventOccurrence(
            endpoint: 1, traitID: path.traitID, eventID: 0, fields: [0: .unsigned(0)])
        for count in [5, 5_000] {
            var watcher = try await Watcher.atMarker(test)
            for _ in 0..<count { locks.report(path, [:], events: [alarm]) }
            try await watcher.untilHeartbeat(test)
            expect(watcher.view.resyncs.isEmpty)
            expect(watcher.view.events.count, equals: count)
            expect(watcher.view.missedEvents.isEmpty, equals: (count == 5))
            expect(zip(watcher.view.events, watcher.view.events.dropFirst()).allSatisfy { $0 + 1 == $1 })
            watcher.expectTruth(test)
        }
    }

    @Test func aLargeHomeComesInSeveralMessages() async throws {
        let (test, _) = try await hub(lamps: 200, limits: .with { $0.snapshotBytes = 4_096 }, mark: 8_192)
        let watcher = try await Watcher.atMarker(test)
        expect(watcher.view.snapshots, isAbove: 10)
        watcher.expectTruth(test)
    }

    @Test func changesDuringASlowSnapshotAreNotLost() async throws {
        let (test, provider) = try await hub(lamps: 60, limits: .with { $0.snapshotBytes = 2_048 }, mark: 4_096)
        var watcher = try await Watcher(test)
        try await watcher.next()
        for number in 1...60 {
            provider.report(TestProvider.onOff(of: "lamp-\(number)"), [0: .bool(true)])
            if number % 10 == 0 { try await watcher.next() }
        }
        let wider = Hearth_V1_WatchFilter(traitIDs: [6])
        _ = try await test.home().updateWatch(
            Hearth_V1_UpdateWatchRequest(watchID: watcher.view.watchID, filter: wider))
        provider.report(lamp, [0x4001: .unsigned(3)])
        try await watcher.untilHeartbeat(test)
        watcher.expectTruth(test)
    }

    @Test func heartbeatsAreSentOnlyWhenIdle() async throws {
        let (test, provider) = try await hub()
        var watcher = try await Watcher.atMarker(test)
        await test.clock.advance(by: .seconds(9))
        provider.report(lamp, [0: .bool(true)])
        await test.clock.advance(by: .seconds(9))
        provider.report(lamp, [0: .bool(false)])
        try await watcher.next()
        try await watcher.next()
        expect(watcher.view.heartbeats, equals: 0)
        await test.clock.advance(by: .seconds(15))
        try await watcher.next()
        expect(watcher.view.heartbeats, equals: 1)
    }

    @Test func cancellingAndEndingReleaseTheRecord() async throws {
        let (test, _) = try await hub()
        do {
            let watcher = try await Watcher.atMarker(test)
            withExtendedLifetime(watcher) { expect(test.hub.watches.count, equals: 1) }
        }
        // The reader is gone, so the call is cancelled.
        while test.hub.watches.count > 0 { await Task.yield() }
        await test.clock.advance(by: .seconds(60))
        expect(test.hub.watches.isIdle)
    }

    @Test func theEndOfTheHubEndsWatchesWithUNAVAILABLE() async throws {
        let (test, provider) = try await hub()
        var watcher = try await Watcher.atMarker(test)
        try await test.hub.shutdown()
        expect(provider.isStopped)
        await expect(refused: .unavailable) { while true { try await watcher.next() } }
        for action in [
            { _ = try await test.home().list(Hearth_V1_ListRequest()) },
            { _ = try await test.hub.invoke(lamp, command: 2, as: owner) },
        ] as [() async throws -> Void] {
            await expect(refused: .unavailable) { try await action() }
        }
    }

    @Test func oneTraitCanBeWatchedByItsOwnService() async throws {
        let (test, provider) = try await hub()
        let method = MethodDescriptor(
            service: "hearth.traits.matter.v1.OnOffService", method: "Watch", kind: .serverStreaming)
        let reader: RPCReader<Hearth_V1_TraitWatchResponse> = try await test.client().serverStreaming(
            method, Hearth_V1_TraitWatchRequest(target: Hearth_V1_Target(lamp), fields: [1, 16_386]))
        func values(_ message: Hearth_V1_TraitWatchResponse?) throws -> StructureValue {
            let bytes = message?.attributes ?? []
            return try TestProvider.onOff.decodeAttributes(bytes.span.bytes)
        }
        let first = try await reader.next()
        expect(first?.snapshot, equals: true)
        try expect(values(first), equals: [0: .bool(false), 0x4001: .unsigned(0)])
        provider.report(TestProvider.onOff(of: "lamp-2"), [0: .bool(true)])
        provider.report(lamp, [0x4002: .unsigned(1)])
        provider.report(lamp, [0: .bool(true), 0x4002: .unsigned(2)])
        let second = try await reader.next()
        expect(second?.snapshot, equals: false)
        expect(second?.cause?.kind, equals: .device)
        try expect(values(second), equals: [0: .bool(true)])
        provider.reportConnectivity(of: "lamp-1", isOnline: false)
        let third = try await reader.next()
        expect(third?.connectivity?.state, equals: .offline)
        _ = try await test.hub.removeDevice("lamp-1", as: owner)
        await expect(refused: .notFound) { try await reader.next() }
    }
}
