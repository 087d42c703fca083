/// A time zone in the form of POSIX's TZ variable, such as `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX.1-2024, Base
/// Definitions, 8.3; RFC 9636, section 3.3.1).
package struct PosixZone: Hashable, Sendable {
    /// When daylight saving time begins or ends in each year.
    package struct Change: Hashable, Sendable {
        /// A day in each year.
        package enum Day: Hashable, Sendable {
            /// A weekday, 0 for Sunday to 6, of a month from 1 to 12; the last one of the month in week 5.
            case weekday(month: Int, week: Int, weekday: Int)
            /// A day of the year from 1 to 365 that does not count 29 February.
            case withoutLeapDay(Int)
            /// A day of the year from 0 to 365 that counts 29 February.
            case withLeapDay(Int)
        }

        /// The day.
        package let day: Day
        /// Seconds after the day's midnight in the local time that ends; from -167 to 167 hours.
        package let time: Int64

        /// Creates a change.
        package init(day: Day, time: Int64 = 7_200) {
            self.day = day
            self.time = time
        }

        /// The change's local time in a year; nil for years that ``LocalDate`` does not have.
        func local(in year: Int) -> Int64? {
            let date: LocalDate?
            switch day {
            case .weekday(let month, let week, let weekday):
                date = LocalDate(year: year, month: month, dayOfMonth: 1).flatMap { first in
                    let before = (weekday + 8 - first.weekday.quartzNumber) % 7
                    let days = LocalDate.days(inMonth: month, of: year)
                    let wanted = before + week * 7 - 6
                    return LocalDate(year: year, month: month, dayOfMonth: wanted > days ? wanted - 7 : wanted)
                }
            case .withoutLeapDay(let count):
                let isAfterLeapDay = count > 59 && LocalDate.days(inMonth: 2, of: year) == 29
                date = LocalDate(year: year, month: 1, dayOfMonth: 1).map {
                    LocalDate(day: $0.day + Int64(isAfterLeapDay ? count : count - 1))
                }
            case .withLeapDay(let count):
                date = LocalDate(year: year, month: 1, dayOfMonth: 1).map { LocalDate(day: $0.day + Int64(count)) }
            }
            return date.map { $0.day * 86_400 + time }
        }
    }

    /// Daylight saving time.
    package struct Summer: Hashable, Sendable {
        /// The seconds to add to UTC; positive east of Greenwich.
        package let offset: Int64
        /// When it begins.
        package let start: Change
        /// When it ends.
        package let end: Change

        /// Creates daylight saving time.
        package init(offset: Int64, start: Change, end: Change) {
            self.offset = offset
            self.start = start
            self.end = end
        }
    }

    /// The seconds to add to UTC in standard time; positive east of Greenwich.
    package let offset: Int64
    /// nil for a zone without daylight saving time.
    package let summer: Summer?

    /// Creates a zone.
    package init(offset: Int64, summer: Summer? = nil) {
        self.offset = offset
        self.summer = summer
    }

    /// Reads a zone's text. A text that names a daylight saving time without its changes means
    /// standard time all year.
    ///
    /// - Returns: nil if the text has another form.
    package init?(_ text: String) {
        var reader = PosixZoneReader(rest: text[...])
        guard let zone = reader.zone() else { return nil }
        self = zone
    }

    /// The seconds to add to UTC at an instant in seconds since 1970.
    package func secondsEastOfUTC(_ instant: Int64) -> Int64 {
        guard let summer else { return offset }
        let year = LocalDate.split(instant &+ offset).date.parts.year
        // Rules may give a change up to a week before or after its year. Daylight saving time that ends at the
        // instant at which it begins again is in force all year.
        var last: (instant: Int64, offset: Int64)?
        for year in year - 1...year + 1 {
            guard let start = summer.start.local(in: year), let end = summer.end.local(in: year) else { continue }
            for (begin, offset) in [(end - summer.offset, offset), (start - offset, summer.offset)]
            where begin <= instant && last.map({ $0.instant <= begin }) ?? true {
                last = (begin, offset)
            }
        }
        return last?.offset ?? offset
    }
}

/// Reads a text from its beginning.
private struct PosixZoneReader {
    var rest: Substring

    mutating func zone() -> PosixZone? {
        guard skipName(), let offset = seconds().map({ -$0 }) else { return nil }
        guard !rest.isEmpty else { return PosixZone(offset: offset) }
        guard skipName() else { return nil }
        // An hour ahead of standard time unless it says otherwise.
        let summer = rest.isEmpty || rest.first == "," ? offset + 3_600 : seconds().map { -$0 }
        guard let summer else { return nil }
        guard !rest.isEmpty else { return PosixZone(offset: offset) }
        guard let start = change(), let end = change(), rest.isEmpty else { return nil }
        return PosixZone(offset: offset, summer: PosixZone.Summer(offset: summer, start: start, end: end))
    }

    /// Skips a name: at least three letters, or anything between angle brackets.
    private mutating func skipName() -> Bool {
        if rest.first == "<" {
            guard let end = rest.firstIndex(of: ">") else { return false }
            rest = rest[rest.index(after: end)...]
            return true
        }
        let name = rest.prefix { $0.isASCII && $0.isLetter }
        rest = rest.dropFirst(name.count)
        return name.count >= 3
    }

    /// A change with the comma before it.
    private mutating func change() -> PosixZone.Change? {
        guard take(","), let day = day() else { return nil }
        guard take("/") else { return PosixZone.Change(day: day) }
        return seconds().map { PosixZone.Change(day: day, time: $0) }
    }

    private mutating func day() -> PosixZone.Change.Day? {
        if take("M") {
            guard let month = number(1...12), take("."), let week = number(1...5), take("."),
                let weekday = number(0...6)
            else { return nil }
            return .weekday(month: month, week: week, weekday: weekday)
        }
        if take("J") { return number(1...365).map { .withoutLeapDay($0) } }
        return number(0...365).map { .withLeapDay($0) }
    }

    /// Hours with optional minutes and seconds, in seconds. Hours go up to 167 in changes (RFC 9636, section 3.3.1).
    private mutating func seconds() -> Int64? {
        let isNegative = take("-")
        if !isNegative { _ = take("+") }
        guard let hours = number(0...167) else { return nil }
        var seconds = Int64(hours) * 3_600
        for unit in [60, 1] as [Int64] where take(":") {
            guard let part = number(0...59) else { return nil }
            seconds += Int64(part) * unit
        }
        return isNegative ? -seconds : seconds
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix { ("0"..."9").contains($0) }
        guard let number = Int(digits), range.contains(number) else { return nil }
        rest = rest.dropFirst(digits.count)
        return number
    }

    private mutating func take(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest = rest.dropFirst()
        return true
    }
}
