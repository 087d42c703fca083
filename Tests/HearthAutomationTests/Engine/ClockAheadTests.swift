internal import HearthCalendar
internal import HearthTraitDescriptors
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// The clock is ahead when the hub starts and is corrected later: everything still happens at its time.
@Suite(.timeLimit(.minutes(5))) struct ClockAheadTests {
    private static let year: Int64 = 365 * 86_400

    /// The times that fired, without the first ones: while the clock was ahead, future times fired as well.
    private func starts(_ stage: Stage, without first: Int, after second: Int64) -> [Int64] {
        stage.begun.dropFirst(first).compactMap { if case .instant(let at) = $0.start.occasion { at } else { nil } }
            .filter { $0 > second }
    }

    private func kept() -> Kept {
        var limits = AutomationMachine.Limits()
        limits.starts = .max
        let often = sequence(1, cron(2, "0 0/5 * ? * *"), turnOn(9))
        let sometimes = sequence(1, daily(2, 13), daily(3, 7, 30), turnOn(9))
        return Kept(
            automations: [("often", often), ("sometimes", sometimes)].map {
                Automation(id: $0.0, name: $0.0, graph: AutomationGraph(root: $0.1), mode: .parallel)
            }, limits: limits)
    }

    /// The times that fired in the two days after the clock was corrected.
    private func life(ahead: Int64, outage: Int64, settling: Duration, wrongFor: Int64) -> [Int64] {
        var kept = kept()
        kept.settling = settling
        kept.stage.pass(.seconds(7_200))
        kept.kill(clock: kept.stage.moment.sinceEpoch + .seconds(outage + ahead))
        kept.stage.pass(.seconds(wrongFor))
        kept.stage.setClock(by: .seconds(-ahead))
        let (before, now) = (kept.stage.begun.count, kept.stage.moment.second)
        kept.stage.pass(.seconds(2 * 86_400))
        return starts(kept.stage, without: before, after: now)
    }

    @Test(arguments: [Duration.zero, .seconds(20), .seconds(60)], [1, 30, 7_000] as [Int64])
    func clockStartersContinueAfterAWrongClock(_ settling: Duration, _ wrongFor: Int64) {
        let right = life(ahead: 0, outage: 600, settling: settling, wrongFor: wrongFor)
        expect(right.count, isAtLeast: 2 * 288 + 4)
        for ahead in [3_600, 86_400, 30 * Self.year] {
            let late = life(ahead: ahead, outage: 600, settling: settling, wrongFor: wrongFor)
            expect(late, equals: right, "\(ahead) s ahead")
        }
    }

    /// Times that were due while the hub was down are caught up once the clock is right, as after any outage.
    @Test func missedTimesAreCaughtUp() {
        var kept = kept()
        // At another time of day: a year and five minutes ahead, one o'clock would just have been missed.
        let ahead = Self.year + 6 * 3_600
        kept.stage.pass(.seconds(3_300))
        kept.kill(clock: kept.stage.moment.sinceEpoch + .seconds(600 + ahead))
        kept.stage.pass(.seconds(30))
        expect(!kept.stage.begun.contains { $0.automationID == "sometimes" })
        kept.stage.setClock(by: .seconds(-ahead))
        expect(kept.stage.begun.contains { $0.automationID == "sometimes" })
    }

    /// Times that fired too early fire again when they come; those that fired at their time do not.
    @Test func onlyWhatWasTooEarlyHappensAgain() {
        var kept = kept()
        kept.kill(clock: kept.stage.moment.sinceEpoch + .seconds(3_590))
        kept.stage.pass(.seconds(30))
        let noon = kept.stage.moment.second / 86_400 * 86_400 + 43_200
        expect(kept.stage.begun.filter { $0.automationID == "sometimes" }.count, equals: 1)
        kept.stage.setClock(by: .seconds(-3_000))
        kept.stage.pass(.seconds(4_000))
        let all = kept.stage.begun.filter { $0.automationID == "sometimes" }
        expect(all.map(\.start.occasion), equals: [.instant(noon + 3_600), .instant(noon + 3_600)])
        kept.stage.setClock(by: .seconds(-5))
        kept.stage.pass(.seconds(60))
        expect(kept.stage.begun.filter { $0.automationID == "sometimes" }.count, equals: 2)
    }

    /// A clock that has kept its time for a day is trusted: setting it back makes nothing fire again.
    @Test func aProvenClockForgetsNothing() {
        var kept = kept()
        kept.restart()
        kept.stage.pass(.seconds(86_400 + 7_200))
        let before = kept.stage.begun.count
        kept.stage.setClock(by: .seconds(-7_000))
        kept.stage.pass(.seconds(6_900))
        expect(kept.stage.begun.count, equals: before)
    }

    // MARK: What clients see

    @Test func waitForTheClockIsReported() {
        var kept = kept()
        kept.settling = .seconds(20)
        kept.stage.pass(.seconds(3_600))
        let latest = kept.stage.machine.memory(of: "often")?.lastInstants.values.max() ?? 0
        kept.kill(clock: .seconds(86_400))
        func wait() -> ClockWait? { kept.stage.machine.clockWait(of: "often", at: kept.stage.moment) }
        expectNil(wait())
        kept.stage.pass(.seconds(30))
        expect(wait(), equals: ClockWait(latest: .seconds(latest), goesOn: .seconds(570)))
        kept.stage.pass(.seconds(600))
        expectNil(wait())
    }

    @Test func waitForAPassedTimeIsReported() {
        var stage = Stage()
        stage.add(graph: sequence(1, daily(2, 13), turnOn(9)))
        stage.pass(.seconds(3_600))
        stage.setClock(by: .seconds(-86_400))
        let wait = stage.machine.clockWait(of: "a", at: stage.moment)
        expect(wait, equals: ClockWait(latest: .seconds(1_795_608_000 + 3_600), goesOn: nil))
        stage.pass(.seconds(86_400))
        expectNil(stage.machine.clockWait(of: "a", at: stage.moment))
    }

    /// A wait is reported once when it begins, and again only after the clock was right.
    @Test func eachWaitForTheClockBeginsOnce() {
        var kept = kept()
        kept.settling = .seconds(20)
        kept.stage.pass(.seconds(3_600))
        let now = kept.stage.moment.sinceEpoch
        func waits() -> [Duration] { kept.stage.clockWaits.map(\.latest) }
        kept.kill(clock: now + .seconds(60))
        kept.stage.pass(.seconds(60))
        expect(waits(), equals: [])
        kept.kill(clock: .seconds(86_400))
        kept.stage.pass(.seconds(30))
        let first = waits()
        expect(first.count, equals: 1)
        kept.stage.setClock(by: .seconds(600))
        kept.stage.pass(.seconds(60))
        expect(waits(), equals: first)
        kept.stage.setClock(by: now - kept.stage.moment.sinceEpoch + .seconds(300))
        kept.stage.pass(.seconds(2 * 86_400))
        expect(waits(), equals: first)
        kept.stage.setClock(by: .seconds(-7_000))
        kept.stage.pass(.seconds(60))
        kept.stage.setClock(by: .seconds(-7_000))
        kept.stage.pass(.seconds(60))
        expect(waits().count, equals: 2)
        // The clock comes by itself to the time that it has shown before, and is set back once more.
        kept.stage.pass(.seconds(14_400))
        kept.stage.setClock(by: .seconds(-7_000))
        expect(waits().count, equals: 3)
    }

    // MARK: Random clocks

    /// Whatever the clock shows at starts, and for how long: after it has been right for as long as a hub waits for it,
    /// everything happens once and at its time.
    @Test func randomClocksLoseNothing() {
        let seed = testSeed()
        for round in 0..<UInt64(FaultRounds.count(200)) {
            var dice = Dice(seed: seed &+ round)
            var kept = kept()
            kept.settling = [.zero, .seconds(30)][dice.below(2)]
            var error: Int64 = 0
            for _ in 0...dice.below(4) {
                kept.stage.pass(.seconds(dice.below(20_000)))
                let ahead = [0, 3_600, 86_400, 30 * Self.year, -3_600, -86_400][dice.below(6)]
                kept.kill(clock: kept.stage.moment.sinceEpoch + .seconds(Int64(dice.below(10_000)) + ahead - error))
                error = ahead
                if dice.below(3) > 0 {
                    kept.stage.pass(.seconds(dice.below(70_000)))
                    kept.stage.setClock(by: .seconds(-error))
                    error = 0
                }
            }
            kept.stage.setClock(by: .seconds(-error))
            kept.stage.pass(.seconds(660))
            let (before, from) = (kept.stage.begun.count, kept.stage.moment.second)
            kept.stage.pass(.seconds(2 * 86_400))
            let until = kept.stage.moment.second
            let expected = stride(from: (from / 300 + 1) * 300, through: until, by: 300).flatMap { second -> [Int64] in
                [46_800, 27_000].contains(second % 86_400) ? [second, second] : [second]
            }
            let found = starts(kept.stage, without: before, after: from)
            expect(found, equals: expected, "HEARTH_SEED=\(seed &+ round)")
        }
    }
}
