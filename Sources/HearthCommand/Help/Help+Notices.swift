internal import HearthClientCommands
internal import HearthTerminal

extension Help {
    private static let structure = Arguments.Option(
        "structure", "STRUCTURE", "The structure, where you are a member of several.", default: "the only one, or all")

    static let noticeCommands: [Command] = [
        Command(
            name: "notices", words: ["[dismiss]", "[NUMBER…|all]"], kinds: [.fixed(["dismiss"]), .free],
            summary: "Lists the notices of the home, the newest first, and dismisses them.",
            detail: """
                Automations and hearth notify send notices. Smoke, carbon monoxide, a water leak, a forced lock and a \
                triggered alarm system add theirs automatically. A home keeps the newest 50. Owners and administrators \
                see them.
                """,
            options: [structure, Screen.option, .hub, .json],
            examples: [
                ("hearth notices", "Lists all notices."),
                ("hearth notices dismiss 412", "Removes one from the list."),
                ("hearth notices dismiss all", "Removes all listed notices."),
            ], run: NoticesCommand.run),
        Command(
            name: "notify", words: ["TITLE", "[TEXT]"], kinds: [.free],
            summary: "Sends a notice to the people of a home.",
            options: [
                .init("urgency", "LEVEL", "information, warning or alarm.", default: "information"),
                .init("to", "PERSON", "A recipient; may be given several times.", default: "everybody"),
                structure, .hub, .json,
            ],
            examples: [
                ("hearth notify \"The laundry is done\"", "To everybody."),
                ("hearth notify \"Leak\" \"In the cellar\" --urgency alarm --to Anna", "To one person, as an alarm."),
            ], run: NotifyCommand.run),
    ]
}
