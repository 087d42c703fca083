internal import Foundation
@testable internal import Hearth
@testable internal import HearthClientCommands
@testable internal import HearthTerminal
internal import HearthPhrases
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Texts about integrations, and the options of their fields.
@Suite(.timeLimit(.minutes(1))) struct IntegrationWordsTests {
    private let kinds = [
        IntegrationKind(
            id: "esphome", title: "ESPHome", summary: "Nodes of ESPHome.",
            fields: [
                IntegrationField(
                    name: "host", label: "Address", type: .host, defaultValue: nil, isNeeded: true, hint: "on its page"),
                IntegrationField(
                    name: "port", label: "Port", type: .number, defaultValue: "6053", isNeeded: false, hint: ""),
                IntegrationField(
                    name: "key", label: "Encryption key", type: .secret, defaultValue: nil, isNeeded: false, hint: ""),
            ]),
        IntegrationKind(
            id: "mqtt", title: "MQTT", summary: "Devices at a broker.",
            fields: [
                IntegrationField(
                    name: "host", label: "Broker", type: .host, defaultValue: nil, isNeeded: true, hint: ""),
                IntegrationField(
                    name: "user", label: "User", type: .text, defaultValue: nil, isNeeded: false, hint: ""),
                IntegrationField(
                    name: "ca", label: "Certificate authority", type: .text, defaultValue: nil, isNeeded: false,
                    hint: ""),
                IntegrationField(
                    name: "password", label: "Password", type: .secret, defaultValue: nil, isNeeded: false, hint: ""),
            ]),
    ]

    private func integration(
        _ name: String, _ kind: String, _ health: IntegrationHealth, devices: Int = 1
    ) -> Integration {
        Integration(
            id: "\(kind)-\(name)", kind: kind, name: name, settings: ["host": "192.0.2.7"], secretFields: ["key"],
            health: health, healthSince: nil, deviceCount: devices, structureID: nil, canJoin: false)
    }

    private func thing(_ name: String, _ kind: String, _ readiness: FoundDevice.Readiness) -> FoundDevice {
        FoundDevice(
            id: "\(kind)/\(name)", kind: kind, name: name, maker: "", address: "192.0.2.9", readiness: readiness,
            settings: [:], seenAt: nil)
    }

    private func values(_ words: [String], kind: Int = 0) throws -> IntegrationArguments {
        try IntegrationArguments(
            Arguments(words, options: IntegrationArguments.options), of: kinds[kind])
    }

    @Test func theTableSaysHowTheyAre() {
        let table = IntegrationWords.table(
            [
                integration("Plug", "esphome", .online),
                integration("Broker", "mqtt", .offline(reason: "connection refused"), devices: 62),
                integration("Heater", "esphome", .needsAttention(reason: "wrong key", wayOut: "give the new one")),
                integration("Stick", "zwave", .connecting, devices: 0),
            ], kinds)
        expect(
            table.text(),
            equals: """
                NAME    KIND     ADDRESS    DEVICES  STATE
                Plug    ESPHome  192.0.2.7  1        online
                Broker  MQTT     192.0.2.7  62       offline: connection refused
                Heater  ESPHome  192.0.2.7  1        needs attention: wrong key; give the new one
                Stick   zwave    -          0        connecting
                """)
    }

    @Test func foundThingsAreNumberedWithATrueWord() {
        let table = IntegrationWords.table(
            [
                thing("Plug", "esphome", .needsKey), thing("Eve", "HomeKit", .notSupported),
                thing("Heater", "esphome", .added(integrationID: "1")), thing("Box", "mqtt", .ready),
                thing("Bridge", "hue", .needsButton),
            ],
            kinds)
        expect(
            table.text(),
            equals: """
                   NAME    KIND     ADDRESS    STATE
                1  Plug    ESPHome  192.0.2.9  needs a key
                2  Eve     HomeKit  192.0.2.9  not supported yet
                   Heater  ESPHome  192.0.2.9  added already
                3  Box     MQTT     192.0.2.9  ready
                4  Bridge  hue      192.0.2.9  needs its button
                """)
    }

    @Test func ignoredThingsSaySinceWhen() throws {
        let time = 1_800_000_000.0
        let things = [
            IgnoredDevice(id: "esphome/AA", kind: "esphome", name: "Lamp", maker: "athom", ignoredAt: time),
            IgnoredDevice(id: "_cast/TV", kind: "Google Cast", name: "TV", maker: "", ignoredAt: nil),
        ]
        let when = LocalTime.dateAndTime(time)
        expect(
            IntegrationWords.table(things, kinds).text(),
            equals: """
                NAME  KIND         MAKER  IGNORED SINCE
                Lamp  ESPHome      athom  \(when)
                TV    Google Cast  -      -
                """)
        expect(
            things.map { IntegrationWords.json($0).text },
            equals: [
                #"{"id":"esphome/AA","kind":"esphome","name":"Lamp","maker":"athom","ignoredAt":1800000000}"#,
                #"{"id":"_cast/TV","kind":"Google Cast","name":"TV","maker":"","ignoredAt":null}"#,
            ])
        try expect(["lamp", "_cast/TV"].map { try IgnoreCommand.find($0, in: things) }, equals: things)
        let error = expect(throws: CommandError.self) { try IgnoreCommand.find("Lamb", in: things) }
        expect(error?.message, equals: "nothing that is ignored is called \"Lamb\"; did you mean \"Lamp\"?")
    }

    @Test("A thing is ignored by its name, address or ID, never by its number, which changes")
    func numbersIgnoreNothing() throws {
        func thing(_ id: String, _ name: String, _ address: String) -> FoundDevice {
            FoundDevice(
                id: id, kind: "esphome", name: name, maker: "", address: address, readiness: .ready, settings: [:],
                seenAt: nil)
        }
        let found = [
            thing("a/1", "2nd plug", "192.0.2.10"), thing("a/2", "TV", "192.0.2.11"), thing("a/3", "TV", "192.0.2.12"),
            thing("a/4", "Box", "192.0.2.11"), thing("a/5", "2", ""),
        ]
        for (word, id) in [
            ("2ND PLUG", "a/1"), ("192.0.2.10", "a/1"), ("a/2", "a/2"), ("192.0.2.12", "a/3"), ("bo", "a/4"),
            ("a/5", "a/5"),
        ] {
            try expect(IgnoreCommand.find(word, in: found).id, equals: id)
        }
        let id = "or say the ID that hearth integrations found --json has"
        for (word, reason) in [
            (
                "2",
                "2 is no name: the numbers of hearth add change with each thing that comes, goes or is ignored; write "
                    + "its name or address, \(id)"
            ),
            ("TV", "\"TV\" could be \"TV\", \"TV\"; write it out, \(id)"),
            ("192.0.2.11", "\"192.0.2.11\" could be \"TV\", \"Box\"; write it out, \(id)"),
            ("192.0.2.1", "nothing that could be added is called \"192.0.2.1\"; hearth integrations found lists it"),
            ("", "nothing that could be added is called \"\"; hearth integrations found lists it"),
        ] {
            let error = expect(throws: CommandError.self) { try IgnoreCommand.find(word, in: found) }
            expect(error?.message, equals: reason)
        }
    }

    @Test func theCommandThatShowsAThingAgainFindsIt() throws {
        let names = ["Lamp next door", "TV", "tv", "--yes", "", "\u{200b}", "Lamp", "x/7"]
        let things = names.enumerated().map { index, name in
            IgnoredDevice(id: "x/\(index + 1)", kind: "esphome", name: name, maker: "", ignoredAt: nil)
        }
        let words = ["'Lamp next door'", "x/2", "x/3", "-- --yes", "x/5", "x/6", "Lamp", "x/8"]
        expect(
            things.map { IgnoreCommand.showing($0.id, named: $0.name, among: things) },
            equals: words.map { "hearth integrations unignore \($0)" })
        // The list of before the thing was ignored.
        expect(IgnoreCommand.showing("x/2", named: "TV", among: []), equals: "hearth integrations unignore TV")
    }

    @Test func aKindShowsItsFields() {
        expect(
            IntegrationWords.table(kinds[0]).text(),
            equals: """
                FIELD          NAME            TYPE    DEFAULT  HINT
                host (needed)  Address         host    -        on its page
                port           Port            number  6053
                key            Encryption key  secret  -
                """)
    }

    @Test func partsSayWhetherTheyAreShown() throws {
        func entity(
            _ key: String, _ name: String, _ category: DeviceEntity.Category, _ leftOut: DeviceEntity.LeftOut? = nil,
            isChoice: Bool = false, isAssumed: Bool = false
        ) -> DeviceEntity {
            DeviceEntity(
                key: key, name: name, category: category, leftOut: leftOut, isChoice: isChoice, isAssumed: isAssumed)
        }
        let entities = [
            entity("relay", "", .main), entity("lock", "Child lock", .setting, isChoice: true),
            entity("rssi", "Signal", .diagnostic, .turnedOff, isChoice: true),
            entity("week", "Schedule", .setting, .unsupported("no schedules")),
            entity("blind", "Blind", .main, isAssumed: true),
        ]
        expect(
            EntitiesCommand.table(entities).text(),
            equals: """
                PART               KEY    CATEGORY    STATE
                the device itself  relay  main        always shown
                Child lock         lock   setting     shown
                Signal             rssi   diagnostic  left out; --show adds it
                Schedule           week   setting     not supported: no schedules
                Blind              blind  main        always shown; its state is assumed
                """)
        expect(ShowCommand.assumedParts(of: entities), equals: ["Blind"])
        try expect(EntitiesCommand.find("child lock", in: entities).key, equals: "lock")
        try expect(EntitiesCommand.find("rssi", in: entities).key, equals: "rssi")
        let error = expect(throws: CommandError.self) { _ = try EntitiesCommand.find("none", in: entities) }
        expect(error?.message.hasPrefix("the device has no part \"none\""), equals: true)
    }

    @Test func eachStepOfAJoiningDeviceIsALine() throws {
        func device(_ stage: JoiningDevice.Stage, maker: String? = nil, model: String? = nil) -> JoiningDevice {
            JoiningDevice(id: "0x9", name: "0x9", stage: stage, maker: maker, model: model)
        }
        var lines = JoinLines(name: "Zigbee", seconds: 60)
        func take(_ isOpen: Bool, _ devices: JoiningDevice...) -> [String] {
            lines.take(JoiningState(isOpen: isOpen, closesAt: nil, devices: devices))
        }
        expect(take(false), equals: [])
        expect(
            take(true),
            equals: ["\"Zigbee\" is open for new devices for 60 s; make them join now. Ctrl-C closes it."])
        expect(take(true, device(.joined)), equals: ["\"0x9\" has joined"])
        expect((take(true, device(.asking)), take(true, device(.asking))), are: (["\"0x9\" is asked what it is …"], []))
        expect(
            take(false, device(.ready(deviceID: "z-0x9"), maker: "V", model: "M")),
            equals: ["\"0x9\" is added: V M", "\"Zigbee\" is closed for new devices"])
        expect(lines.end, equals: "1 device was added")
        try expect((JoinCommand.seconds(nil), JoinCommand.seconds("7")), are: (120, 7))
        for word in ["0", "-1", "x", "99999999999"] {
            expect(throws: CommandError.self) { _ = try JoinCommand.seconds(word) }
        }
    }

    @Test func statesAreSentencesAndJSON() {
        let plug = integration("Plug", "esphome", .online)
        expect(IntegrationWords.text(.done(plug, deviceIDs: ["a"])), equals: "Added \"Plug\" with 1 device")
        expect(IntegrationWords.text(.done(plug, deviceIDs: [])), equals: "Added \"Plug\" with 0 devices")
        let failure = IntegrationFailure(
            reason: .secretRefused, step: .connecting, message: "wrong key", wayOut: "give the right one",
            fields: ["key"])
        expect(IntegrationWords.text(.failed(failure)), equals: "wrong key; give the right one")
        expect(IntegrationWords.json(AddingState.step(.connecting)).text, equals: #"{"state":"connecting"}"#)
        expect(
            IntegrationWords.json(.failed(failure)).text,
            equals: #"{"state":"failed","message":"wrong key","wayOut":"give the right one","fields":["key"]}"#)
        expect(
            IntegrationWords.json(plug).text,
            equals: #"{"id":"esphome-Plug","kind":"esphome","name":"Plug","settings":{"host":"192.0.2.7"},"#
                + #""secrets":["key"],"state":"online","reason":null,"since":null,"devices":1}"#)
        let time = 1_800_000_000.0
        let moment = LocalTime.dateAndTime(time).dropFirst(5).prefix(11)
        expect(
            IntegrationWords.text(.offline(reason: "no answer"), since: time),
            equals: "offline since \(moment): no answer")
        expect(IntegrationWords.text(.online, since: time), equals: "online since \(moment)")
    }

    @Test func aWordIsANumberANameOrAnAddress() throws {
        let found = [thing("Kitchen Plug", "esphome", .ready), thing("Kitchen Lamp", "esphome", .ready)]
        for (word, target) in [
            ("2", .found(found[1])), ("kitchen plug", .found(found[0])), ("192.0.2.9", .found(found[0])),
            ("esphome/Kitchen Lamp", .found(found[1])), ("192.0.2.77", .address("192.0.2.77")),
        ] as [(String, AddCommand.Target)] {
            try expect(AddCommand.find(word, in: found), equals: target, "\(word)")
        }
        for word in ["3", "0", "Kitchen"] {
            expect(throws: CommandError.self) { try AddCommand.find(word, in: found) }
        }
    }

    @Test func onlyThingsOfTheKindAreFound() throws {
        let found = [thing("Bridge", "HomeKit", .notSupported), thing("Plug", "esphome", .ready)]
        try expect(AddCommand.find("192.0.2.9", in: found, of: kinds[0]), equals: .found(found[1]))
        try expect(AddCommand.find("192.0.2.9", in: found, of: kinds[1]), equals: .address("192.0.2.9"))
        try expect(AddCommand.find("bridge", in: found, of: kinds[0]), equals: .address("bridge"))
        try expect(AddCommand.find("2", in: found, of: kinds[0]), equals: .found(found[1]))
        let error = expect(throws: CommandError.self) { try AddCommand.find("1", in: found, of: kinds[0]) }
        expect(error?.message, equals: "number 1 is \"Bridge\", which speaks HomeKit, not esphome")
    }

    @Test func fieldsComeFromOptionsAndFiles() throws {
        let folder = try TemporaryFolder()
        let (key, ca) = (folder.file("key"), folder.file("ca.pem"))
        try "c2VjcmV0\n\n".write(toFile: key, atomically: true, encoding: .utf8)
        try "-----BEGIN\nEND-----\n".write(toFile: ca, atomically: true, encoding: .utf8)
        var node = try values(["--key-file", key, "--set", "port=6054"])
        try node.take(address: "plug.local", of: kinds[0])
        expect((node.settings, node.secrets), are: (["host": "plug.local", "port": "6054"], ["key": "c2VjcmV0"]))
        let broker = try values(["--user", "hub", "--file", "ca=\(ca)", "--file", "password=\(key)"], kind: 1)
        expect(broker.settings, equals: ["user": "hub", "ca": "-----BEGIN\nEND-----"])
        expect(broker.secrets, equals: ["password": "c2VjcmV0"])
        try expect(values(["--set", "key="]).secrets, equals: ["key": ""])
        expect("\(broker)".contains("c2Vj"), equals: false)
    }

    @Test(arguments: [
        ("plug.local:6054", "plug.local", "6054"), ("192.0.2.7", "192.0.2.7", nil), ("[fe80::1]:1", "fe80::1", "1"),
        ("fe80::1", "fe80::1", nil), ("[fe80::1]", "fe80::1", nil), ("plug:99999", "plug:99999", nil),
    ])
    func anAddressMayHaveAPort(_ word: String, _ host: String, _ port: String?) throws {
        var values = IntegrationArguments()
        try values.take(address: word, of: kinds[0])
        expect((values.settings["host"], values.settings["port"]), are: (host, port))
    }

    /// Forms show labels, the command line has options.
    @Test func errorsOfFieldsNameTheOption() async {
        for (message, kind, hint) in [
            ("\"Port\" of ESPHome takes a whole number", 0, "; give it with --set port=VALUE"),
            ("the hub lacks \"Encryption key\"", 0, "; give it with --key-file FILE"),
            ("\"Password\" and \"User\" do not fit", 1, "; give it with --user NAME and --password-file FILE"),
            ("the hub is shutting down", 0, ""), ("Port", 0, ""),
        ] {
            expect(IntegrationArguments.hint(for: message, of: kinds[kind]), equals: hint)
        }
        let error = await expect(throws: CommandError.self) {
            try await IntegrationArguments.ofHome(kinds[0]) { throw HomeError(.invalidArgument, "\"Port\" is odd") }
        }
        expect(error?.message.contains("\"Port\" is odd"), equals: true, "\(error?.message ?? "")")
        expect(error?.message.hasSuffix("; give it with --set port=VALUE"), equals: true, "\(error?.message ?? "")")
    }

    @Test(arguments: [
        (["--set", "key=c2VjcmV0"], "--file key=FILE"), (["--set", "what=1"], "has no field \"what\""),
        (["--set", "port"], "takes FIELD=VALUE"), (["--key-file", "/nowhere/key"], "can't be read"),
        (["--user", "x"], "has no field \"user\""),
        (["--set", "port=1", "--set", "port=2"], "\"Port\" is given twice; leave out one --set port=VALUE"),
    ])
    func wrongOptionsAreRefused(_ words: [String], _ reason: String) {
        let error = expect(throws: CommandError.self) { try values(words) }
        expect(error?.message.contains(reason), equals: true, "\(error?.message ?? "")")
        expect(error?.message.contains("c2VjcmV0"), equals: false)
    }
}
