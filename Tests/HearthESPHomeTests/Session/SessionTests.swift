internal import Expectations
@testable internal import HearthESPHome
internal import HearthEntities
internal import Testing

private let plain = ESPHomeSettings(host: "lamp.local")
private let encrypted = ESPHomeSettings(host: "lamp.local", key: someKey)

/// A device with a switch that is on.
private func device(_ key: ESPHomeKey? = nil) -> FakeDevice {
    var device = FakeDevice(key: key)
    device.listings = [RawMessage(ListEntitiesSwitchResponse(head: oneHead))]
    device.states = [RawMessage(SwitchStateResponse(address: oneAddress, isOn: true))]
    return device
}

private let lamp = EntityDevice(
    id: "aabbcc001122", name: "Lamp", model: "esp32", softwareVersion: "2026.10.0",
    entities: [Entity(key: "switch.one", name: "One", kind: .toggle(deviceClass: ""))])

private let isOn = EntityState(entity: "switch.one", values: [.on: .bool(true)])

struct SessionTests {
    @Test(arguments: [nil, someKey]) func devicesAreDescribedAndReported(_ key: ESPHomeKey?) throws {
        var talk = Conversation(device(key), ESPHomeSettings(host: "lamp.local", key: key))
        talk.run()
        let description = ESPHomeDescription(
            mac: "aabbcc001122", name: "lamp", version: "2026.10.0", apiVersion: "1.19", hasDeepSleep: false,
            supportsEncryption: false, takesKey: false, devices: [lamp], leftOut: 0)
        expect(
            talk.actions,
            equals: [
                .describe(description),
                .report(EntityReport(deviceID: "aabbcc001122", states: [isOn], isReplay: true)),
            ])
        expect(
            talk.device.received.map(\.type), equals: [1, 9, 3, 11, 20], "hello, info, password, entities, states")
        expect(
            try HelloRequest(reading: talk.device.received[0].bytes),
            equals: HelloRequest(client: "Hearth", major: 1, minor: 19))
        // The second state is no repetition.
        talk.say(SwitchStateResponse(address: oneAddress))
        expect(
            talk.actions.last,
            equals: .report(
                EntityReport(
                    deviceID: "aabbcc001122",
                    states: [EntityState(entity: "switch.one", values: [.on: .bool(false)])])))
        talk.perform(
            try talk.session.send(EntityCommand(entity: "switch.one", values: [.on: .bool(true)]), to: "aabbcc001122"))
        expect(
            talk.device.received.last, equals: RawMessage(SwitchCommandRequest(address: oneAddress, isOn: true)))
        talk.perform(talk.session.disconnect(at: talk.now))
        expect(talk.end, equals: ESPHomeSession.End(error: nil, isOrderly: true))
    }

    @Test func probesTakeLeaveAfterTheDescription() {
        var talk = Conversation(device(), plain, .description)
        talk.run()
        expect(talk.description?.devices, equals: [lamp])
        expect(talk.end, equals: ESPHomeSession.End(error: nil, isOrderly: true))
        expect(talk.device.received.map(\.type), equals: [1, 9, 3, 11, 5])
    }

    @Test func subDevicesAreDevices() throws {
        var device = device()
        device.info.devices = [SubDevicePart(id: 3, deviceName: "Pump", areaID: 9), SubDevicePart(id: 4)]
        device.info.areas = [AreaPart(id: 9, areaName: "Cellar")]
        device.info.area = AreaPart(id: 1, areaName: "Hall")
        device.info.projectName = "maker.pump-controller"
        device.info.projectVersion = "7"
        var head = oneHead
        head.deviceID = 3
        device.listings.append(RawMessage(ListEntitiesSwitchResponse(head: head)))
        (head.entityName, head.key, head.category, head.isDisabledByDefault) = ("", 8, 2, true)
        device.listings.append(RawMessage(ListEntitiesSensorResponse(head: head)))
        device.states.append(
            RawMessage(SwitchStateResponse(address: EntityAddress(key: 7, deviceID: 3), isOn: true)))
        var talk = Conversation(device)
        talk.run()
        let devices = try require(talk.description?.devices)
        expect(devices.map(\.id), equals: ["aabbcc001122", "aabbcc001122-3"])
        expect(devices.map(\.name), equals: ["Lamp", "Pump"])
        expect(devices.map(\.suggestedRoom), equals: ["Hall", "Cellar"])
        expect(devices[1].maker, equals: "maker")
        expect(devices[1].model, equals: "pump-controller")
        expect(devices[1].softwareVersion, equals: "7")
        expect(
            devices[1].entities,
            equals: [
                Entity(key: "switch.one", name: "One", kind: .toggle(deviceClass: "")),
                Entity(
                    key: "sensor.pump", name: "", category: .diagnostic, isOffByDefault: true,
                    kind: .sensor(deviceClass: "", unit: "", stateClass: "")),
            ])
        expect(
            talk.actions.dropFirst(),
            equals: [
                .report(EntityReport(deviceID: "aabbcc001122", states: [isOn], isReplay: true)),
                .report(EntityReport(deviceID: "aabbcc001122-3", states: [isOn], isReplay: true)),
            ])
        talk.perform(try talk.session.send(EntityCommand(entity: "switch.one", action: .toggle), to: "aabbcc001122-3"))
        expect(
            talk.device.received.last,
            equals: RawMessage(SwitchCommandRequest(address: EntityAddress(key: 7, deviceID: 3), isOn: false)))
    }

