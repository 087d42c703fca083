internal import Expectations
internal import HearthCalendar
internal import HearthEntities
internal import HearthEventLoop
internal import HearthIntegrationKinds
internal import HearthIntegrations
internal import HearthMQTT
internal import HearthRPCTestSupport
internal import HearthStore
internal import HearthTraitCore
internal import MQTTTestSupport
internal import ProcessTestSupport
internal import Synchronization
internal import Testing

/// The kinds of integrations behind an MQTT broker, against mosquitto.
@Suite(.enabled(if: Mosquitto.isInstalled, Mosquitto.whyMissing), .timeLimit(.minutes(5)))
struct BrokerKindTests {
    private final class Steps: Sendable {
        let all = Mutex<[AddingStep]>([])
        let isOver = Mutex(false)
    }

    /// A failure without its message, which has the port of the broker.
    private struct Failure: Equatable {
        var reason: IntegrationFailure.Reason
        var fields: [String]
    }

    private func failure(_ kind: any IntegrationKind, _ settings: IntegrationSettings) async -> Failure? {
        let error = await expect(throws: IntegrationFailure.self) {
            try await kind.probe(settings, isAddition: true, reached: { _ in })
        }
        return error.map { Failure(reason: $0.reason, fields: $0.fields) }
    }

    /// What a probe finds. It is repeated, because on a busy machine its time may pass before the announcements arrive.
    private func found(
        _ kind: any IntegrationKind, _ settings: IntegrationSettings, devices: Int = 1
    ) async throws -> ProbedDevices {
        while true {
            let found = try await kind.probe(settings, isAddition: true, reached: { _ in })
            if found.deviceCount >= devices { return found }
        }
    }

    /// A broker that knows the user `hub` with the password `right`.
    private func guarded(publishes messages: [(String, String)] = []) async throws -> Home {
        let folder = try TemporaryFolder()
        let file = try folder.file("passwords", "hub:right\n")
        _ = try await ChildProcess.run("mosquitto_passwd", ["-U", file])
        let home = try await Home(
            ["allow_anonymous false", "password_file \(file)"], publishes: messages, login: ("hub", "right"))
        _ = folder
        return home
    }

    @Test func aBridgeIsFound() async throws {
        let home = try await Home(publishes: bridge)
        let steps = Steps()
        let found = try await home.zigbee.probe(home.settings(home.zigbee, ["client-id": "hub"]), isAddition: true) {
            step in
            steps.all.withLock { $0.append(step) }
        }
        expect(
            found,
            equals: ProbedDevices(
                identity: "0xc0", name: "Zigbee2MQTT", deviceNames: ["Lamp"], settings: ["client-id": "hub"]))
        expect(steps.all.withLock { $0 }, equals: [.connecting, .asking])
    }

    @Test func announcedDevicesAreFound() async throws {
        let home = try await Home(publishes: plug)
        let settings = try home.settings(home.mqtt, ["client-id": "hub"])
        let found = try await found(home.mqtt, settings)
        expect(
            found,
            equals: ProbedDevices(
                identity: "localhost:\(settings["port"] ?? "")/homeassistant", name: "MQTT", deviceNames: ["Plug"],
                settings: ["client-id": "hub"]))
    }

    @Test func aBrokerWithoutDevicesCanBeAdded() async throws {
        let home = try await Home()
        expect(
            try await home.mqtt.probe(home.settings(home.mqtt), isAddition: true, reached: { _ in }).deviceCount,
            equals: 0)
    }

    @Test func aWrongBaseTopicIsNamed() async throws {
        let home = try await Home(publishes: bridge)
        let settings = try home.settings(home.zigbee, ["base-topic": "garden"])
        let clock = ManualClock()
        let kind = Zigbee2MQTTKind(loop: home.loop, clock: clock, notice: { _ in })
        let steps = Steps()
        let probe = Task {
            defer { steps.isOver.withLock { $0 = true } }
            return try await kind.probe(settings, isAddition: true) { step in steps.all.withLock { $0.append(step) } }
        }
        try await until { steps.all.withLock { $0.contains(.asking) } }
        try await until {
            await clock.advance(by: .seconds(1))
            return steps.isOver.withLock { $0 }
        }
        let error = await expect(throws: IntegrationFailure.self) { try await probe.value }
        expect(
            error,
            equals: IntegrationFailure(
                .notSupported, "no Zigbee2MQTT publishes below the topic \"garden\" of the broker",
                wayOut: "start Zigbee2MQTT, or correct the base topic", fields: ["base-topic"]))
    }

