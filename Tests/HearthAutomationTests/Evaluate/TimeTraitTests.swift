internal import HearthCalendar
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// The Time trait of the structure.
@Suite struct TimeTraitTests {
    private func attributes(_ instant: Int64, zone: ZoneRules = .utc, _ latitude: Double? = nil) -> StructureValue {
        let place = latitude.flatMap { GeoLocation(latitude: $0, longitude: 19) }
        return TimeTrait.attributes(at: instant, SchedulePlace(zone: zone, sun: place.map(SolarClock.init)))
    }

    private func time(_ hour: UInt64, _ minute: UInt64) -> TraitValue {
        .structure([0: .unsigned(hour), 1: .unsigned(minute)])
    }

    /// 2026-11-25 00:00 UTC, a Wednesday.
    private let midnight: Int64 = 1_795_564_800

    /// The minute, rounded down: "until 22:00" is true up to 22:00:59.
    @Test func theTimeIsTheMinute() {
        let second = midnight + 22 * 3_600
        expect(attributes(second)[TimeTrait.Attribute.currentTime], equals: time(22, 0))
        expect(attributes(second + 59)[TimeTrait.Attribute.currentTime], equals: time(22, 0))
        expect(attributes(second + 60)[TimeTrait.Attribute.currentTime], equals: time(22, 1))
        expect(attributes(-1)[TimeTrait.Attribute.currentTime], equals: time(23, 59))
    }

    /// Day and date are in the structure's zone.
    @Test func dayAndDateAreLocal() {
        let west = ZoneRules { _ in -5 * 3_600 }
        let (utc, local) = (attributes(midnight), attributes(midnight, zone: west))
        expect(utc[TimeTrait.Attribute.dayOfWeek], equals: .unsigned(4))
        expect(local[TimeTrait.Attribute.dayOfWeek], equals: .unsigned(3))
        expect(
            utc[TimeTrait.Attribute.currentDate],
            equals: .structure([0: .signed(2026), 1: .unsigned(11), 2: .unsigned(25)]))
        expect(
            local[TimeTrait.Attribute.currentDate],
            equals: .structure([0: .signed(2026), 1: .unsigned(11), 2: .unsigned(24)]))
    }

    /// The date changes at midnight, also where that hour does not exist (Santiago, 2026-09-06 00:00 to 01:00).
    @Test func theDateChangesInTheGap() {
        let change: Int64 = 1_788_667_200
        let zone = ZoneRules { $0 < change ? -4 * 3_600 : -3 * 3_600 }
        let (before, after) = (attributes(change - 1, zone: zone), attributes(change, zone: zone))
        expect(before[TimeTrait.Attribute.currentTime], equals: time(23, 59))
        expect(before[TimeTrait.Attribute.dayOfWeek], equals: .unsigned(7))
        expect(after[TimeTrait.Attribute.currentTime], equals: time(1, 0))
        expect(after[TimeTrait.Attribute.dayOfWeek], equals: .unsigned(1))
    }

    /// Plain wall time: in the repeated hour it is between both times.
    @Test func theDoubledHourIsShownTwice() {
        let change: Int64 = 1_792_890_000
        let zone = ZoneRules { $0 < change ? 7_200 : 3_600 }
        for second in [change - 1_800, change + 1_800] {
            let now = attributes(second, zone: zone)[TimeTrait.Attribute.currentTime] ?? .null
            expect(now, equals: time(2, 30))
            expect(evaluate(.between, now, time(2, 0), time(2, 59)), equals: .known(.bool(true)))
        }
    }

    /// Sunrise and sunset exist only where the location is known.
    @Test func theSunNeedsALocation() {
        let without = attributes(midnight)
        expectNil(without[TimeTrait.Attribute.sunrise])
        expect(without[TimeTrait.Attribute.missingLocation], equals: .bool(true))
        expect(attributes(midnight, 50)[TimeTrait.Attribute.missingLocation], equals: .bool(false))
    }

    // MARK: Whether the sun is up

