internal import HearthCalendar
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// Starters that wait for a time.
@Suite struct ClockTests {
    private func starts(_ stage: Stage) -> [Int64] {
        stage.begun.filter { $0.automationID == "a" }.compactMap {
            if case .instant(let second) = $0.start.occasion { second } else { nil }
        }
    }

    private func stage(_ nodes: AutomationNode..., catchUp: Duration = .seconds(900)) -> Stage {
        var limits = AutomationMachine.Limits()
        // The limit on the rate of starts is not tested here.
        limits.starts = .max
        var stage = Stage(limits: limits)
        stage.add(mode: .parallel, catchUp: catchUp, graph: AutomationNode(1, .sequential(nodes + [turnOn(9)])))
        return stage
    }

    private let noon: Int64 = 1_795_608_000
    private let day: Int64 = 86_400

    /// Not early, and without delay.
    @Test func aTimeOfDayFiresThen() {
        var stage = stage(daily(2, 13))
        stage.pass(.seconds(3_599))
        expect(stage.sent.isEmpty)
        stage.pass(.seconds(1))
        expect(stage.sent.count, equals: 1)
        expectTrace(
            stage.happened(),
            """
            1:00:00 1 begins at 2
            1:00:00 1 lamp on
            1:00:00 1.9 action done
            1:00:00 1 ended: finished
            """)
        stage.pass(.seconds(86_399))
        expect(stage.sent.count, equals: 1)
        stage.pass(.seconds(1))
        expect(starts(stage), equals: [noon + 3_600, noon + 3_600 + day])
    }

    /// Each second, for an hour.
    @Test func aCronOfEachSecondFiresEachSecond() {
        var stage = stage(cron(2, "* * * ? * *"))
        stage.pass(.seconds(600))
        expect(starts(stage), equals: (1...600).map { noon + $0 })
    }

    /// A year of days.
    @Test func aYearOfDays() throws {
        var stage = stage(daily(2, 7, 30))
        while stage.now < .seconds(365 * day), let next = stage.machine.instants.first {
            stage.now = .seconds(next - noon)
            stage.tell(stage.machine.timePassed(home: stage.home, at: stage.moment))
        }
        expect(stage.sent.count, equals: 366)
    }

    /// The next instant, with its offset; nil without a location.
    @Test func sunsetFiresWithItsOffset() throws {
        let sunset = Starter(
            timeTrait, eventID: 0, parameters: [1: .structure([0: .unsigned(2), 1: .signed(-1_800)])])
        let root = sequence(1, AutomationNode(2, .starter(sunset)), turnOn(3))
        let sun = SolarClock(at: try require(GeoLocation(latitude: 64.15, longitude: -21.94)))
        var stage = Stage()
        stage.home.place = SchedulePlace(zone: .utc, sun: sun)
        stage.add(graph: root)
        stage.pass(.seconds(3 * day))
        var expected: [Int64] = []
        var after = Double(noon)
        while let next = sun.next(.sunset, after: after), next - 1_800 < Double(noon + 3 * day) {
            expected.append(Int64((next - 1_800).rounded(.up)))
            after = next + 1
        }
        expect(starts(stage), equals: expected)
        expect(expected.count, equals: 3)
        var without = Stage()
        without.add(graph: root)
        expectNil(without.machine.nextWake(at: without.moment))
    }

    // MARK: Late times

    /// The newest due time within the catch-up limit fires; older ones are recorded as missed.
    @Test func theNewestIsCaughtUp() {
        var stage = stage(cron(2, "0 0/5 * ? * *"))
        stage.now += .seconds(3_620)
        stage.tell(stage.machine.timePassed(home: stage.home, at: stage.moment))
        expect(starts(stage), equals: [noon + 3_600])
        expectTrace(
            stage.happened(),
            """
            1:00:20 1 begins at 2
            1:00:20 1 lamp on
            1:00:20 a: not started at 2: late by 55:20
            1:00:20 1.9 action done
            1:00:20 1 ended: finished
            """)
    }

    /// A time later than the catch-up limit is missed.
    @Test(arguments: [(899, 1), (900, 1), (901, 0)]) func tooLateTimeIsMissed(_ late: Int64, _ count: Int) {
        var stage = stage(daily(2, 13))
        stage.now += .seconds(3_600 + late)
        stage.tell(stage.machine.timePassed(home: stage.home, at: stage.moment))
        expect(stage.sent.count, equals: count)
        expect(stage.machine.memory(of: "a")?.nonStarts[2]?.counts ?? [:], equals: (count == 0 ? [.late: 1] : [:]))
        stage.pass(.seconds(86_400))
        expect(stage.sent.count, equals: count + 1)
    }

    /// The newest of very many times is found.
    @Test func theNewestOfManyIsFound() {
        var stage = stage(cron(2, "* * 12-13 ? * *"), catchUp: .seconds(40 * 86_400))
        stage.now += .seconds(30 * day + 4 * 3_600)
        stage.tell(stage.machine.timePassed(home: stage.home, at: stage.moment))
        expect(starts(stage), equals: [noon + 30 * day + 2 * 3_600 - 1])
    }

    /// A time that passes while an automation is switched off is dropped.
    @Test func timesWhileInactiveAreDropped() {
        let root = sequence(1, daily(2, 13), turnOn(3))
        var stage = Stage()
        stage.add(isActive: false, graph: root)
        stage.pass(.seconds(3_601))
        stage.add(graph: root)
        stage.pass(.seconds(60))
        expect(stage.sent.isEmpty)
        expect(stage.machine.memory(of: "a")?.nonStarts.isEmpty, equals: true)
        stage.pass(.seconds(86_400))
        expect(stage.sent.count, equals: 1)
    }

