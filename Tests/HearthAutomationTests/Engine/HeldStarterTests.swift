internal import HearthCalendar
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// Starters that fire after something has held for a duration. No change comes at that moment.
@Suite struct HeldStarterTests {
    private static let root = sequence(1, starter(2, becomes: held(above(2, 20), for: 60)), turnOn(4))

    private func stage(_ root: AutomationNode = root, at value: Int64 = 10) -> Stage {
        var stage = Stage()
        stage.home.traits[TestTrait.path("sensor")] = [0: .signed(value)]
        stage.add(graph: root)
        return stage
    }

    private func kept(_ root: AutomationNode = root, catchUp: Duration = .seconds(900)) -> Kept {
        var kept = Kept(automations: [
            Automation(id: "a", name: "a", graph: AutomationGraph(root: root), catchUp: catchUp, savedBy: "owner")
        ])
        kept.stage.report(10)
        return kept
    }

    private func starts(_ stage: Stage) -> UInt32 { stage.machine.memory(of: "a")?.executions ?? 0 }

    /// When runs began, in seconds since the test began.
    private func begun(_ stage: Stage) -> [Int64] {
        stage.begun.map { ($0.startedAt - stage.epoch).components.seconds }
    }

    @Test func firesAfterTheHeldDuration() {
        var stage = stage()
        stage.report(25)
        stage.pass(.seconds(59))
        expect(stage.begun.isEmpty)
        stage.pass(.seconds(1))
        expect(begun(stage), equals: [60])
        stage.pass(.seconds(60))
        stage.report(26)
        stage.pass(.seconds(600))
        expect(begun(stage), equals: [60])
        expect(stage.begun[0].readings, equals: [2: [0: .signed(25)]])
        expect(stage.begun[0].start.cause, equals: AutomationCause(.hub))
        expectNil(stage.machine.nextWake(at: stage.moment))
    }

    @Test func brokenConditionStartsOver() {
        var stage = stage()
        stage.report(25)
        stage.pass(.seconds(30))
        stage.report(15)
        stage.pass(.seconds(10))
        stage.report(25)
        stage.pass(.seconds(59))
        expect(stage.begun.isEmpty)
        stage.pass(.seconds(1))
        expect(begun(stage), equals: [100])
        stage.report(15)
        stage.report(25)
        stage.pass(.seconds(60))
        expect(begun(stage), equals: [100, 160])
    }

    /// The cause is the passed time and so the hub, if any.
    @Test func causeOfTheChangeIsNotThatOfTheStart() {
        var stage = stage(
            sequence(1, starter(2, becomes: held(above(2, 20), for: 60), by: [.client]), turnOn(4)))
        stage.report(25, by: .client)
        stage.pass(.seconds(60))
        expect(stage.begun.isEmpty)
    }

    @Test func theConditionsAreAskedThen() {
        var stage = stage(
            sequence(1, starter(2, becomes: held(above(2, 20), for: 60)), reader(3, "other"), condition(5, above(3, 1)))
        )
        stage.report(25)
        stage.report(0, from: "other")
        stage.pass(.seconds(60))
        expectTrace(stage.happened(), "1:00 a: not started at 5: conditionFalse")
    }

    /// Each duration and each starter is checked at its own time.
    @Test func severalTimesAreSeveralLooks() {
        let either = AutomationExpression.operation(
            .or, [held(above(2, 20), for: 60), held(above(2, 10), for: 100)])
        var stage = stage(
            sequence(
                1,
                select(5, starter(2, becomes: either), starter(3, becomes: held(above(3, 10), for: 30))), turnOn(4)))
        stage.report(15)
        stage.pass(.seconds(50))
        stage.report(25)
        stage.pass(.seconds(600))
        expect(begun(stage), equals: [30, 100])
        expect(stage.begun.map(\.start.nodeID), equals: [3, 2])
    }

    @Test func inactiveAutomationStartsNothing() {
        var stage = stage()
        stage.add(isActive: false, graph: Self.root)
        stage.report(25)
        stage.pass(.seconds(70))
        stage.add(graph: Self.root)
        stage.pass(.seconds(70))
        expect(stage.begun.isEmpty)
    }

    // MARK: Clocks, crashes and edits

