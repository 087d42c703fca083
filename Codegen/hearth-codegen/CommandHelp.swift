/// An option of a command.
struct OptionHelp {
    let name: String
    /// The placeholder of its value; nil for a switch.
    var value: String?
    let meaning: String
    /// The default; nil for a switch, and for a required option.
    var standing: String?

    /// `--package DIR`
    var form: String { value.map { "--\(name) \($0)" } ?? "--\(name)" }
}

/// The help of a command, which also defines its arguments.
struct CommandHelp {
    let name: String
    /// The positional arguments: optional ones in brackets, repeatable ones ending in "…".
    let words: [String]
    let summary: String
    /// Further lines of help.
    var details: [String] = []
    var options: [OptionHelp] = []
    let examples: [String]

    var usage: String {
        let known = options.map { $0.isNeeded ? $0.form : "[\($0.form)]" }
        return "usage: " + (["hearth-codegen", name] + known + words).joined(separator: " ")
    }

    /// The whole help text.
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
    /// Whether the option is required.
    var isNeeded: Bool { value != nil && standing == nil }
}

extension String {
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
