internal import Hearth
internal import HearthClientCommands
internal import HearthTerminal
internal import HearthTraitCore

/// The program's first page, generated from the table of commands.
enum Help {
    static let version = Home.version

    /// All commands by theme, in the order in which they are listed.
    static let themes: [(title: String, commands: [Command])] = [
        ("Devices", deviceCommands), ("In one word", VerbCommand.commands), ("More devices", integrationCommands),
        ("The home", homeCommands),
        ("People", peopleCommands), ("Notices", noticeCommands), ("The hub", hubCommands),
        ("For makers", makerCommands),
        ("This program", programCommands),
    ]

    static let commands = themes.flatMap(\.commands)

    static func command(_ name: String) -> Command? { commands.first { $0.name == name } }

    static var text: String {
        var lines = ["Hearth \(version), a self-hosted smart-home hub.", "", "usage: hearth COMMAND …"]
        for theme in themes {
            lines += ["", theme.title + ":"]
            for command in theme.commands {
                let words = "  " + ([command.name] + command.words).joined(separator: " ")
                let summary = Wrapped.lines(command.summary, indent: 24)
                if columnCount(words) < 23, let first = summary.first {
                    lines.append(words + first.dropFirst(columnCount(words)))
                    lines += summary.dropFirst()
                } else {
                    lines += [words] + summary
                }
            }
        }
        lines += [""]
        lines += Wrapped.lines(closing, indent: 0)
        return lines.joined(separator: "\n")
    }

    static let closing = """
        To begin: hearth serve runs a hub; Debian's package does as a service (systemctl status hearth). hearth claim \
        --open prints a link for a browser of the hub's machine, and hearth devices lists the home. With the package \
        both are for root and members of the group hearth.
        hearth COMMAND --help shows its options. Names may be shortened as long as they stay unique.
        Commands talk to the hub at --hub, else at $HEARTH_HUB, else at \(Home.defaultAddress): an address, the \
        name of a claimed hub, or a link with its key. $HEARTH_TOKEN is used instead of a client key.
        Exit codes: \(exitCodes.map { "\($0.code) \($0.meaning)" }.joined(separator: ", ")).
        """

    static let exitCodes: [(code: Int, meaning: String)] = [
        (0, "done"), (1, "refused or not found"), (2, "done in part"), (64, "usage error"), (65, "bad file"),
        (69, "hub unreachable"),
        (73, "can't start"), (74, "can't print"), (75, "can't start yet"),
    ]
}
