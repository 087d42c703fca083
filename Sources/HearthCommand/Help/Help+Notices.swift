extension Help {
    private static let structure = Arguments.Option(
        "structure", "STRUCTURE", "The structure, where you are a member of several.", default: "the only one, or all")

    static let noticeCommands: [Command] = [
        Command(
            name: "notices", words: ["[dismiss]", "[NUMBER…|all]"], kinds: [.fixed(["dismiss"]), .free],
            summary: "Lists the messages that the home has for its people, the newest first, and dismisses them.",
            detail: """
                Automations and hearth notify send notices. Smoke, carbon monoxide, a water leak, a lock that somebody \
                forces and an alarm system that is set off add theirs by themselves. A home keeps the newest 50. Owners \
                and administrators see them.
                """,
            options: [structure, Screen.option, hub, json],
            examples: [
                ("hearth notices", "What the home has to say."),
                ("hearth notices dismiss 412", "Removes one of them from the list."),
                ("hearth notices dismiss all", "Removes all that are listed."),
            ], run: NoticesCommand.run),
        Command(
            name: "notify", words: ["TITLE", "[TEXT]"], kinds: [.free],
            summary: "Sends a notice to the people of a home.",
            options: [
                .init("urgency", "LEVEL", "information, warning or alarm.", default: "information"),
                .init("to", "PERSON", "Whom it is for; may be repeated.", default: "everybody"),
                structure, hub, json,
            ],
            examples: [
                ("hearth notify \"The laundry is done\"", "To everybody."),
                ("hearth notify \"Leak\" \"In the cellar\" --urgency alarm --to Anna", "To one person, as an alarm."),
            ], run: NotifyCommand.run),
    ]
}

extension NoticeSink {
    static let options: [Arguments.Option] = [
        .init(
            "notify-url", "URL",
            "Posts each notice of the home there, as JSON with title, text, urgency, home and recipients. Needs curl."),
        .init(
            "notify-text", nil,
            "Posts a notice as plain text, with title and priority in the header, as ntfy expects it. Whom it is for is left out."
        ),
        .init(
            "notify-command", "COMMAND",
            "Runs a command of the shell for each notice: it finds the text in $HEARTH_TITLE, $HEARTH_TEXT, "
                + "$HEARTH_URGENCY and $HEARTH_HOME, and the JSON on its standard input."),
    ]

    /// Those that the options of `hearth serve` name.
    static func sinks(_ arguments: Arguments) throws(CommandError) -> [NoticeSink] {
        var sinks: [NoticeSink] = []
        if let url = arguments["notify-url"] {
            guard url.hasPrefix("http://") || url.hasPrefix("https://") else {
                throw CommandError(.usage, "--notify-url is an address that begins with http:// or https://")
            }
            sinks.append(.post(url: url, isText: arguments.has("notify-text")))
        } else if arguments.has("notify-text") {
            throw CommandError(.usage, "--notify-text says how to post to an address; add --notify-url")
        }
        if let command = arguments["notify-command"] { sinks.append(.command(command)) }
        return sinks
    }
}
