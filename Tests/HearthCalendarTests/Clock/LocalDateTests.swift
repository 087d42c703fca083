internal import Expectations
internal import Testing

@testable internal import HearthCalendar

@Suite struct LocalDateTests {
    @Test func everyDateOfAThousandYearsFollowsTheOneBefore() throws {
        var (year, month, dayOfMonth, weekday) = (1_600, 1, 1, Weekday.saturday)
        let first = try require(LocalDate(year: year, month: month, dayOfMonth: dayOfMonth))
        for day in first.day..<first.day + 365_243 {
            let date = LocalDate(day: day)
            expect(date.parts == (year, month, dayOfMonth))
            expect(date.weekday, equals: weekday)
            expect(LocalDate(year: year, month: month, dayOfMonth: dayOfMonth), equals: date)
            weekday = Weekday(daysAfterMonday: weekday.rawValue)
            dayOfMonth += 1
            guard LocalDate(year: year, month: month, dayOfMonth: dayOfMonth) == nil else { continue }
            (month, dayOfMonth) = (month + 1, 1)
            if month == 13 { (year, month) = (year + 1, 1) }
        }
        expect((year, month, dayOfMonth) == (2_600, 1, 1))
    }

    @Test func theFirstOfJanuary1970WasAThursday() throws {
        let epoch = try require(LocalDate(year: 1_970, month: 1, dayOfMonth: 1))
        expect(epoch.day, equals: 0)
        expect(epoch.weekday, equals: .thursday)
    }

    @Test(arguments: [
        (2026, 2, 29), (2100, 2, 29), (2026, 4, 31), (2026, 13, 1), (2026, 0, 1), (2026, 1, 0), (.max, 1, 1),
    ])
    func thereIsNoSuchDate(_ year: Int, _ month: Int, _ dayOfMonth: Int) {
        expectNil(LocalDate(year: year, month: month, dayOfMonth: dayOfMonth))
    }

    @Test(arguments: [
        (Int64(0), Int64(0), Int64(0)), (86_399, 0, 86_399), (86_400, 1, 0), (-1, -1, 86_399), (-86_400, -1, 0),
        (-86_401, -2, 86_399), (.max, 2_000_000_000, 55_807), (.min, -2_000_000_000, 30_592),
    ])
    func aLocalTimeIsADayAndASecondOfIt(_ local: Int64, _ day: Int64, _ second: Int64) {
        let split = LocalDate.split(local)
        expect(split.date.day, equals: day)
        expect(split.second, equals: second)
    }

    @Test func theFarthestDaysDoNotOverflow() {
        for day in [Int64.min, .max] {
            let date = LocalDate(day: day)
            _ = (date.parts, date.weekday, date.nextMonth)
        }
    }
}
