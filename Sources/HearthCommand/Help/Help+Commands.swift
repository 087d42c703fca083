internal import Hearth
internal import HearthClientCommands
internal import HearthServer
internal import HearthTerminal

extension Help {
    private static let endpoint = Arguments.Option(
        "endpoint", "N", "The endpoint, if several of the device have the trait.")
    private static let part = Arguments.Option("endpoint", "N", "The endpoint of the device's part to name.")

    private static let automationVerbs = [
        "list", "examples", "show", "export", "import", "run", "stop", "on", "off", "why", "trace", "dry-run", "remove",
    ]

    static let deviceCommands: [Command] = [
        Command(
            name: "devices", words: ["[ROOM…]"], kinds: [.room],
            summary: "Shows all devices with their state, by room.",
            options: [.init("types", nil, "Shows the type of each device, too."), Screen.option, .hub, .json],
            examples: [
                ("hearth devices", "The whole home."),
                ("hearth devices Kitchen --json", "The devices in the kitchen, for a script."),
            ], run: DevicesCommand.run),
        Command(
            name: "show", words: ["DEVICE|PART"], kinds: [.deviceOrPart],
            summary: "Shows everything about a device, and the commands that it takes.",
            detail: "* marks attributes that hearth set can write.",
            options: [Screen.option, .hub, .json],
            examples: [
                ("hearth show \"Front Door\"", "Its attributes, its commands with their arguments and ranges."),
                ("hearth show therm --json", "The same for a program; names may be shortened."),
                ("hearth show Monitor", "One socket of a power strip."),
            ], run: ShowCommand.run),
        Command(
            name: "watch", words: ["[DEVICE|ROOM…]"], kinds: [.deviceOrRoom],
            summary: "Prints changes as they happen, until Ctrl-C.",
            detail: """
                Measurements are printed when they have changed noticeably: by half a degree, 3 % of humidity, or half \
                of the light.
                """,
            options: [
                .init("all", nil, "Prints every change of every attribute, by its name."), Screen.option, .hub, .json,
            ],
            examples: [
                ("hearth watch", "Changes in the whole home."),
                ("hearth watch Kitchen \"Front Door\"", "Changes in a room and at a device."),
                ("hearth watch --all --json", "Everything, for a program."),
            ], run: WatchCommand.run),
        Command(
            name: "log", words: ["[DEVICE|ROOM…]"], kinds: [.deviceOrRoom],
            summary: "Shows past changes and who made them, from the hub's log of two weeks.",
            detail: """
                With options of hearth serve the hub keeps more. Measurements are shown for named devices and rooms \
                and with their --kind, when they have changed noticeably. At most 20,000 changes are read, the newest \
                of the time. The log is for owners and administrators.
                """,
            options: LogFilter.options + [
                .init("all", nil, "Prints every change of every attribute, by its name."), Screen.option, .hub, .json,
            ],
            examples: [
                ("hearth log", "Changes since yesterday."),
                ("hearth log \"Front Door\" --since 1w", "Who locked and unlocked the door this week."),
                ("hearth log Kitchen --day yesterday", "Changes in a room on one day."),
                ("hearth log --person Anna --kind lights", "The lights that Anna switched."),
                ("hearth log --all --json --since 2026-01-31T21:04", "Everything since then, for a program."),
            ], run: LogCommand.run),
        Command(
            name: "history", words: ["DEVICE", "[TRAIT.ATTRIBUTE]"], kinds: [.device, .value],
            summary: "Shows a value over time, or lists the values with a history.",
            detail: """
                A value may be given by its name or the end of it: power stands for \
                ElectricalPowerMeasurement.activePower.
                While a device is offline, its values are unknown. Old values are summarized: after 14 days by the \
                minute, after 90 days by the hour, unless hearth serve has other options.
                """,
            options: [
                .init("since", "TIME", "The beginning: how long ago, or when.", default: "1d"),
                .init("until", "TIME", "The end: how long ago, or when.", default: "now"),
                .init("points", "N", "The most columns or rows to show."),
                .init("table", nil, "Prints a table instead of a picture."),
                .init("csv", nil, "Prints every value for spreadsheets; the first line has the units."), endpoint,
                Screen.option, .hub,
                .json,
            ],
            examples: [
                ("hearth history Thermostat", "The values with a history."),
                ("hearth history Thermostat localTemperature", "The last 24 hours."),
                ("hearth history \"Front Door\" DoorLock.lockState --since 2w --table", "When it was unlocked."),
                (
                    "hearth history Thermostat Thermostat.localTemperature --since 2026-01-31 --csv",
                    "Every value since then."
                ),
            ], run: HistoryCommand.run),
        Command(
            name: "camera", words: ["watch|picture|clips", "DEVICE", "[FILE|on|off|save CLIP FILE|delete CLIP…]"],
            kinds: [.fixed(["watch", "picture", "clips"]), .device, .free],
            summary: "Writes a camera's live stream or a picture to a file; records clips.",
            detail: """
                watch writes H.264 or H.265 as a byte stream until it is interrupted, for a player or a recorder; \
                picture writes a JPEG. The file - is the standard output. clips lists what the hub recorded at the \
                camera's events; on and off switch that, which is off at first. Guests may use the cameras that they \
                were granted by name, and the audit log says who watched.
                """,
            options: [CameraCommand.output, CameraCommand.small, endpoint, Screen.option, .hub, .json],
            examples: [
                ("hearth camera watch \"Garden Camera\" | ffplay -", "Shows the live stream."),
                ("hearth camera picture \"Garden Camera\" garden.jpg", "Takes a picture."),
                ("hearth camera clips \"Garden Camera\" on", "Records clips at the camera's events from now on."),
                ("hearth camera clips \"Garden Camera\"", "Lists its clips."),
            ], run: CameraCommand.run),
        Command(
            name: "send", words: ["DEVICE", "[TRAIT.]COMMAND", "[ARGUMENT=VALUE…]"],
            kinds: [.device, .traitCommand, .free],
            summary: "Sends a command, waits at most two seconds for its effect, and prints that.",
            detail: """
                A value has a unit (50%, 21.5C, 2s, 2700K), is a name from the schema, text, JSON for a struct or a \
                list, or Matter's raw number. The value - is asked for, and not shown. The trait may be left out if \
                only one has the command.
                """,
            options: [endpoint, .hub, .json],
            examples: [
                ("hearth send \"Ceiling Light\" toggle", "A command that only one of its traits has."),
                (
                    "hearth send \"Ceiling Light\" moveToLevelWithOnOff level=50% transitionTime=2s",
                    "Arguments with units; the raw numbers are level=127 transitionTime=20."
                ),
                ("hearth send \"Front Door\" unlockDoor pinCode=-", "Asks for the PIN and doesn't show it."),
            ], run: SendCommand.run),
        Command(
            name: "set", words: ["DEVICE", "TRAIT.ATTRIBUTE=VALUE…"], kinds: [.device, .attribute],
            summary: "Writes attributes of one trait, all or none.",
            options: [endpoint, .hub, .json],
            examples: [
                ("hearth set Thermostat Thermostat.occupiedHeatingSetpoint=21.5C", "The heating setpoint."),
                ("hearth set \"Front Door\" DoorLock.wrongCodeEntryLimit=3", "A number without a unit."),
            ], run: SetCommand.run),
    ]

