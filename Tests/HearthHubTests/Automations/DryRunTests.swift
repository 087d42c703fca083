@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import ProcessTestSupport
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// The runs an automation would have had, by the hub's own record.
@Suite(.timeLimit(.minutes(5)))
struct DryRunTests {
    private static let lamp1 = TestProvider.onOff(of: "lamp-1")
    private static let lamp2 = TestProvider.onOff(of: "lamp-2")
    private typealias Home = AutomationHome

    /// "When lamp 1 turns on, lamp 2 turns on; after five minutes it turns off."
    private static let follow = [
        Home.starter(2, lamp1), Home.condition(3, 2, is: .boolean(true)), Home.command(4, lamp2, 1),
        Home.delay(5, .seconds(300)), Home.command(6, lamp2, 0),
    ]

    private struct Told {
        var runs: [Hearth_V1_AutomationRun] = []
        var summary = Hearth_V1_AutomationDryRun()
    }

    private func dryRun(
        _ request: Hearth_V1_DryRunAutomationRequest, _ home: AutomationHome, as principal: Principal = .owner
    ) async throws -> Told {
        var (told, isOver) = (Told(), false)
        for try await response in try await home.client(principal).dryRunAutomation(request) {
            expect(!isOver, "the summary is the last")
            switch response.what {
            case .run(let run)?: told.runs.append(run)
            case .summary(let summary)?: (told.summary, isOver) = (summary, true)
            case nil: Issue.record("a response says nothing")
            }
        }
        expect(isOver)
        return told
    }

    private func stamp(_ home: AutomationHome) -> Google_Protobuf_Timestamp {
        Google_Protobuf_Timestamp(sinceEpoch: home.test.clock.sinceEpoch)
    }

    /// The runs, their values and their reasons equal those that the hub reported at the time.
    @Test func aDryRunSaysWhatHappened() async throws {
        let home = try await Home()
        await home.test.clock.advance(by: .seconds(60))
        let from = stamp(home)
        let rule = try await home.create(Self.follow)
        await home.test.clock.advance(by: .seconds(10))
        home.provider.report(Self.lamp1, [0: .bool(true)])
        try await until { try home.isOn("lamp-2") }
        try await until { try await home.runs(of: rule.id).runs.first?.steps.count == 3 }
        // Exactly: the hub handles a time as soon as its clock shows it.
        await home.test.clock.advance(by: .seconds(300))
        try await until { try await home.runs(of: rule.id).runs.first?.end != nil }
        home.provider.report(Self.lamp1, [0: .bool(false)])
        await home.test.clock.advance(by: .seconds(10))
        home.provider.report(Self.lamp1, [0: .bool(true)])
        try await until { try await home.runs(of: rule.id).runs.count == 2 }
        try await until { try await home.runs(of: rule.id).runs.first?.steps.count == 3 }

        await home.test.clock.advance(by: .seconds(10))
        let happened = try await home.runs(of: rule.id)
        let dry = try await dryRun(.init(automationID: rule.id, from: from), home)
        // The newest real run is listed first; it is still running.
        for (dry, run) in zip(dry.runs, happened.runs.reversed()) {
            expect(dry.start, equals: run.start)
            expect(dry.startedAt, equals: run.startedAt)
            expect(dry.end, equals: run.end)
            expect(dry.steps, equals: run.steps)
            expect(dry.readings, equals: run.readings)
        }
        expect(dry.runs.count, equals: 2)
        expect(dry.summary.runs, equals: 2)
        expectNil(dry.runs.last?.end)
        expect(dry.summary.nonStarts, equals: happened.nonStarts)
        expect(dry.summary.began, equals: from)
        expect(dry.summary.reached, equals: stamp(home))
        expect(dry.summary.gaps.isEmpty)
        expect(dry.summary.issues.isEmpty)
    }

