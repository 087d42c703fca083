internal import HearthBase

/// `hearth manual`: the manual page, made from the table of commands.
enum ManualCommand {
    static func run(_ arguments: Arguments) async throws(CommandError) {
        try printLine(text)
    }

    /// In the language of man(7).
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

    /// Text that roff takes as it is: no line begins with a request, and what has a meaning to it, or would be printed as
    /// another character, has none. A macro takes quotation marks for the ends of its arguments.
    private static func escaped(_ text: String) -> String {
        let plain = text.escaped([
            "\\": "\\e", "-": "\\-", "\"": "\\(dq", "'": "\\(aq", "`": "\\(ga", "~": "\\(ti", "^": "\\(ha",
        ])
        return plain.hasPrefix(".") ? "\\&" + plain : plain
    }
}