    static let homeCommands: [Command] = [
        Command(
            name: "rooms", words: ["[list|add|rename|remove]", "[ROOM]", "[NAME]"],
            kinds: [.fixed(["list", "add", "rename", "remove"]), .room, .free],
            summary: "Lists the rooms; adds, renames or removes one.",
            options: [
                .init("structure", "STRUCTURE", "The structure, if there are several."), Confirmation.option,
                Screen.option, .hub, .json,
            ],
            examples: [
                ("hearth rooms add Attic", "Adds a room."),
                ("hearth rooms remove Attic", "Its devices stay, without a room."),
            ], run: RoomsCommand.run),
        Command(
            name: "zones", words: ["[list|add|rename|put|take|remove]", "[ZONE]", "[NAME|ROOM…]"],
            kinds: [.fixed(["list", "add", "rename", "put", "take", "remove"]), .zone, .room],
            summary: "Lists the zones, which group rooms; changes them and their rooms.",
            options: [
                .init("structure", "STRUCTURE", "The structure of a new zone, if there are several."),
                Confirmation.option, Screen.option, .hub, .json,
            ],
            examples: [
                ("hearth zones add Upstairs", "Adds a zone without rooms."),
                ("hearth zones put Upstairs Bedroom Bathroom", "Puts two rooms into it."),
            ], run: ZonesCommand.run),
        Command(
            name: "groups", words: ["[list|add|rename|put|take|remove]", "[GROUP]", "[NAME|DEVICE…]"],
            kinds: [.fixed(["list", "add", "rename", "put", "take", "remove"]), .serviceGroup, .device],
            summary: "Lists the service groups; changes them and their services.",
            detail: "put adds a device's main service to a group, or with --endpoint that of a part.",
            options: [
                .init("structure", "STRUCTURE", "The structure of a new group, if there are several."), part,
                Confirmation.option, Screen.option, .hub, .json,
            ],
            examples: [
                ("hearth groups add \"Reading Lights\"", "Adds a group without services."),
                ("hearth groups put \"Reading Lights\" \"Floor Lamp\"", "Puts the lamp's light into it."),
            ], run: GroupsCommand.run),
        Command(
            name: "automations", words: ["[VERB]", "[AUTOMATION|FILE]"],
            kinds: [.fixed(automationVerbs), .automation],
            summary: "Lists, runs, stops and switches automations; explains why one ran or did not.",
            detail:
                "VERB is \(automationVerbs.dropLast().joined(separator: ", ")) or \(automationVerbs.last ?? ""). "
                + "examples lists examples to take over, and prints the text of one. "
                + "show prints an automation as text; export prints one or all. import --replace reads it back. "
                + "With a text from another home, import lists the names that are missing here, and --map maps them. "
                + "dry-run takes an automation, or a file of automations that are not saved.",
            options: [
                .init("file", "FILE", "export: the file to write, instead of the terminal."),
                .init(
                    "map", "OLD=NEW",
                    "import, dry-run: a name or id in the file, and the one here; may be given several times."),
                .init("replace", nil, "import: replaces automations of the same name."),
                .init("run", "N", "trace: the number of the run.", default: "the last one"),
                .init(
                    "since", "TIME", "dry-run: the beginning: how long ago, or when.",
                    default: DryRunCommand.usualSpan),
                .init("structure", "STRUCTURE", "export, import, dry-run: the structure, if there are several."),
                Confirmation.option,
                Screen.option, .hub, .json,
            ],
            examples: [
                (
                    "hearth automations dry-run \"Hall Light\" --since 3d",
                    "What it would have done in the last three days, by the hub's records."
                ),
                (
                    "hearth automations dry-run evening.txt",
                    "The same for a draft that is not saved yet."
                ),
                ("hearth automations why \"Hall Light\"", "What its last run did, and why it has not run since."),
                ("hearth automations trace \"Hall Light\"", "Its last run, line by line."),
                ("hearth automations off \"Hall Light\"", "Its starters no longer start it."),
                ("hearth automations examples", "Examples, with the devices that each needs."),
                (
                    "hearth automations examples evening-light > evening.txt",
                    "The text of one. Its names are those of kinds of devices; --map says which are meant here."
                ),
                (
                    "hearth automations import evening.txt --map \"Light=Floor Lamp\"",
                    "Takes it over for a lamp of this home."
                ),
                ("hearth automations export --file home.txt", "All automations, to keep or to edit."),
                ("hearth automations import home.txt --replace", "Replaces them with those in the file."),
                (
                    "hearth automations import hall.txt --map \"Hall Lamp=Floor Lamp\"",
                    "An automation of another home, where the lamp has another name."
                ),
            ], run: AutomationsCommand.run),
        Command(
            name: "say", words: ["WORDS"], kinds: [.free],
            summary: "Tells a home what to do, or asks it, in words.",
            detail: """
                The words name devices, rooms, zones, service groups and scenes. Automations that wait for exactly these \
                words come first. A sentence with a word that means nothing here does nothing. The hub asks which one is \
                meant, and for a yes before it opens a lock or a garage door. Your next words within 60 seconds, with the \
                same --room, may be the answer. The exit code is 2 if only a part was done.
                """,
            options: [
                .init("structure", "STRUCTURE", "The structure, if there are several."),
                .init("room", "ROOM", "Where you are, for \"the lights\" and \"here\"."),
                .init("language", "CODE", "The language of the words: en, de, fr or es."),
                .init("dry-run", nil, "Says how the words are understood, and does nothing."), .hub, .json,
            ],
            examples: [
                ("hearth say \"turn on the kitchen lights\"", "By kind and room."),
                ("hearth say --dry-run \"open the blinds to 30 percent\"", "How it would be understood."),
                ("hearth say \"good night\"", "Starts the automations that wait for this phrase."),
                ("hearth say \"movie time\" --structure Cabin", "In one of several homes."),
            ], run: SayCommand.run),
        Command(
            name: "scenes", words: ["[list|run]", "[SCENE]"], kinds: [.fixed(["list", "run"]), .scene],
            summary: "Lists the scenes, which are automations started by hand, and runs one.",
            options: [Screen.option, .hub, .json],
            examples: [
                ("hearth scenes", "Lists all scenes."),
                ("hearth scenes run \"Movie Night\"", "Runs one."),
            ], run: ScenesCommand.run),
        Command(
            name: "home", words: ["[STRUCTURE]"], kinds: [.free],
            summary: "Shows the time zone and location of structures, and sets those of one.",
            options: [
                .init("time-zone", "NAME", "The time zone, by its name in the IANA database."),
                .init("location", "LAT,LON", "Its location in degrees, for sunrise and sunset."), Screen.option,
                .hub,
                .json,
            ],
            examples: [
                ("hearth home", "All structures."),
                ("hearth home --time-zone Europe/Berlin --location 52.52,13.40", "Sets those of the only structure."),
            ], run: HomeCommand.run),
        Command(
            name: "rename", words: ["DEVICE|ROOM|ZONE|GROUP|STRUCTURE", "NAME"], kinds: [.item, .free],
            summary: "Renames a device, a part of one, or another object of the home.",
            options: [part, .hub, .json],
            examples: [
                ("hearth rename \"Floor Lamp\" \"Reading Lamp\"", "A device."),
                ("hearth rename Office Study", "A room."),
                ("hearth rename \"Power Strip\" Monitor --endpoint 1", "A socket of a power strip."),
            ], run: RenameCommand.run),
        Command(
            name: "aliases", words: ["[DEVICE|ROOM|ZONE|SCENE]", "[ALIAS…]"], kinds: [.item, .free],
            summary: "Lists the other names that people say for things, or sets those of one: at most 8.",
            options: [.init("none", nil, "Removes the aliases instead."), Screen.option, .hub, .json],
            examples: [
                ("hearth aliases", "Everything that has aliases."),
                ("hearth aliases \"Floor Lamp\" \"Reading Lamp\" \"Big Lamp\"", "Sets those of a device."),
                ("hearth aliases \"Floor Lamp\" --none", "Removes them."),
            ], run: AliasesCommand.run),
        Command(
            name: "move", words: ["DEVICE", "[ROOM]"], kinds: [.device, .room],
            summary: "Puts a device into a room.",
            options: [.init("out", nil, "Takes it out of its room instead."), .hub, .json],
            examples: [
                ("hearth move \"Floor Lamp\" Bedroom", "Into a room."),
                ("hearth move \"Floor Lamp\" --out", "Out of its room."),
            ], run: MoveCommand.run),
        Command(
            name: "remove", words: ["DEVICE"], kinds: [.device], summary: "Removes a device, after asking.",
            detail: """
                A device that is added again within 90 days has its ID, name, room and history again, and automations that \
                name it work again.
                """,
            options: [RemoveCommand.forget, Confirmation.option, .hub, .json],
            examples: [
                ("hearth remove \"Floor Lamp\"", "Asks first."),
                ("hearth remove \"Floor Lamp\" --forget", "For good: the hub keeps nothing of it."),
                ("hearth remove \"Floor Lamp\" --yes", "Without asking, for a script."),
            ], run: RemoveCommand.run),
    ]

