#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The time of day here, "21:04:09".
func timeOfDay(_ sinceEpoch: Double) -> String {
    guard var seconds = time_t(exactly: sinceEpoch.rounded(.down)) else { return "--:--:--" }
    var parts = tm()
    localtime_r(&seconds, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
}
