internal import Foundation
internal import HearthTraitCore

/// Times in the past as people type them: how long ago, or when.
enum PastTime {
    /// A time in seconds since 1970.
    ///
    /// - Throws: ``CommandError`` for what is neither "2h" nor "2026-01-31T21:04", say.
    static func time(_ word: String, now: Double) throws(CommandError) -> Double {
        if let ago = Amount.seconds(word), ago < now { return now - ago }
        guard let time = date(word), time >= 0 else {
            throw CommandError(
                .usage,
                "\(quoted(word)) is no time; type how long ago, as in 30min, 12h, 1d, 2w or 1y, or when, as in "
                    + "2026-01-31 or 2026-01-31T21:04")
        }
        return time
    }

    /// A local date with or without a time of day.
    static func date(_ word: String) -> Double? {
        let parts = word.split { $0 == "T" || $0 == " " }
        guard let day = parts.first?.split(separator: "-").map({ Int32($0) }), day.count == 3, parts.count <= 2,
            let year = day[0], let month = day[1], let date = day[2], (1970...9999).contains(year),
            (1...12).contains(month), (1...31).contains(date)
        else { return nil }
        let clock = parts.dropFirst().first?.split(separator: ":").map { Int32($0) } ?? [0, 0]
        guard (2...3).contains(clock.count), let hour = clock[0], let minute = clock[1], (0...24).contains(hour),
            (0...59).contains(minute), let second = clock.count > 2 ? clock[2] : 0, (0...60).contains(second)
        else { return nil }
        var fields = tm()
        (fields.tm_year, fields.tm_mon, fields.tm_mday) = (year - 1900, month - 1, date)
        (fields.tm_hour, fields.tm_min, fields.tm_sec, fields.tm_isdst) = (hour, minute, second, -1)
        let time = mktime(&fields)
        return time < 0 ? nil : Double(time)
    }
}
