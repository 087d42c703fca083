/// Dates and times that repeat, as Quartz writes them: `0 30 7 ? * MON-FRI` is half past seven on workdays.
///
/// Six or seven fields: second, minute, hour, day of the month, month, day of the week (Sunday is 1), and the year, if any.
/// One of the two day fields is `?`. Fields hold `*`, numbers, names, ranges (`22-2` goes over the end), lists and steps;
/// days of the month `L`, `L-3`, `15W` and `LW`; days of the week `6L` and `6#3`.
public struct CronExpression: Hashable, Sendable {
    /// As it was written.
    public let text: String

    let seconds: CronField
    let minutes: CronField
    let hours: CronField
    let months: CronField
    let years: CronField?
    let days: CronDays

    /// The years that an expression can name.
    static let years: ClosedRange<Int> = 1970...2099

    /// - Throws: ``CronError`` for what is no expression, which says which field is wrong.
    public init(_ text: String) throws(CronError) {
        let count = text.utf8.count
        guard count <= 256 else {
            throw CronError(
                .tooLong, "the schedule has \(count) characters; at most 256 characters are read, so make several of it"
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

    /// Whether the hour is one number: such a time happens once a day, also when a clock is set forward over it or back.
    /// Others follow the clock on the wall, twice where it shows an hour twice.
    var isFixedHour: Bool { hours.numbers.count == 1 && !hours.isEvery }

    /// Whether a date is one of those named.
    public func contains(_ date: LocalDate) -> Bool {
        let (year, month, dayOfMonth) = date.parts
        return isIn(year: year) && months.contains(month) && days.days(of: month, in: year).contains(dayOfMonth)
    }

    private func isIn(year: Int) -> Bool { years?.contains(year) ?? Self.years.contains(year) }

    /// The first local time that matches, not before `local`, in seconds since 1970-01-01 on the wall; nil for none.
    func next(from local: Int64) -> Int64? {
        let (day, second) = LocalDate.split(local)
        if contains(day), let time = nextTime(from: second) { return day.day * 86_400 + time }
        guard let next = nextDate(from: LocalDate(day: day.day + 1)), let time = nextTime(from: 0) else { return nil }
        return next.day * 86_400 + time
    }

    /// The first date that matches, not before `date`; nil for none.
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

    /// The first second of a day that matches, not before `second`.
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

/// Why a text is no ``CronExpression``.
public struct CronError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of mistake it is.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The text is longer than any expression has to be.
        case tooLong
        /// It has not six or seven fields.
        case fieldCount
        /// A field holds what it can't.
        case field
        /// Not exactly one of the day of the month and the day of the week is `?`.
        case days
    }

    /// What kind of mistake it is.
    public let code: Code
    /// Which part is wrong, by its words, and what would be right; for people.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}
