internal import HearthCalendar
internal import HearthTraitCore

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Times in the past as people type them: a duration before now, or a date.
package enum PastTime {
    /// A time in seconds since 1970.
    ///
    /// - Throws: ``CommandError`` for text in none of the forms "2h" and "2026-01-31T21:04".
    package static func time(_ word: String, now: Double) throws(CommandError) -> Double {
        if let ago = Amount.seconds(word), ago < now { return now - ago }
        guard let time = date(word) else {
            throw CommandError(
                .usage,
                "\(quoted(word)) is not a time; type how long ago, as in 30min, 12h, 1d, 2w or 1y, or a date, as in "
                    + "2026-01-31 or 2026-01-31T21:04")
        }
        return time
    }
}

/// Dates as people type them: `2026-01-31`, `2026-01-31 21:04`, `2026-01-31T21:04:09`.
extension PastTime {
    /// The time in seconds since 1970 of a local date with or without a time of day. nil for invalid ones such as 30
    /// February and 24:30. 24:00 is the end of the day.
    package static func date(_ word: String) -> Double? {
        let parts = word.split(omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
        guard parts.count <= 2, let date = numbers(parts[0], separator: "-", digits: [4, 2, 2]),
            (1_970...9_999).contains(date[0]), LocalDate(year: date[0], month: date[1], dayOfMonth: date[2]) != nil,
            let time = parts.count == 2 ? clock(parts[1]) : [0, 0, 0]
        else { return nil }
        var fields = tm()
        (fields.tm_year, fields.tm_mon) = (Int32(clamping: date[0] - 1900), Int32(clamping: date[1] - 1))
        fields.tm_mday = Int32(clamping: date[2])
        (fields.tm_hour, fields.tm_min) = (Int32(clamping: time[0]), Int32(clamping: time[1]))
        (fields.tm_sec, fields.tm_isdst) = (Int32(clamping: time[2]), -1)
        let seconds = mktime(&fields)
        return seconds < 0 ? nil : Double(seconds)
    }

    /// Hours, minutes and seconds of a time of day.
    private static func clock(_ word: Substring) -> [Int]? {
        guard let clock = numbers(word, separator: ":", digits: [2, 2, 2], least: 2) else { return nil }
        let (hour, minute, second) = (clock[0], clock[1], clock.count > 2 ? clock[2] : 0)
        guard hour < 24 && minute < 60 && second < 60 || hour == 24 && minute == 0 && second == 0 else { return nil }
        return [hour, minute, second]
    }

    /// Parses numbers of decimal digits, each with at most the given number of digits.
    private static func numbers(_ word: Substring, separator: Character, digits: [Int], least: Int = 3) -> [Int]? {
        let parts = word.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count >= least, parts.count <= digits.count else { return nil }
        var numbers: [Int] = []
        for (part, most) in zip(parts, digits) {
            guard part.utf8.count <= most, part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(part)
            else { return nil }
            numbers.append(number)
        }
        return numbers
    }
}
