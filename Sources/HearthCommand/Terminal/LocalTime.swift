#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The local time of day: "21:04:09".
func timeOfDay(_ sinceEpoch: Double) -> String {
    local(sinceEpoch).map { digits([$0.tm_hour, $0.tm_min, $0.tm_sec], ":") } ?? "--:--:--"
}

/// The local date and time: "2026-01-31 21:04:09".
func localTime(_ sinceEpoch: Double) -> String {
    guard let parts = local(sinceEpoch) else { return "an unknown time" }
    return "\(parts.tm_year + 1900)-\(digits([parts.tm_mon + 1, parts.tm_mday], "-")) \(timeOfDay(sinceEpoch))"
}

/// The local UTC offset in seconds at a time since 1970; positive in the east.
func secondsEastOfUTC(_ sinceEpoch: Duration) -> Int {
    local(sinceEpoch / .seconds(1))?.tm_gmtoff ?? 0
}

private func local(_ sinceEpoch: Double) -> tm? {
    guard var seconds = time_t(exactly: sinceEpoch.rounded(.down)) else { return nil }
    var parts = tm()
    return localtime_r(&seconds, &parts) == nil ? nil : parts
}

private func digits(_ numbers: [Int32], _ separator: String) -> String {
    numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: separator)
}
