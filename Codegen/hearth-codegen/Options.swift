internal import HearthTraitDescriptors

/// The arguments after the command's name, checked against its help.
struct Options {
    let help: CommandHelp
    /// The positional arguments.
    private(set) var words: [String] = []
    private var values: [String: String] = [:]
    private var switches: Set<String> = []

    /// - Throws: ``UsageError`` for an unknown option, a missing value, and too few or too many words.
    init(_ arguments: [String], _ help: CommandHelp) throws {
        self.help = help
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if word == "--" {
                words += rest
                break
            }
            guard word.hasPrefix("-"), word.count > 1 else {
                words.append(word)
                continue
            }
            try take(word, &rest)
        }
        try checkWords()
    }

    private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) throws {
        let parts = word.drop { $0 == "-" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first.map(String.init) ?? ""
        guard word.hasPrefix("--"), let option = help.options.first(where: { $0.name == name }) else {
            let known = help.options.map { "--\($0.name)" }
            let nearest = nearestNames(to: "--\(name)", among: known).first
            let hint =
                nearest.map { "did you mean \($0)?" } ?? "known are \((known + ["--help"]).joined(separator: ", "))"
            throw UsageError("unknown option \(quoted(word)); \(hint)", help)
        }
        if option.value == nil {
            guard parts.count == 1 else { throw UsageError("--\(name) takes no value", help) }
            switches.insert(name)
        } else if parts.count == 2 {
            values[name] = String(parts[1])
        } else if let value = rest.first, !value.hasPrefix("--") {
            values[name] = value
            rest.removeFirst()
        } else {
            throw UsageError("--\(name) needs a value: \(option.form)", help)
        }
    }

    private func checkWords() throws {
        let missing = help.words.dropFirst(words.count).filter { !$0.hasPrefix("[") }
        guard missing.isEmpty else { throw UsageError("\(missing.joined(separator: " and ")) is missing", help) }
        let isOpen = help.words.last?.contains("…") ?? false
        guard isOpen || words.count <= help.words.count else {
            throw UsageError("\(quoted(words[help.words.count])) is one word too many", help)
        }
    }

    subscript(_ name: String) -> String? { values[name] }

    func has(_ name: String) -> Bool { switches.contains(name) }

    func needed(_ name: String) throws -> String {
        if let value = values[name] { return value }
        let form = help.options.first { $0.name == name }?.form ?? "--\(name)"
        throw UsageError("\(help.name) needs \(form)", help)
    }
}
