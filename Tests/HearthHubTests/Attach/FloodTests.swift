@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import Expectations
internal import Testing

/// Providers that report faster than the hub can send each report by itself.
@Suite(.timeLimit(.minutes(5)))
struct FloodTests {
    private let descriptor = Matter.SwitchTrait.descriptor

    private func hub(_ changed: (inout HubLimits) -> Void = { _ in }) async throws -> TestHub {
        var limits = HubLimits()
        limits.providerMessagesPerSecond = 1_000_000
        limits.providerBytesPerSecond = 1 << 30
        changed(&limits)
        return try await TestHub(limits: limits)
    }

    private func remote(_ test: TestHub, _ id: String = "maker", devices: [String]) async throws -> TestRemote {
        let remote = try await TestRemote(test.client())
        _ = try await remote.hello(id)
        let brought = try await remote.bring(
            devices.map { TestRemote.device($0, descriptor, [0: .unsigned(200), 1: .unsigned(0), 2: .unsigned(1)]) })
        expect(brought.code, equals: 0)
        return remote
    }

    /// Sends reports that are buffered before the hub reads them; the last one has the value 150.
    private func flood(_ remote: TestRemote, _ count: Int, devices: [String], eventEvery: Int = .max) async throws {
        for number in 1...count {
            let id = devices[number % devices.count]
            let value: UInt64 = number > count - devices.count ? 150 : UInt64(number % 100)
            var report = Hearth_V1_DeviceReport(
                deviceID: id, states: [TestRemote.state(id, descriptor, [1: .unsigned(value)])])
            if number.isMultiple(of: eventEvery) {
                report.events = [
                    .init(
                        target: .init(deviceID: id, endpoint: 1), traitID: descriptor.id, eventID: 1,
                        payload: .init(typeName: "", value: [0x08, 0x01]))
                ]
            }
            try await remote.writer.write(Hearth_V1_AttachRequest(content: .report(report)))
        }
        // The hub reads in order, so everything before is taken.
        try await remote.bring([])
    }

    @Test func floodIsCoalescedAndEventsArriveOnce() async throws {
        let test = try await hub()
        let devices = (0..<5).map { "switch-\($0)" }
        let remote = try await remote(test, devices: devices)
        var watcher = try await Watcher.atMarker(test)
        let before = watcher.view.reports.count
        try await flood(remote, 2_000, devices: devices, eventEvery: 10)
        let end = try require(test.hub.directory.cells.first?.read { $0.position })
        while watcher.view.positions[end.structureID]?.sequence ?? 0 < end.sequence || watcher.view.events.count < 200 {
            try await watcher.next()
        }
        expect(watcher.view.states, equals: test.truth().states)
        expect(watcher.view.reports.count - before, isBelow: 1_500)
        expect(watcher.view.events, equals: Array(1...200))
        expect(watcher.view.resyncs.isEmpty)
        try await test.hub.shutdown()
        let told = watcher.view.reports.count - before
        print(
            "FAULTS provider floods the hub | 2000 | reports, sent as \(told) without a gap, 200 events once and in order"
        )
    }

    /// Beyond the limit of unsaved reports the log would start over, and no client could resume from before.
    @Test func providerFasterThanTheDiskWaits() async throws {
        let test = try await hub { $0.unsavedReportBytes = 300_000 }
        let cell = try require(test.hub.directory.cells.first)
        var intake = ReportIntake(test.hub.registrar)
        // These reports stay unsaved.
        while !cell.isSavingLate {
            expect(cell.change(notifiesLater: true) { $0.edit(name: "Home \($0.sequence)", .device, at: .zero) } != nil)
            intake.take(bytes: 1_000)
            intake.changed(cell)
        }
        // A provider with few reports does not wait for another one's.
        var other = ReportIntake(test.hub.registrar)
        expect(cell.change(notifiesLater: true) { $0.edit(name: "Home", .device, at: .zero) } != nil)
        other.take(bytes: 100)
        other.changed(cell)
        await other.pause()
        expect(cell.isSavingLate)
        let end = cell.read { $0.sequence }
        await intake.next()
        expect(!cell.isSavingLate)
        intake.rest()
        try await expect(test.store.load().structures.first?.sequence, equals: end)
        try await test.hub.shutdown()
    }

    /// Each requester sees the report of its own change, however many come at once.
    @Test func requestedChangesAreNotCoalesced() async throws {
        let test = try await hub()
        var watcher = try await Watcher.atMarker(test)
        let before = watcher.view.reports.count
        let cell = try require(test.hub.directory.cells.first)
        for number in 0..<40 {
            cell.change(notifiesLater: true) {
                $0.edit(name: "Home \(number)", .client("app", request: "\(number)"), at: .zero)
            }
        }
        cell.notifyWatches()
        while watcher.view.reports.count < before + 40 { try await watcher.next() }
        expect(watcher.view.reports.dropFirst(before).map { $0.cause?.requestID }, equals: (0..<40).map { "\($0)" })
        try await test.hub.shutdown()
    }

    @Test func severalFloodsStopNeitherCommandsNorEachOther() async throws {
        let test = try await hub()
        try await test.hub.attach(TestProvider(lamps: 1))
        let makers = (0..<4).map { "maker-\($0)" }
        var remotes: [TestRemote] = []
        for maker in makers { remotes.append(try await remote(test, maker, devices: [maker + "-switch"])) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (remote, maker) in zip(remotes, makers) {
                group.addTask { try await flood(remote, 1_500, devices: [maker + "-switch"]) }
            }
            for _ in 0..<20 {
                let request = Hearth_V1_TraitCommandRequest(target: Hearth_V1_Target(TestProvider.onOff(of: "lamp-1")))
                _ = try await test.call(TestProvider.onOff, "Toggle", request, as: Hearth_V1_TraitCommandResponse.self)
            }
            try await group.waitForAll()
        }
        let states = test.truth().states
        for maker in makers {
            let path = TraitPath(TraitTarget(deviceID: maker + "-switch", endpoint: 1), descriptor.id)
            expect(states[path]?[1], equals: .unsigned(150))
        }
        try await test.hub.shutdown()
    }
}
