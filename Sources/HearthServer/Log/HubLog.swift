internal import HearthRPC
internal import HearthServiceManager
package import HearthTerminal
internal import HearthTraitCore
internal import Synchronization

/// The log of `hearth serve`: to the journal with fields if that reads standard error, else lines on standard error.
///
/// Its lock guards the rates; lines are written without it.
package final class HubLog: Sendable {
    /// The options of `hearth serve` for its log.
    package static let options: [Arguments.Option] = [
        .init(
            "log-level", LogLevel.allCases.map(\.word).joined(separator: "|"),
            "The least important lines that are written; info also has calls that fail.", default: "notice"),
        .init(
            "log", "text|json", "The form of lines on standard error. The journal gets fields in any case.",
            default: "text"),
    ]

    private let least: LogLevel
    private let sink: LogSink
    private let clock: any HomeClock
    private let rate = Mutex(LogRate())

    init(least: LogLevel, sink: LogSink, clock: any HomeClock = SystemClock()) {
        self.least = least
        self.sink = sink
        self.clock = clock
    }

    /// - Parameter environment: this process's.
    convenience init(_ arguments: Arguments, _ environment: [String: String]) throws(CommandError) {
        var least = LogLevel.notice
        if let word = arguments["log-level"] {
            guard let level = LogLevel.allCases.first(where: { $0.word == word }) else {
                let words = LogLevel.allCases.map(\.word).joined(separator: ", ")
                throw CommandError(.usage, "--log-level is one of \(words), not \(quoted(word))")
            }
            least = level
        }
        let form = arguments["log"] ?? "text"
        guard ["text", "json"].contains(form) else {
            throw CommandError(.usage, "--log is text or json, not \(quoted(form))")
        }
        let sink: LogSink =
            if arguments["log"] == nil, let journal = Journal(environment) { .journal(journal) } else {
                form == "json" ? .json : .text
            }
        self.init(least: least, sink: sink)
    }

    /// Writes a line, unless it is not important enough, or too many of its kind came before.
    func write(_ entry: @autoclosure () -> LogEntry, level: LogLevel, kind: LogEntry.Kind) {
        guard level <= least else { return }
        let now = clock.now
        let (isAllowed, dropped) = rate.withLock { $0.take(kind, level, at: now) }
        guard isAllowed else { return }
        if dropped > 0 {
            let text = "\(dropped) lines about \(kind.rawValue) were left out, as there were too many"
            put(LogEntry(level: .warning, kind: kind, text: text))
        }
        put(entry())
    }

    /// A function that writes lines of one kind and level.
    func lines(_ kind: LogEntry.Kind, _ level: LogLevel = .notice) -> @Sendable (String) -> Void {
        { [self] text in write(LogEntry(level: level, kind: kind, text: text), level: level, kind: kind) }
    }

    /// Writes each call of a server that fails: those that are the hub's fault as errors, others for `info`.
    func followFailures(of server: RPCServer) {
        server.onFailedCall { [self] call in
            let error = RPCError(call.error)
            let isOwnFault = [.internal, .unknown, .dataLoss].contains(error.code)
            let level: LogLevel = isOwnFault ? .error : .info
            write(
                LogEntry(
                    level: level, kind: .calls, text: "a call failed: \(error.message)",
                    fields: [
                        .method: String(call.method.path.dropFirst()), .code: error.code.name,
                        .client: call.principal.id,
                    ]), level: level, kind: .calls)
        }
    }

    private func put(_ entry: LogEntry) {
        var entry = entry
        entry.text = Self.cut(LogSecrets.removed(from: entry.text))
        entry.fields = entry.fields.mapValues { Self.cut(LogSecrets.removed(from: $0)) }
        sink.write(entry, at: clock.sinceEpoch)
    }

    private static func cut(_ text: String) -> String {
        guard text.utf8.count > LogSink.mostBytes else { return text }
        return String(decoding: text.utf8.prefix(LogSink.mostBytes), as: UTF8.self) + "…"
    }
}
