extension Help {
    static let hub = Arguments.Option(
        "hub", "NAME|ADDRESS", "The hub: the name of a claimed one, an address or a link.",
        default: "$HEARTH_HUB, else \(Connection.defaultAddress)")
    static let json = Arguments.Option("json", nil, "Prints JSON, one value a line, for programs.")
    private static let endpoint = Arguments.Option(
        "endpoint", "N", "The endpoint, where a device has the trait on several.")
    private static let part = Arguments.Option("endpoint", "N", "The endpoint of a part of the device, to name that.")

    private static let automationVerbs = [
        "list", "show", "export", "import", "run", "stop", "on", "off", "why", "trace", "dry-run", "remove",
    ]

    static let deviceCommands: [Command] = [
        Command(
            name: "devices", words: ["[ROOM…]"], kinds: [.room],
            summary: "Shows all devices with their state, by room.",
            options: [.init("types", nil, "Shows what each device is, too."), Screen.option, hub, json],
            examples: [
                ("hearth devices", "The whole home."),
                ("hearth devices Kitchen --json", "What is in the kitchen, for a script."),
            ], run: DevicesCommand.run),
        Command(
            name: "show", words: ["DEVICE|PART"], kinds: [.deviceOrPart],
            summary: "Shows everything about a device, and what can be sent to it.",
            detail: "* marks attributes that hearth set can write.",
            options: [Screen.option, hub, json],
            examples: [
                ("hearth show \"Front Door\"", "Its attributes, its commands with their arguments and ranges."),
                ("hearth show therm --json", "The same for a program; names may be shortened."),
                ("hearth show Monitor", "One socket of a power strip."),
            ], run: ShowCommand.run),
        Command(
            name: "watch", words: ["[DEVICE|ROOM…]"], kinds: [.deviceOrRoom],
            summary: "Prints changes as they happen, until Ctrl-C.",
            detail: """
                What sensors measure is printed when it has changed so that one would notice: half a degree, 3 % of \
                humidity, half of the light.
                """,
            options: [
                .init("all", nil, "Prints every change of every attribute, by its name."), Screen.option, hub, json,
            ],
            examples: [
                ("hearth watch", "What happens at home."),
                ("hearth watch Kitchen \"Front Door\"", "What happens in a room and at a device."),
                ("hearth watch --all --json", "Everything, for a program."),
            ], run: WatchCommand.run),
        Command(
            name: "log", words: ["[DEVICE|ROOM…]"], kinds: [.deviceOrRoom],
            summary: "Tells what has happened and who did it, from the hub's log of two weeks.",
            detail: """
                hearth serve can have the hub keep more. What sensors measure is told when it has changed so that one \
                would notice. Only the newest 20,000 changes are read. The log is for owners and administrators.
                """,
            options: LogFilter.options + [
                .init("all", nil, "Prints every change of every attribute, by its name."), Screen.option, hub, json,
            ],
            examples: [
                ("hearth log", "What happened at home since yesterday."),
                ("hearth log \"Front Door\" --since 1w", "Who came and went."),
                ("hearth log Kitchen --day yesterday", "What happened in a room on one day."),
                ("hearth log --person Anna --kind lights", "The lights that Anna switched."),
                ("hearth log --all --json --since 2026-01-31T21:04", "Everything since then, for a program."),
            ], run: LogCommand.run),
        Command(
            name: "history", words: ["DEVICE", "[TRAIT.ATTRIBUTE]"], kinds: [.device, .value],
            summary: "Shows what a value was over time, or lists the values with a history.",
            detail: """
                While a device is offline its values are not known. Old values are summarized: after 14 days by the \
                minute, after 90 days by the hour, unless hearth serve says otherwise.
                """,
            options: [
                .init("since", "TIME", "Where it begins: how long ago, or when.", default: "1d"),
                .init("until", "TIME", "Where it ends.", default: "now"),
                .init("points", "N", "The most parts that it is divided into."),
                .init("table", nil, "Prints a table in place of a picture."),
                .init("csv", nil, "Prints every value, as a file for spreadsheets."), endpoint, Screen.option, hub,
                json,
            ],
            examples: [
                ("hearth history Thermostat", "Of what there is a history."),
                ("hearth history Thermostat Thermostat.localTemperature", "Yesterday and today."),
                ("hearth history \"Front Door\" DoorLock.lockState --since 2w --table", "When it was unlocked."),
                (
                    "hearth history Thermostat Thermostat.localTemperature --since 2026-01-31 --csv",
                    "Every value since then."
                ),
            ], run: HistoryCommand.run),
        Command(
            name: "send", words: ["DEVICE", "[TRAIT.]COMMAND", "[ARGUMENT=VALUE…]"],
            kinds: [.device, .traitCommand, .free],
            summary: "Sends a command, waits two seconds at most for what comes of it, and says it.",
            detail: """
                A value has a unit (50%, 21.5C, 2s, 2700K), is a name from the schema, text, JSON for a struct or a \
                list, or Matter's raw number. VALUE - is asked for, unseen. The trait may be left out where only one \
                has the command.
                """,
            options: [endpoint, hub, json],
            examples: [
                ("hearth send \"Ceiling Light\" toggle", "A command that only one of its traits has."),
                (
                    "hearth send \"Ceiling Light\" moveToLevelWithOnOff level=50% transitionTime=2s",
                    "Arguments with units; raw, it would be level=127 transitionTime=20."
                ),
                ("hearth send \"Front Door\" unlockDoor pinCode=-", "Asks for the PIN and doesn't show it."),
            ], run: SendCommand.run),
        Command(
            name: "set", words: ["DEVICE", "TRAIT.ATTRIBUTE=VALUE…"], kinds: [.device, .attribute],
            summary: "Writes attributes of one trait, all or none.",
            options: [endpoint, hub, json],
            examples: [
                ("hearth set Thermostat Thermostat.occupiedHeatingSetpoint=21.5C", "What it heats to."),
                ("hearth set \"Front Door\" DoorLock.wrongCodeEntryLimit=3", "A number without a unit."),
            ], run: SetCommand.run),
    ]