    static let hubCommands: [Command] = [
        Command(
            name: "serve", summary: "Runs a hub until Ctrl-C.",
            options: [
                .init(
                    "listen", "HOST:PORT|unix:PATH", "The address for clients.", default: Home.defaultAddress),
                StorePlace.option,
                .init(
                    "socket", "PATH", "A Unix socket for commands on this machine, also beside a network address.",
                    default: "next to the store, if --listen names a network address only"),
                .init(
                    "backups", "FOLDER|off", "The folder for daily backups; the newest seven are kept.",
                    default: "backups, next to the store"),
                .init("backups-without-keys", nil, "Leaves keys and tokens out of the daily backups."),
                .init(
                    "backup-hooks", "FOLDER|off", "The folder of programs that copy each daily backup off site.",
                    default: "/etc/hearth/backup.d, else hearth/backup.d in $XDG_CONFIG_HOME or ~/.config"),
                .init(
                    "new-home", nil,
                    "Begins a new home if the store is damaged or missing; the rest of the old one gets another name."),
            ] + LocalNetwork.options + Retention.options + MediaOptions.options + [
                .init("demo", nil, "Adds a virtual home for trying things out."),
                DemoPeers.option,
                .init(
                    "location", "LAT,LON",
                    "The home's location in degrees, for sunrise and sunset, unless hearth home has set it."),
                .init(
                    "local-owner", "user|group|machine|nobody", "Who on this machine is an owner without a key.",
                    default: "user, the one who started it"),
                .init(
                    "tls-cert", "FILE", "A certificate of your own, in PEM.", default: "the hub makes a key of its own"),
                .init("tls-key", "FILE", "The key of the certificate, in PEM."),
            ] + CamerasUser.options + WebAccess.options + NoticeOptions.all + WyomingAccess.options + HubLog.options
                + [Telemetry.option],
            examples: [
                ("hearth serve --demo", "A hub with a virtual home, for this machine only."),
                (
                    "hearth serve --listen 0.0.0.0:4327",
                    "A hub for the whole network; it shows a claim link until it is claimed."
                ),
                ("hearth serve --history-values 60d --history-size 4GB", "A hub that keeps a longer history."),
            ],
            run: { arguments async throws(CommandError) in
                try await ServeCommand.run(arguments, addAutomations: DemoAutomations.add)
            }),
        Command(
            name: "backup", words: ["FILE"], kinds: [.file],
            summary: "Makes a backup of the home, whether or not its hub runs.",
            detail: """
                FILE must be new; in a folder, the backup gets a name with the time. It contains everything that \
                devices store, such as the codes of locks. Without --keys the file gives no access to the hub, and \
                after a restore elsewhere the hub must be claimed again. Also where hearth recovery encrypts the daily \
                backups, this one is encrypted with --encrypted only.
                """,
            options: [
                .init(
                    "keys", nil,
                    "Includes keys, tokens and the hub's own key: the file lets others impersonate the hub. On the "
                        + "hub's machine only."),
                .init("encrypted", nil, "Encrypts the file with the home's recovery key."),
                .init("store", "FILE", "Backs up a store that no hub has open, instead of asking a hub."), .hub, .json,
            ],
            examples: [
                ("hearth backup ~/home.backup", "From the hub on this machine."),
                ("hearth backup /mnt/usb --keys --store /var/lib/hearth/home.db", "From a store whose hub is stopped."),
            ], run: BackupCommand.run),
        Command(
            name: "restore", words: ["FILE"], kinds: [.file],
            summary: "Restores a home from a backup, all or nothing; its hub must be stopped.",
            detail: """
                The whole backup is checked first. An existing home is kept under a name with the time. Apps whose \
                state is newer than the backup read everything again. For an encrypted backup it asks for the recovery \
                key, or reads it from its input.
                """,
            options: [
                .init("without-keys", nil, "Leaves out the backup's keys and tokens."), StorePlace.option,
                Confirmation.option, .json,
            ],
            examples: [
                ("hearth restore ~/home.backup", "Replaces the user's own home."),
                ("hearth restore home.backup --store new/home.db", "As a second home; hearth serve --store runs it."),
            ], run: RestoreCommand.run),
        Command(
            name: "recovery", words: ["[on|off|sheet]"], kinds: [.fixed(["on", "off", "sheet"])],
            summary: "Encrypts the daily backups, and prints the emergency sheet with their key.",
            detail: """
                For the hub's owner. The key opens the daily backups from then on. Print the sheet and keep it outside the \
                house: without the key, copies of these backups can't be read. off removes the key from the hub, \
                whose backups are not encrypted from then on.
                """,
            options: [
                .init(
                    "own-key", nil,
                    "With on: asks for a passphrase of four or more different words in place of a random key, or reads it "
                        + "from its input."), .hub, .json,
            ],
            examples: [
                ("hearth recovery on", "Makes a key, and prints the sheet."),
                ("hearth recovery on --own-key", "Asks for a passphrase."),
                ("hearth recovery sheet | lp", "Prints it again, on paper."),
                ("hearth recovery off", "Shows the key a last time, for the earlier backups."),
            ], run: RecoveryCommand.run),
        Command(
            name: "doctor", summary: "Checks a home whose hub is stopped, and says how to fix problems.",
            detail: """
                Changes nothing. Checks the store, its log, its permissions, the free space on its disk, all automatic \
                backups and their copies off site. The exit code is 0 when all is well, 65 when the store is damaged, \
                else 1. With --remote it asks a running hub instead, on its machine: at which addresses other machines \
                can reach it, and which names its certificate has.
                """,
            options: [
                StorePlace.option,
                .init(
                    "backups", "FOLDER|off", "The folder of the daily backups.", default: "backups, next to the store"),
                .init(
                    "repair", "FILE",
                    "Makes a new backup, with keys, of the readable parts of a damaged home, for hearth restore."),
                .init("backup-hooks", "FOLDER|off", "The folder of the hooks, as for hearth serve."),
                .init("remote", nil, "Says how other machines can reach the running hub; nothing is sent to them."),
                .hub, .json,
            ],
            examples: [
                ("hearth doctor", "The user's own home."),
                ("hearth doctor --store /var/lib/hearth/home.db --json", "For a script."),
                ("hearth doctor --repair saved.backup", "If the store has newer data than the backups."),
                ("hearth doctor --remote", "Before you use the hub from elsewhere."),
            ],
            run: { arguments async throws(CommandError) in
                if arguments.has("remote") { return try await RemoteCommand.run(arguments) }
                try await DoctorCommand.run(arguments)
            }),
        Command(
            name: "hubs", words: ["[watch]"], kinds: [.fixed(["watch"])],
            summary: "Lists the hubs that announce themselves on the local network.",
            detail: """
                It listens for two seconds. Any machine of the network can announce a hub under any name, so the list \
                proves nothing: a claim link and the stored key of a claimed hub do. watch prints a line for each change.
                """,
            options: [Screen.option, .json],
            examples: [
                ("hearth hubs", "Their addresses, whether they have an owner, and your names for them."),
                ("hearth claim 1", "Claims the first of them, by the link that it shows."),
                ("hearth hubs watch --json", "For a program, until Ctrl-C."),
            ], run: HubsCommand.run),
        Command(
            name: "claim", words: ["[LINK|HUB]"], kinds: [.free],
            summary: "Claims a hub by the link that it shows, or has it show another link.",
            detail: """
                HUB is the number, name or address of a hub in hearth hubs. Its link is then asked for, or read from the \
                input. For a hub that is claimed already, the address in the list is stored.
                """,
            options: [
                .init("name", "NAME", "The hub's name on this machine; with --invite, the new client's name."),
                .init("client", "NAME", "This client's name on the hub.", default: "USER@MACHINE"),
                .init("open", nil, "Has the hub on this machine show a link for an owner."),
                .init("invite", "ROLE", "Has the hub show a link for one client: owner or provider."), .hub,
            ],
            examples: [
                ("hearth claim 'hearth:192.168.1.10:4327?fp=…&code=…'", "You are the owner, and the keys are stored."),
                ("hearth claim 1", "Asks for the link of the first hub in hearth hubs."),
                ("hearth claim --invite provider --name acme", "A link for a maker's process."),
            ], run: ClaimCommand.run),
        Command(
            name: "tokens", words: ["[list|create|revoke]", "[NAME|ID]"],
            kinds: [.fixed(["list", "create", "revoke"]), .free],
            summary: "Lists the credentials of the hub, creates tokens for scripts, and revokes either.",
            options: [
                .init(
                    "role", "member|owner|provider", "The role of a new token.", default: "member, with your rights"),
                .init("days", "N", "The days until a new token expires.", default: "90"),
                .init("never", nil, "Makes a token that never expires."),
                .init("certificate", "FILE", "Writes the hub's certificate, for a script to pin."),
                .init("made", nil, "Also revokes the credentials made with it."), Confirmation.option, Screen.option,
                .hub, .json,
            ],
            examples: [
                ("hearth tokens create \"my script\"", "Prints the token, once."),
                ("hearth tokens revoke 3f2a", "Revokes it at once, and ends its open calls."),
            ], run: TokensCommand.run),
        Command(
            name: "tls", words: ["home-ca"], kinds: [.fixed(["home-ca"])],
            summary: "Creates the home CA, with which browsers open the hub without a warning.",
            detail: """
                The CA covers names and addresses of a home network only. Its key stays beside the hub's own; run this \
                as the hub's user, on its machine. The hub issues its certificates with it, renews them, and offers \
                the CA on its page for devices to install. Clients that pin the hub's key are not affected.
                """,
            options: [
                .init("certificate", "FILE", "Writes the CA's certificate in PEM, for programs that speak HTTP/1.1."),
                .init("remove", nil, "Removes the CA and its key; browsers warn again."), StorePlace.option,
                Confirmation.option, .json,
            ],
            examples: [
                ("hearth tls home-ca", "Creates it at first; prints its fingerprint and how to install it."),
                ("hearth tls home-ca --certificate ca.pem", "For curl --cacert ca.pem https://hub.local:4327/."),
                ("hearth tls home-ca --remove --store /var/lib/hearth/home.db", "Removes it again."),
            ], run: TLSCommand.run),
        Command(
            name: "traits", words: ["[list|remove]", "[TRAIT|ID]"], kinds: [.fixed(["list", "remove"]), .free],
            summary: "Lists the traits of makers' devices, or removes one.",
            options: [
                .init("all", nil, "Lists the standard ones, too."),
                .init(
                    "keep-devices", nil,
                    "Also removes the trait from its devices: their names and rooms stay, its values are lost."),
                Confirmation.option, Screen.option, .hub, .json,
            ],
            examples: [
                ("hearth traits", "Their providers, their numbers of devices and their memory."),
                ("hearth traits remove 0xfff1fc01", "Removes one that no device has any more."),
                (
                    "hearth traits remove Kettle --keep-devices",
                    "Removes it for an incompatible new revision."
                ),
            ], run: TraitsCommand.run),
        Command(
            name: "demo", words: ["reset|remove|INPUT", "[DEVICE|ROOM]"],
            kinds: [.fixed(["reset", "remove"] + DemoWord.all.map(\.word)), .deviceOrRoom],
            summary:
                "Triggers an input of a virtual device, restores removed ones, or removes the demo.",
            detail: "INPUT is one of: \(DemoWord.all.map(\.word).joined(separator: ", ")).",
            options: [Confirmation.option, .hub, .json],
            examples: [
                ("hearth demo press Doorbell", "Somebody rings; hold presses for a second."),
                ("hearth demo motion Hallway", "Somebody walks past the hallway's motion sensors."),
                ("hearth demo leak \"Sink Leak Sensor\"", "Water under the sink; dry ends it."),
                ("hearth demo reset", "Restores removed devices; changed names and rooms stay."),
                ("hearth demo remove", "Removes the demo's devices, automations and empty rooms."),
                ("hearth demo reset --json", "Prints the ids of the restored devices."),
            ], run: DemoCommand.run),
        Command(
            name: "health", summary: "Asks a hub whether it serves calls, for monitors.",
            detail: """
                It needs no key and no token. The exit code is 0 if the hub is healthy, and if it is degraded because \
                its disk is full or its backups fail; else 69: its store is gone or can't be written, a loop hangs, or \
                automations do not wake up.
                """,
            options: [.hub],
            examples: [
                ("hearth health", "The hub on this machine."),
                ("hearth health --hub 127.0.0.1:4327 && echo well", "For a script."),
            ], run: HealthCommand.run),
        Command(
            name: "status", summary: "Shows how the hub is: its homes, links, backups, store and certificate.",
            detail: """
                For the hub's owner. A newer version is known from the package lists of the hub's machine; no packet \
                leaves it for that.
                """,
            options: [.hub, .json],
            examples: [
                ("hearth status", "The hub on this machine, on one screen."),
                ("hearth status --json", "For a script."),
            ], run: StatusCommand.run),
        Command(
            name: "service", words: ["install|remove|status|unit", "[OPTION-OF-SERVE…]"],
            kinds: [.fixed(ServiceCommand.Verb.allCases.map(\.rawValue)), .free],
            summary: "Runs the hub as a service of systemd, which starts it with the machine.",
            detail: """
                For root it is a service of the machine with a user of its own, for others a service of the user. \
                install says what it did and how to undo it; remove keeps the home. unit prints the unit file. Words \
                after -- are options of hearth serve. Debian's package brings a service of its own.
                """,
            options: ServiceCommand.options,
            examples: [
                ("hearth service install", "For this user; sudo hearth service install: for the machine."),
                ("hearth service install -- --listen 0.0.0.0:4327", "Reachable from other machines."),
                ("hearth service status", "Whether it runs and answers."),
            ], run: ServiceCommand.run),
        Command(
            name: "self-check", summary: "Tests this installation: starts a hub and uses it as a remote client.",
            options: [],
            examples: [
                ("hearth self-check", "Takes about a minute."),
                ("hearth self-check && echo well", "The exit code is 0 on success."),
            ], run: SelfCheckCommand.run),
    ]

