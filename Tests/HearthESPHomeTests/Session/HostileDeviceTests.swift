internal import Expectations
@testable internal import HearthESPHome
internal import HearthEntities
internal import Testing

private let plain = ESPHomeSettings(host: "lamp.local")

struct HostileDeviceTests {
    @Test func messagesOutOfTurnAreSkipped() {
        var talk = Conversation()
        _ = talk.session.start(at: talk.now)
        let (hello, info) = (talk.device.hello, talk.device.info)
        talk.say(SwitchStateResponse(address: oneAddress, isOn: true))
        talk.say(info)
        talk.say(ListEntitiesDoneResponse())
        expect(talk.actions, equals: [])
        talk.say(hello)
        // The device answers all that follows; a second hello and description change nothing.
        talk.say(hello)
        talk.say(info)
        expect(talk.description?.devices.count, equals: 1)
        talk.say(ListEntitiesSwitchResponse(head: oneHead))
        talk.say(SwitchStateResponse(address: oneAddress, isOn: true))
        expect(talk.actions.count, equals: 1)
        expect(talk.session.phase, equals: .running)
    }

    @Test func unknownTypesAndKeysAreSkipped() {
        var device = FakeDevice()
        device.listings = [
            RawMessage(type: 0), RawMessage(type: 65_535, bytes: [1, 2]), RawMessage(type: 43, bytes: [9]),
        ]
        device.states = [
            RawMessage(SensorStateResponse(address: EntityAddress(key: 99), value: 1)), RawMessage(type: 300),
            RawMessage(SwitchStateResponse(address: EntityAddress(key: 7, deviceID: 5))),
        ]
        var talk = Conversation(device)
        talk.run()
        expect(talk.actions.count, equals: 1)
        expect(talk.description?.devices.map(\.entities), equals: [[]])
    }

    @Test func duplicatesKeepTheFirst() throws {
        var device = FakeDevice()
        var other = oneHead
        (other.key, other.deviceID) = (8, 77)
        device.listings = [
            RawMessage(ListEntitiesSwitchResponse(head: oneHead)),
            RawMessage(ListEntitiesSwitchResponse(head: oneHead, deviceClass: "outlet")),
            // The same name on a device that does not exist, and another kind with the same key.
            RawMessage(ListEntitiesSwitchResponse(head: other)), RawMessage(ListEntitiesButtonResponse(head: oneHead)),
        ]
        device.states = [RawMessage(SwitchStateResponse(address: other.address, isOn: true))]
        var talk = Conversation(device)
        talk.run()
        expect(
            talk.description?.devices[0].entities.map(\.key), equals: ["switch.one", "switch.one.2", "button.one"])
        expect(
            talk.actions.last,
            equals: .report(
                EntityReport(
                    deviceID: "aabbcc001122",
                    states: [EntityState(entity: "switch.one.2", values: [.on: .bool(true)])], isReplay: true)))
    }

    @Test func malformedMessagesEndTheConnection() {
        for (type, bytes) in [(UInt16(2), [UInt8(0x0A)]), (10, [0x0B]), (17, [0x12, 9]), (5, [0]), (26, [0x0D])] {
            var device = FakeDevice()
            if type == 17 { device.listings = [RawMessage(type: type, bytes: bytes)] }
            if type == 26 { device.states = [RawMessage(type: type, bytes: bytes)] }
            var talk = Conversation(device)
            if type == 2 || type == 10 || type == 5 {
                _ = talk.session.start(at: talk.now)
                if type == 10 {
                    _ = talk.session.received(talk.device.sent(RawMessage(talk.device.hello)), at: talk.now)
                }
                talk.perform(talk.session.received(FrameEncoder.plain(type: type, bytes), at: talk.now))
            } else {
                talk.run()
            }
            expect(talk.end?.error?.code, equals: .malformed, "\(type)")
            expect(talk.end?.error?.message.contains("type \(type)"), equals: true)
            expectNil(talk.session.deadline)
        }
    }

    @Test func manyEntitiesAreLimited() throws {
        var device = FakeDevice()
        device.listings = (0..<5_000).map { number in
            RawMessage(
                ListEntitiesSensorResponse(
                    head: ListingHead(key: UInt32(number), entityName: "Sensor \(number)", deviceID: 0)))
        }
        var talk = Conversation(device)
        talk.run()
        let description = try require(talk.description)
        expect(description.devices[0].entities.count, equals: EntityCatalog.mostEntities)
        expect(description.leftOut, equals: 3_000)
    }

