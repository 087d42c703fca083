internal import Hearth
internal import HearthTraitCore

/// The commands and their usage texts.
enum Help {
    struct Command {
        let name: String
        /// The positional arguments: optional ones in brackets, repeatable ones ending in "…".
        var words: [String] = []
        let summary: String
        let options: [Arguments.Option]
        let run: @Sendable (Arguments) async throws(CommandError) -> Void

        var usage: String {
            let known = options.map { "[--\($0.name)\($0.value.map { " " + $0 } ?? "")]" }
            return "usage: \((["hearth", name] + words + known).joined(separator: " "))\n\(summary)"
        }

        /// Checks the number of positional arguments.
        func check(_ arguments: Arguments) throws(CommandError) {
            let given = arguments.positional.count
            let missing = words.dropFirst(given).filter { !$0.hasPrefix("[") }
            guard missing.isEmpty else {
                throw CommandError(.usage, "\(missing.joined(separator: " and ")) is missing\n\(usage)")
            }
            let isOpen = words.last?.contains("…") ?? false
            guard isOpen || given <= words.count else {
                let extra = quoted(arguments.positional[words.count])
                throw CommandError(.usage, "\(extra) is one word too many\n\(usage)")
            }
        }
    }

    static let version = Home.version

    private static let hub = Arguments.Option(name: "hub", value: "NAME|ADDRESS")
    private static let json = Arguments.Option(name: "json", value: nil)
    private static let endpoint = Arguments.Option(name: "endpoint", value: "N")

    static let commands: [Command] = [
        Command(
            name: "serve", summary: "Runs a hub until Ctrl-C.",
            options: [
                .init(name: "listen", value: "HOST:PORT|unix:PATH"), .init(name: "store", value: "FILE"),
                .init(name: "demo", value: nil), .init(name: "location", value: "LAT,LON"),
                .init(name: "local-owner", value: "user|group|machine|nobody"),
                .init(name: "tls-cert", value: "FILE"), .init(name: "tls-key", value: "FILE"),
            ], run: ServeCommand.run),
        Command(
            name: "claim", words: ["[LINK]"],
            summary: "Makes you known to a hub by the link that it shows; or has it show one, for one more client.",
            options: [
                .init(name: "name", value: "NAME"), .init(name: "client", value: "NAME"),
                .init(name: "open", value: nil), .init(name: "invite", value: "ROLE"), hub,
            ], run: ClaimCommand.run),
        Command(
            name: "tokens", words: ["[list|create|revoke]", "[NAME|ID]"],
            summary: "Lists who may use the hub, makes tokens for scripts, and ends either for good.",
            options: [
                .init(name: "role", value: "owner|provider"), .init(name: "days", value: "N"),
                .init(name: "never", value: nil), .init(name: "certificate", value: "FILE"),
                .init(name: "made", value: nil), hub, json,
            ], run: TokensCommand.run),
        Command(
            name: "devices", summary: "Lists all devices with their state.", options: [hub, json],
            run: DevicesCommand.run),
        Command(
            name: "show", words: ["DEVICE"], summary: "Shows everything about a device; * marks what can be set.",
            options: [hub, json], run: ShowCommand.run),
        Command(
            name: "watch", words: ["[DEVICE…]"], summary: "Prints changes as they happen, until Ctrl-C.",
            options: [hub, json], run: WatchCommand.run),
        Command(
            name: "send", words: ["DEVICE", "TRAIT.COMMAND", "[ARGUMENT=VALUE…]"],
            summary: "Sends a command, and says how the device is then; VALUE - is asked for, unseen.",
            options: [endpoint, hub, json], run: SendCommand.run),
        Command(
            name: "set", words: ["DEVICE", "TRAIT.ATTRIBUTE=VALUE…"],
            summary: "Writes attributes of one trait, all or none.",
            options: [endpoint, hub, json], run: SetCommand.run),
        Command(
            name: "rename", words: ["DEVICE|ROOM|STRUCTURE", "NAME"],
            summary: "Gives a device, a room or a structure another name.", options: [hub, json],
            run: RenameCommand.run),
        Command(
            name: "move", words: ["DEVICE", "[ROOM]"],
            summary: "Puts a device into a room; with --out, out of any.",
            options: [.init(name: "out", value: nil), hub, json], run: MoveCommand.run),
        Command(
            name: "rooms", words: ["[list|add|rename|remove]", "[ROOM]", "[NAME]"],
            summary: "Lists the rooms, adds one, gives one another name or removes it.",
            options: [.init(name: "structure", value: "STRUCTURE"), hub, json], run: RoomsCommand.run),
        Command(
            name: "traits", words: ["[list|remove]", "[TRAIT|ID]"],
            summary: "Lists the traits of makers' devices, with --all standard ones too; removes one that nobody has.",
            options: [.init(name: "all", value: nil), hub, json], run: TraitsCommand.run),
        Command(
            name: "remove", words: ["DEVICE"],
            summary: "Removes a device; at a terminal it asks first.",
            options: [.init(name: "yes", value: nil), hub, json], run: RemoveCommand.run),
        Command(
            name: "simulate", words: ["FILE.matter"],
            summary: "Puts the product of a maker's file on a hub as a device, until Ctrl-C.",
            options: [
                .init(name: "name", value: "NAME"), .init(name: "room", value: "ROOM"), .init(name: "id", value: "ID"),
                hub,
            ], run: SimulateCommand.run),
        Command(
            name: "self-check", summary: "Starts a hub, uses it as a remote client, and says what it saw.",
            options: [], run: SelfCheckCommand.run),
    ]

    static var text: String {
        var table = Table(["COMMAND", "WHAT IT DOES"])
        for command in commands {
            table.add([([command.name] + command.words).joined(separator: " "), command.summary])
        }
        return """
            Hearth \(version), a self-hosted smart-home hub.

            usage: hearth COMMAND …

            \(table.text)

            Commands talk to the hub at --hub, else at $HEARTH_HUB, else at \(Connection.defaultAddress): an address, the
            name of a hub that was claimed, or a link that says its key. $HEARTH_TOKEN comes in without a key.
            Names may be shortened as long as they stay unique. hearth COMMAND --help says more.
            Exit codes: 0 done, 1 refused or not there, 64 wrong words, 65 a bad file, 69 no hub, 73 can't start,
            74 can't print.
            """
    }
}
