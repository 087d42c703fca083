/// An option of a command.
struct OptionHelp {
    let name: String
    /// The placeholder of its value; nil for a switch.
    var value: String?
    let meaning: String
    /// What holds without it; nil for a switch, and where it must be given.
    var standing: String?

    /// `--package DIR`
    var form: String { value.map { "--\(name) \($0)" } ?? "--\(name)" }
}

/// A command: what people read of it, and what its arguments are checked by.
struct CommandHelp {
    let name: String
    /// The positional arguments: optional ones in brackets, repeatable ones ending in "…".
    let words: [String]
    let summary: String
    /// What else is worth knowing, in lines.
    var details: [String] = []
    var options: [OptionHelp] = []
    let examples: [String]

    var usage: String {
        let known = options.map { $0.isNeeded ? $0.form : "[\($0.form)]" }
        return "usage: " + (["hearth-codegen", name] + known + words).joined(separator: " ")
    }

    /// All there is to say.
    var text: String {
        var lines = [usage, summary] + details
        if !options.isEmpty {
            let width = options.map(\.form.count).max() ?? 0
            lines += ["", "Options:"]
            lines += options.map { option in
                let standing = option.standing.map { " (without it: \($0))" } ?? (option.isNeeded ? " (needed)" : "")
                return "  " + option.form.padded(to: width) + "  " + option.meaning + standing
            }
        }
        lines += ["", "Examples:"] + examples.map { "  hearth-codegen \($0)" }
        return lines.joined(separator: "\n")
    }
}

extension OptionHelp {
    /// Whether the command can do nothing without it.
    var isNeeded: Bool { value != nil && standing == nil }
}

extension String {
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
