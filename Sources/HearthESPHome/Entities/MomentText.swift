internal import HearthBase
internal import HearthCalendar

/// Dates and times as entities write them: `2026-11-29`, `07:30:00`, `2026-11-29T07:30:00`.
enum MomentText {
    private static func digits(_ value: Int, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    /// The text of a date; nil if there is no such date.
    static func date(year: UInt32, month: UInt32, day: UInt32) -> String? {
        guard (1...9_999).contains(year),
            LocalDate(year: Int(year), month: Int(month), dayOfMonth: Int(day)) != nil
        else { return nil }
        return "\(digits(Int(year), 4))-\(digits(Int(month), 2))-\(digits(Int(day), 2))"
    }

    /// The text of a time; nil if there is no such time.
    static func time(hour: UInt32, minute: UInt32, second: UInt32) -> String? {
        guard hour < 24, minute < 60, second < 60 else { return nil }
        return "\(digits(Int(hour), 2)):\(digits(Int(minute), 2)):\(digits(Int(second), 2))"
    }

    /// The text of an instant, in seconds since 1970, in a time zone.
    static func instant(_ seconds: Int64, _ zone: ZoneRules) -> String? {
        let local = zone.local(seconds)
        let (day, rest) = local.floored(by: 86_400)
        let (year, month, dayOfMonth) = LocalDate(day: day).parts
        guard let date = date(year: UInt32(clamping: year), month: UInt32(clamping: month), day: UInt32(clamping: dayOfMonth)),
            let time = time(
                hour: UInt32(clamping: rest / 3_600), minute: UInt32(clamping: rest / 60 % 60),
                second: UInt32(clamping: rest % 60))
        else { return nil }
        return date + "T" + time
    }

    /// The parts of a text with a number of digits each, such as 4, 2 and 2; nil if it has another form.
    private static func parts(_ text: Substring, _ separator: Character, _ counts: [Int]) -> [UInt32]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == counts else { return nil }
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? UInt32(part) : nil
        }
        return numbers.count == counts.count ? numbers : nil
    }

    static func date(_ text: Substring) -> (year: UInt32, month: UInt32, day: UInt32)? {
        guard let parts = parts(text, "-", [4, 2, 2]), date(year: parts[0], month: parts[1], day: parts[2]) != nil else {
            return nil
        }
        return (parts[0], parts[1], parts[2])
    }

    static func time(_ text: Substring) -> (hour: UInt32, minute: UInt32, second: UInt32)? {
        guard let parts = parts(text, ":", [2, 2, 2]), time(hour: parts[0], minute: parts[1], second: parts[2]) != nil
        else { return nil }
        return (parts[0], parts[1], parts[2])
    }

    /// The instant of a local time, in seconds since 1970.
    static func instant(_ text: String, _ zone: ZoneRules) -> Int64? {
        let halves = text.split(separator: "T", omittingEmptySubsequences: false)
        guard halves.count == 2, let date = date(halves[0]), let time = time(halves[1]),
            let day = LocalDate(year: Int(date.year), month: Int(date.month), dayOfMonth: Int(date.day))?.day
        else { return nil }
        let seconds = Int64(time.hour) * 3_600 + Int64(time.minute) * 60 + Int64(time.second)
        return zone.instants(of: day * 86_400 + seconds).first
    }
}

extension Int64 {
    /// The quotient rounded down, and the rest, which is not negative.
    fileprivate func floored(by divisor: Int64) -> (Int64, Int64) {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }
}
