#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Times of a history.
enum HistoryTime {
    /// Seconds since 1970 in UTC to the millisecond: "2026-01-31T20:04:09.000Z".
    static func utc(_ time: Double) -> String {
        guard let milliseconds = Int64(exactly: (time * 1_000).rounded()) else { return "" }
        let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        guard rest >= 0, var seconds = time_t(exactly: whole) else { return "" }
        var fields = tm()
        guard gmtime_r(&seconds, &fields) != nil else { return "" }
        func digits(_ number: Int64, _ count: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return
            "\(digits(Int64(fields.tm_year) + 1900, 4))-\(digits(Int64(fields.tm_mon) + 1))-\(digits(Int64(fields.tm_mday)))"
            + "T\(digits(Int64(fields.tm_hour))):\(digits(Int64(fields.tm_min))):\(digits(Int64(fields.tm_sec)))"
            + ".\(digits(rest, 3))Z"
    }
}
