@testable internal import HearthHub
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// After a start of the hub its providers come back one after the other. A report of the first may trigger actions on
/// devices of another one.
@Suite(.timeLimit(.minutes(5)))
struct LateProviderTests {
    private typealias Home = AutomationHome
    private static let lamp1 = TestProvider.onOff(of: "lamp-1")
    private static let lamp2 = TestProvider.onOff(of: "lamp-2")

    /// A hub that has just started: it knows two lamps, and one follows the other. Only the leading one is back,
    /// and turns on.
    private struct Started {
        let test: TestHub
        let rule: String

        init(_ folder: TemporaryFolder) async throws {
            let before = try await Home(store: HomeStore.open(path: folder.file))
            rule = try await before.create([
                Home.starter(2, lamp1), Home.condition(3, 2, is: .boolean(true)), Home.command(4, lamp2, 1),
            ]).id
            try await before.test.hub.shutdown()
            let clock = ManualClock(sinceEpoch: before.test.clock.sinceEpoch + .seconds(60))
            test = try await TestHub(store: HomeStore.open(path: folder.file), clock: clock)
            let first = TestProvider([TestProvider.lamp("lamp-1", name: "Lamp 1")])
            try await test.hub.attach(first)
            first.report(lamp1, [0: .bool(true)])
        }

        /// The outcome of the one action. Time passes meanwhile.
        func outcome() async throws -> Hearth_V1_AutomationOutcome? {
            while true {
                let runs = try await Hearth_V1_AutomationClient(test.client()).listRuns(.init(automationID: rule)).runs
                if runs.first?.end != nil, case .action(let action)? = runs.first?.steps.last?.what {
                    return action.outcome
                }
                await test.clock.advance(by: .milliseconds(100))
                try await Task.sleep(for: .milliseconds(2))
            }
        }
    }

    @Test func anActionWaitsForTheProviderOfItsDevice() async throws {
        let folder = try TemporaryFolder()
        let started = try await Started(folder)
        await started.test.clock.advance(by: .seconds(3))
        try await started.test.hub.attach(TestProvider([TestProvider.lamp("lamp-2", name: "Lamp 2")]))
        try await expect(started.outcome()?.kind, equals: .done)
        try expect(started.test.hub.read(Self.lamp2, as: owner).attributes[0], equals: .bool(true))
        try await started.test.hub.shutdown()
    }

    @Test func actionDoesNotWaitForEver() async throws {
        let folder = try TemporaryFolder()
        let started = try await Started(folder)
        try await expect(started.outcome()?.kind, equals: .unreachable)
        expect(started.test.clock.now, isAtLeast: .seconds(10))
        try await started.test.hub.shutdown()
    }
}
