internal import Expectations
@testable internal import HearthEntities
internal import HearthHub
internal import HearthStore
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import Testing

/// Actions that a firmware names itself.
@Suite(.timeLimit(.minutes(5)))
struct ActionsTests {
    private typealias T = StandardTraits

    static let actions = [
        DeviceAction(name: "restart_pump"),
        DeviceAction(
            name: "play",
            arguments: [
                .init(name: "song", type: .text), .init(name: "loud", type: .boolean, missing: .boolean(true)),
                .init(name: "count", type: .integer, missing: .integer(1)),
                .init(name: "speed", type: .number, missing: .number(0)),
                .init(name: "flags", type: .booleans, missing: .booleans([])),
                .init(name: "pins", type: .integers, missing: .integers([])),
                .init(name: "notes", type: .numbers, missing: .numbers([])),
                .init(name: "words", type: .texts, missing: .texts([])),
            ], answers: true),
    ]

    private func machine() throws -> TestMachine {
        try TestDevice([Entity(key: "actions", name: "Actions", kind: .actions(Self.actions))]).machine()
    }

    private func run(_ name: String, _ arguments: String?) throws -> [EntityCommand] {
        var machine = try machine()
        return try machine.invoke(
            T.hearthProjectDeviceActions, "RunAction",
            ["name": .text(name)].merging(arguments.map { ["arguments": .text($0)] } ?? [:]) { $1 })
    }

    @Test func actionsAreListedWithTheirArguments() throws {
        let list = try machine().value(of: T.hearthProjectDeviceActions, "actionList")
        expect(
            list,
            equals: .list([
                .structure([0: .string("restart_pump"), 1: .string(""), 2: .bool(false)]),
                .structure([
                    0: .string("play"),
                    1: .string(
                        "song: text, loud: boolean?, count: integer?, speed: number?, flags: booleans?, "
                            + "pins: integers?, notes: numbers?, words: texts?"),
                    2: .bool(true),
                ]),
            ]))
    }

    @Test func argumentsAreRead() throws {
        let rest: [ActionValue] = [
            .boolean(true), .integer(1), .number(0), .booleans([]), .integers([]), .numbers([]), .texts([]),
        ]
        let cases: [(String, String?, [ActionValue])] = [
            ("restart_pump", nil, []), ("restart_pump", "", []), ("restart_pump", "{}", []),
            ("play", #"{"song":"a"}"#, [.text("a")] + rest),
            (
                "play",
                #"{"song":"ü","loud":false,"count":-2147483648,"speed":0.5,"flags":[true],"pins":[1,-2],"notes":[1.5],"words":["x",""]}"#,
                [
                    .text("ü"), .boolean(false), .integer(.min), .number(0.5), .booleans([true]), .integers([1, -2]),
                    .numbers([1.5]), .texts(["x", ""]),
                ]
            ),
        ]
        for (name, arguments, values) in cases {
            expect(
                try run(name, arguments),
                equals: [EntityCommand(entity: "actions", call: ActionCall(name: name, values: values))])
        }
    }

    @Test(
        arguments: [
            ("jump", nil, "the device has no action \"jump\"; it has \"play\", \"restart_pump\""),
            ("play", "[1]", "the arguments are not a JSON object, such as {\"level\": 5}"),
            ("restart_pump", "{\"x\":1}", "restart_pump has no argument \"x\"; it takes no arguments"),
        ] as [(String, String?, String)])
    func mistakesAreNamed(_ name: String, _ arguments: String?, _ message: String) throws {
        let error = expect(throws: TraitError.self) { try run(name, arguments) }
        expect(error?.message, equals: message)
        expect(error?.status, equals: .constraintError)
    }

    @Test(
        arguments: [
            ("{", "not JSON"), ("{}", "\"song\" is missing"), (#"{"song":1}"#, "\"song\" is not a text"),
            (#"{"song":"","count":1.5}"#, "\"count\" is not an integer of 32 bits"),
            (#"{"song":"","count":2147483648}"#, "\"count\" is not an integer of 32 bits"),
            (#"{"song":"","speed":1e999}"#, "\"speed\" is not a number"),
            (#"{"song":"","speed":1e39}"#, "\"speed\" is not a number of 32 bits"),
            (#"{"song":"","notes":[1,-1e39]}"#, "\"notes\" is not a list of numbers of 32 bits"),
            (#"{"song":"","pins":[1,"2"]}"#, "\"pins\" is not a list of integers"),
            (#"{"song":"","loud":"yes"}"#, "\"loud\" is not true or false"),
            (#"{"song":"","words":[[[["deep"]]]]}"#, "not JSON"),
        ])
    func wrongArgumentsAreRefused(_ arguments: String, _ part: String) throws {
        let error = expect(throws: TraitError.self) { try run("play", arguments) }
        expect(error?.message.contains(part) ?? false, "\(error?.message ?? "none")")
    }

    @Test func anActionAnswers() async throws {
        let device = EntityDevice(
            id: "d", name: "Device", entities: [Entity(key: "actions", name: "", kind: .actions(Self.actions))])
        let link = FakeLink([device])
        let home = try await EntityHome(link, store: HomeStore.inMemory())
        let calls: [(StructureValue, StructureValue?)] = [
            ([0: .string("restart_pump")], [:]),
            ([0: .string("play"), 1: .string(#"{"song":"a"}"#)], [0: .string(#"{"ran":"play"}"#)]),
        ]
        for (arguments, response) in calls {
            let answer = try await home.invoke("d", 1, T.hearthProjectDeviceActions, "RunAction", arguments)
            expect(answer.response, equals: response)
        }
        expect(link.commands.map { $0.call?.name }, equals: ["restart_pump", "play"])
        link.refuse(TraitError(.failure, "the action failed on the device: no pump"))
        let refused = await expect(throws: (any Error).self) {
            try await home.invoke("d", 1, T.hearthProjectDeviceActions, "RunAction", [0: .string("restart_pump")])
        }
        expect("\(refused.map { "\($0)" } ?? "")".contains("no pump"))
        try await home.hub.shutdown()
    }

    @Test func actionsAreRemembered() {
        let kind = EntityKind.actions(Self.actions)
        var expected = Self.actions
        for index in expected[1].arguments.indices { expected[1].arguments[index].missing = nil }
        expect(EntityKindParts(kind).kind, equals: .actions(expected))
    }
}