    /// The value of a run's condition at an instant, in Tromsø.
    private func isDark(_ instant: Int64, latitude: Double? = 69.65) -> Bool? {
        let place = latitude.flatMap { GeoLocation(latitude: $0, longitude: 18.96) }
        var home = TestHome()
        home.place = SchedulePlace(zone: ZoneRules { _ in 3_600 }, sun: place.map(SolarClock.init))
        let graph = AutomationGraph(
            root: sequence(1, manual(2), AutomationNode(3, .stateReader(timeTrait)), turnOn(4)))
        let scope = RunScope(
            graph: GraphIndex(graph, structureID: "home"), home: home,
            moment: AutomationMoment(now: .zero, sinceEpoch: .seconds(instant)))
        var evaluator = Evaluator(scope)
        return evaluator.evaluate(.operation(.between, [read(3, 0), read(3, 2), read(3, 1)])).truth
    }

    /// On a polar day the sun is up all day, on a polar night it is down, noon included.
    @Test func polarDaysAndNightsAreRight() {
        // 2026-06-21 and 2026-12-21, 00:00 UTC.
        for (day, isNight) in [(1_782_000_000, false), (1_797_811_200, true)] as [(Int64, Bool)] {
            for minute in stride(from: Int64(0), to: 1_440, by: 7) {
                expect(isDark(day + minute * 60), equals: isNight)
            }
        }
    }

    /// On other days by the altitude of the sun.
    @Test func ordinaryDaysAreRight() throws {
        let sun = SolarClock(at: try require(GeoLocation(latitude: 69.65, longitude: 18.96)))
        for minute in stride(from: Int64(0), to: 1_440, by: 11) {
            // 2026-03-20.
            let instant = 1_773_964_800 + minute * 60
            expect(isDark(instant), equals: !sun.isUp(at: Double(instant)))
        }
        expectNil(isDark(midnight, latitude: nil))
    }

    // MARK: Schedules

    @Test func schedulesAreReadFromParameters() throws {
        let at = try TimeTrait.schedule(0, [0: time(22, 15)])
        expect(at, equals: .clock(try require(WallTime(hour: 22, minute: 15)), on: Set(Weekday.allCases)))
        let days = try TimeTrait.schedule(0, [0: time(22, 0), 2: .list([.unsigned(1), .unsigned(2)])])
        expect(days, equals: .clock(try require(WallTime(hour: 22, minute: 0)), on: [.sunday, .monday]))
        let sunset = try TimeTrait.schedule(0, [1: .structure([0: .unsigned(2), 1: .signed(-1_800)])])
        expect(sunset, equals: .sun(try require(SolarTime(.sunset, offset: -1_800)), on: Set(Weekday.allCases)))
        let cron = try TimeTrait.schedule(1, [1: .string("0 0 7 ? * MON-FRI")])
        expect(cron, equals: .cron(try CronExpression("0 0 7 ? * MON-FRI")))
    }

    @Test(
        arguments: [
            (0, [:]), (0, [0: .structure([0: .unsigned(24)])]), (0, [0: .null]),
            (0, [0: .structure([0: .unsigned(1)]), 1: .structure([0: .unsigned(1)])]),
            (0, [1: .structure([0: .unsigned(3)])]), (0, [1: .structure([0: .unsigned(1), 1: .signed(.min)])]),
            (0, [0: .structure([0: .unsigned(.max)])]), (0, [0: .structure([0: .unsigned(1)]), 2: .list([])]),
            (0, [0: .structure([0: .unsigned(1)]), 2: .list([.unsigned(8)])]), (1, [:]), (1, [1: .string("never")]),
            (2, [1: .string("0 0 7 ? * *")]), (3, [:]),
        ] as [(UInt32, StructureValue)])
    func wrongParametersAreErrors(_ event: UInt32, _ parameters: StructureValue) {
        expect(throws: ScheduleError.self) { _ = try TimeTrait.schedule(event, parameters) }
    }
}