    @Test func objectIDsAreMadeFromNames() {
        for (name, id) in [
            ("Living Room", "living_room"), ("Größe 2", "gr__e_2"), ("a-b_C!", "a-b_c_"), ("", ""), ("日本", "__"),
        ] {
            expect(objectID(of: name), equals: id)
        }
        for (text, mac) in [
            ("AA:BB:CC:00:11:22", "aabbcc001122"), ("aabbcc001122", "aabbcc001122"), ("", nil), ("x", nil),
        ] {
            expect(macDigits(text), equals: mac)
        }
    }

    // MARK: Passwords

    /// The passwords that devices get, by what answers at the address.
    @Test func passwordsGoToDevicesThatUseThem() {
        func given(_ device: FakeDevice, _ settings: ESPHomeSettings) -> [String] {
            var talk = Conversation(device, settings)
            talk.run()
            return talk.device.received.filter { $0.type == AuthenticationRequest.id }
                .compactMap { try? AuthenticationRequest(reading: $0.bytes).password }
        }
        var locked = device()
        locked.password = "hunter22"
        let settings = ESPHomeSettings(host: "lamp.local", password: "hunter22", expectedMAC: "AA:BB:CC:00:11:22")
        expect(given(locked, settings), equals: ["hunter22"])
        expect(given(device(), settings), equals: [""], "firmware without passwords")
        expect(given(device(someKey), settings), equals: [], "firmware that encrypts now")
        var stranger = locked
        stranger.info.mac = "AA:BB:CC:00:11:33"
        expect(given(stranger, settings), equals: [], "another device")
    }

    @Test func passwordsAreNoPartOfErrors() throws {
        var locked = device()
        locked.password = "other"
        var talk = Conversation(locked, ESPHomeSettings(host: "lamp.local", password: "hunter22"))
        talk.run()
        let error = try require(talk.end?.error)
        expect(error.code, equals: .wrongPassword)
        expect(error.description.contains("hunter22"), equals: false)
        talk = Conversation(locked, plain)
        talk.run()
        expect(talk.end?.error?.code, equals: .needsPassword)
    }

    @Test(arguments: [nil, someKey]) func passwordsAreTaken(_ key: ESPHomeKey?) {
        var other = device(key)
        other.password = "hunter22"
        var talk = Conversation(other, ESPHomeSettings(host: "lamp.local", key: key, password: "hunter22"))
        talk.run()
        expect(talk.description?.devices, equals: [lamp])
    }

    // MARK: Failures

    private func failure(
        _ device: FakeDevice, _ settings: ESPHomeSettings, _ purpose: ESPHomeSession.Purpose = .states
    ) -> ESPHomeError.Code? {
        var talk = Conversation(device, settings, purpose)
        talk.run()
        return talk.end?.error?.code
    }