    static let homeCommands: [Command] = [
        Command(
            name: "rooms", words: ["[list|add|rename|remove]", "[ROOM]", "[NAME]"],
            kinds: [.fixed(["list", "add", "rename", "remove"]), .room, .free],
            summary: "Lists the rooms, adds one, gives one another name or removes it.",
            options: [
                .init("structure", "STRUCTURE", "The structure, where there are several."), Confirmation.option,
                Screen.option, hub, json,
            ],
            examples: [
                ("hearth rooms add Attic", "A room more."),
                ("hearth rooms remove Attic", "Its devices stay, and are in no room then."),
            ], run: RoomsCommand.run),
        Command(
            name: "zones", words: ["[list|add|rename|put|take|remove]", "[ZONE]", "[NAME|ROOM…]"],
            kinds: [.fixed(["list", "add", "rename", "put", "take", "remove"]), .zone, .room],
            summary: "Lists the zones, which group rooms, changes them and what is in them.",
            options: [
                .init("structure", "STRUCTURE", "The structure of a new zone, where there are several."),
                Confirmation.option, Screen.option, hub, json,
            ],
            examples: [
                ("hearth zones add Upstairs", "A zone more, without rooms."),
                ("hearth zones put Upstairs Bedroom Bathroom", "Two rooms are in it then."),
            ], run: ZonesCommand.run),
        Command(
            name: "groups", words: ["[list|add|rename|put|take|remove]", "[GROUP]", "[NAME|DEVICE…]"],
            kinds: [.fixed(["list", "add", "rename", "put", "take", "remove"]), .serviceGroup, .device],
            summary: "Lists the service groups, changes them and what is in them.",
            detail: "Of a device its main service is put into a group, or with --endpoint that of a part.",
            options: [
                .init("structure", "STRUCTURE", "The structure of a new group, where there are several."), part,
                Confirmation.option, Screen.option, hub, json,
            ],
            examples: [
                ("hearth groups add \"Reading Lights\"", "A group more, without services."),
                ("hearth groups put \"Reading Lights\" \"Floor Lamp\"", "The lamp's light is in it then."),
            ], run: GroupsCommand.run),
        Command(
            name: "automations", words: ["[VERB]", "[AUTOMATION|FILE]"],
            kinds: [.fixed(automationVerbs), .automation],
            summary: "Lists the automations, runs, stops and switches them, and says why one ran or did not.",
            detail:
                "VERB is \(automationVerbs.dropLast().joined(separator: ", ")) or \(automationVerbs.last ?? ""). "
                + "show prints an automation as a text that can be read, and export all of them or one. Edited, it is imported "
                + "again with --replace. In another home names are not the same: import lists what is not there, and --map "
                + "says what is meant. dry-run takes an automation, or a file with some that are not saved.",
            options: [
                .init("file", "FILE", "export: where to write, in place of the terminal."),
                .init(
                    "map", "OLD=NEW",
                    "import, dry-run: a name or id in the file, and the one here. May be given several times."),
                .init("replace", nil, "import: puts automations in the place of those of the same name."),
                .init("run", "N", "trace: which run.", default: "the last one"),
                .init(
                    "since", "TIME", "dry-run: where it begins: how long ago, or when.",
                    default: DryRunCommand.usualSpan),
                .init("structure", "STRUCTURE", "export, import, dry-run: the structure, where there are several."),
                Confirmation.option,
                Screen.option, hub, json,
            ],
            examples: [
                (
                    "hearth automations dry-run \"Hall Light\" --since 3d",
                    "What it would have done these three days, by what the hub has recorded."
                ),
                (
                    "hearth automations dry-run evening.txt",
                    "The same of a draft, before it is saved."
                ),
                ("hearth automations why \"Hall Light\"", "What its last run did, and why it did not run since."),
                ("hearth automations trace \"Hall Light\"", "Its last run, line by line."),
                ("hearth automations off \"Hall Light\"", "Its starters set it off no more."),
                ("hearth automations export --file home.txt", "All automations, to keep or to edit."),
                ("hearth automations import home.txt --replace", "As they are in the file now."),
                (
                    "hearth automations import hall.txt --map \"Hall Lamp=Floor Lamp\"",
                    "One of another home, where the lamp has another name."
                ),
            ], run: AutomationsCommand.run),
        Command(
            name: "say", words: ["WORDS"], kinds: [.free],
            summary: "Tells a home something that automations wait for, as if somebody had said it.",
            options: [.init("structure", "STRUCTURE", "The structure, where there are several."), hub, json],
            examples: [
                ("hearth say \"good night\"", "What waits for these words begins."),
                ("hearth say \"movie time\" --structure Cabin", "In one of several homes."),
            ], run: SayCommand.run),
        Command(
            name: "scenes", words: ["[list|run]", "[SCENE]"], kinds: [.fixed(["list", "run"]), .scene],
            summary: "Lists the scenes, which are automations that a person sets off, and runs one.",
            options: [Screen.option, hub, json],
            examples: [
                ("hearth scenes", "All of them."),
                ("hearth scenes run \"Movie Night\"", "As a person in the home would."),
            ], run: ScenesCommand.run),
        Command(
            name: "home", words: ["[STRUCTURE]"], kinds: [.free],
            summary: "Shows where structures are, and sets the time zone and location of one.",
            options: [
                .init("time-zone", "NAME", "The time zone, by its name in the IANA database."),
                .init("location", "LAT,LON", "Where it stands, in degrees, for sunrise and sunset."), Screen.option,
                hub,
                json,
            ],
            examples: [
                ("hearth home", "All structures."),
                ("hearth home --time-zone Europe/Berlin --location 52.52,13.40", "Of the only one."),
            ], run: HomeCommand.run),
        Command(
            name: "rename", words: ["DEVICE|ROOM|ZONE|GROUP|STRUCTURE", "NAME"], kinds: [.item, .free],
            summary: "Gives a device, a part of it, or something else of the home another name.",
            options: [part, hub, json],
            examples: [
                ("hearth rename \"Floor Lamp\" \"Reading Lamp\"", "A device."),
                ("hearth rename Office Study", "A room."),
                ("hearth rename \"Power Strip\" Monitor --endpoint 1", "A socket of a power strip."),
            ], run: RenameCommand.run),
        Command(
            name: "move", words: ["DEVICE", "[ROOM]"], kinds: [.device, .room],
            summary: "Puts a device into a room.",
            options: [.init("out", nil, "Takes it out of its room instead."), hub, json],
            examples: [
                ("hearth move \"Floor Lamp\" Bedroom", "Into a room."),
                ("hearth move \"Floor Lamp\" --out", "Into none."),
            ], run: MoveCommand.run),
        Command(
            name: "remove", words: ["DEVICE"], kinds: [.device], summary: "Removes a device, after a question.",
            options: [Confirmation.option, hub, json],
            examples: [
                ("hearth remove \"Floor Lamp\"", "Asks first."),
                ("hearth remove \"Floor Lamp\" --yes", "In a script, where nobody can be asked."),
            ], run: RemoveCommand.run),
    ]

