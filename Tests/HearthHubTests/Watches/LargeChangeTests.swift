@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import Expectations
internal import Testing

/// Snapshots and reports fit a message, whatever the home and its changes.
@Suite(.timeLimit(.minutes(5))) struct LargeChangeTests {
    /// A device of eight endpoints whose traits have a list of this many bytes each.
    private func shelf(_ id: String, _ bytes: Int) -> DeviceDescription {
        let values: StructureValue = [
            0: .bool(false), 0xFFF9: .list([TraitValue](repeating: .unsigned(1), count: bytes / 40)),
        ]
        let endpoints = (1...8).map { number in
            EndpointDescription(
                id: UInt16(number), parent: 0, deviceTypes: [],
                traits: [TraitInstance(descriptor: TestProvider.onOff, attributes: values)])
        }
        let root = EndpointDescription(id: 0, parent: nil, deviceTypes: [], traits: [])
        return DeviceDescription(id: id, name: id, endpoints: [root] + endpoints, isMatterDevice: false)
    }

    private func next(_ watcher: inout Watcher) async throws -> Int {
        try await watcher.next().serialized().count
    }

    @Test func aDeviceComesInSeveralMessages() async throws {
        let test = try await TestHub(limits: .with { $0.snapshotBytes = 1_000 })
        try await test.hub.attach(TestProvider([shelf("a", 40_000), shelf("b", 40_000)]))
        var watcher = try await Watcher(test)
        while watcher.view.markers == 0 {
            // A list's entry takes a byte or two there.
            try await expect(next(&watcher), isBelow: 1_000 + 2_500)
        }
        expect(watcher.view.snapshots, isAtLeast: 14)
        watcher.expectTruth(test)
    }

    @Test func aChangeTooLargeForAReportIsANewSnapshot() async throws {
        let test = try await TestHub(limits: .with { ($0.reportBytes, $0.snapshotBytes) = (4_000, 4_000) })
        try await test.hub.attach(TestProvider(lamps: 40, room: "Hall"))
        var watcher = try await Watcher.atMarker(test)
        let position = try require(watcher.view.positions.values.first)
        let hall = try require(watcher.view.rooms.keys.first)
        _ = try await test.hub.deleteRoom(hall, as: owner)
        while watcher.view.markers == 1 { try await expect(next(&watcher), isBelow: 8_000) }
        expect(watcher.view.resyncs.map(\.reason), equals: [.overflow])
        expect(watcher.view.reports.isEmpty)
        watcher.expectTruth(test)
        // Later ones are reports again.
        _ = try await test.hub.createRoom(name: "Attic", in: test.structureID, as: owner)
        try await watcher.untilHeartbeat(test)
        expect(watcher.view.reports.count, equals: 1)
        expect(watcher.view.resyncs.count, equals: 1)
        watcher.expectTruth(test)
        // The same holds for clients that were disconnected.
        let later = try await Watcher.atMarker(test, resumeFrom: [position], view: watcher.view)
        expect(later.view.resyncs.map(\.reason), equals: [.overflow, .tooOld])
        later.expectTruth(test)
    }

    @Test func manyChangesThatASlowClientMissedAreANewSnapshotToo() async throws {
        var limits = HubLimits()
        limits.reportBytes = 2_000
        limits.queuedReports = 1
        let test = try await TestHub(limits: limits, writeHighMark: 1_024)
        let provider = TestProvider(lamps: 40)
        try await test.hub.attach(provider)
        var watcher = try await Watcher.atMarker(test)
        for number in 1...40 { provider.report(TestProvider.onOff(of: "lamp-\(number)"), [0: .bool(true)]) }
        try await watcher.untilHeartbeat(test)
        expect(watcher.view.resyncs.map(\.reason), equals: [.overflow])
        watcher.expectTruth(test)
    }

    @Test func deletedStructureIsReportedDespiteChangesInIt() async throws {
        var limits = HubLimits()
        limits.reportBytes = 1_000
        limits.queuedReports = 1
        let test = try await TestHub(limits: limits, writeHighMark: 1_024)
        let cottage = try await test.hub.createStructure(name: "Cottage", as: owner).structure.id
        let provider = TestProvider(lamps: 40)
        try await test.hub.attach(provider, structureID: cottage)
        var watcher = try await Watcher.atMarker(test)
        for number in 1...40 { provider.report(TestProvider.onOff(of: "lamp-\(number)"), [0: .bool(true)]) }
        _ = try await test.hub.deleteStructure(cottage, as: owner)
        try await watcher.untilHeartbeat(test)
        expect(watcher.view.structures.keys.sorted(), equals: [test.structureID])
        expect(watcher.view.devices.isEmpty)
    }

    @Test func largeReportsStayWithinTheLogsByteLimit() async throws {
        let test = try await TestHub(limits: .with { $0.reportLogBytes = 100_000 })
        let provider = TestProvider([shelf("a", 400)])
        try await test.hub.attach(provider)
        let path = TraitPath(TraitTarget(deviceID: "a", endpoint: 1), TestProvider.onOff.id)
        let start = try require(test.truth().positions[test.structureID])
        for number in 0..<200 {
            let list = [TraitValue](repeating: .unsigned(UInt64(number)), count: 100)
            provider.report(path, [0xFFF9: .list(list)])
        }
        let newest = try require(test.hub.directory.cells.first).read { state in
            (1...200).last { back in
                let sequence = state.sequence - UInt64(back)
                return state.reports(after: sequence, through: .max, count: 1, bytes: 1) != nil
            }
        }
        // Each takes some 14 KB with its encoding.
        expect((3...10).contains(newest ?? 0), "\(newest ?? 0)")
        var watcher = try await Watcher.atMarker(test, resumeFrom: [start])
        // The store has the others.
        while watcher.view.positions != test.truth().positions { try await watcher.next() }
        expect(watcher.view.resyncs.isEmpty)
        expect(watcher.view.snapshots, equals: 0)
        expect(watcher.view.reports.count, equals: 200)
        expect(watcher.view.states[path]?[0xFFF9], equals: .list([TraitValue](repeating: .unsigned(199), count: 100)))
    }

    @Test func theEventLogsBytesAreBounded() async throws {
        let test = try await TestHub(limits: .with { $0.eventLogBytes = 50_000 })
        try await test.hub.attach(TestProvider([TestProvider.lock("lock", name: "Door")]))
        let remote = try await TestRemote(test.client())
        let schema = TestRemote.spinner()
        _ = try await remote.hello(schemas: [schema])
        let spinner = try TestRemote.trait(schema)
        try await expect(remote.bring([TestRemote.device("fan", spinner, [0: .unsigned(1)])]).code, equals: 0)
        let event = Hearth_V1_EventReport(
            target: .init(deviceID: "fan", endpoint: 1), traitID: spinner.id, eventID: 0,
            payload: .init(typeName: "", value: [0x08, 0x01]))
        for _ in 0..<100 {
            try await remote.send(
                .report(.init(deviceID: "fan", events: [Hearth_V1_EventReport](repeating: event, count: 10))))
        }
        try await until("all are taken") { test.hub.directory.cells.first?.read { $0.eventNumber } == 1_000 }
        let kept = try require(test.hub.directory.cells.first).read { $0.eventLog.count }
        expect((50...170).contains(kept), "\(kept)")
        try await test.hub.save()
        try await expect(test.store.load().events.count, equals: kept)
    }
}
