internal import HearthCalendar
internal import HearthTraitDescriptors
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// The predictions of a dry run, and what it reports as unknown.
@Suite struct DryRunTests {
    private static let start: Duration = .seconds(1_795_608_000)

    private func automation(_ root: AutomationNode, mode: RunMode = .single) -> Automation {
        Automation(id: "a", name: "a", isActive: false, graph: AutomationGraph(root: root), mode: mode)
    }

    private func home(_ value: Int64 = 10) -> RecordedHome {
        RecordedHome(
            id: "home", place: SchedulePlace(zone: .utc, sun: nil), descriptors: [:],
            traits: [TestTrait.path("sensor"): [0: .signed(value)]], online: ["sensor": true])
    }

    private func report(
        _ value: Int64, after seconds: Int64, _ sequence: UInt64, epoch: UInt64 = 1, from device: String = "sensor"
    ) -> RecordedChange {
        RecordedChange(
            at: Self.start + .seconds(seconds),
            HomeChange(
                epoch: epoch, sequence: sequence, cause: AutomationCause(.device),
                attributes: [.init(TestTrait.path(device), [0: .signed(value)])]))
    }

    private func play(_ run: inout DryRun, _ record: [RecordedChange], until seconds: Int64) -> [AutomationRun] {
        for change in record {
            _ = run.advance(to: change.at)
            run.take(change)
        }
        _ = run.advance(to: Self.start + .seconds(seconds))
        return run.takeEnded()
    }

    private static let light = sequence(
        1, starter(2, becomes: above(2, 20)), turnOn(3, onFailure: .stop), delay(4, .seconds(60)), turnOff(5))

    // MARK: What happens

    /// An inactive automation is run as well and sends nothing: its actions have their assumed effects.
    @Test func actionsBecomeWhatIsAssumed() throws {
        let record = [report(25, after: 10, 1), report(15, after: 200, 2), report(30, after: 300, 3)]
        var run = DryRun(automation(Self.light), in: home(), from: Self.start)
        let done = play(&run, record, until: 600)
        expect(done.map(\.end?.reason), equals: [.finished, .finished])
        expect(done.map(\.startedAt), equals: [10, 300].map { Self.start + .seconds($0) })
        expect(done.map(\.end?.at), equals: [70, 360].map { Self.start + .seconds($0) })

        let policy = DryRun.Policy(outcome: .refused("no"), took: .seconds(3))
        run = DryRun(automation(Self.light), in: home(), from: Self.start, policy: policy)
        let failed = play(&run, record, until: 600)
        expect(failed.map(\.end?.reason), equals: [.actionFailed, .actionFailed])
        expect(failed.map(\.end?.at), equals: [13, 303].map { Self.start + .seconds($0) })
        let step = try require(failed.first?.trace.last)
        expect(step.what, equals: .action([:], .refused("no"), took: .seconds(3)))
    }

    @Test func nonStartsAreCountedByReason() {
        var run = DryRun(automation(Self.light), in: home(), from: Self.start)
        let ended = play(
            &run, [report(25, after: 0, 1), report(15, after: 10, 2), report(30, after: 20, 3)], until: 30)
        expect(ended.isEmpty)
        expect(run.endedRuns, equals: 0)
        expect(run.living.map(\.startedAt), equals: [Self.start])
        expect(run.nonStarts[2]?.counts, equals: [.alreadyRunning: 1])
        expect(run.nonStarts[2]?.last.at, equals: Self.start + .seconds(20))
    }

    /// Times fire in a record without changes.
    @Test func timesCome() {
        var run = DryRun(automation(sequence(1, cron(2, "0 0 * ? * *"), turnOn(3))), in: home(), from: Self.start)
        expect(play(&run, [], until: 86_400).count, equals: 24)
        expect(run.time, equals: Self.start + .seconds(86_400))
    }

    /// The result is the same in several turns as at once.
    @Test func aLongTimePassesInTurns() {
        let graph = sequence(1, cron(2, "0/20 * * ? * *"), delay(3, .seconds(7)), turnOn(4))
        var (one, other) = (
            DryRun(automation(graph), in: home(), from: Self.start),
            DryRun(automation(graph), in: home(), from: Self.start)
        )
        let end = Self.start + .seconds(3_600)
        let isThere = one.advance(to: end)
        var turns = 1
        while !other.advance(to: end, steps: 10) { turns += 1 }
        let (ended, others) = (one.takeEnded(), other.takeEnded())
        expect(isThere)
        expect(turns, isAbove: 10)
        expect(!ended.isEmpty)
        expect(ended, equals: others)
        expect(one.nonStarts, equals: other.nonStarts)
    }

    // MARK: Gaps of the record

    @Test func gapsOfTheRecordAreReported() {
        var run = DryRun(automation(Self.light), in: home(), from: Self.start)
        _ = play(
            &run,
            [
                report(1, after: 1, 7), report(2, after: 2, 8), report(3, after: 9, 10),
                report(4, after: 20, 11, epoch: 2),
            ], until: 30)
        expect(
            run.gaps.first,
            equals: [
                .missing(from: Self.start + .seconds(2), until: Self.start + .seconds(9)),
                .restart(from: Self.start + .seconds(9), until: Self.start + .seconds(20)),
            ])
        var gaps = RecordGaps()
        for second in 0..<250 { gaps.add(.end(at: .seconds(second))) }
        expect(gaps.first.count, equals: 100)
        expect(gaps.omitted, equals: 150)
    }

    /// A clock that was set back does not move the run back.
    @Test func aRecordWhoseClockWasSetBackIsTakenInItsOrder() {
        var run = DryRun(automation(Self.light), in: home(), from: Self.start)
        let ended = play(
            &run, [report(25, after: 100, 1), report(15, after: 40, 2), report(25, after: 50, 3)], until: 300)
        expect(ended.map(\.startedAt), equals: [Self.start + .seconds(100)])
        expect(run.nonStarts[2]?.counts, equals: [.alreadyRunning: 1])
    }

    // MARK: A long record

    /// A year of thirty devices is replayed without being kept in memory.
    @Test func aYearIsNotHeldInMemory() {
        var run = DryRun(automation(Self.light, mode: .parallel), in: home(), from: Self.start)
        let hours = FaultRounds.count(365 * 24)
        var (sequence, ended, most): (UInt64, UInt64, Int) = (0, 0, 0)
        for hour in 0..<hours {
            for device in 0..<30 {
                sequence += 1
                let name = device == 0 ? "sensor" : "other \(device)"
                let change = report(
                    hour % 2 == 0 ? 30 : 10, after: Int64(hour) * 3_600 + Int64(device), sequence, from: name)
                _ = run.advance(to: change.at)
                run.take(change)
            }
            let runs = run.takeEnded()
            ended += UInt64(runs.count)
            most = max(most, runs.count + run.living.count)
        }
        _ = run.advance(to: Self.start + .seconds(Int64(hours) * 3_600))
        ended += UInt64(run.takeEnded().count)
        expect(ended, equals: UInt64(hours + 1) / 2)
        expect(run.endedRuns, equals: UInt64(hours + 1) / 2)
        expect(most, equals: 1)
        expect(run.gaps, equals: RecordGaps())
    }
}