    @Test func failuresAreToldApart() throws {
        expect(failure(device(someKey), plain), equals: .needsKey)
        expect(failure(device(), encrypted), equals: .hasNoEncryption)
        expect(failure(device(.unset), encrypted), equals: .wrongKey)
        expect(failure(device(someKey), ESPHomeSettings(host: "a", key: .unset)), equals: .needsKey)
        var other = device()
        other.hello.major = 3
        expect(failure(other, plain), equals: .unsupportedVersion)
        other = device()
        other.info.mac = ""
        expect(failure(other, plain), equals: .noIdentity)
        other = device()
        other.password = "hunter22"
        expect(failure(other, plain), equals: .needsPassword)
        expect(failure(other, ESPHomeSettings(host: "a", password: "hunter2")), equals: .wrongPassword)
        expect(failure(device(), plain, .setKey(someKey)), equals: .keyRefused)
    }

    @Test func anotherDeviceIsNotAWrongKey() {
        let known = ESPHomeSettings(host: "a", key: someKey, expectedMAC: "AA:BB:CC:00:11:33", expectedName: "lamp")
        expect(failure(device(.unset), known), equals: .wrongDevice)
        expect(failure(device(someKey), known), equals: .wrongDevice)
        // Older firmware says its name only, or nothing.
        var old = device(.unset)
        old.greeting = Array("\u{1}other\0".utf8)
        expect(failure(old, known), equals: .wrongDevice)
        old.greeting = [1]
        expect(failure(old, known), equals: .wrongKey)
        // A device that was renamed.
        let same = ESPHomeSettings(host: "a", key: someKey, expectedMAC: "aabbcc001122", expectedName: "old-name")
        expect(failure(device(someKey), same), equals: nil)
        expect(failure(device(.unset), same), equals: .wrongKey)
        expect(failure(device(), ESPHomeSettings(host: "a", expectedMAC: "001122334455")), equals: .wrongDevice)
        expect(failure(device(), ESPHomeSettings(host: "a", expectedName: "other")), equals: .wrongDevice)
    }

    @Test func refusalsOfTheHandshakeAreNotAboutTheKey() {
        for (content, code) in [
            (Array("\u{1}Handshake MAC failure".utf8), ESPHomeError.Code.wrongKey),
            (Array("\u{1}Handshake error".utf8), .handshakeFailed), ([1], .handshakeFailed),
            ([0], .handshakeFailed), ([], .handshakeFailed), ([0] + [UInt8](repeating: 1, count: 48), .handshakeFailed),
        ] {
            var talk = Conversation(device(someKey), encrypted)
            _ = talk.session.start(at: talk.now)
            talk.perform(talk.session.received(FrameEncoder.encrypted([1]) ?? [], at: talk.now))
            talk.perform(talk.session.received(FrameEncoder.encrypted(content) ?? [], at: talk.now))
            expect(talk.end?.error?.code, equals: code, "\(content)")
        }
    }

    @Test("The greeting, which is not authenticated, may be cut short, long, or no text")
    func oddGreetingsDoNoHarm() {
        for (greeting, code) in [
            ([], .handshakeFailed), ([0], .handshakeFailed), ([2], .handshakeFailed), ([1], nil),
            (Array("\u{1}la".utf8), nil), (Array("\u{1}lamp\0aabb".utf8), nil), ([1, 0xFF, 0xFE, 0, 0xC3], nil),
            ([1] + [UInt8](repeating: 0x6E, count: 60_000), nil),
        ] as [([UInt8], ESPHomeError.Code?)] {
            var odd = device(someKey)
            odd.greeting = greeting
            expect(failure(odd, encrypted), equals: code, "\(greeting.prefix(20))")
        }
    }

    @Test func firstKeysAreGiven() throws {
        for old in [nil, ESPHomeKey.unset] {
            var fresh = device(old)
            fresh.info.takesKey = true
            fresh.answers[NoiseEncryptionSetKeyRequest.id] = [
                RawMessage(NoiseEncryptionSetKeyResponse(succeeded: true))
            ]
            var talk = Conversation(fresh, ESPHomeSettings(host: "a", key: old), .setKey(someKey))
            talk.run()
            expect(talk.actions, equals: [.keySet, .end(ESPHomeSession.End(error: nil, isOrderly: true))])
            let request = try require(talk.device.received.first { $0.type == NoiseEncryptionSetKeyRequest.id })
            // ESPHome's own client sends the 44 characters, and the firmware decodes them.
            expect(
                try NoiseEncryptionSetKeyRequest(reading: request.bytes).key,
                equals: Array("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=".utf8))
        }
        var refusing = device()
        refusing.info.takesKey = true
        refusing.answers[NoiseEncryptionSetKeyRequest.id] = [RawMessage(DisconnectRequest(reason: 1))]
        expect(failure(refusing, plain, .setKey(someKey)), equals: .keyRefused)
        // One that has stored the key may say anything when it ends the connection.
        refusing.answers[NoiseEncryptionSetKeyRequest.id] = [
            RawMessage(NoiseEncryptionSetKeyResponse(succeeded: true)), RawMessage(DisconnectRequest(reason: 1)),
        ]
        expect(failure(refusing, plain, .setKey(someKey)), equals: nil)
    }

