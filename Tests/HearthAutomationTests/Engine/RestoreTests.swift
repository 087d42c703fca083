internal import HearthCalendar
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// Runs are resumed after a crash.
@Suite struct RestoreTests {
    private func kept(_ nodes: AutomationNode..., mode: RunMode = .single) -> Kept {
        let automation = Automation(
            id: "a", name: "a", graph: AutomationGraph(root: AutomationNode(1, .sequential(nodes))), mode: mode)
        return Kept(automations: [automation])
    }

    /// A delay ends at its time by UTC.
    @Test func aDelayEndsAtItsTime() {
        var kept = kept(pressed(2), delay(3, .seconds(60)), toggle(4))
        kept.stage.press(1)
        kept.kill(for: .seconds(40))
        expect(kept.stage.sent.isEmpty)
        kept.stage.pass(.seconds(19))
        expect(kept.stage.sent.isEmpty)
        kept.stage.pass(.seconds(1))
        expect(kept.stage.sent.count, equals: 1)
    }

    /// Also if the clock was set forward during the delay. (After a step back, a start of the hub waits for the right
    /// time.)
    @Test func aDelayIsStoredByTheClockThatIsSet() {
        var kept = kept(pressed(2), delay(3, .seconds(60)), toggle(4))
        kept.stage.press(1)
        kept.stage.pass(.seconds(10))
        kept.stage.setClock(by: .seconds(7_200))
        kept.kill(for: .seconds(30))
        kept.stage.pass(.seconds(19))
        expect(kept.stage.sent.isEmpty)
        kept.stage.pass(.seconds(1))
        expect(kept.stage.sent.count, equals: 1)
    }

    /// Delays that ended during the outage end at once, however late, the earliest first.
    @Test func lateDelaysEndInOrder() {
        var kept = kept(starter(2), delay(3, .seconds(60)), write(4, read(2)), mode: .parallel)
        for value in [1, 2, 3] {
            kept.stage.report(Int64(value))
            kept.stage.pass(.seconds(1))
        }
        kept.kill(for: .seconds(100_000))
        expect(kept.stage.sent.map { $0.fields[0] }, equals: [.signed(1), .signed(2), .signed(3)])
    }

    /// The beginning of a hold is stored, and the hold counts on if it is still true.
    @Test(arguments: [(25, 1), (15, 0)]) func aHoldCountsOn(_ value: Int64, _ count: Int) {
        var kept = kept(starter(2, becomes: above(2, 20)), condition(3, above(2, 20), for: .seconds(60)), toggle(4))
        kept.stage.home.traits[TestTrait.path("sensor")] = [0: .signed(10)]
        kept.restart()
        kept.stage.report(25)
        kept.home[TestTrait.path("sensor")] = [0: .signed(value)]
        kept.kill(for: .seconds(30))
        kept.stage.pass(.seconds(30))
        expect(kept.stage.sent.count, equals: count)
        expect(kept.stage.machine.watched.isEmpty)
    }

    /// After a restart a hold is broken by a record as before.
    @Test func aHoldIsWatchedAfterARestart() {
        var kept = kept(starter(2), condition(3, above(2, 20), for: .seconds(60)), toggle(4))
        kept.stage.report(25)
        kept.kill(for: .seconds(30))
        kept.stage.report(15)
        kept.stage.pass(.seconds(60))
        expect(kept.stage.sent.isEmpty)
    }

    /// Suppressions, counts and rests continue.
    @Test func suppressionsAndCountsSurviveACrash() {
        var kept = kept(pressed(2), suppress(3, .seconds(60)), turnOn(4))
        kept.stage.press(1)
        kept.kill(for: .seconds(30))
        kept.stage.press(2)
        expect(kept.stage.machine.memory(of: "a")?.executions, equals: 1)
        kept.stage.pass(.seconds(30))
        kept.stage.press(3)
        expect(kept.stage.machine.memory(of: "a")?.executions, equals: 2)
    }

    /// Actions that may have been sent are sent again if they are idempotent, and have an unknown outcome otherwise.
    @Test func sentActionsAreResentOrUnknown() {
        var kept = kept(pressed(2), turnOn(3), toggle(4), turnOff(5))
        kept.stage.silent = ["lamp"]
        kept.stage.press(1)
        kept.kill()
        expect(kept.stage.sent.map(\.commandID), equals: [TestTrait.on])
        kept.stage.answer()
        expect(kept.stage.sent.map(\.commandID), equals: [TestTrait.on, TestTrait.toggle])
        kept.kill()
        expect(kept.stage.sent.map(\.commandID), equals: [TestTrait.off])
        expectTrace(
            kept.stage.happened(),
            """
            16:40 1 begins at 2
            16:40 1.3 action done
            16:40 1.4 action unknown
            16:40 1 lamp off
            """)
    }