    @Test func equalNamesAreNumbered() throws {
        let names = ["one", "one.2", "one", "one", "one.2"]
        let heads = names.enumerated().map { ListingHead(objectID: $1, key: UInt32($0), entityName: "One") }
        expect(
            try KnownEntities(heads.map { ListEntitiesSwitchResponse(head: $0) }).keys,
            equals: ["switch.one", "switch.one.2", "switch.one.3", "switch.one.4", "switch.one.2.2"])
        let many = (0..<2_000).map { ListEntitiesSwitchResponse(head: ListingHead(key: $0, entityName: "One")) }
        expect(try KnownEntities(many).keys.last, equals: "switch.one.2000")
    }

    @Test func longNamesAreLimited() throws {
        let long = String(repeating: "n", count: 60_000)
        var device = FakeDevice()
        device.info.friendlyName = long
        device.listings = (0..<100).map { number in
            RawMessage(ListEntitiesSwitchResponse(head: ListingHead(key: number, entityName: long)))
        }
        var talk = Conversation(device)
        talk.run()
        let description = try require(talk.description)
        expect(description.devices[0].name.utf8.count, equals: 128)
        expect(description.devices[0].entities.allSatisfy { $0.name.utf8.count == 128 })
        // 2 MiB of descriptions.
        expect(description.devices[0].entities.count, equals: 34)
        expect(description.leftOut, equals: 66)
    }

    @Test func brokenEncryptionEndsTheConnection() throws {
        var device = FakeDevice(key: someKey)
        device.listings = [RawMessage(ListEntitiesSwitchResponse(head: oneHead))]
        let settings = ESPHomeSettings(host: "lamp.local", key: someKey)
        for change in 0..<3 {
            var talk = Conversation(device, settings)
            talk.run()
            let one = talk.device.sent(RawMessage(PingRequest()))
            let two = talk.device.sent(RawMessage(PingRequest()))
            switch change {
            // A changed tag, a replayed frame, and one left out.
            case 0: talk.perform(talk.session.received(Array(one.dropLast()) + [(one.last ?? 0) ^ 1], at: talk.now))
            case 1: talk.perform(talk.session.received(one + one, at: talk.now))
            default: talk.perform(talk.session.received(two, at: talk.now))
            }
            expect(talk.end?.error?.code, equals: .malformed, "\(change)")
        }
    }

    @Test func bytesOfOtherProtocolsAreNamed() {
        for (text, settings) in [
            ("HTTP/1.1 400 Bad Request\r\n", plain), ("SSH-2.0-x", ESPHomeSettings(host: "a", key: someKey)),
        ] {
            var session = ESPHomeSession(settings, secret: someSecret, at: someTime)
            _ = session.start(at: someTime)
            guard case .end(let end)? = session.received(Array(text.utf8), at: someTime).first else {
                expect(false, "no end")
                continue
            }
            expect(end.error?.code, equals: .malformed)
            expect(end.error?.message.contains("begins with byte \(text.utf8.first ?? 0)"), equals: true)
            expect(end.error?.wayOut.contains("the port"), equals: true)
        }
    }

    @Test func anyPieceIsTheSameConversation() throws {
        let bytes = [
            RawMessage(FakeDevice().hello), RawMessage(FakeDevice().info),
            RawMessage(ListEntitiesSwitchResponse(head: oneHead)), RawMessage(ListEntitiesDoneResponse()),
            RawMessage(SwitchStateResponse(address: oneAddress, isOn: true)),
        ].flatMap { FrameEncoder.plain(type: $0.type, $0.bytes) }
        func course(_ size: Int) -> [ESPHomeSession.Action] {
            var session = ESPHomeSession(plain, secret: someSecret, at: someTime)
            var actions = session.start(at: someTime)
            for start in stride(from: 0, to: bytes.count, by: size) {
                actions += session.received(Array(bytes[start..<min(start + size, bytes.count)]), at: someTime)
            }
            return actions
        }
        let whole = course(bytes.count)
        expect(whole.count, equals: 7)
        for size in [1, 2, 5] { expect(course(size), equals: whole) }
    }
}
