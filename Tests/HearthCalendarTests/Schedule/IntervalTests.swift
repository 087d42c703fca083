internal import ProcessTestSupport
internal import Expectations
internal import Testing

@testable internal import HearthCalendar

/// Intervals from a date, and times of the sun with limits.
@Suite(.timeLimit(.minutes(5)))
struct IntervalTests {
    private static func instant(_ month: Int, _ day: Int, _ hour: Int, _ minute: Int = 0) throws -> Int64 {
        try require(LocalDate(year: 2026, month: month, dayOfMonth: day)).day * 86_400
            + Int64(hour * 3_600 + minute * 60)
    }

    private static func berlin() throws -> ZoneRules {
        let (start, end) = (try instant(1, 1, 0), try instant(12, 31, 0))
        return try require(ZoneTable.of("Europe/Berlin", from: start, to: end)).rules
    }

    private static func every(
        _ count: Int64, _ unit: ScheduleInterval.Unit, from month: Int, _ day: Int, _ hour: Int, _ minute: Int
    ) throws -> Schedule {
        .interval(
            from: try require(LocalDate(year: 2026, month: month, dayOfMonth: day)),
            try require(WallTime(hour: hour, minute: minute)), every: try require(ScheduleInterval(count, unit)))
    }

    /// "1 day" keeps the time of day over a clock change, "24 hours" does not.
    @Test func daysFollowTheCalendarAndHoursElapsedTime() throws {
        let place = SchedulePlace(zone: try Self.berlin(), sun: nil)
        // 08:00 in winter is 07:00 UTC; from 2026-03-29 on it is 06:00.
        let days = try Self.every(1, .day, from: 3, 28, 8, 0)
        let hours = try Self.every(24, .hour, from: 3, 28, 8, 0)
        try expect(days.next(after: Self.instant(3, 1, 0), at: place), equals: Self.instant(3, 28, 7))
        try expect(days.next(after: Self.instant(3, 28, 7), at: place), equals: Self.instant(3, 29, 6))
        try expect(hours.next(after: Self.instant(3, 28, 7), at: place), equals: Self.instant(3, 29, 7))
        try expect(days.next(after: Self.instant(3, 29, 5, 59), at: place), equals: Self.instant(3, 29, 6))
        let weeks = try Self.every(2, .week, from: 3, 28, 8, 0)
        try expect(weeks.next(after: Self.instant(3, 28, 7), at: place), equals: Self.instant(4, 11, 6))
        let minutes = try Self.every(5, .minute, from: 3, 28, 8, 0)
        try expect(minutes.next(after: Self.instant(3, 28, 7, 7), at: place), equals: Self.instant(3, 28, 7, 10))
    }

    /// A time in the gap fires at its end, and the day after at its own time again.
    @Test func timeInTheGapIsNotLost() throws {
        let place = SchedulePlace(zone: try Self.berlin(), sun: nil)
        let days = try Self.every(1, .day, from: 3, 27, 2, 30)
        try expect(days.next(after: Self.instant(3, 28, 1, 30), at: place), equals: Self.instant(3, 29, 1))
        try expect(days.next(after: Self.instant(3, 29, 1), at: place), equals: Self.instant(3, 30, 0, 30))
    }

    /// All times, one after the other, equal a walk from the first.
    @Test func timesEqualThoseOfAWalk() throws {
        let place = SchedulePlace(zone: try Self.berlin(), sun: nil)
        for (count, unit) in [(3, .day), (1, .week), (7, .hour), (35, .minute)] as [(Int64, ScheduleInterval.Unit)] {
            let schedule = try Self.every(count, unit, from: 3, 20, 2, 15)
            var (instant, expected) = (try Self.instant(3, 1, 0), try Self.instant(3, 20, 1, 15))
            for round in 0..<200 as Range<Int64> {
                let next = try require(schedule.next(after: instant, at: place))
                switch unit {
                case .minute: expected = try Self.instant(3, 20, 1, 15) + round * count * 60
                case .hour: expected = try Self.instant(3, 20, 1, 15) + round * count * 3_600
                case .day, .week:
                    let day = try Self.instant(3, 20, 2, 15) + round * count * (unit == .day ? 1 : 7) * 86_400
                    expected = place.zone.instants(of: day).first
                }
                expect(next, equals: expected, "\(count) \(unit), round \(round)")
                guard next < (try Self.instant(12, 1, 0)) else { break }
                instant = next
            }
        }
    }

