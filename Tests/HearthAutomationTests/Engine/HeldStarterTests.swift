internal import HearthCalendar
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// Starters that fire after something has held for a duration. No change comes at that moment.
@Suite struct HeldStarterTests {
    private static let root = sequence(1, starter(2, becomes: held(above(2, 20), for: 60)), turnOn(4))

    private func stage() -> Stage {
        var stage = Stage()
        stage.home.traits[TestTrait.path("sensor")] = [0: .signed(10)]
        stage.add(graph: Self.root)
        return stage
    }

    /// The cause is the passed time, and the readings are those of the end.
    @Test func startHasTheHubsCauseAndTheReadings() {
        var stage = stage()
        stage.report(25)
        stage.pass(.seconds(60))
        expect(stage.begun.map(\.readings), equals: [[2: [0: .signed(25)]]])
        expect(stage.begun.map(\.start.cause), equals: [AutomationCause(.hub)])
    }

    /// However often devices report, and whether or not the condition breaks.
    @Test func reportsLeaveOneEntry() {
        var stage = stage()
        for value in 0..<5_000 {
            stage.report(25 + Int64(value % 3))
            stage.pass(.milliseconds(10))
        }
        expect(stage.machine.holds.count, equals: 1)
        for _ in 0..<5_000 {
            stage.report(15)
            stage.report(25)
        }
        expect(stage.machine.holds.count, equals: 1)
        for revision in 2..<1_000 {
            stage.delete()
            stage.add(revision: UInt64(revision), graph: Self.root)
            stage.pass(.milliseconds(1))
        }
        expect(stage.machine.holds.count, isAtMost: 128)
    }

    @Test func aDryRunSaysTheSame() {
        let start: Duration = .seconds(1_795_608_000)
        func report(_ value: Int64, after seconds: Int64, _ sequence: UInt64) -> RecordedChange {
            RecordedChange(
                at: start + .seconds(seconds),
                HomeChange(
                    epoch: 1, sequence: sequence, cause: AutomationCause(.device),
                    attributes: [.init(TestTrait.path("sensor"), [0: .signed(value)])]))
        }
        let home = RecordedHome(
            id: "home", place: SchedulePlace(zone: .utc, sun: nil), descriptors: [:],
            traits: [TestTrait.path("sensor"): [0: .signed(10)]], online: ["sensor": true])
        var run = DryRun(
            Automation(id: "a", name: "a", graph: AutomationGraph(root: Self.root)), in: home, from: start)
        for change in [report(25, after: 0, 1), report(15, after: 30, 2), report(25, after: 40, 3)] {
            _ = run.advance(to: change.at)
            run.take(change)
        }
        _ = run.advance(to: start + .seconds(600))
        expect(run.takeEnded().map(\.startedAt), equals: [start + .seconds(100)])
    }
}
