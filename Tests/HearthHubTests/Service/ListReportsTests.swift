@testable internal import HearthHub
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import HearthVirtualHome
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import ProcessTestSupport
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// The log of reports, backwards and in pages.
@Suite(.timeLimit(.minutes(5)))
struct ListReportsTests {
    private let lamp = TestProvider.onOff(of: "lamp-1")

    private func all(
        _ test: TestHub, _ request: Hearth_V1_ListReportsRequest, by principal: Principal = .owner
    ) async throws -> (reports: [Hearth_V1_Report], pages: Int) {
        var request = request
        request.structureID = test.structureID
        var reports: [Hearth_V1_Report] = []
        var pages = 0
        repeat {
            let page = try await test.home(principal).listReports(request)
            reports += page.reports
            pages += 1
            request.pageToken = page.nextPageToken
        } while !request.pageToken.isEmpty
        return (reports, pages)
    }

    private func busy(_ test: TestHub) async throws -> [Hearth_V1_Report] {
        var watcher = try await Watcher.atMarker(test)
        let provider = TestProvider(lamps: 2, room: "Hall")
        try await test.hub.attach(provider)
        for number in UInt64(1)...30 {
            provider.report(lamp, [0x4001: .unsigned(number)])
            if number % 7 == 0 { await test.clock.advance(by: .seconds(10)) }
        }
        _ = try await test.hub.updateDevice("lamp-2", name: "Star", as: owner)
        try await watcher.settle(test, .init())
        return watcher.view.reports
    }

    @Test(arguments: [0, 1, 4, 1_000] as [UInt32])
    func listEqualsTheWatchedReports(_ size: UInt32) async throws {
        let test = try await TestHub()
        let told = try await busy(test)
        let (reports, pages) = try await all(test, .init(pageSize: size))
        expect(reports, equals: told.reversed())
        expect(size == 0 || pages == (reports.count + Int(size) - 1) / Int(size))
    }

    @Test func aFilterATimeAndARightNarrowIt() async throws {
        let test = try await TestHub()
        let told = try await busy(test)
        let star = try await all(test, .init(filter: .init(deviceIDs: ["lamp-2"]))).reports
        expect(star.allSatisfy { $0.states.allSatisfy { $0.target?.deviceID == "lamp-2" } })
        expect(star.count, isAtLeast: 2)
        let time = try require(told[told.count / 2].observedAt)
        let since = try await all(test, .init(since: time)).reports
        expect(since, equals: told.filter { ($0.observedAt?.sinceEpoch ?? .zero) >= time.sinceEpoch }.reversed())
        let until = try await all(test, .init(pageSize: 4, until: time)).reports
        expect(until, equals: told.filter { ($0.observedAt?.sinceEpoch ?? .zero) < time.sinceEpoch }.reversed())
        let never = try await all(test, .init(until: .init(sinceEpoch: .seconds(1)))).reports
        expect(never, equals: [])
        let others = try await all(test, .init(filter: .init(exceptClientID: "test"))).reports
        expect(others, equals: told.filter { $0.cause?.clientID != "test" }.reversed())
        expect(others.count, equals: told.count - 1)
    }

    /// A day is found behind any number of later changes, without reading them.
    @Test func aDayIsFoundBehindLaterChanges() async throws {
        let folder = try TemporaryFolder()
        let test = try await TestHub(store: HomeStore.open(path: folder.file))
        let provider = TestProvider(lamps: 1, room: "Hall")
        try await test.hub.attach(provider)
        provider.report(lamp, [0x4001: .unsigned(7)])
        await test.clock.advance(by: .seconds(60))
        let time = Google_Protobuf_Timestamp(sinceEpoch: test.clock.sinceEpoch)
        // Each changes the list of notices, which soon has 32 KiB: together more than one page reads.
        try await test.hub.attachOwnTraits { [clock = test.clock] in
            VirtualHome(structureID: $0.id, location: nil, secondsEastOfUTC: { _ in 0 }, clock: clock)
        }
        let notices = TraitPath(
            TraitTarget(deviceID: test.structureID, endpoint: 0), HearthProject.NoticesTrait.descriptor.id)
        for number in 0..<250 {
            _ = try await test.hub.invoke(
                notices, command: 0,
                [0: .string("No. \(number)"), 1: .string(String(repeating: "x", count: 1_024))], as: owner)
        }
        let later = try await all(test, .init(since: time)).reports
        expect(later.reduce(0) { $0 + $1.serialized().count }, isAtLeast: 5 << 20)
        let page = try await test.home().listReports(
            .init(structureID: test.structureID, filter: .init(traitIDs: [0x6]), pageSize: 10, until: time))
        expect(page.reports.first?.states.map(\.traitID), equals: [0x6])
        expect(
            (page.reports.allSatisfy { ($0.observedAt?.sinceEpoch ?? .zero) < time.sinceEpoch }, page.nextPageToken),
            are: (true, ""))
        try await test.hub.shutdown()
    }

    @Test func listSurvivesARestart() async throws {
        let folder = try TemporaryFolder()
        let first = try await TestHub(store: HomeStore.open(path: folder.file))
        let told = try await busy(first)
        try await first.hub.shutdown()
        let second = try await TestHub(store: HomeStore.open(path: folder.file))
        expect(Array(try await all(second, .init()).reports.suffix(told.count)), equals: told.reversed())
        try await second.hub.shutdown()
    }

    @Test func malformedRequestIsRefused() async throws {
        let test = try await TestHub()
        await expect(refused: .notFound) {
            _ = try await test.home().listReports(.init(structureID: "nowhere"))
        }
        await expect(refused: .invalidArgument) {
            _ = try await test.home().listReports(.init(structureID: test.structureID, pageToken: "x"))
        }
    }
}
