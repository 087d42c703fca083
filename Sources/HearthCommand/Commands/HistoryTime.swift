internal import Foundation
internal import HearthTraitCore
internal import HearthWire

/// Times as they are typed: a length of time before now, or a date.
enum HistoryTime {
    private static let units: [String: Double] = [
        "s": 1, "min": 60, "m": 60, "h": 3_600, "d": 86_400, "w": 7 * 86_400, "y": 365 * 86_400,
    ]

    /// Seconds since 1970.
    static func time(_ word: String, now: Double) throws(CommandError) -> Double {
        let number = word.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        if let value = Double(number), let unit = units[String(word.dropFirst(number.count))], value * unit < now {
            return now - value * unit
        }
        guard let time = date(word), time >= 0 else {
            throw CommandError(
                .usage,
                "\(quoted(word)) is no time; type how long ago, as in 30min, 12h, 1d, 2w or 1y, or when, as in "
                    + "2026-01-31 or 2026-01-31T21:04")
        }
        return time
    }

    /// A local date with or without a time of day.
    private static func date(_ word: String) -> Double? {
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

    static func stamp(_ seconds: Double) -> Google_Protobuf_Timestamp {
        Google_Protobuf_Timestamp(sinceEpoch: .milliseconds(Int64(exactly: (seconds * 1_000).rounded()) ?? 0))
    }

    /// In UTC to the millisecond: "2026-01-31T20:04:09.000Z".
    static func utc(_ stamp: Google_Protobuf_Timestamp?) -> String {
        guard let stamp, var seconds = time_t(exactly: stamp.seconds) else { return "" }
        var fields = tm()
        guard gmtime_r(&seconds, &fields) != nil else { return "" }
        func digits(_ number: Int32, _ count: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(digits(fields.tm_year &+ 1900, 4))-\(digits(fields.tm_mon &+ 1))-\(digits(fields.tm_mday))"
            + "T\(digits(fields.tm_hour)):\(digits(fields.tm_min)):\(digits(fields.tm_sec))"
            + ".\(digits(stamp.nanos / 1_000_000, 3))Z"
    }
}
