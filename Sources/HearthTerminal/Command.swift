internal import HearthTraitCore

/// A command of the program: its words, its help and its code. Help, completion and the manual page are generated from
/// it.
package struct Command: Sendable {
    /// The kinds of positional arguments, for completion.
    package enum Word: Sendable {
        case device
        case deviceOrPart
        case deviceOrRoom
        case room
        case zone
        case serviceGroup
        case item
        case automation
        /// An automation that starts by hand.
        case scene
        case traitCommand
        case attribute
        /// An attribute that is read, not written.
        case value
        case file
        case hub
        case fixed([String])
        case free
    }

    package let name: String
    /// The positional arguments. Optional ones are in brackets; repeatable ones end in "…".
    package let words: [String]
    /// The kind of each positional argument; the last one also applies to all that follow.
    package let kinds: [Word]
    /// One line for the list of commands.
    package let summary: String
    /// Further text for the command's own page.
    package let detail: String
    package let options: [Arguments.Option]
    /// At least two examples, each with its meaning.
    package let examples: [(line: String, meaning: String)]
    package let run: @Sendable (Arguments) async throws(CommandError) -> Void

    /// Creates a command.
    package init(
        name: String, words: [String] = [], kinds: [Word] = [], summary: String, detail: String = "",
        options: [Arguments.Option], examples: [(line: String, meaning: String)],
        run: @escaping @Sendable (Arguments) async throws(CommandError) -> Void
    ) {
        self.name = name
        self.words = words
        self.kinds = kinds
        self.summary = summary
        self.detail = detail
        self.options = options
        self.examples = examples
        self.run = run
    }

    package var usageLine: String {
        "usage: hearth \(([name] + words).joined(separator: " "))\(options.isEmpty ? "" : " [OPTION…]")"
    }

    /// The command's own page, wrapped at 80 columns.
    package var page: String {
        var lines = Wrapped.lines(usageLine, indent: 0) + [""]
        lines += Wrapped.lines(summary, indent: 0)
        if !detail.isEmpty { lines += Wrapped.lines(detail, indent: 0) }
        if !options.isEmpty {
            lines += ["", "Options:"]
            for option in options {
                lines.append("  " + option.usage)
                lines += Wrapped.lines(option.explanation, indent: 6)
            }
        }
        lines += ["", "Examples:"]
        for example in examples {
            lines.append("  " + example.line)
            lines += Wrapped.lines(example.meaning, indent: 6)
        }
        return lines.joined(separator: "\n")
    }

    /// Checks the number of positional arguments.
    package func check(_ arguments: Arguments) throws(CommandError) {
        let given = arguments.positional.count
        let missing = words.dropFirst(given).filter { !($0.hasPrefix("[") && $0.hasSuffix("]")) }
        guard missing.isEmpty else {
            let verb = missing.count == 1 ? "is" : "are"
            throw CommandError(.usage, "\(missing.joined(separator: " and ")) \(verb) missing\n\(hint)")
        }
        let isOpen = words.contains { $0.contains("…") }
        guard isOpen || given <= words.count else {
            let extra = quoted(arguments.positional[words.count])
            throw CommandError(.usage, "\(extra) is one word too many\n\(hint)")
        }
    }

    private var hint: String { "\(usageLine)\nhearth \(name) --help says more" }
}

extension Arguments.Option {
    package var usage: String { "--\(name)\(value.map { " " + $0 } ?? "")" }

    package var explanation: String {
        guard let defaultValue else { return summary }
        return "\(summary) Default: \(defaultValue)" + "."
    }
}
