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

/// Automations are objects in snapshots and reports, as devices are.
@Suite(.timeLimit(.minutes(5)))
struct AutomationWatchTests {
    private static let lamp1 = TestProvider.onOff(of: "lamp-1")
    private static let lamp2 = TestProvider.onOff(of: "lamp-2")
    private typealias Home = AutomationHome

    /// "When lamp 1 changes, lamp 2 turns on; after five minutes it turns off."
    private static let follow = [
        Home.starter(2, lamp1), Home.command(3, lamp2, 1), Home.delay(4, .seconds(300)), Home.command(5, lamp2, 0),
    ]

    @Test func editsAndRunsAreReportedAndSnapshotsHaveThem() async throws {
        let home = try await Home()
        var watcher = try await Watcher.atMarker(home.test)
        let created = try await home.automations.createAutomation(
            .init(
                structureID: home.test.structureID, name: "Follow",
                program: .init(graph: Home.sequence(Self.follow))))
        let rule = try require(created.automation)
        while watcher.view.automations.isEmpty { try await watcher.next() }
        // The edit's own report, at the position in its answer.
        expect(watcher.view.automations[rule.id], equals: rule)
        expect(watcher.view.reports.last?.position, equals: created.position)
        expect(watcher.view.reports.last?.cause?.kind, equals: .client)

        home.provider.report(Self.lamp1, [0: .bool(true)])
        while watcher.view.automations[rule.id]?.isRunning != true { try await watcher.next() }
        // An unchanged automation is not reported again.
        let told = watcher.view.reports.flatMap(\.objects).compactMap { object in
            if case .automation(let automation)? = object.change { automation } else { nil }
        }
        expect(told.count, equals: 2)
        expectNil(told.last?.program)
        expect(told.last?.executionCount, equals: 1)
        expect(watcher.view.automations[rule.id]?.program, equals: rule.program)

        let joined = try await Watcher.atMarker(home.test)
        expect(joined.view.automations, equals: home.test.truth().automations)
        expect(joined.view.automations[rule.id]?.isRunning, equals: true)

        _ = try await home.automations.stopAutomation(.init(automationID: rule.id))
        while watcher.view.automations[rule.id]?.isRunning != false { try await watcher.next() }
        _ = try await home.automations.deleteAutomation(.init(automationID: rule.id))
        while watcher.view.automations[rule.id] != nil { try await watcher.next() }
    }

    /// The effect of a device's removal on an automation is in the same report.
    @Test func issuesComeAndGoWithWhatTheyAreAbout() async throws {
        let home = try await Home()
        let rule = try await home.create(Self.follow)
        var watcher = try await Watcher.atMarker(home.test)
        expect(watcher.view.automations[rule.id]?.issues.isEmpty, equals: true)
        _ = try await home.test.home().removeDevice(.init(deviceID: "lamp-2"))
        while watcher.view.automations[rule.id]?.issues.isEmpty != false { try await watcher.next() }
        expect(watcher.view.automations[rule.id]?.issues.first?.nodeID, equals: 3)
    }

    @Test func slowClientGetsPresentAutomations() async throws {
        let home = try await Home()
        let rule = try await home.create(Self.follow)
        let gone = try await home.create([Home.manual(2), Home.command(3, Self.lamp1, 1)], name: "Gone")
        var watcher = try await Watcher.atMarker(home.test)
        // More than a watch keeps for a client that does not read.
        for number in 0..<300 {
            _ = try await home.automations.updateAutomation(
                .init(
                    automationID: rule.id, name: "Name \(number)", description: String(repeating: "a", count: 1_000)))
        }
        _ = try await home.automations.deleteAutomation(.init(automationID: gone.id))
        try await watcher.settle(home.test, .init())
        expect(watcher.view.reports.count, isBelow: 300)
        expect(watcher.view.automations, equals: home.test.truth().automations)
        expect(watcher.view.automations[rule.id]?.name, equals: "Name 299")
        expect(watcher.view.resyncs.isEmpty)
    }

    /// A run that ended while the hub was down is reported to a client that saw it begin.
    @Test func resumeAfterACrashReportsEndedRuns() async throws {
        let folder = try TemporaryFolder()
        let first = try await Home(store: HomeStore.open(path: folder.file))
        let rule = try await first.create(Self.follow)
        var watcher = try await Watcher.atMarker(first.test)
        first.provider.report(Self.lamp1, [0: .bool(true)])
        try await until { try await first.runs(of: rule.id).runs.first?.steps.count == 2 }
        try await first.test.hub.save()
        try await watcher.settle(first.test, .init())
        expect(watcher.view.automations[rule.id]?.isRunning, equals: true)
        let killed = try folder.abandoned()

        let clock = ManualClock(sinceEpoch: first.test.clock.sinceEpoch + .seconds(400))
        let second = try await Home(store: HomeStore.open(path: killed), clock: clock)
        await clock.advance(by: .seconds(20))
        try await until { try await second.runs(of: rule.id).runs.first?.end != nil }
        var resumed = try await Watcher(second.test, resuming: watcher.view.resumable)
        while resumed.view.automations[rule.id]?.isRunning != false { try await resumed.next() }
        expect(resumed.view.resyncs.isEmpty)
        expect(resumed.view.automations, equals: second.test.truth().automations)
        try await second.test.hub.shutdown()
        try await first.test.hub.shutdown()
    }

    /// An edit that was stored before the crash, but not its report.
    @Test func unreportedEditIsReportedAfterACrash() async throws {
        let folder = try TemporaryFolder()
        let first = try await Home(store: HomeStore.open(path: folder.file))
        let rule = try await first.create(Self.follow)
        let gone = try await first.create([Home.manual(2), Home.command(3, Self.lamp1, 1)], name: "Gone")
        var watcher = try await Watcher.atMarker(first.test)
        try await watcher.settle(first.test, .init())
        try await first.test.hub.shutdown()
        let reopened = try await HomeStore.open(path: folder.file)
        var stored = try require(try await reopened.load().automations.first { $0.id == rule.id })
        stored.name = "Edited"
        try await reopened.commit([.putAutomation(stored), .removeAutomation(id: gone.id)])
        try await reopened.close(clean: true)

        let second = try await Home(store: HomeStore.open(path: folder.file))
        var resumed = try await Watcher(second.test, resuming: watcher.view.resumable)
        while resumed.view.automations[rule.id]?.name != "Edited" { try await resumed.next() }
        expect(resumed.view.resyncs.isEmpty && resumed.view.automations[gone.id] == nil)
        expect(resumed.view.automations, equals: second.test.truth().automations)
        try await second.test.hub.shutdown()
    }
}