    /// Invalid counts are refused, and nothing overflows.
    @Test func nothingOverflows() throws {
        expectNil(ScheduleInterval(0, .day))
        expectNil(ScheduleInterval(100_001, .week))
        for zone in [Int64.min, -86_401, 0, .max] {
            let place = SchedulePlace(zone: ZoneRules { _ in zone }, sun: nil)
            for instant in [Int64.min, -1 << 40, 0, 1 << 40, .max] {
                for unit in ScheduleInterval.Unit.allCases {
                    _ = try Self.every(100_000, unit, from: 3, 20, 2, 15).next(after: instant, at: place)
                }
            }
        }
    }

    // MARK: The sun

    private static func limited(
        _ event: SolarClock.Event, earliest: Int? = nil, latest: Int? = nil, otherwise: Int? = nil
    ) throws -> Schedule {
        func time(_ hour: Int?) -> WallTime? { hour.flatMap { WallTime(hour: $0, minute: 0) } }
        let limited = LimitedSolarTime(
            try require(SolarTime(event)), earliest: time(earliest), latest: time(latest), otherwise: time(otherwise))
        return .limitedSun(try require(limited), on: Set(Weekday.allCases))
    }

    /// Not before the one limit, not after the other, and otherwise at the sun's time.
    @Test func solarTimeIsClampedToItsLimits() throws {
        let sun = SolarClock(at: try require(GeoLocation(latitude: 52.52, longitude: 13.4)))
        let place = SchedulePlace(zone: try Self.berlin(), sun: sun)
        let schedule = try Self.limited(.sunset, earliest: 18, latest: 20)
        let plain = Schedule.sun(try require(SolarTime(.sunset)), on: Set(Weekday.allCases))
        var (early, late, free) = (0, 0, 0)
        // Each day once.
        var day: Int64?
        var instant = try Self.instant(1, 10, 0)
        while instant < (try Self.instant(12, 20, 0)) {
            let next = try require(schedule.next(after: instant, at: place))
            let (date, second) = LocalDate.split(place.zone.local(next))
            let set = try require(plain.next(after: place.zone.instants(of: date.day * 86_400).first - 1, at: place))
            let wall = LocalDate.split(place.zone.local(set)).second
            expect(second, equals: min(max(wall, 18 * 3_600), 20 * 3_600))
            if wall < 18 * 3_600 { early += 1 } else if wall > 20 * 3_600 { late += 1 } else { free += 1 }
            if let day { expect(date.day, equals: day + 1) }
            (day, instant) = (date.day, next)
        }
        expect(early, isAbove: 100)
        expect(late, isAbove: 100)
        expect(free, isAbove: 30)
    }

    /// Where the sun does not set, the start is at a fallback time, or the interval has no start.
    @Test func polarDaysUseTheFallbackTime() throws {
        let sun = SolarClock(at: try require(GeoLocation(latitude: 69.65, longitude: 18.96)))
        let place = SchedulePlace(zone: ZoneRules { _ in 3_600 }, sun: sun)
        let forced = try Self.limited(.sunset, otherwise: 23)
        try expect(forced.next(after: Self.instant(6, 21, 12), at: place), equals: Self.instant(6, 21, 22))
        let free = try Self.limited(.sunset, latest: 22)
        let next = try require(try free.next(after: Self.instant(6, 21, 12), at: place))
        try expect(next, isAbove: Self.instant(7, 20, 0))
        expectNil(
            LimitedSolarTime(
                try require(SolarTime(.sunset)), earliest: WallTime(hour: 20, minute: 0),
                latest: WallTime(hour: 18, minute: 0)))
    }
}
