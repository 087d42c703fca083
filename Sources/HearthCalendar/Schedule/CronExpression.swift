/// Recurring dates and times in Quartz's cron syntax: `0 30 7 ? * MON-FRI` is 7:30 on workdays.
///
/// It has six or seven fields: second, minute, hour, day of the month, month, day of the week (Sunday is 1) and an
/// optional year. One of the two day fields is `?`. Fields hold `*`, numbers, names, ranges (`22-2` wraps around),
/// lists and steps; days of the month also `L`, `L-3`, `15W` and `LW`; days of the week also `6L` and `6#3`.
public struct CronExpression: Hashable, Sendable {
    /// The expression as written.
    public let text: String

    let seconds: CronField
    let minutes: CronField
    let hours: CronField
    let months: CronField
    let years: CronField?
    let days: CronDays

    /// The years that an expression can contain.
    static let years: ClosedRange<Int> = 1970...2099

    /// Parses an expression.
    ///
    /// - Throws: ``CronError``, which names the invalid field.
    public init(_ text: String) throws(CronError) {
        let count = text.utf8.count
        guard count <= 256 else {
            throw CronError(
                .tooLong, "the schedule has \(count) bytes; the most is 256 bytes; split it into several"
            )
        }
        let fields = text.split(separator: " ").map(String.init)
        guard fields.count == 6 || fields.count == 7 else {
            throw CronError(
                .fieldCount,
                "a schedule has six or seven fields (second, minute, hour, day of the month, month, day of the week, "
                    + "year), not \(fields.count)")
        }
        self.text = fields.joined(separator: " ")
        seconds = try CronField(fields[0], .second)
        minutes = try CronField(fields[1], .minute)
        hours = try CronField(fields[2], .hour)
        days = try CronDays(ofMonth: fields[3], ofWeek: fields[5])
        months = try CronField(fields[4], .month)
        years = fields.count == 7 ? try CronField(fields[6], .year) : nil
    }

    /// Whether the hour is one number. Such a time happens once a day, even if the clock is set forward over it or
    /// back. Others follow the local clock, twice in an hour that it shows twice.
    var isFixedHour: Bool { hours.numbers.count == 1 && !hours.isEvery }

    /// Whether a date matches the expression.
    public func contains(_ date: LocalDate) -> Bool {
        let (year, month, dayOfMonth) = date.parts
        return isIn(year: year) && months.contains(month) && days.days(of: month, in: year).contains(dayOfMonth)
    }

    private func isIn(year: Int) -> Bool { years?.contains(year) ?? Self.years.contains(year) }

    /// The first matching local time at or after `local`, in seconds since 1970-01-01 local time; nil for none.
    func next(from local: Int64) -> Int64? {
        let (day, second) = LocalDate.split(local)
        if contains(day), let time = nextTime(from: second) { return day.day * 86_400 + time }
        guard let next = nextDate(from: LocalDate(day: day.day + 1)), let time = nextTime(from: 0) else { return nil }
        return next.day * 86_400 + time
    }

    /// The first matching date on or after `date`; nil for none.
    public func nextDate(from date: LocalDate) -> LocalDate? {
        var date = max(date, LocalDate(day: 0))
        while true {
            let (year, month, dayOfMonth) = date.parts
            guard year <= Self.years.upperBound else { return nil }
            if isIn(year: year), months.contains(month) {
                let found = days.days(of: month, in: year).first { $0 >= dayOfMonth }
                if let found { return LocalDate(day: date.day + Int64(found - dayOfMonth)) }
            }
            date = date.nextMonth
        }
    }

    /// The first matching second of a day at or after `second`.
    private func nextTime(from second: Int64) -> Int64? {
        let (hour, minute, rest) = (Int(second / 3_600), Int(second / 60 % 60), Int(second % 60))
        if hours.contains(hour) {
            if minutes.contains(minute), let next = seconds.next(from: rest) {
                return Int64(hour * 3_600 + minute * 60 + next)
            }
            if let next = minutes.next(from: minute + 1) {
                return Int64(hour * 3_600 + next * 60 + seconds.least)
            }
        }
        return hours.next(from: hour + 1).map { Int64($0 * 3_600 + minutes.least * 60 + seconds.least) }
    }
}

/// Why a text is not a valid ``CronExpression``.
public struct CronError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The text is longer than 256 bytes.
        case tooLong
        /// The number of fields is not six or seven.
        case fieldCount
        /// A field has an invalid value.
        case field
        /// Not exactly one of day of the month and day of the week is `?`.
        case days
    }

    /// The kind of error.
    public let code: Code
    /// The invalid part and what would be valid, for people.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}
