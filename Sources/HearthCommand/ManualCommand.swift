internal import HearthBase
internal import HearthTerminal

/// `hearth manual`: the manual page, generated from the table of commands.
enum ManualCommand {
    static func run(_ arguments: Arguments) async throws(CommandError) {
        try printLine(text)
    }

    /// The page in the language of man(7).
    static var text: String {
        var lines = [
            ".TH HEARTH 1 \"\" \"Hearth \(Help.version)\" \"User Commands\"", ".SH NAME",
            "hearth \\- a self-hosted smart-home hub, and the home at a terminal", ".SH SYNOPSIS", ".B hearth",
            ".I COMMAND\n.RI [ ARGUMENT \\&... ]", ".SH DESCRIPTION",
            "Runs a hub, shows and changes what devices do, and keeps the home in order.",
        ]
        for theme in Help.themes {
            lines.append(".SH \(theme.title.uppercased())")
            for command in theme.commands { lines += page(command) }
        }
        lines += [".SH HUB, NAMES AND EXIT CODES"] + Help.closing.split(separator: "\n").map { escaped(String($0)) }
        return lines.joined(separator: "\n")
    }

    private static func page(_ command: Command) -> [String] {
        var lines = [".SS hearth \(escaped(([command.name] + command.words).joined(separator: " ")))"]
        lines.append(escaped(command.summary))
        if !command.detail.isEmpty { lines.append(escaped(command.detail)) }
        for option in command.options { lines += [".TP", ".B \(escaped(option.usage))", escaped(option.explanation)] }
        for example in command.examples { lines += [".TP", ".I \(escaped(example.line))", escaped(example.meaning)] }
        return lines
    }

    /// Escapes text for roff, so that no line begins with a request and no character has a special meaning or is
    /// replaced by another. Quotation marks are escaped because they delimit a macro's arguments.
    private static func escaped(_ text: String) -> String {
        let plain = text.escaped([
            "\\": "\\e", "-": "\\-", "\"": "\\(dq", "'": "\\(aq", "`": "\\(ga", "~": "\\(ti", "^": "\\(ha",
        ])
        return plain.hasPrefix(".") ? "\\&" + plain : plain
    }
}