    static let hubCommands: [Command] = [
        Command(
            name: "serve", summary: "Runs a hub until Ctrl-C.",
            options: [
                .init(
                    "listen", "HOST:PORT|unix:PATH", "Where clients reach it.", default: Connection.defaultAddress),
                StorePlace.option,
                .init(
                    "backups", "FOLDER|off", "Where the daily backups go, of which seven are kept.",
                    default: "backups, next to the store"),
                .init("backups-without-keys", nil, "Leaves keys and tokens out of the daily backups."),
                .init(
                    "new-home", nil,
                    "Begins a new home where one was kept that is damaged or gone; what is left of it gets another "
                        + "name."),
            ] + Retention.options + [
                .init("demo", nil, "Adds a virtual home to try things with."),
                .init(
                    "location", "LAT,LON",
                    "Where the house stands, in degrees, for sunrise and sunset, unless hearth home has said it."),
                .init(
                    "local-owner", "user|group|machine|nobody", "Who on this machine is the owner without a key.",
                    default: "user, who started it"),
                .init(
                    "tls-cert", "FILE", "A certificate of your own, in PEM.", default: "the hub makes a key of its own"),
                .init("tls-key", "FILE", "The key of the certificate, in PEM."),
            ] + WebAccess.options + NoticeSink.options,
            examples: [
                ("hearth serve --demo", "A hub with a virtual home, for this machine."),
                (
                    "hearth serve --listen 0.0.0.0:4327",
                    "A hub for the whole network; it shows a link to claim it by while nobody has."
                ),
                ("hearth serve --history-values 60d --history-size 4GB", "A hub that keeps more of what was."),
            ], run: ServeCommand.run),
        Command(
            name: "backup", words: ["FILE"], kinds: [.file],
            summary: "Makes a backup of the home, while its hub runs or not.",
            detail: """
                FILE must be new; in a folder that is named instead, it gets a name with the time. The home has all that \
                devices keep, such as the codes of locks. Without --keys nobody can come in with what the file has, and \
                after a restore elsewhere the hub is claimed anew.
                """,
            options: [
                .init(
                    "keys", nil,
                    "Includes keys, tokens and the hub's own key: whoever has the file can act as the hub. On the hub's "
                        + "machine only."),
                .init("store", "FILE", "Reads a store that no hub has open, instead of asking a hub."), hub, json,
            ],
            examples: [
                ("hearth backup ~/home.backup", "From the hub on this machine."),
                ("hearth backup /mnt/usb --keys --store /var/lib/hearth/home.db", "From a store whose hub is stopped."),
            ], run: BackupCommand.run),
        Command(
            name: "restore", words: ["FILE"], kinds: [.file],
            summary: "Makes a home of a backup, all or nothing; its hub must be stopped.",
            detail: """
                All of the backup is checked first. A home that is there is kept beside, under a name with the time. \
                Apps that have seen what the backup doesn't have get everything anew.
                """,
            options: [
                .init("without-keys", nil, "Leaves out keys and tokens that the backup has."), StorePlace.option,
                Confirmation.option, json,
            ],
            examples: [
                ("hearth restore ~/home.backup", "In the place of the user's own home."),
                ("hearth restore home.backup --store new/home.db", "As another one; hearth serve --store starts it."),
            ], run: RestoreCommand.run),
        Command(
            name: "doctor", summary: "Checks a home that no hub has open, and says what to do about what it finds.",
            detail: """
                Changes nothing. Looks at the store, its log, who can read it, the free space on its disk and all \
                automatic backups. The exit code is 0 when all is well, 65 when the store is damaged, else 1.
                """,
            options: [
                StorePlace.option,
                .init(
                    "backups", "FOLDER|off", "Where the daily backups are.", default: "backups, next to the store"),
                .init(
                    "repair", "FILE",
                    "Makes a new backup, with keys, of what can be read of a damaged home, for hearth restore."),
                json,
            ],
            examples: [
                ("hearth doctor", "The user's own home."),
                ("hearth doctor --store /var/lib/hearth/home.db --json", "For a script."),
                ("hearth doctor --repair saved.backup", "Where no backup is as new as what is left."),
            ], run: DoctorCommand.run),
        Command(
            name: "claim", words: ["[LINK]"], kinds: [.free],
            summary: "Makes you known to a hub by the link that it shows; or has it show one more.",
            options: [
                .init("name", "NAME", "What this machine calls the hub; with --invite, what the client is called."),
                .init("client", "NAME", "What the hub calls this client.", default: "USER@MACHINE"),
                .init("open", nil, "Has the hub on this machine show a link for an owner."),
                .init("invite", "ROLE", "Has the hub show a link for one client: owner or provider."), hub,
            ],
            examples: [
                ("hearth claim 'hearth:192.168.1.10:4327?fp=…&code=…'", "You are the owner, and the keys are known."),
                ("hearth claim --invite provider --name acme", "A link for a maker's process."),
            ], run: ClaimCommand.run),
        Command(
            name: "tokens", words: ["[list|create|revoke]", "[NAME|ID]"],
            kinds: [.fixed(["list", "create", "revoke"]), .free],
            summary: "Lists who may use the hub, makes tokens for scripts, and ends either for good.",
            options: [
                .init(
                    "role", "member|owner|provider", "What a new token may do.", default: "member, as much as yourself"),
                .init("days", "N", "How long a new token lasts.", default: "90"),
                .init("never", nil, "A new token lasts until it is revoked."),
                .init("certificate", "FILE", "Writes the hub's certificate, which a script pins."),
                .init("made", nil, "Revokes what the credential has made, too."), Confirmation.option, Screen.option,
                hub, json,
            ],
            examples: [
                ("hearth tokens create \"my script\"", "Prints the token, once."),
                ("hearth tokens revoke 3f2a", "Ends it at once, with all that it has open."),
            ], run: TokensCommand.run),
        Command(
            name: "tls", words: ["home-ca"], kinds: [.fixed(["home-ca"])],
            summary: "Makes the home CA, by which browsers open the hub without a warning, or says what it is.",
            detail: """
                It can vouch for names and addresses of a home network only. Its key stays beside the hub's own; run this \
                as the hub's user, on its machine. The hub gives itself certificates by it, renews them, and offers the \
                CA on its page for devices to install. Clients that pin the hub's key notice nothing.
                """,
            options: [
                .init("certificate", "FILE", "Writes the CA's certificate in PEM, for programs that speak HTTP/1.1."),
                .init("remove", nil, "Removes the CA and its key; browsers warn again."), StorePlace.option,
                Confirmation.option, json,
            ],
            examples: [
                ("hearth tls home-ca", "Makes it once; prints its fingerprint and how to install it."),
                ("hearth tls home-ca --certificate ca.pem", "For curl --cacert ca.pem https://hub.local:4327/."),
                ("hearth tls home-ca --remove --store /var/lib/hearth/home.db", "The way back."),
            ], run: TLSCommand.run),
        Command(
            name: "traits", words: ["[list|remove]", "[TRAIT|ID]"], kinds: [.fixed(["list", "remove"]), .free],
            summary: "Lists the traits of makers' devices, or removes one.",
            options: [
                .init("all", nil, "Lists the standard ones, too."),
                .init(
                    "keep-devices", nil,
                    "Takes the trait off the devices that have it: their names and rooms stay, its values are lost."),
                Confirmation.option, Screen.option, hub, json,
            ],
            examples: [
                ("hearth traits", "Whose they are, how many devices have them, what they cost."),
                ("hearth traits remove 0xfff1fc01", "One that nobody has any more."),
                (
                    "hearth traits remove Kettle --keep-devices",
                    "Makes room for a revision of it that programs which know the old one can't read."
                ),
            ], run: TraitsCommand.run),
        Command(
            name: "demo", words: ["reset|remove|INPUT", "[DEVICE|ROOM]"],
            kinds: [.fixed(["reset", "remove"] + DemoInput.all.map(\.word)), .deviceOrRoom],
            summary:
                "Lets something happen at a virtual device, brings back those that were removed, or takes the demo out.",
            detail: "INPUT is one of: \(DemoInput.all.map(\.word).joined(separator: ", ")).",
            options: [Confirmation.option, hub, json],
            examples: [
                ("hearth demo press Doorbell", "Somebody rings; hold presses for a second."),
                ("hearth demo motion Hallway", "Somebody walks by the motion sensors of the hallway."),
                ("hearth demo leak \"Sink Leak Sensor\"", "Water under the sink; dry ends it."),
                ("hearth demo reset", "The virtual home is whole again; what has another name or room keeps it."),
                ("hearth demo remove", "Takes out the demo's devices, automations and empty rooms."),
                ("hearth demo reset --json", "Says the ids of what is back."),
            ], run: DemoCommand.run),
        Command(
            name: "self-check", summary: "Starts a hub, uses it as a remote client, and says what it saw.",
            options: [],
            examples: [
                ("hearth self-check", "A minute's proof that everything works here."),
                ("hearth self-check && echo well", "The exit code tells, too."),
            ], run: SelfCheckCommand.run),
    ]