    static let makerCommands: [Command] = [
        Command(
            name: "simulate", words: ["FILE.matter"], kinds: [.file],
            summary: "Simulates a maker's product as a device of a hub, until Ctrl-C.",
            options: [
                .init("name", "NAME", "The device's name.", default: "the product's name"),
                .init("room", "ROOM", "The device's first room."),
                .init("id", "ID", "The device's id, by which the hub recognizes it.", default: "the file's name"),
                .init("replace", nil, "Removes incompatible old revisions of its traits."), .hub,
            ],
            examples: [
                ("hearth simulate Examples/products/reading-lamp.matter", "Type help for the commands of the device."),
                ("hearth simulate lamp.matter --name Lamp --room Office --id lamp-2", "A second device of its kind."),
                ("hearth simulate lamp.matter --replace", "While you change the file."),
            ], run: SimulateCommand.run)
    ]

    static let programCommands: [Command] = [
        Command(
            name: "completions", words: ["bash|zsh|fish"], kinds: [.fixed(Completions.shells)],
            summary: "Prints a script for your shell that completes commands, devices and rooms.", options: [],
            examples: [
                ("source <(hearth completions bash)", "In ~/.bashrc; for zsh likewise in ~/.zshrc."),
                ("hearth completions fish > ~/.config/fish/completions/hearth.fish", "For fish."),
            ], run: CompletionsCommand.run),
        Command(
            name: "manual", summary: "Prints the manual page.", options: [],
            examples: [
                ("hearth manual | man -l -", "Shows it."),
                ("hearth manual > ~/.local/share/man/man1/hearth.1", "Installs it."),
            ], run: ManualCommand.run),
    ]
}