    /// An unsaved program is run with assumed effects of its actions, and nothing is sent.
    @Test func aDraftDoesNothing() async throws {
        let home = try await Home()
        await home.test.clock.advance(by: .seconds(60))
        let from = stamp(home)
        await home.test.clock.advance(by: .seconds(10))
        home.provider.report(Self.lamp1, [0: .bool(true)])
        await home.test.clock.advance(by: .seconds(1_000))
        let program = Hearth_V1_AutomationProgram(graph: Home.sequence(Self.follow))
        let dry = try await dryRun(
            .init(
                structureID: home.test.structureID, program: program, from: from, outcome: .unreachable,
                took: .init(duration: .seconds(2))), home)
        let run = try require(dry.runs.first)
        expect(dry.runs.count == 1 && run.steps.map(\.nodeID) == [3, 4, 5, 5, 6])
        expect(run.end?.at?.sinceEpoch, equals: (run.startedAt?.sinceEpoch ?? .zero) + .seconds(304))
        let last = try require(run.steps.last?.what)
        guard case .action(let action) = last else {
            Issue.record("the last step is \(last)")
            return
        }
        expect(action.outcome?.kind, equals: .unreachable)
        expect(action.took?.duration, equals: .seconds(2))
        try expect(!home.isOn("lamp-2"))
        try await expect(
            home.automations.listAutomations(.init(structureID: home.test.structureID)).automations, equals: [])
    }

    /// An attribute that changed since has its value from history, not the present one.
    @Test func valuesAtTheBeginningAreThoseOfThen() async throws {
        let folder = try TemporaryFolder()
        let home = try await Home(store: HomeStore.open(path: folder.file))
        home.provider.report(Self.lamp2, [0: .bool(true)])
        await home.test.clock.advance(by: .seconds(7_200))
        let from = stamp(home)
        await home.test.clock.advance(by: .seconds(10))
        home.provider.report(Self.lamp1, [0: .bool(true)])
        await home.test.clock.advance(by: .seconds(10))
        home.provider.report(Self.lamp2, [0: .bool(false)])
        await home.test.clock.advance(by: .seconds(10))
        let program = Hearth_V1_AutomationProgram(
            graph: Home.sequence([
                Home.starter(2, Self.lamp1), .init(id: 3, kind: .stateReader(Home.trait(Self.lamp2))),
                Home.condition(4, 3, is: .boolean(true)), Home.command(5, Self.lamp1, 0),
            ]))
        let dry = try await dryRun(
            .init(structureID: home.test.structureID, program: program, from: from), home)
        expect(dry.runs.map(\.end?.reason), equals: [.finished])
        expect(dry.summary.gaps.isEmpty)
        try await home.test.hub.shutdown()
    }

    /// Before the record begins nothing is known, and the answer says so.
    @Test func theRecordHasABeginning() async throws {
        let home = try await Home()
        let began = stamp(home)
        await home.test.clock.advance(by: .seconds(3_600))
        home.provider.report(Self.lamp1, [0: .bool(true)])
        await home.test.clock.advance(by: .seconds(1))
        let program = Hearth_V1_AutomationProgram(graph: Home.sequence(Self.follow))
        let dry = try await dryRun(.init(structureID: home.test.structureID, program: program), home)
        expect(dry.runs.count, equals: 1)
        expect(dry.summary.gaps.map(\.kind), equals: [.beginning])
        expect(dry.summary.gaps.first?.until, equals: dry.summary.began)
        expect(dry.summary.began, equals: began)
    }

    @Test func impossibleDryRunIsRefusedWithAReason() async throws {
        let home = try await Home()
        await home.test.clock.advance(by: .seconds(60))
        let rule = try await home.create(Self.follow)
        let structure = home.test.structureID
        let program = Hearth_V1_AutomationProgram(graph: Home.sequence(Self.follow))
        func verdict(_ request: Hearth_V1_DryRunAutomationRequest) async -> RPCError? {
            await refusal { _ = try await dryRun(request, home) }
        }
        await expect(
            verdict(.init(structureID: structure, program: program, automationID: rule.id)), is: .invalidArgument)
        await expect(verdict(.init(structureID: structure)), is: .notFound)
        await expect(verdict(.init(structureID: "elsewhere", automationID: rule.id)), is: .notFound)
        await expect(
            verdict(.init(automationID: rule.id, took: .init(duration: .seconds(3_601)))), is: .invalidArgument)
        let future = Google_Protobuf_Timestamp(sinceEpoch: home.test.clock.sinceEpoch + .seconds(1))
        await expect(verdict(.init(automationID: rule.id, from: future))?.code, equals: .invalidArgument)
        await expect(verdict(.init(structureID: structure, program: .init())), is: .invalidArgument)
    }
}
