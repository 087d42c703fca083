internal import HearthBase
internal import HearthServiceManager
internal import HearthTerminal
internal import HearthTraitCore

/// Where the log's lines go, and in which form.
enum LogSink: Sendable {
    /// Lines for people on standard error.
    case text
    /// A JSON object a line on standard error.
    case json
    /// The journal, with fields. Standard error gets what the journal does not take.
    case journal(Journal)

    /// The longest text of a line in bytes. A datagram has room for more.
    static let mostBytes = 8_192

    /// - Parameter time: since 1970.
    func write(_ entry: LogEntry, at time: Duration) {
        switch self {
        case .text: printError(Self.text(entry))
        case .json: printError(Self.json(entry, at: time).text)
        case .journal(let journal):
            if !journal.send(Self.fields(entry)) { printError(Self.fallback(entry)) }
        }
    }

    /// "hearth: the text" in one line, with the level where it is not the usual one.
    static func text(_ entry: LogEntry) -> String {
        let isUsual = entry.level == .notice || entry.level == .warning
        return "hearth: " + (isUsual ? "" : entry.level.word + ": ") + message(entry)
    }

    /// The line that standard error gets for an entry that the journal did not take, with a priority that the journal reads
    /// from the stream (sd-daemon(3)).
    static func fallback(_ entry: LogEntry) -> String { "<\(entry.level.rawValue)>\(message(entry))" }

    /// Line feeds are escaped: a text may be a client's, which must not begin a line of its own.
    private static func message(_ entry: LogEntry) -> String {
        let fields = entry.orderedFields.map { " \($0.field.rawValue)=\($0.value)" }.joined()
        return (entry.text + fields).escaped(["\n": "\\n"])
    }

    static func json(_ entry: LogEntry, at time: Duration) -> JSON {
        let (seconds, attoseconds) = time.components
        let milliseconds = seconds &* 1_000 &+ attoseconds / 1_000_000_000_000_000
        return .object(
            [
                ("time", .number(milliseconds)), ("level", .string(entry.level.word)),
                ("kind", .string(entry.kind.rawValue)), ("text", .string(entry.text)),
            ] + entry.orderedFields.map { ($0.field.rawValue, .string($0.value)) })
    }

    static func fields(_ entry: LogEntry) -> [(name: String, value: String)] {
        [
            ("MESSAGE", printable(entry.text)), ("PRIORITY", "\(entry.level.rawValue)"),
            ("SYSLOG_IDENTIFIER", "hearth"), ("HEARTH_KIND", entry.kind.rawValue),
        ] + entry.orderedFields.map { ($0.field.journalName, printable($0.value)) }
    }
}
