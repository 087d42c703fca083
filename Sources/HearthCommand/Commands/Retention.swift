internal import HearthHub
internal import HearthTraitCore

/// How long and how much a hub keeps of its log and history, by the options of `hearth serve`.
struct Retention {
    static let options: [Arguments.Option] = [
        .init("log-time", "TIME", "How long changes are kept, for hearth log and for apps.", default: "14d"),
        .init("log-size", "SIZE", "The size of that log per structure; with more the oldest go.", default: "256MB"),
        .init("history-values", "TIME", "How long the history has every value.", default: "14d"),
        .init("history-minutes", "TIME", "How long it has a summary per minute.", default: "90d, or as long as values"),
        .init("history-hours", "TIME", "How long it has a summary per hour.", default: "10y, or as long as minutes"),
        .init("history-size", "SIZE", "The size of the history; with more the oldest goes.", default: "1GB"),
    ]

    /// The limits of a hub: the given ones, else the defaults.
    let limits: HubLimits

    /// - Throws: ``CommandError`` for what is no time or size, is out of range, or for summaries that would go before
    ///   what they summarize.
    init(_ arguments: Arguments) throws(CommandError) {
        var limits = HubLimits()
        limits.logTime = try Self.time("log-time", arguments) ?? limits.logTime
        limits.logBytes = try Self.size("log-size", arguments) ?? limits.logBytes
        limits.historyValueTime = try Self.time("history-values", arguments) ?? limits.historyValueTime
        limits.historyMinuteTime =
            try Self.time("history-minutes", arguments, notBefore: ("history-values", limits.historyValueTime))
            ?? max(limits.historyMinuteTime, limits.historyValueTime)
        limits.historyHourTime =
            try Self.time("history-hours", arguments, notBefore: ("history-minutes", limits.historyMinuteTime))
            ?? max(limits.historyHourTime, limits.historyMinuteTime)
        limits.historyBytes = try Self.size("history-size", arguments) ?? limits.historyBytes
        self.limits = limits
    }

    private static func time(
        _ name: String, _ arguments: Arguments, notBefore other: (name: String, time: Duration)? = nil
    ) throws(CommandError) -> Duration? {
        guard let word = arguments[name] else { return nil }
        guard let seconds = Amount.seconds(word), (3_600...100 * 365 * 86_400).contains(seconds) else {
            throw CommandError(
                .usage, "--\(name) takes a time of 1h to 100y, as in 12h, 14d, 8w or 2y, not \(quoted(word))")
        }
        let time = Duration.seconds(Int64(seconds))
        if let other, time < other.time {
            let given = arguments[other.name] ?? "\(other.time.components.seconds / 86_400)d"
            throw CommandError(
                .usage,
                "--\(name) \(word) is shorter than --\(other.name), which is \(given); summaries stay at least as long "
                    + "as what they are of")
        }
        return time
    }

    private static func size(_ name: String, _ arguments: Arguments) throws(CommandError) -> Int? {
        guard let word = arguments[name] else { return nil }
        guard let bytes = Amount.bytes(word), (1e6...1e15).contains(bytes) else {
            throw CommandError(
                .usage, "--\(name) takes a size of 1MB to 1000TB, as in 500MB or 2GB, not \(quoted(word))")
        }
        return Int(bytes)
    }
}
