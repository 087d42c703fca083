#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Times in this machine's local time zone.
public enum LocalTime {
    /// The local time of day of a time in seconds since 1970: "21:04:09".
    public static func timeOfDay(_ sinceEpoch: Double) -> String {
        local(sinceEpoch).map { digits([$0.tm_hour, $0.tm_min, $0.tm_sec], ":") } ?? "--:--:--"
    }

    /// The local date and time of a time in seconds since 1970: "2026-01-31 21:04:09".
    public static func dateAndTime(_ sinceEpoch: Double) -> String {
        guard let parts = local(sinceEpoch) else { return "an unknown time" }
        return "\(parts.tm_year + 1900)-\(digits([parts.tm_mon + 1, parts.tm_mday], "-")) \(timeOfDay(sinceEpoch))"
    }

    /// The local UTC offset in seconds at a time since 1970; positive in the east.
    public static func secondsEastOfUTC(_ sinceEpoch: Duration) -> Int {
        local(sinceEpoch / .seconds(1))?.tm_gmtoff ?? 0
    }

    private static func local(_ sinceEpoch: Double) -> tm? {
        guard var seconds = time_t(exactly: sinceEpoch.rounded(.down)) else { return nil }
        var parts = tm()
        return localtime_r(&seconds, &parts) == nil ? nil : parts
    }

    private static func digits(_ numbers: [Int32], _ separator: String) -> String {
        numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: separator)
    }
}