    @Test func aWrongPasswordIsNamed() async throws {
        let home = try await guarded(publishes: bridge + plug)
        for kind in [home.zigbee, home.mqtt] as [any IntegrationKind] {
            let wrong = try home.settings(kind, ["user": "hub"], password: "wrong")
            expect(
                await failure(kind, wrong), equals: Failure(reason: .secretRefused, fields: ["user", "password"]))
            let right = try home.settings(kind, ["user": "hub"], password: "right")
            expect(try await found(kind, right).deviceCount, equals: 1)
        }
    }

    @Test func aPortWithoutABrokerIsNamed() async throws {
        let home = try await Home()
        await home.broker.stop()
        for kind in [home.zigbee, home.mqtt] as [any IntegrationKind] {
            expect(
                await failure(kind, try home.settings(kind)),
                equals: Failure(reason: .unreachable, fields: ["host", "port"]))
        }
    }

    @Test(.enabled(if: TestAuthority.isPossible, "skipped: openssl is not installed"))
    func anOwnAuthorityIsTrusted() async throws {
        let authority = try TestAuthority()
        let own = try authority.give("broker", names: "DNS:localhost")
        let home = try await Home(
            ["allow_anonymous true", "certfile \(own.certificate)", "keyfile \(own.key)"], publishes: plug)
        let secure = try home.settings(home.mqtt, ["security": "tls", "authorities": authority.file])
        expect(try await found(home.mqtt, secure).deviceCount, equals: 1)
        let unknown = try home.settings(home.mqtt, ["security": "tls"])
        expect(
            await failure(home.mqtt, unknown),
            equals: Failure(reason: .notSupported, fields: ["security", "authorities", "certificate"]))
        let missing = try home.settings(home.mqtt, ["security": "tls", "authorities": "/nowhere.pem"])
        expect(
            await failure(home.mqtt, missing),
            equals: Failure(reason: .notSupported, fields: ["security", "authorities", "certificate"]))
    }

    @Test(
        "The key of a broker that has signed its certificate itself is taken once, and no other one later",
        .enabled(if: TestAuthority.isPossible, "skipped: openssl is not installed"))
    func anOwnCertificateIsPinned() async throws {
        let authority = try TestAuthority()
        let own = try authority.give("broker", names: "DNS:elsewhere")
        let home = try await Home(
            ["allow_anonymous true", "certfile \(own.certificate)", "keyfile \(own.key)"], publishes: bridge + plug)
        for kind in [home.mqtt, home.zigbee] as [any IntegrationKind] {
            let settings = try home.settings(kind, ["security": "tls-pinned"])
            let learnt = try await found(kind, settings).settings
            expect(learnt.keys.sorted(), equals: ["certificate", "client-id"])
            expect(learnt["certificate"]?.utf8.count, equals: 64)
            let pinned = settings.changed(by: IntegrationSettings(values: learnt))
            expect(try await found(kind, pinned).settings, equals: learnt)
            let other = settings.changed(
                by: IntegrationSettings(values: ["certificate": String(repeating: "0f", count: 32)]))
            expect(
                await failure(kind, other), equals: Failure(reason: .notSupported, fields: ["certificate"]))
            // Only an addition takes a key.
            let unpinned = await expect(throws: IntegrationFailure.self) {
                _ = try await kind.probe(settings, isAddition: false) { _ in }
            }
            expect(unpinned?.fields, equals: ["certificate"])
            let refusal = expect(throws: IntegrationFailure.self) {
                try kind.completed(settings, changing: home.settings(kind))
            }
            expect(refusal?.fields, equals: ["certificate"])
            expect(try kind.completed(pinned, changing: home.settings(kind)), equals: pinned)
            // A link needs the key: it never takes one by itself.
            for values in [["certificate": ""], ["certificate": "x"]] {
                let error = expect(throws: IntegrationFailure.self) {
                    _ = try kind.makeLink(
                        settings.changed(by: IntegrationSettings(values: values)), identity: "0xc0")
                }
                expect(error?.fields, equals: ["certificate"])
            }
        }
    }

    @Test("An integration keeps its client id, so that a broker's access control can go by it")
    func theClientIDIsKept() async throws {
        let own = MQTTSettings.makeClientID(1)
        // The client that publishes here has this prefix, too.
        let home = try await Home(["allow_anonymous true", "clientid_prefixes \(own)"], publishes: bridge + plug)
        for kind in [home.mqtt, home.zigbee] as [any IntegrationKind] {
            let settings = try home.settings(kind, ["client-id": own + "hub"])
            expect(try await found(kind, settings).settings, equals: ["client-id": own + "hub"])
            // A test of an added one, whose connection may stand.
            expect(
                try await kind.probe(settings, isAddition: false, reached: { _ in }).settings,
                equals: ["client-id": own + "hub"])
            expect(try kind.completed(settings, changing: settings), equals: settings)
            // The hub makes one for each addition, and for one of an earlier version when that is changed.
            let bare = try home.settings(kind)
            await expect(throws: IntegrationFailure.self) {
                try await kind.probe(bare, isAddition: true, reached: { _ in })
            }
            expect(try kind.completed(bare, changing: bare)["client-id"]?.hasPrefix("hearth"), equals: true)
        }
    }

