internal import ProcessTestSupport
internal import Expectations
internal import Testing

@testable internal import HearthCalendar

/// Times of day, cron expressions and solar times, also across clock changes.
@Suite(.timeLimit(.minutes(15)))
struct ScheduleTests {
    private static func instant(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int) throws -> Int64 {
        try require(LocalDate(year: year, month: month, dayOfMonth: day)).day * 86_400
            + Int64(hour * 3_600 + minute * 60)
    }

    private static func place(_ zone: String, _ year: Int) throws -> SchedulePlace {
        let (start, end) = (try instant(year, 1, 1, 0, 0), try instant(year + 1, 1, 1, 0, 0))
        return SchedulePlace(zone: try require(ZoneTable.of(zone, from: start, to: end)).rules, sun: nil)
    }

    private static func daily(_ hour: Int, _ minute: Int) throws -> Schedule {
        .clock(try require(WallTime(hour: hour, minute: minute)), on: Set(Weekday.allCases))
    }

    @Test func timeInTheGapFiresAtItsEnd() throws {
        let berlin = try Self.place("Europe/Berlin", 2026)
        // 2026-03-29: 02:00 is followed by 03:00, at 01:00 UTC.
        let before = try Self.instant(2026, 3, 28, 12, 0)
        let gapEnd = try Self.instant(2026, 3, 29, 1, 0)
        for minute in [0, 15, 59] {
            let schedule = try Self.daily(2, minute)
            let next = try require(schedule.next(after: before, at: berlin))
            expect(next, equals: gapEnd)
            let after = try require(schedule.next(after: next, at: berlin))
            try expect(after, equals: Self.instant(2026, 3, 30, 0, minute))
        }
        try expect(Schedule.cron(CronExpression("0 30 2 * * ?")).next(after: before, at: berlin), equals: gapEnd)
        // A step of hours follows the clock: there was no 02:30.
        let stepped = Schedule.cron(try CronExpression("0 30 */1 * * ?"))
        try expect(stepped.next(after: gapEnd - 1_800, at: berlin), equals: Self.instant(2026, 3, 29, 1, 30))
    }

    @Test func repeatedTimeFiresTheFirstTime() throws {
        let berlin = try Self.place("Europe/Berlin", 2026)
        // 2026-10-25: 03:00 is followed by 02:00, at 01:00 UTC.
        let first = try Self.instant(2026, 10, 25, 0, 30)
        let schedule = try Self.daily(2, 30)
        try expect(schedule.next(after: Self.instant(2026, 10, 24, 12, 0), at: berlin), equals: first)
        try expect(schedule.next(after: first, at: berlin), equals: Self.instant(2026, 10, 26, 1, 30))
        // Between the two, the start is over.
        try expect(schedule.next(after: first + 1_800, at: berlin), equals: Self.instant(2026, 10, 26, 1, 30))
        // A step of hours follows the clock, so it fires twice.
        let stepped = Schedule.cron(try CronExpression("0 30 0/1 * * ?"))
        expect(stepped.next(after: first, at: berlin), equals: first + 3_600)
    }

    @Test func skippedDateFiresAtTheEndOfTheGap() throws {
        // Apia skipped 2011-12-30: after the 29th came the 31st, at 10:00 UTC of the 30th.
        let apia = try Self.place("Pacific/Apia", 2011)
        let schedule = try Self.daily(7, 0)
        let morning = try Self.instant(2011, 12, 29, 17, 0)
        let gapEnd = try Self.instant(2011, 12, 30, 10, 0)
        expect(schedule.next(after: morning, at: apia), equals: gapEnd)
        expect(schedule.next(after: gapEnd, at: apia), equals: gapEnd + 7 * 3_600)
    }

    @Test func weekdayIsThatOfTheLocalDate() throws {
        let kiritimati = try Self.place("Pacific/Kiritimati", 2026)
        let schedule = Schedule.clock(try require(WallTime(hour: 6, minute: 0)), on: [.monday])
        // Monday, 2026-01-05 06:00 there is Sunday 16:00 UTC.
        try expect(
            schedule.next(after: Self.instant(2026, 1, 1, 0, 0), at: kiritimati),
            equals: Self.instant(2026, 1, 4, 16, 0))
        expectNil(
            Schedule.clock(try require(WallTime(hour: 6, minute: 0)), on: []).next(after: 0, at: kiritimati))
    }

    @Test func sunsetAfterMidnightFiresExactlyOnce() throws {
        let sun = SolarClock(at: try require(GeoLocation(latitude: 64.1466, longitude: -21.9426)))
        let reykjavik = SchedulePlace(zone: .utc, sun: sun)
        let everyDay = Set(Weekday.allCases)
        for offset in [Int64(-86_400), -7_200, 0, 7_200, 86_400] {
            let schedule = Schedule.sun(try require(SolarTime(.sunset, offset: offset)), on: everyDay)
            var instant = try Self.instant(2026, 6, 1, 12, 0)
            for _ in 0..<40 {
                let next = try require(schedule.next(after: instant, at: reykjavik))
                expect(!sun.isUp(at: Double(next - offset)))
                expect(sun.isUp(at: Double(next - offset) - 1.1))
                expect(instant == (try Self.instant(2026, 6, 1, 12, 0)) || abs(next - instant - 86_400) < 600)
                instant = next
            }
        }
    }

    @Test func daysWithoutTheSolarEventFireNothing() throws {
        let sun = SolarClock(at: try require(GeoLocation(latitude: 69.6492, longitude: 18.9553)))
        let tromso = SchedulePlace(zone: ZoneRules { _ in 3_600 }, sun: sun)
        let schedule = Schedule.sun(try require(SolarTime(.sunset)), on: Set(Weekday.allCases))
        var (instant, count) = (try Self.instant(2026, 1, 1, 0, 0), 0)
        while let next = schedule.next(after: instant, at: tromso), next < (try Self.instant(2027, 1, 1, 0, 0)) {
            (instant, count) = (next, count + 1)
        }
        // Some 69 days of midnight sun and 48 of polar night.
        expect((240...255).contains(count))
        expectNil(schedule.next(after: 0, at: SchedulePlace(zone: .utc, sun: nil)))
        // A day of the year on which the sun never sets.
        let never = Schedule.sunOnDates(try require(SolarTime(.sunset)), try CronExpression("0 0 0 21 6 ?"))
        try expectNil(never.next(after: Self.instant(2026, 1, 1, 0, 0), at: tromso))
    }

    @Test func nothingOverflows() throws {
        let sun = SolarClock(at: try require(GeoLocation(latitude: 52, longitude: 13)))
        for zone in [Int64.min, -86_401, 0, 86_401, .max] {
            let place = SchedulePlace(zone: ZoneRules { _ in zone }, sun: sun)
            for instant in [Int64.min, -1 << 40, 0, 1 << 39, 1 << 40, .max] {
                _ = try Self.daily(2, 30).next(after: instant, at: place)
                _ = Schedule.sun(try require(SolarTime(.sunset)), on: [.monday]).next(after: instant, at: place)
                _ = Schedule.cron(try CronExpression("0 0 8 * * ?")).next(after: instant, at: place)
                _ = Schedule.cron(try CronExpression("0 0 */8 * * ?")).next(after: instant, at: place)
                _ = Schedule.date(LocalDate(day: .max), try require(WallTime(hour: 1, minute: 1)))
                    .next(after: instant, at: place)
            }
        }
    }
}
