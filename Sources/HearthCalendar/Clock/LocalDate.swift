/// A date of the Gregorian calendar, without a time zone.
public struct LocalDate: Hashable, Sendable, Comparable {
    /// Days since 1970-01-01.
    public let day: Int64

    /// Creates the date that is a number of days after 1970-01-01.
    public init(day: Int64) { self.day = min(Self.farthest, max(-Self.farthest, day)) }

    /// About five million years, so that arithmetic with days and with seconds never overflows.
    private static let farthest: Int64 = 2_000_000_000

    /// Creates a date; nil if it does not exist, such as February 30.
    ///
    /// - Parameters:
    ///   - month: 1 to 12.
    ///   - dayOfMonth: 1 to 31.
    public init?(year: Int, month: Int, dayOfMonth: Int) {
        guard year.magnitude <= 1_000_000, (1...12).contains(month) else { return nil }
        guard dayOfMonth >= 1, dayOfMonth <= Self.days(inMonth: month, of: year) else { return nil }
        // Years begin in March, so that a leap day is the last day of its year; an era has 400 years.
        let shifted = Int64(month <= 2 ? year - 1 : year)
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = Int64((153 * ((month + 9) % 12) + 2) / 5 + dayOfMonth - 1)
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        day = era * 146_097 + dayOfEra - 719_468
    }

    /// The year, the month (1 to 12) and the day of the month (1 to 31).
    public var parts: (year: Int, month: Int, dayOfMonth: Int) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        let year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
        return (year, month, Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1))
    }

    /// The day of the week.
    public var weekday: Weekday {
        // 1970-01-01 was a Thursday.
        let days = (day + 3) % 7
        return Weekday(daysAfterMonday: Int(days < 0 ? days + 7 : days))
    }

    /// The number of days in a month; 0 if `month` is not 1 to 12.
    public static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        case 1...12: 31
        default: 0
        }
    }

    /// Splits a local time into a date and a second, for example a time from ``ZoneRules/local(_:)``.
    ///
    /// - Parameter local: seconds since 1970-01-01 00:00 local time; any number.
    /// - Returns: the date, at most about five million years away, and the second of that day, 0 to 86,399.
    public static func split(_ local: Int64) -> (date: LocalDate, second: Int64) {
        let rest = local % 86_400
        let day = local / 86_400
        return rest < 0 ? (LocalDate(day: day - 1), rest + 86_400) : (LocalDate(day: day), rest)
    }

    /// The first day of the next month.
    var nextMonth: LocalDate {
        let (year, month, dayOfMonth) = parts
        return LocalDate(day: day + Int64(Self.days(inMonth: month, of: year) - dayOfMonth + 1))
    }

    /// Chronological order.
    public static func < (left: LocalDate, right: LocalDate) -> Bool { left.day < right.day }
}

/// A day of the week, numbered as in ISO 8601.
public enum Weekday: Int, Hashable, Sendable, CaseIterable {
    /// The first day of a week.
    case monday = 1
    /// The second day of a week.
    case tuesday
    /// The third day of a week.
    case wednesday
    /// The fourth day of a week.
    case thursday
    /// The fifth day of a week.
    case friday
    /// The sixth day of a week.
    case saturday
    /// The seventh day of a week.
    case sunday

    init(daysAfterMonday days: Int) { self = Self.allCases[((days % 7) + 7) % 7] }

    /// The number in Quartz and in Google's Time trait: 1 for Sunday to 7 for Saturday.
    public var quartzNumber: Int { rawValue % 7 + 1 }

    /// Creates a day from its number in Quartz and in Google's Time trait, 1 for Sunday to 7 for Saturday; nil for
    /// others.
    public init?(quartzNumber number: Int) {
        guard (1...7).contains(number) else { return nil }
        self.init(daysAfterMonday: number + 5)
    }
}