    @Test("A broker that lets in one client ID refuses a test, which has another")
    func testsNeedTheirClientID() async throws {
        let home = try await Home(["allow_anonymous true", "clientid_prefixes other"])
        for kind in [home.mqtt, home.zigbee] as [any IntegrationKind] {
            let settings = try home.settings(kind, ["client-id": "hub"])
            let error = await expect(throws: IntegrationFailure.self) {
                try await kind.probe(settings, isAddition: false, reached: { _ in })
            }
            expect(error?.fields.last, equals: "client-id")
            expect(error?.wayOut.contains("\"hubt\""), equals: true)
            expect(await failure(kind, settings)?.fields.contains("client-id"), equals: false, "of an addition")
        }
    }

    @Test("Two integrations at one broker have client IDs of their own, whatever their kind")
    func clientIDsAreExclusive() throws {
        let loop = try EventLoop.shared.get()
        let mqtt = MQTTKind(loop: loop, clock: SystemClock(), zone: .utc, notice: { _ in })
        let zigbee = Zigbee2MQTTKind(loop: loop, clock: SystemClock(), notice: { _ in })
        let settings = IntegrationSettings(values: ["host": "Broker.local", "client-id": "hub"])
        expect(
            mqtt.exclusive(settings),
            equals: ExclusiveSetting(
                field: "client-id", value: "the client ID \"hub\" at the broker broker.local:1883"))
        let other = IntegrationSettings(values: ["host": "broker.local", "port": "1883", "client-id": "hub"])
        expect(zigbee.exclusive(other), equals: mqtt.exclusive(settings))
        expectNil(mqtt.exclusive(IntegrationSettings(values: ["host": "broker.local"])))
    }

    @Test("A broker without TLS shows no key")
    func aBrokerWithoutTLSHasNoKey() async throws {
        let home = try await Home()
        expect(
            await failure(home.mqtt, try home.settings(home.mqtt, ["security": "tls-pinned"])),
            equals: Failure(reason: .notSupported, fields: ["security", "authorities", "certificate"]))
    }

    @Test("A bridge at the broker of announced devices is found, with the settings of that broker")
    func aBridgeAtTheBrokerIsFound() async throws {
        let home = try await Home(publishes: bridge + plug + announcedLamp)
        let settings = try home.settings(home.mqtt)
        let link = try require(home.mqtt.makeLink(settings, identity: "") as? any FindingLink)
        let findings = link.findings()
        let recorder = Recorder()
        try await link.start(receiver: recorder)
        var things: [FoundThing] = []
        for await found in findings {
            things = found
            break
        }
        expect(things.map(\.key), equals: ["zigbee2mqtt/0xc0/zigbee2mqtt"])
        expect(things.map(\.identity), equals: ["0xc0"])
        expect(things.map(\.settings), equals: [["base-topic": "zigbee2mqtt"]])
        try await until { recorder.devices.withLock { $0 }.sorted() == ["Lamp", "Plug"] }
        // Once the bridge is added, its devices come by it alone.
        await link.leave(to: [IntegrationIdentity(kind: "zigbee2mqtt", identity: "0xc0")])
        try await until { recorder.removed.withLock { $0 } == ["zigbee2mqtt_0x01"] }
        await link.leave(to: [])
        try await until { recorder.devices.withLock { $0 }.sorted() == ["Lamp", "Lamp", "Plug"] }
        await link.stop()
    }

    @Test func aCancelledProbeEnds() async throws {
        let home = try await Home()
        let kind = Zigbee2MQTTKind(loop: home.loop, clock: ManualClock(), notice: { _ in })
        let settings = try home.settings(kind)
        let steps = Steps()
        let probe = Task {
            try await kind.probe(settings, isAddition: true) { step in steps.all.withLock { $0.append(step) } }
        }
        try await until { steps.all.withLock { $0.contains(.asking) } }
        probe.cancel()
        await expect(throws: IntegrationFailure.self) { try await probe.value }
    }

