extension Help {
    private static let home = Arguments.Option(
        "structure", "STRUCTURE", "The structure, where you are a member of several.", default: "the only one, or all")

    static let peopleCommands: [Command] = [
        Command(
            name: "people",
            words: ["[ACTION]", "[PERSON|NAME|INVITATION]", "[ROLE|NAME]"],
            kinds: [
                .fixed(["list", "invite", "add-device", "invitations", "withdraw", "grant", "role", "rename", "remove"]
                ), .free,
            ],
            summary: "Lists the people of a home, invites more, and says what each may do.",
            detail: """
                An owner may do everything; an administrator all but delete the home and change its owners; a guest uses \
                what is granted. Locks, alarms, garage doors, valves and cameras are granted by --device only. \
                An invitation is a link, good for one client and 15 minutes, or as long as --for says. add-device makes \
                one for another device of yours; invitations lists those that nobody has used yet, and withdraw ends one, \
                by its name or ID. grant takes the place of what was granted before. Who is removed from the last home \
                has no way in any more, at once.
                ACTION is list, invite [NAME], add-device, invitations, withdraw INVITATION, grant PERSON, role PERSON \
                ROLE, rename PERSON NAME or remove PERSON.
                """,
            options: [
                .init("role", "guest|administrator|owner", "What the invited person will be."),
                .init("for", "TIME", "How long the invitation lasts: 30min, 12h, at most 7d.", default: "15min"), home,
            ] + GrantArguments.options + [Confirmation.option, Screen.option, hub, json],
            examples: [
                ("hearth people", "Who is a member, and may use what."),
                (
                    "hearth people invite Bob --role guest --room Kitchen --until \"tomorrow 18:00\"",
                    "A link and a QR code for Bob's phone."
                ),
                (
                    "hearth people invite --role administrator --for 3d",
                    "For somebody who chooses a name, and has time."
                ),
                ("hearth people withdraw Bob", "The link that Bob has not used yet opens nothing any more."),
                (
                    "hearth people grant Bob --everything --hours \"mo-fr 8:00-18:00\"",
                    "What Bob may use from now on, and when."
                ),
                ("hearth people role Bob administrator", "Bob is no guest any more."),
                ("hearth people remove Bob", "Ends what Bob's phone has open, within a second."),
            ], run: PeopleCommand.run),
        Command(
            name: "presence",
            words: ["[home|away|forget]", "[PERSON]"],
            kinds: [.fixed(["home", "away", "forget"]), .free],
            summary: "Says who is at home, and that somebody has come or left.",
            detail: """
                Automations can wait for the first who comes and the last who leaves, or for one person. Phones say it by \
                their apps; this says it by hand, or for a script on a router. forget ends that somebody counts. You may \
                say it of yourself, and of others as an owner or administrator, who alone see the list.
                """,
            options: [home, Screen.option, hub, json],
            examples: [
                ("hearth presence", "Who is at home, of those who share it."),
                ("hearth presence away", "You have left."),
                ("hearth presence home Bob", "For a script that knows Bob's phone."),
            ], run: PresenceCommand.run),
        Command(
            name: "whoami", summary: "Says who you are to the hub, and what you may do in which home.",
            options: [hub, json],
            examples: [
                ("hearth whoami", "By which credential, as what, and until when."),
                ("hearth whoami --hub cabin --json", "Of another hub, for a script."),
            ], run: WhoamiCommand.run),
        Command(
            name: "leave", summary: "Ends your own membership of a home.",
            options: [home, Confirmation.option, hub, json],
            examples: [
                ("hearth leave --structure Cabin", "Asks before; other homes on the hub stay yours."),
                ("hearth leave --yes", "Of the only home, without asking: the hub knows you no more."),
            ], run: LeaveCommand.run),
        Command(
            name: "audit", summary: "Prints who did what and from where, for owners and administrators.",
            detail: """
                It has claims, invitations, tokens, changes of people, commands to locks, alarms, garage doors, valves \
                and cameras, removals and refusals, for a year. What is repeated within a minute is counted.
                """,
            options: [
                .init("since", "TIME", "How long ago it begins, or when: 30min, 12h, 2d, 2026-01-31.", default: "1d"),
                home, Screen.option, hub, json,
            ],
            examples: [
                ("hearth audit", "Since yesterday."),
                ("hearth audit --since 4w --structure Cabin", "Of one home, in the last weeks."),
                ("hearth audit --since 1y --json", "Everything, for a program."),
            ], run: AuditCommand.run),
    ]
}