    @Test func keysAreTakenAwayByAnEmptyOne() throws {
        var keyed = device(someKey)
        keyed.answers[NoiseEncryptionSetKeyRequest.id] = [RawMessage(NoiseEncryptionSetKeyResponse(succeeded: true))]
        var talk = Conversation(keyed, encrypted, .setKey(nil))
        talk.run()
        expect(talk.actions, equals: [.keySet, .end(ESPHomeSession.End(error: nil, isOrderly: true))])
        let request = try require(talk.device.received.first { $0.type == NoiseEncryptionSetKeyRequest.id })
        expect(try NoiseEncryptionSetKeyRequest(reading: request.bytes).key, equals: [])
    }

    @Test("Firmware that can encrypt and speaks in clear text takes a key, also if it does not say so")
    func olderFirmwareTakesAKey() {
        func takesKey(_ change: (inout DeviceInfoResponse) -> Void) -> Bool? {
            var older = device()
            change(&older.info)
            var talk = Conversation(older, plain, .description)
            talk.run()
            for case .describe(let description) in talk.actions { return description.takesKey }
            return nil
        }
        expect(takesKey { _ in }, equals: false)
        expect(takesKey { $0.supportsEncryption = true }, equals: true)
        expect(takesKey { $0.takesKey = true }, equals: true)
    }

    // MARK: Times

    @Test func silentDevicesArePingedAndGivenUp() throws {
        var talk = Conversation(device())
        talk.run()
        var sent: [ESPHomeSession.Action] = []
        let start = talk.now
        var times: [Duration] = []
        while let deadline = talk.session.deadline {
            times.append(start.duration(to: deadline))
            expect(talk.session.timePassed(at: deadline - .milliseconds(1)), equals: [])
            sent += talk.session.timePassed(at: deadline)
        }
        expect(times, equals: [20, 40, 60, 80, 90].map { .seconds($0) })
        let ping = ESPHomeSession.Action.send(FrameEncoder.plain(type: 7, []))
        expect(sent.dropLast(), equals: [ping, ping, ping, ping])
        guard case .end(let end) = sent.last else { return expect(false, "no end") }
        expect(end.error?.code, equals: .timedOut)
    }

    @Test func eachPhaseHasATime() {
        var session = ESPHomeSession(encrypted, secret: someSecret, at: someTime)
        _ = session.start(at: someTime)
        expect(session.deadline, equals: someTime + .seconds(60))
        var plain = ESPHomeSession(plain, secret: someSecret, at: someTime)
        _ = plain.start(at: someTime)
        expect(plain.deadline, equals: someTime + .seconds(30))
        let hello = FrameEncoder.plain(type: 2, HelloResponse(major: 1, minor: 19).encoded)
        _ = plain.received(hello, at: someTime)
        expect(plain.deadline, equals: someTime + .seconds(10))
        guard case .end(let end)? = plain.timePassed(at: someTime + .seconds(10)).first else {
            return expect(false, "no end")
        }
        expect(end.error?.code, equals: .timedOut)
        expect(plain.received(hello, at: someTime), equals: [])
    }

    @Test func questionsOfTheDeviceAreAnswered() throws {
        var talk = Conversation(device())
        talk.run()
        talk.say(PingRequest())
        expect(talk.device.received.last, equals: RawMessage(PingResponse()))
        talk.say(GetTimeRequest())
        expect(talk.actions.last, equals: .askTime)
        talk.perform(talk.session.tell(epoch: 1_800_000_000, zone: ""))
        expect(talk.device.received.last, equals: RawMessage(GetTimeResponse(epoch: 1_800_000_000)))
        talk.say(DisconnectRequest())
        expect(talk.device.received.last, equals: RawMessage(DisconnectResponse()))
        expect(talk.end?.isOrderly, equals: true)
        expect(talk.end?.error?.code, equals: .disconnected)
    }
}