    @Test(arguments: [3_600, -3_600, 365 * 86_400])
    func heldDurationIgnoresClockChanges(_ step: Int64) {
        var stage = stage()
        stage.report(25)
        stage.pass(.seconds(30))
        stage.setClock(by: .seconds(step))
        stage.pass(.seconds(29))
        expect(stage.sent.isEmpty)
        stage.pass(.seconds(1))
        expect(stage.sent.count, equals: 1)
        stage.setClock(by: .seconds(-step))
        stage.pass(.seconds(600))
        expect(stage.sent.count, equals: 1)
    }

    @Test(arguments: [Duration.zero, .seconds(15)])
    func heldDurationContinuesAfterACrash(_ settling: Duration) {
        var kept = kept()
        kept.settling = settling
        kept.stage.report(25)
        kept.stage.pass(.seconds(30))
        kept.kill(for: .seconds(10))
        kept.stage.pass(.seconds(19))
        expect(kept.stage.begun.isEmpty)
        kept.stage.pass(.seconds(1))
        expect(kept.stage.begun.count, equals: 1)
        kept.kill(for: .seconds(10))
        kept.stage.pass(.seconds(600))
        expect(starts(kept.stage), equals: 1)
    }

    /// A duration that ended while the hub was down counts as a late time.
    @Test func missedDurationIsCaughtUp() {
        var soon = kept()
        soon.settling = .seconds(15)
        soon.stage.report(25)
        soon.stage.pass(.seconds(30))
        soon.kill(for: .seconds(100))
        soon.stage.pass(.seconds(14))
        expect(soon.stage.begun.isEmpty)
        soon.stage.pass(.seconds(1))
        expect(soon.stage.begun.count, equals: 1)
        soon.kill(for: .seconds(100))
        soon.stage.pass(.seconds(600))
        expect(starts(soon.stage), equals: 1)

        var late = kept(catchUp: .seconds(30))
        late.stage.report(25)
        late.stage.pass(.seconds(30))
        late.kill(for: .seconds(100))
        late.stage.pass(.seconds(600))
        expect(late.stage.begun.isEmpty)
        expectTrace(late.stage.happened(), "16:40 a: not started at 2: late by 1:10")

        // The value that a device reports when it comes back counts.
        var over = kept()
        over.settling = .seconds(15)
        over.stage.report(25)
        over.stage.pass(.seconds(30))
        over.kill(for: .seconds(100))
        over.stage.report(15)
        over.stage.pass(.seconds(600))
        expect(over.stage.begun.isEmpty)
    }

    /// A start that led to no run is not tried again after a restart.
    @Test func refusedStartIsNotRetried() {
        var kept = kept(
            sequence(1, starter(2, becomes: held(above(2, 20), for: 60)), reader(3, "other"), condition(5, above(3, 1)))
        )
        kept.stage.report(0, from: "other")
        kept.stage.report(25)
        kept.stage.pass(.seconds(100))
        kept.stage.report(5, from: "other")
        kept.kill(for: .seconds(10))
        kept.stage.pass(.seconds(600))
        expect(starts(kept.stage), equals: 0)
    }

    /// The clock is ahead when the hub starts, and is corrected while providers come back or later.
    @Test(arguments: [5, 20])
    func aWrongClockIsNoTime(_ wrongFor: Int64) {
        var kept = kept()
        kept.settling = .seconds(15)
        kept.stage.report(25)
        kept.stage.pass(.seconds(30))
        kept.kill(clock: kept.stage.moment.sinceEpoch + .seconds(86_400))
        kept.stage.pass(.seconds(wrongFor))
        kept.stage.setClock(by: .seconds(-86_400))
        kept.stage.pass(.seconds(29 - wrongFor))
        expect(kept.stage.begun.isEmpty)
        kept.stage.pass(.seconds(1))
        expect(kept.stage.begun.count, equals: 1)
    }

    /// A board without a battery-backed clock shows an old time until the network corrects it.
    @Test(arguments: [5, 20])
    func durationUnderAWrongClockCountsFromItsStart(_ wrongFor: Int64) {
        var kept = kept()
        kept.settling = .seconds(15)
        kept.kill(clock: .seconds(1_000_000))
        kept.stage.report(25)
        kept.stage.pass(.seconds(wrongFor))
        kept.stage.setClock(by: .seconds(1_794_608_000))
        kept.stage.pass(.seconds(59 - wrongFor))
        expect(kept.stage.begun.isEmpty)
        kept.stage.pass(.seconds(1))
        expect(kept.stage.begun.count, equals: 1)
        expect(kept.stage.machine.memory(of: "a")?.nonStarts.isEmpty, equals: true)
    }

