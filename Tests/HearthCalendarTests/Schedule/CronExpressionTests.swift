internal import Expectations
internal import Testing

@testable internal import HearthCalendar

/// Quartz's expressions.
@Suite struct CronExpressionTests {
    /// The next ones after Thursday, 2026-01-01 00:00 in UTC, as month-day hour:minute.
    @Test(arguments: [
        ("0 30 7 ? * MON-FRI", ["01-01 07:30", "01-02 07:30", "01-05 07:30"]),
        ("0 30 7 ? * 2-6", ["01-01 07:30", "01-02 07:30", "01-05 07:30"]),
        ("0 0 12 * * ?", ["01-01 12:00", "01-02 12:00", "01-03 12:00"]),
        ("0 0/15 22-1 * * ?", ["01-01 00:15", "01-01 00:30", "01-01 00:45", "01-01 01:00"]),
        ("0 */20 6 * * ?", ["01-01 06:00", "01-01 06:20", "01-01 06:40", "01-02 06:00"]),
        ("0 0 6,18 ? * SAT,SUN", ["01-03 06:00", "01-03 18:00", "01-04 06:00"]),
        ("0 0 8 L * ?", ["01-31 08:00", "02-28 08:00", "03-31 08:00"]),
        ("0 0 8 L-2 * ?", ["01-29 08:00", "02-26 08:00"]),
        ("0 0 8 LW * ?", ["01-30 08:00", "02-27 08:00", "03-31 08:00"]),
        ("0 0 8 1W * ?", ["01-01 08:00", "02-02 08:00", "03-02 08:00", "04-01 08:00"]),
        ("0 0 8 31W * ?", ["01-30 08:00", "03-31 08:00", "05-29 08:00"]),
        ("0 0 8 15w * ?", ["01-15 08:00", "02-16 08:00", "03-16 08:00"]),
        ("0 0 8 ? * 6L", ["01-30 08:00", "02-27 08:00"]),
        ("0 0 8 ? * 6#3", ["01-16 08:00", "02-20 08:00"]),
        ("0 0 8 ? * TUE#5", ["03-31 08:00", "06-30 08:00"]),
        ("0 0 8 ? * L", ["01-03 08:00", "01-10 08:00"]),
        ("0 0 8 ? FEB-MAR fri-mon/2", ["02-01 08:00", "02-06 08:00", "02-08 08:00"]),
        ("0 0 8 29 2 ? 2028", ["02-29 08:00"]),
        ("0 0 0 1 1 ? *", ["01-01 00:00"]),
    ])
    func expressionsNameTheirTimes(_ text: String, _ expected: [String]) throws {
        let schedule = Schedule.cron(try CronExpression(text))
        var instant: Int64 = 20_454 * 86_400
        for text in expected {
            instant = try require(schedule.next(after: instant, at: SchedulePlace(zone: .utc, sun: nil)))
            let (date, second) = LocalDate.split(instant)
            let parts = [date.parts.month, date.parts.dayOfMonth, Int(second / 3_600), Int(second / 60 % 60)]
            let words = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }
            expect("\(words[0])-\(words[1]) \(words[2]):\(words[3])", equals: text)
        }
    }

    @Test(arguments: [
        ("0 0 8 30 2 ?", "never"), ("0 0 8 ? 2 2#5 2027", "never"), ("0 0 0 1 1 ? 1999", "past"),
    ])
    func expressionWithoutAnyDateIsRejected(_ text: String, _: String) throws {
        let schedule = Schedule.cron(try CronExpression(text))
        expectNil(schedule.next(after: 20_454 * 86_400, at: SchedulePlace(zone: .utc, sun: nil)))
    }

    @Test(arguments: [
        ("", "six or seven"), ("* * * * *", "six or seven"), ("0 0 8 * * ? * *", "six or seven"),
        ("0 0 8 * * *", "must be ?"), ("0 0 8 ? * ?", "not both"), ("60 0 8 * * ?", "the second '60'"),
        ("0 0 24 * * ?", "the hour '24'"), ("0 0 8 0 * ?", "day of the month '0'"), ("0 0 8 * 13 ?", "month '13'"),
        ("0 0 8 ? * 8", "SUN to SAT"), ("0 0 8 ? * 6#6", "6#1 to 6#5"), ("0 0 8 L-31 * ?", "L-1 to L-30"),
        ("0 0/0 8 * * ?", "the step '0'"), ("0 0 8 * * ? 1969", "the year"),
        ("0 0 8 * * ? 2030-2029", "end before they begin"),
        ("0 -5 8 * * ?", "the minute"), ("0 +5 8 * * ?", "the minute"), ("0 5, 8 * * ?", "the minute ''"),
        ("0 0 8 W * ?", "day of the month ''"), ("0 0 8 ? * L5", "day of the week"), ("0 ٣ 8 * * ?", "the minute"),
        ("0 99999999999999999999 8 * * ?", "the minute"), (String(repeating: "0,", count: 200), "256 bytes"),
        (String(repeating: "٣", count: 129), "258 bytes"),
    ])
    func malformedExpressionNamesTheWrongField(_ text: String, _ words: String) {
        do throws(CronError) {
            _ = try CronExpression(text)
            Issue.record("\(text) was taken")
        } catch {
            expect(error.message.contains(words), "\(error)")
            expect(error.description, equals: error.message, "\(error)")
            let code: CronError.Code =
                switch words {
                case "256 bytes", "258 bytes": .tooLong
                case "six or seven": .fieldCount
                case "must be ?", "not both": .days
                default: .field
                }
            expect(error.code, equals: code, "\(error)")
        }
    }
}
