internal import HearthCalendar
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// Starters that wait for a time, in homes and for spans that no transcript has.
@Suite struct ClockTests {
    private func starts(_ stage: Stage) -> [Int64] {
        stage.begun.filter { $0.automationID == "a" }.compactMap {
            if case .instant(let second) = $0.start.occasion { second } else { nil }
        }
    }

    private func stage(_ nodes: AutomationNode...) -> Stage {
        var limits = AutomationMachine.Limits()
        // The limit on the rate of starts is not tested here.
        limits.starts = .max
        var stage = Stage(limits: limits)
        stage.add(mode: .parallel, graph: AutomationNode(1, .sequential(nodes + [turnOn(9)])))
        return stage
    }

    private let noon: Int64 = 1_795_608_000
    private let day: Int64 = 86_400

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
}
