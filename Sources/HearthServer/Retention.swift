internal import HearthHub
internal import HearthMessage
package import HearthTerminal
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import HearthWire

/// What a hub stores, for how long, and how soon, by the options of `hearth serve`.
package struct Retention {
    /// Options of `hearth serve`.
    package static let options: [Arguments.Option] = [
        .init(
            "saved-first", "TRAIT,…|none", "Traits whose changes are saved before clients are notified.",
            default: "DoorLock,SmokeCoAlarm"),
        .init("save-delay", "TIME", "How soon other changes are saved.", default: "500ms"),
        .init("log-time", "TIME", "How long changes are kept, for hearth log and for apps.", default: "14d"),
        .init("log-size", "SIZE", "The log's size per structure; the oldest changes are dropped.", default: "256MB"),
        .init("history-values", "TIME", "How long the history keeps every value.", default: "14d"),
        .init("history-minutes", "TIME", "How long it keeps minute summaries.", default: "90d, or as long as values"),
        .init("history-hours", "TIME", "How long it keeps hour summaries.", default: "10y, or as long as minutes"),
        .init("history-size", "SIZE", "The history's size; the oldest values are dropped.", default: "1GB"),
    ]

    /// The limits of a hub: the given ones, else the defaults.
    let limits: HubLimits

    /// - Throws: ``CommandError`` for an invalid or out-of-range time or size, and for summaries that would be deleted
    ///   before the values that they summarize.
    init(_ arguments: Arguments) throws(CommandError) {
        var limits = HubLimits()
        limits.saveDelay = try Self.saveDelay(arguments) ?? limits.saveDelay
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

    /// A trait by name, for `--saved-first`.
    struct NamedTrait {
        let id: UInt32
        /// The full name, with its package.
        let name: String

        static let standard = StandardTraits.descriptors.map { NamedTrait(id: $0.id, name: $0.typeName) }

        init(id: UInt32, name: String) {
            self.id = id
            self.name = name
        }

        /// nil for a schema that can't be decoded.
        init?(schema: [UInt8]) {
            guard let schema = try? Hearth_V1_TraitSchema(serialized: schema.span.bytes) else { return nil }
            self.init(id: schema.id, name: schema.name)
        }

        var short: String { String(name.split(separator: ".").last ?? "") }
    }

    /// The traits whose changes are saved before clients are notified; nil without the option.
    ///
    /// - Parameter makers: the traits that makers' devices have brought.
    /// - Throws: ``CommandError`` for an unknown trait.
    static func savedFirst(
        _ arguments: Arguments, makers: [NamedTrait]
    ) throws(CommandError) -> Set<UInt32>? {
        guard let list = arguments["saved-first"] else { return nil }
        guard list != "none" else { return [] }
        var ids: Set<UInt32> = []
        for part in list.split(separator: ",", omittingEmptySubsequences: false) {
            let word = String(part.drop { $0 == " " })
            ids.insert(try trait(word, NamedTrait.standard + makers))
        }
        return ids
    }

    private static func trait(_ word: String, _ traits: [NamedTrait]) throws(CommandError) -> UInt32 {
        let digits = word.lowercased().hasPrefix("0x") ? word.dropFirst(2) : "none"
        // An id is accepted even if unknown: a maker's device may bring the trait later.
        if let id = UInt32(digits, radix: 16) { return id }
        switch Names.find(word, in: traits, by: { [$0.short, $0.name] }) {
        case .one(let trait): return trait.id
        case .several(let names):
            let known = traits.filter { names.contains($0.short) }.map(\.name).prefix(10).joined(separator: ", ")
            throw CommandError(.usage, "--saved-first: \(quoted(word)) could be \(known); say which")
        case .none(let nearest):
            throw CommandError(
                .usage,
                "--saved-first: there is no trait \(quoted(word))"
                    + Names.hint(nearest, "say names as in DoorLock,OnOff, ids as 0xfff1fc01, or none"))
        }
    }

    private static func saveDelay(_ arguments: Arguments) throws(CommandError) -> Duration? {
        guard let word = arguments["save-delay"] else { return nil }
        guard let seconds = Amount.seconds(word), (0.01...60).contains(seconds) else {
            throw CommandError(
                .usage, "--save-delay takes a time of 10ms to 1min, as in 200ms or 2s, not \(quoted(word))")
        }
        return .milliseconds(Int64(seconds * 1_000))  // in range: at most 60,000
    }

    static func time(
        _ name: String, _ arguments: Arguments, notBefore other: (name: String, time: Duration)? = nil
    ) throws(CommandError) -> Duration? {
        guard let word = arguments[name] else { return nil }
        guard let seconds = Amount.seconds(word), (3_600...100 * 365 * 86_400).contains(seconds) else {
            throw CommandError(
                .usage, "--\(name) takes a time of 1h to 100y, as in 12h, 14d, 8w or 2y, not \(quoted(word))")
        }
        let time = Duration.seconds(Int64(seconds))  // in range: a hundred years at most
        if let other, time < other.time {
            let given = arguments[other.name] ?? "\(other.time.components.seconds / 86_400)d"
            throw CommandError(
                .usage,
                "--\(name) \(word) is shorter than --\(other.name), which is \(given); summaries stay at least "
                    + "as long as the values that they summarize")
        }
        return time
    }

    static func size(_ name: String, _ arguments: Arguments) throws(CommandError) -> Int? {
        guard let word = arguments[name] else { return nil }
        guard let bytes = Amount.bytes(word), (1e6...1e15).contains(bytes) else {
            throw CommandError(
                .usage, "--\(name) takes a size of 1MB to 1000TB, as in 500MB or 2GB, not \(quoted(word))")
        }
        return Int(bytes)  // in range: 10¹⁵ at most
    }
}
