internal import HearthClientCommands
internal import HearthTerminal

extension Help {
    private static let home = Arguments.Option(
        "structure", "STRUCTURE", "The structure for its devices.", default: "the first one")
    private static let name = Arguments.Option("name", "NAME", "The name; otherwise the one that it announces.")

    static let integrationCommands: [Command] = [
        Command(
            name: "add", words: ["[NUMBER|NAME|ADDRESS]"], kinds: [.free],
            summary: "Shows what is near and not added yet, and adds it.",
            detail: """
                Without a word it lists what announces itself on the network, numbered. A secret that is missing is \
                asked for on a terminal; it is never a word of the command. Ctrl-C cancels, and leaves nothing behind.
                --join opens the network of an integration, such as Zigbee2MQTT's, and says each step of the devices that \
                join. The network closes after --seconds, or with Ctrl-C.
                """,
            options: [
                .init("kind", "KIND", "The kind, for an address: hearth integrations kinds lists them."), name, home,
            ] + IntegrationArguments.options + JoinCommand.options + [Screen.option, .hub, .json],
            examples: [
                ("hearth add", "What is near, with what it needs."),
                ("hearth add 1", "Adds the first of the list."),
                ("hearth add \"Kitchen Plug\" --key-file plug.key", "Adds it by name, with its key."),
                ("hearth add 192.0.2.7 --kind esphome", "Adds what does not announce itself."),
                ("hearth add --join Zigbee2MQTT", "Lets new Zigbee devices in for two minutes."),
            ], run: AddCommand.run),
        Command(
            name: "integrations", words: ["[ACTION]", "[NAME|KIND|FOUND|DEVICE]", "[ADDRESS]"],
            kinds: [
                .fixed([
                    "list", "found", "ignored", "kinds", "add", "change", "test", "remove", "ignore", "unignore",
                    "entities",
                ]), .free,
            ],
            summary: "Lists the connections to other ecosystems, and changes them.",
            detail: """
                An integration is a connection that brings devices, such as an ESPHome node or an MQTT broker. change \
                takes effect at once; an empty value of --set deletes a field. test connects beside the running \
                connection and changes nothing; with options it tries other values. remove also removes the devices; if the \
                same thing is added again within 90 days, they are the same devices again, unless --forget was given. \
                ignore hides what was found, such as a neighbour's lamp, by its name or its address; ignored lists \
                what is hidden, and unignore shows it again, as does adding it. \
                entities lists the parts of a device; settings and diagnostic values are left out until --show adds them. \
                Only the hub's owner may use it.
                ACTION is list, found, ignored, kinds [KIND], add KIND [ADDRESS], change NAME, test NAME, remove NAME, \
                ignore FOUND, unignore IGNORED or entities DEVICE.
                """,
            options: [name, home] + IntegrationArguments.options + EntitiesCommand.options + [
                RemoveCommand.forget, Confirmation.option, Screen.option, .hub, .json,
            ],
            examples: [
                ("hearth integrations", "All with their state."),
                ("hearth integrations kinds esphome", "The fields of a kind."),
                ("hearth integrations add zigbee2mqtt 192.0.2.5 --set user=hub", "Connects to a broker."),
                ("hearth integrations change Plug --key-file new.key", "Gives it a new key."),
                ("hearth integrations test Plug", "Whether it answers, and with which devices."),
                ("hearth integrations remove Plug --yes", "Removes it with its devices."),
                ("hearth integrations ignore \"Lamp next door\"", "Hides it from what is found."),
                ("hearth integrations entities Plug --show \"Child lock\"", "Adds a setting of the device."),
            ], run: IntegrationsCommand.run),
    ]
}