    /// An edit at the same moment as a time does not lose it.
    @Test(arguments: [1, 2] as [UInt64]) func anEditLosesNoTime(_ revision: UInt64) {
        let root = sequence(1, daily(2, 13), turnOn(3))
        var stage = Stage()
        stage.add(graph: root)
        stage.now += .milliseconds(3_600_200)
        stage.add(revision: revision, graph: root)
        stage.pass(.seconds(60))
        expect(stage.sent.count, equals: 1)
    }

    // MARK: Clock changes

    /// A step forward of up to three hours counts as an outage.
    @Test func twoHoursForwardAreCaughtUp() {
        var stage = stage(daily(2, 13, 50), daily(3, 12, 30))
        stage.setClock(by: .seconds(7_200))
        expect(starts(stage), equals: [noon + 6_600])
        expect(stage.machine.memory(of: "a")?.nonStarts.mapValues(\.counts), equals: [3: [.late: 1]])
    }

    /// After a larger step the times between are recorded as missed, also those within the catch-up limit.
    @Test func aYearForwardIsMissed() {
        var stage = stage(cron(2, "0 0/5 * ? * *"))
        stage.setClock(by: .seconds(365 * day))
        expect(stage.sent.isEmpty)
        expect(stage.machine.memory(of: "a")?.nonStarts[2]?.counts, equals: [.late: 1])
        stage.pass(.seconds(300))
        expect(starts(stage), equals: [noon + 365 * day + 300])
    }

    /// After a step backward no instant fires twice.
    @Test func twoHoursBackwardRepeatNothing() {
        var stage = stage(cron(2, "0 0/30 * ? * *"))
        stage.pass(.seconds(3_600))
        expect(starts(stage), equals: [noon + 1_800, noon + 3_600])
        stage.setClock(by: .seconds(-7_200))
        stage.pass(.seconds(7_199))
        expect(stage.sent.count, equals: 2)
        stage.pass(.seconds(1_801))
        expect(starts(stage).last, equals: noon + 5_400)
    }

    /// A clock is a year ahead for a while: after its correction only the times that came meanwhile are lost, and
    /// nothing happens twice.
    @Test func aClockThatWasAYearAheadLosesNothing() {
        var stage = stage(daily(2, 13))
        stage.setClock(by: .seconds(365 * day))
        stage.pass(.seconds(2 * 3_600))
        expect(starts(stage), equals: [noon + 365 * day + 3_600])
        stage.setClock(by: .seconds(-365 * day))
        stage.pass(.seconds(2 * day))
        expect(starts(stage), equals: [noon + 365 * day + 3_600, noon + day + 3_600, noon + 2 * day + 3_600])
        // After a year these times come again and have already fired.
        stage.setClock(by: .seconds(363 * day - 3_600))
        stage.pass(.seconds(day - 1))
        expect(stage.sent.count, equals: 3)
    }

    /// Constant small corrections of the clock are not steps.
    @Test func smallCorrectionsAreNoSteps() {
        var stage = stage(daily(2, 13))
        for _ in 1...3_600 {
            stage.now += .seconds(1)
            stage.setClock(by: .milliseconds(-200))
        }
        stage.pass(.seconds(719))
        expect(stage.sent.isEmpty)
        stage.pass(.seconds(1))
        expect(stage.sent.count, equals: 1)
    }

    // MARK: Zones

    /// A time in the gap fires at its end, one in the repeated hour fires the first time; hourly ones follow elapsed
    /// time.
    @Test func summerTimeComesAndGoes() throws {
        // Berlin: 2026-03-29 01:00 UTC forward, 2026-10-25 01:00 UTC back.
        let (spring, autumn): (Int64, Int64) = (1_774_746_000, 1_792_890_000)
        let zone = ZoneRules { (spring..<autumn).contains($0) ? 7_200 : 3_600 }
        for (change, daily) in [(spring, spring), (autumn, autumn - 1_800)] {
            var stage = Stage()
            stage.home.place = SchedulePlace(zone: zone, sun: nil)
            stage.epoch = .seconds(change - 5_400)
            stage.add(mode: .parallel, graph: sequence(1, HearthAutomationTests.daily(2, 2, 30), turnOn(9)))
            stage.add("b", mode: .parallel, graph: sequence(1, cron(2, "0 30 * ? * *"), turnOn(9)))
            stage.pass(.seconds(4 * 3_600))
            expect(starts(stage), equals: [daily])
            expect(stage.machine.runs(of: "b").count, equals: 4)
        }
    }

    /// After a change of the zone, times are computed again, and one that only moved into the past does not fire.
    @Test func zoneChangeRecomputesTimes() {
        var stage = stage(daily(2, 13))
        stage.home.place = SchedulePlace(zone: ZoneRules { _ in 7_200 }, sun: nil)
        stage.tell(stage.machine.moved(home: stage.home, at: stage.moment))
        stage.pass(.seconds(22 * 3_600))
        expect(stage.sent.isEmpty)
        stage.pass(.seconds(3_600))
        expect(starts(stage), equals: [noon + 23 * 3_600])
    }

    /// Two starters at one instant, as in the gap, are two starts, in their order.
    @Test func twoStartersAtOneTimeAreTwo() {
        var stage = stage(daily(2, 13), daily(3, 13))
        stage.pass(.seconds(3_600))
        expect(stage.machine.runs(of: "a").map(\.start.nodeID), equals: [2, 3])
    }
}
