internal import HearthBase
internal import HearthCalendar

/// Moments as ONVIF writes them.
enum UTCTime {
    /// `2026-11-30T07:35:20Z`, of whole seconds (W3C, "XML Schema Part 2", section 3.2.7).
    static func text(_ sinceEpoch: Duration) -> String {
        let (date, second) = LocalDate.split(max(sinceEpoch.wholeSeconds, 0))
        let parts = date.parts
        func digits(_ number: some BinaryInteger, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(digits(parts.year, 4))-\(digits(parts.month, 2))-\(digits(parts.dayOfMonth, 2))T"
            + "\(digits(second / 3600, 2)):\(digits(second / 60 % 60, 2)):\(digits(second % 60, 2))Z"
    }

    /// The moment of numbers, since 1970; nil if there is none, as at `0000-00-00`.
    static func moment(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) -> Duration? {
        guard (1970...9999).contains(year), (0...23).contains(hour), (0...59).contains(minute),
            (0...60).contains(second), let date = LocalDate(year: year, month: month, dayOfMonth: day)
        else { return nil }
        return .seconds(date.day * 86_400 + Int64(hour * 3600 + minute * 60 + second))
    }
}
