internal import Expectations
@testable internal import HearthESPHome
internal import HearthEntities
internal import Testing

/// Actions of a firmware: their descriptions, calls and answers.
struct ActionCatalogTests {
    private static let listings: [ListEntitiesServicesResponse] = [
        .init(actionName: "stop", key: 1),
        .init(
            actionName: "play", key: 2,
            arguments: [
                ActionArgumentPart(argumentName: "song", type: 3),
                ActionArgumentPart(argumentName: "count", type: 1, isOptional: true, missing: "4"),
                ActionArgumentPart(argumentName: "pins", type: 5, isOptional: true, missing: "[1]"),
            ], answers: 100),
        .init(actionName: "sum", key: 3, arguments: [ActionArgumentPart(argumentName: "of", type: 6)], answers: 2),
    ]

    private func conversation(minor: UInt32 = 19) -> Conversation {
        var device = FakeDevice()
        device.hello.minor = minor
        device.listings = Self.listings.map { RawMessage($0) }
        var conversation = Conversation(device)
        conversation.run()
        return conversation
    }

    @Test func actionsAreOneEntityThatIsOffAtFirst() {
        let entities = conversation().description?.devices.first?.entities
        expect(
            entities,
            equals: [
                Entity(
                    key: "actions", name: "Actions", category: .setting,
                    kind: .actions([
                        DeviceAction(name: "stop"),
                        DeviceAction(
                            name: "play",
                            arguments: [
                                .init(name: "song", type: .text),
                                .init(name: "count", type: .integer, missing: .integer(4)),
                                .init(name: "pins", type: .integers, missing: .integers([])),
                            ]),
                        DeviceAction(name: "sum", arguments: [.init(name: "of", type: .numbers)], answers: true),
                    ]))
            ])
    }

    @Test func callsAreSentWithTypedArguments() throws {
        let cases: [(ActionCall, ExecuteServiceRequest)] = [
            (ActionCall(name: "stop"), ExecuteServiceRequest(key: 1)),
            (
                ActionCall(name: "play", values: [.text("a"), .integer(-7), .integers([1, -1])]),
                ExecuteServiceRequest(
                    key: 2,
                    arguments: [
                        ActionValuePart(text: "a"), ActionValuePart(integer: -7),
                        ActionValuePart(integers: [1, -1]),
                    ], callID: 2)
            ),
            (
                ActionCall(name: "sum", values: [.numbers([0.5, 2])]),
                ExecuteServiceRequest(
                    key: 3, arguments: [ActionValuePart(reals: [0.5, 2])], callID: 3, wantsData: true)
            ),
        ]
        var conversation = conversation()
        for (call, request) in cases {
            let (actions, callID) = try conversation.session.run(call)
            expect(callID, equals: request.callID == 0 ? nil : request.callID, "\(call.name)")
            expect(
                actions, equals: [.send(FrameEncoder.plain(type: 42, request.encoded))], "\(call.name)")
            expect(try ExecuteServiceRequest(reading: request.encoded), equals: request, "\(call.name)")
        }
    }

    @Test func firmwareBeforeIntegersGetsTheOlderField() throws {
        var conversation = conversation(minor: 2)
        let (actions, _) = try conversation.session.run(
            ActionCall(name: "play", values: [.text("a"), .integer(-7), .integers([])]))
        let request = ExecuteServiceRequest(
            key: 2,
            arguments: [ActionValuePart(text: "a"), ActionValuePart(legacyInteger: -7), ActionValuePart()])
        expect(actions, equals: [.send(FrameEncoder.plain(type: 42, request.encoded))])
    }

    @Test func firmwareBeforeAnswersIsNotWaitedFor() throws {
        var conversation = conversation(minor: 13)
        let (actions, callID) = try conversation.session.run(ActionCall(name: "sum", values: [.numbers([])]))
        expect(callID, equals: nil)
        expect(actions.count, equals: 1)
    }

    @Test func answersAreRead() {
        let cases: [(ExecuteServiceResponse, ActionAnswer)] = [
            (.init(callID: 9, succeeded: true), .ran(data: nil)),
            (.init(callID: 9, succeeded: true, data: Array("{\"a\":1}".utf8)), .ran(data: "{\"a\":1}")),
            (
                .init(callID: 9, error: "no pump"),
                .failed(ESPHomeError(.actionFailed, "the action failed on the device: no pump"))
            ),
            (
                .init(callID: 9),
                .failed(ESPHomeError(.actionFailed, "the action failed on the device: it names no reason"))
            ),
            (
                .init(callID: 9, succeeded: true, data: Array(repeating: 0x20, count: 8193)),
                .failed(ESPHomeError(.actionFailed, "the action ran, but answered 8193 bytes, more than 8192"))
            ),
            (
                .init(callID: 9, succeeded: true, data: [0x22, 0xFF, 0x22]),
                .failed(ESPHomeError(.actionFailed, "the action ran, but its answer is not text in UTF-8"))
            ),
        ]
        for (response, answer) in cases {
            var conversation = conversation()
            conversation.say(response)
            expect(conversation.actions.last, equals: .answer(callID: 9, answer))
        }
    }

    @Test func actionsAreBounded() {
        var catalog = ActionCatalog()
        var added: [Bool] = []
        for number in 0..<66 { added.append(catalog.add(.init(actionName: "a\(number)", key: 1))) }
        added.append(catalog.add(.init(actionName: "a0", key: 1)))
        expect(added, equals: Array(repeating: true, count: 64) + [false, false, true])
        expect(catalog.actions.count, equals: 64)
        var other = ActionCatalog()
        let many = Array(repeating: ActionArgumentPart(argumentName: "a"), count: 33)
        expect(
            [
                other.add(.init(actionName: "many", arguments: many)),
                other.add(.init(actionName: "odd", arguments: [ActionArgumentPart(argumentName: "a", type: 8)])),
            ], equals: [false, false])
        expect(other.entity, equals: nil)
    }
}