    @Test func aLinkBringsDevicesAndTheirStates() async throws {
        let home = try await Home(publishes: plug)
        let link = try home.mqtt.makeLink(home.settings(home.mqtt), identity: "")
        let recorder = Recorder()
        try await link.start(receiver: recorder)
        let isOn = EntityState(entity: "switch:p", values: [.on: .bool(true)])
        try await until { recorder.states.withLock { $0 } == [isOn] }
        expect(recorder.devices.withLock { $0 }, equals: ["Plug"])
        try await link.send(EntityCommand(entity: "switch:p", values: [.on: .bool(false)]), to: "x")
        let error = await expect(throws: TraitError.self) {
            try await link.send(EntityCommand(entity: "switch:p", values: [.on: .bool(false)]), to: "y")
        }
        expect(error?.status, equals: .notFound)
        await home.broker.stop()
        try await until {
            recorder.healths.withLock { $0.last }.map { if case .offline = $0 { true } else { false } } ?? false
        }
        expect(recorder.healths.withLock { Array($0.prefix(2)) }, equals: [.connecting, .online])
        await link.stop()
    }

    @Test func aLinkSaysHowItsBridgeIs() async throws {
        let home = try await Home(publishes: bridge)
        let settings = try home.settings(home.zigbee)
        let link = try home.zigbee.makeLink(settings, identity: "0xc0")
        let recorder = Recorder()
        try await link.start(receiver: recorder)
        try await until { recorder.devices.withLock { $0 } == ["Lamp"] }
        try await home.publish("zigbee2mqtt/bridge/state", #"{"state":"offline"}"#)
        try await until {
            recorder.healths.withLock { $0.last } == .offline(reason: "Zigbee2MQTT is offline; start it")
        }
        await link.stop()
        try await home.publish("zigbee2mqtt/bridge/state", #"{"state":"online"}"#)

        let other = try home.zigbee.makeLink(settings, identity: "0xee")
        let stranger = Recorder()
        try await other.start(receiver: stranger)
        try await until {
            stranger.healths.withLock { $0.last }
                == .needsAttention(
                    reason: "another Zigbee2MQTT answers there (its coordinator is \"0xc0\")",
                    wayOut: "correct the address or the base topic")
        }
        expect(stranger.devices.withLock { $0 }, equals: [])
        await other.stop()
    }

    @Test func aDeviceKeepsItsIDAfterARestart() async throws {
        let home = try await Home(publishes: plug)
        let settings = try home.settings(home.mqtt)
        let recorder = Recorder()
        let link = try home.mqtt.makeLink(settings, identity: "")
        try await link.start(receiver: recorder)
        try await until { recorder.ids.withLock { $0 } == ["x"] }
        await link.stop()
        try await home.publish(
            "homeassistant/sensor/power/config", #"{"stat_t":"power","uniq_id":"w","dev":{"ids":["a","x"]}}"#)
        let again = Recorder(memory: recorder.stored.withLock { $0 })
        let next = try home.mqtt.makeLink(settings, identity: "")
        try await next.start(receiver: again)
        try await until { !again.ids.withLock { $0.isEmpty } }
        expect(Set(again.ids.withLock { $0 }), equals: ["x"])
        await next.stop()
    }

    @Test func aPrefixThatIsNoTopicIsNamed() async throws {
        let home = try await Home()
        let settings = try home.settings(home.mqtt, ["discovery-prefix": "home/#"])
        expect(await failure(home.mqtt, settings), equals: Failure(reason: .failed, fields: ["discovery-prefix"]))
    }

    @Test("A Tasmota that Home Assistant's discovery announced earlier is one device")
    func aTasmotaIsNotFoundTwice() async throws {
        let old = (
            "homeassistant/switch/000001_RL_1/config",
            #"{"stat_t":"tele/heater/STATE","cmd_t":"cmnd/heater/POWER","uniq_id":"000001_RL_1","dev":{"ids":["000001"]}}"#
        )
        let home = try await Home(publishes: plug + tasmota + [old])
        // A probe may end before Tasmota's own announcement, as the other one is there already.
        var found = Set<String>()
        for _ in 0..<100 where found != ["Heater", "Plug"] {
            found = Set(
                try await home.mqtt.probe(home.settings(home.mqtt), isAddition: true, reached: { _ in }).deviceNames)
        }
        expect(found, equals: ["Heater", "Plug"])
    }

    @Test func tasmotasAreFoundBesideOthers() async throws {
        let home = try await Home(publishes: plug + tasmota)
        let found = try await found(home.mqtt, home.settings(home.mqtt), devices: 2)
        expect(found.deviceNames.sorted(), equals: ["Heater", "Plug"])
        let link = try home.mqtt.makeLink(home.settings(home.mqtt), identity: "")
        let recorder = Recorder()
        try await link.start(receiver: recorder)
        try await until { recorder.devices.withLock { $0 }.sorted() == ["Heater", "Plug"] }
        try await link.send(
            EntityCommand(entity: "relay:1", values: [.on: .bool(true)]), to: "tasmota:A4CF12000001")
        await link.stop()
    }
}
