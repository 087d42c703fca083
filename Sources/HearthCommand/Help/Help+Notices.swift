internal import HearthClientCommands
internal import HearthTerminal

extension Help {
    private static let structure = Arguments.Option(
        "structure", "STRUCTURE", "The structure, where you are a member of several.", default: "the only one, or all")

    static let noticeCommands: [Command] = [
        Command(
            name: "notices", words: ["[ACTION]", "[NUMBER…|all|URL|NAME]"],
            kinds: [.fixed(["dismiss", "send-to", "targets", "test"]), .free],
            summary: "Lists the notices of the home, the newest first, and says where they are sent.",
            detail: """
                Automations and hearth notify send notices. Smoke, carbon monoxide, a water leak, a forced lock and a \
                triggered alarm system add theirs automatically. So do a low battery, a device that is unreachable for an \
                hour, a failed backup, a certificate that expires soon, an automation that fails twice and a person \
                who joins; the hub removes these once they are mended. A home keeps the newest 50. Owners and \
                administrators see them.
                ACTION is dismiss NUMBER…|all, send-to URL, targets or test NAME. send-to adds a web server that the hub \
                posts each notice to: a topic of ntfy, whose app shows it on phones, or a webhook. test sends a message \
                there, and targets lists them with their last failure. Only the hub's owner may use these. \
                hearth integrations change and remove do the rest.
                """,
            options: [structure] + NoticeTargetsCommand.options + [Screen.option, .hub, .json],
            examples: [
                ("hearth notices send-to https://ntfy.sh/TOPIC", "Posts each notice to a topic of ntfy."),
                ("hearth notices send-to https://h.example/hook --kinds smoke,waterLeak", "Some to a webhook."),
                ("hearth notices test \"ntfy at ntfy.sh\"", "Sends a test message."),
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
