/// How important a line of the log is. The numbers are syslog's (syslog(3)), as the journal's PRIORITY has them.
enum LogLevel: Int, CaseIterable, Comparable, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
    case debug = 7

    /// The word of `--log-level`.
    var word: String { "\(self)" }

    /// A lower level is more important.
    static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}
