internal import HearthClientCommands
internal import HearthTerminal

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
            summary: "Lists the people of a home, invites more, and changes their rights.",
            detail: """
                An owner may do everything; an administrator all but delete the home and change its owners; a guest \
                may use what is granted. Locks, alarms, garage doors, valves and cameras are granted by --device only. \
                An invitation is a link for one client, valid for 15 minutes or for the time of --for. add-device \
                makes one for another device of yours; invitations lists the unused ones, and withdraw revokes one by \
                its name or ID. grant replaces the earlier grant. A person who is removed from the last home loses \
                access at once.
                ACTION is list, invite [NAME], add-device, invitations, withdraw INVITATION, grant PERSON, role PERSON \
                ROLE, rename PERSON NAME or remove PERSON.
                """,
            options: [
                .init("role", "guest|administrator|owner", "The invited person's role."),
                .init("for", "TIME", "How long the invitation lasts: 30min, 12h, at most 7d.", default: "15min"), home,
            ] + GrantArguments.options + [Confirmation.option, Screen.option, .hub, .json],
            examples: [
                ("hearth people", "The members and their rights."),
                (
                    "hearth people invite Bob --role guest --room Kitchen --until \"tomorrow 18:00\"",
                    "A link and a QR code for Bob's phone."
                ),
                (
                    "hearth people invite --role administrator --for 3d",
                    "A link that is valid longer; the person chooses a name."
                ),
                ("hearth people withdraw Bob", "Revokes the link that Bob has not used yet."),
                (
                    "hearth people grant Bob --everything --hours \"mo-fr 8:00-18:00\"",
                    "Replaces Bob's rights."
                ),
                ("hearth people role Bob administrator", "Bob is not a guest any more."),
                ("hearth people remove Bob", "Also ends the calls of Bob's phone, within a second."),
            ], run: PeopleCommand.run),
        Command(
            name: "presence",
            words: ["[home|away|forget]", "[PERSON]"],
            kinds: [.fixed(["home", "away", "forget"]), .free],
            summary: "Shows who is at home, and sets whether somebody is.",
            detail: """
                Automations can wait for the first arrival and the last departure, or for one person. Apps on phones \
                set the presence; this command sets it by hand, or in a script on a router. forget stops counting a \
                person. Owners and administrators see the list and may set anybody's presence, others only their own.
                """,
            options: [home, Screen.option, .hub, .json],
            examples: [
                ("hearth presence", "Who is at home, of the people who share their presence."),
                ("hearth presence away", "You have left."),
                ("hearth presence home Bob", "For a script that detects Bob's phone."),
            ], run: PresenceCommand.run),
        Command(
            name: "whoami", summary: "Shows your credential on the hub, and your rights in each home.",
            options: [.hub, .json],
            examples: [
                ("hearth whoami", "The credential, its role and its end."),
                ("hearth whoami --hub cabin --json", "The same for another hub, for a script."),
            ], run: WhoamiCommand.run),
        Command(
            name: "leave", summary: "Ends your own membership of a home.",
            options: [home, Confirmation.option, .hub, .json],
            examples: [
                ("hearth leave --structure Cabin", "Asks first; your other homes on the hub stay."),
                ("hearth leave --yes", "Leaves the only home without asking: you lose access to the hub."),
            ], run: LeaveCommand.run),
        Command(
            name: "audit", summary: "Prints who did what and from where, for owners and administrators.",
            detail: """
                The log has claims, invitations, tokens, changes of people, commands to locks, alarms, garage doors, \
                valves and cameras, removals and refusals, for a year. Entries that repeat within a minute are \
                counted.
                """,
            options: [
                .init("since", "TIME", "How long ago it begins, or when: 30min, 12h, 2d, 2026-01-31.", default: "1d"),
                home, Screen.option, .hub, .json,
            ],
            examples: [
                ("hearth audit", "Since yesterday."),
                ("hearth audit --since 4w --structure Cabin", "The last weeks in one home."),
                ("hearth audit --since 1y --json", "Everything, for a program."),
            ], run: AuditCommand.run),
    ]
}