    /// Queued runs stay queued and begin when the one before them has ended.
    @Test func queuedRunsKeepTheirTurn() {
        var kept = kept(starter(2), delay(3, .seconds(60)), write(4, read(2)), mode: .queued)
        for value in [1, 2, 3] { kept.stage.report(Int64(value)) }
        kept.kill(for: .seconds(70))
        kept.stage.pass(.seconds(130))
        expect(kept.stage.sent.map { $0.fields[0] }, equals: [.signed(1), .signed(2), .signed(3)])
        expectTrace(
            kept.stage.happened(),
            """
            16:40 1 begins at 2
            16:40 1.3 waits until 16:30
            16:40 1.3 waited
            16:40 1 lamp write (0: 1)
            16:40 2 begins at 2
            16:40 3 begins at 2
            16:40 1.4 action (0: 1) done
            16:40 1 ended: finished
            16:40 2.3 waits until 17:40
            17:40 2.3 waited
            17:40 2 lamp write (0: 2)
            17:40 2.4 action (0: 2) done
            17:40 2 ended: finished
            17:40 3.3 waits until 18:40
            18:40 3.3 waited
            18:40 3 lamp write (0: 3)
            18:40 3.4 action (0: 3) done
            18:40 3 ended: finished
            """)
    }

    /// A run continues with the graph of its revision, and ends if that graph is gone.
    @Test func runContinuesWithItsRevision() {
        var kept = kept(pressed(2), delay(3, .seconds(60)), toggle(4), mode: .parallel)
        kept.stage.press(1)
        kept.edit(revision: 2, sequence(1, pressed(2), turnOff(3)))
        kept.kill(for: .seconds(10))
        expect(kept.stage.machine.former.count, equals: 1)
        var without = kept
        kept.stage.pass(.seconds(60))
        expect(kept.stage.sent.map(\.commandID), equals: [TestTrait.toggle])
        expect(kept.stage.machine.former.isEmpty)
        without.graphs = []
        without.kill()
        expect(without.stage.machine.livingRuns, equals: 0)
    }

    // MARK: Clocks

    /// A time that came while the hub was down is caught up, also the first one of an automation.
    @Test(arguments: [(600, 1), (3_600, 0)]) func aMissedTimeIsCaughtUp(_ late: Int64, _ count: Int) {
        var kept = kept(daily(2, 13), turnOn(3))
        kept.stage.pass(.seconds(1_800))
        kept.kill(for: .seconds(1_800 + late))
        kept.stage.pass(.seconds(1))
        expect(kept.stage.sent.count, equals: count)
        kept.kill(for: .seconds(1))
        kept.stage.pass(.seconds(60))
        expect(kept.stage.sent.isEmpty)
    }

    /// Providers get time to attach first; meanwhile holds are watched and device starters fire.
    @Test func providersComeBackFirst() {
        var kept = kept(starter(2), delay(3, .seconds(5)), toggle(4), mode: .parallel)
        kept.settling = .seconds(10)
        kept.stage.report(1)
        kept.kill(for: .seconds(60))
        kept.stage.pass(.seconds(4))
        kept.stage.report(2)
        kept.stage.pass(.seconds(5))
        expect(kept.stage.sent.map(\.runID), equals: [2])
        kept.stage.pass(.seconds(1))
        expect(kept.stage.sent.map(\.runID), equals: [2, 1])
    }

    /// While the clock shows 1970, nothing is resumed.
    @Test func aWrongClockIsWaitedFor() {
        var kept = kept(select(5, daily(2, 13), pressed(6)), delay(3, .seconds(60)), toggle(4), mode: .parallel)
        kept.stage.press(1)
        kept.stage.pass(.seconds(10))
        let right = kept.stage.epoch + kept.stage.now
        kept.kill(clock: .seconds(100))
        kept.stage.pass(.seconds(200))
        kept.stage.press(2)
        kept.stage.pass(.seconds(70))
        expect(kept.stage.sent.map(\.runID), equals: [2])
        kept.stage.setClock(by: right + .seconds(300) - kept.stage.moment.sinceEpoch)
        expect(kept.stage.sent.map(\.runID), equals: [2, 1])
        kept.stage.pass(.seconds(3_600))
        expect(kept.stage.sent.count, equals: 3)
    }

    /// After at most ten minutes runs are resumed; then a delay lasts no longer than its duration, and times of day
    /// fire again.
    @Test func aWrongClockIsNotWaitedForForEver() {
        var kept = kept(select(5, daily(2, 13), pressed(6)), delay(3, .seconds(60)), toggle(4), mode: .parallel)
        kept.stage.pass(.seconds(3_700))
        kept.stage.press(1)
        kept.kill(clock: .zero)
        kept.stage.pass(.seconds(659))
        expect(kept.stage.sent.isEmpty)
        kept.stage.pass(.seconds(1))
        expect(kept.stage.sent.count, equals: 1)
        kept.stage.pass(.seconds(13 * 3_600))
        expect(kept.stage.sent.count, equals: 2)
    }

    /// A rest until a time by a clock that was a year ahead does not last a year.
    @Test(arguments: [true, false]) func restsOfAWrongClockEnd(_ isSuppressed: Bool) {
        let nodes = isSuppressed ? [starter(2), suppress(3, .seconds(60)), turnOn(4)] : [starter(2), turnOn(4)]
        let graph = AutomationGraph(root: AutomationNode(1, .sequential(nodes)))
        var kept = Kept(automations: [Automation(id: "a", name: "a", graph: graph)])
        let right = kept.stage.moment.sinceEpoch
        kept.stage.setClock(by: .seconds(365 * 86_400))
        for value in 0..<21 { kept.stage.report(Int64(value)) }
        kept.stage.save()
        kept.kill(clock: right)
        kept.stage.report(100)
        expect(kept.stage.sent.isEmpty, equals: isSuppressed)
        kept.stage.pass(.seconds(600))
        kept.stage.report(101)
        expect(!kept.stage.sent.isEmpty)
    }
}