    static let makerCommands: [Command] = [
        Command(
            name: "simulate", words: ["FILE.matter"], kinds: [.file],
            summary: "Puts the product of a maker's file on a hub as a device, until Ctrl-C.",
            options: [
                .init("name", "NAME", "What the device is called.", default: "the product's name"),
                .init("room", "ROOM", "The room that it is put into at first."),
                .init("id", "ID", "The device's id, by which the hub knows it again.", default: "the file's name"),
                .init("replace", nil, "Removes old revisions of its traits that the new ones can't live beside."), hub,
            ],
            examples: [
                ("hearth simulate Examples/products/reading-lamp.matter", "Type help for what it can be made to do."),
                ("hearth simulate lamp.matter --name Lamp --room Office --id lamp-2", "A second one of a kind."),
                ("hearth simulate lamp.matter --replace", "While you change the file."),
            ], run: SimulateCommand.run)
    ]

    static let programCommands: [Command] = [
        Command(
            name: "completions", words: ["bash|zsh|fish"], kinds: [.fixed(Completions.shells)],
            summary: "Prints a script that completes commands, devices and rooms in your shell.", options: [],
            examples: [
                ("source <(hearth completions bash)", "In ~/.bashrc; for zsh likewise in ~/.zshrc."),
                ("hearth completions fish > ~/.config/fish/completions/hearth.fish", "For fish."),
            ], run: CompletionsCommand.run),
        Command(
            name: "manual", summary: "Prints the manual page.", options: [],
            examples: [
                ("hearth manual | man -l -", "Reads it."),
                ("hearth manual > ~/.local/share/man/man1/hearth.1", "Installs it."),
            ], run: ManualCommand.run),
    ]
}