    /// After an edit, a condition counts from the moment of saving.
    @Test func editStartsTheDurationOver() {
        var stage = stage()
        stage.report(25)
        stage.pass(.seconds(30))
        stage.add(revision: 2, graph: Self.root)
        stage.pass(.seconds(59))
        expect(stage.begun.isEmpty)
        stage.pass(.seconds(600))
        expect(begun(stage), equals: [90])
        // Another name or mode is not another program.
        stage.report(15)
        stage.report(25)
        stage.pass(.seconds(30))
        stage.add(mode: .parallel, revision: 2, graph: Self.root)
        stage.pass(.seconds(30))
        expect(starts(stage), equals: 2)
    }

    /// A duration that ends at the moment of an edit ended before it.
    @Test func anEditAtTheSameMomentComesAfterIt() {
        var stage = stage()
        stage.report(25)
        stage.now += .seconds(60)
        stage.add(revision: 2, graph: sequence(1, starter(2, "other"), turnOn(4)))
        expect(begun(stage), equals: [60])
    }

    @Test func deletedAutomationStartsNothing() {
        var stage = stage()
        stage.report(25)
        stage.delete()
        stage.pass(.seconds(600))
        expect(stage.begun.isEmpty)
        expect(stage.machine.holds.count, equals: 0)
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

    // MARK: Waits

    private static let ending = Starter(TestTrait.reference("end"), becomes: held(above(9, 20), for: 60))
    private static let wait = sequence(
        1, pressed(2), reader(9, "end"),
        AutomationNode(4, .wait(Wait(nil, starters: [ending], timeout: .seconds(86_400), result: "v"))), turnOn(6))

    /// The starter ends a wait at that moment, also beside another awaited expression.
    @Test(arguments: [nil, above(9, 100)] as [AutomationExpression?])
    func heldStarterEndsAWait(_ expression: AutomationExpression?) {
        let wait = Wait(expression, starters: [Self.ending], timeout: .seconds(86_400))
        var stage = stage(sequence(1, pressed(2), reader(9, "end"), AutomationNode(4, .wait(wait)), turnOn(6)))
        stage.press(1)
        stage.pass(.seconds(10))
        stage.report(25, from: "end")
        stage.pass(.seconds(30))
        stage.report(15, from: "end")
        stage.report(26, from: "end")
        stage.pass(.seconds(59))
        expect(stage.sent.isEmpty)
        expect(stage.machine.waits.count, isBelow: 10)
        stage.pass(.seconds(1))
        expect(stage.sent.map(\.nodeID), equals: [6])
    }

    /// A condition that had already held long enough when the wait began does not end it.
    @Test func conditionHeldBeforeTheWaitDoesNotEndIt() {
        var stage = stage(Self.wait)
        stage.report(25, from: "end")
        stage.pass(.seconds(100))
        stage.press(1)
        stage.pass(.seconds(100))
        expect(stage.sent.isEmpty)
        stage.report(15, from: "end")
        stage.report(25, from: "end")
        stage.pass(.seconds(60))
        expect(stage.sent.map(\.nodeID), equals: [6])
    }

    @Test func waitContinuesAfterACrash() {
        for outage: Int64 in [10, 100] {
            var kept = kept(Self.wait)
            kept.stage.report(25, from: "end")
            kept.stage.press(1)
            kept.stage.pass(.seconds(30))
            kept.kill(for: .seconds(outage))
            kept.stage.pass(.seconds(max(0, 29 - outage)))
            expect(kept.stage.sent.isEmpty, equals: (outage == 10))
            kept.stage.pass(.seconds(1))
            expect(kept.stage.sent.map(\.nodeID), equals: [6])
        }
        // It does not end it after a crash either.
        var kept = kept(Self.wait)
        kept.stage.report(25, from: "end")
        kept.stage.pass(.seconds(100))
        kept.stage.press(1)
        kept.kill(for: .seconds(10))
        kept.stage.pass(.seconds(100))
        expect(kept.stage.sent.isEmpty)
    }

    // MARK: The record

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
