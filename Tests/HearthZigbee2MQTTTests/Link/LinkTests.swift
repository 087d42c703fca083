internal import Expectations
internal import HearthBrokerLinks
internal import HearthEntities
internal import HearthMQTT
internal import HearthTraitCore
internal import HearthZigbee2MQTT
internal import Synchronization
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct LinkTests {
    /// A broker with one device behind it. It writes down what it gets, and answers commands with their state.
    private final class FakeBroker: BrokerPort {
        struct Refusal: Error {}
        let lines = Mutex<[String]>([])
        let echo = Mutex<(@Sendable (MQTTMessage) async throws -> Void)?>(nil)

        func subscribe(_ filters: [String]) async throws { write("subscribe \(filters.count)") }
        func unsubscribe(_ filters: [String]) async throws { write("unsubscribe \(filters.count)") }
        func publish(_ message: MQTTMessage) async throws {
            write("\(message.topic) \(String(decoding: message.payload, as: UTF8.self))")
            try await echo.withLock { $0 }?(message)
        }
        private func write(_ line: String) { lines.withLock { $0.append(line) } }
    }

    /// Writes down the calls of a link.
    private actor Recorder: LeafReceiver {
        private(set) var lines: [String] = []
        func describe(_ devices: [EntityDevice]) {
            lines.append("describe " + devices.map(\.id).joined(separator: " "))
        }
        func remove(_ deviceID: String) { lines.append("remove \(deviceID)") }
        func report(_ report: EntityReport) { lines.append("report \(report.states.count) \(report.events.count)") }
        func reachable(_ deviceID: String, _ isReachable: Bool) { lines.append("reachable \(isReachable)") }
    }

    /// Holds up descriptions until it is opened.
    private final class Gate: LeafReceiver {
        let recorder: Recorder
        private let isOpen = AsyncStream.makeStream(of: Never.self)

        init(_ recorder: Recorder) { self.recorder = recorder }

        func open() { isOpen.continuation.finish() }

        func describe(_ devices: [EntityDevice]) async {
            for await _ in isOpen.stream {}
            await recorder.describe(devices)
        }
        func remove(_ deviceID: String) async { await recorder.remove(deviceID) }
        func report(_ report: EntityReport) async { await recorder.report(report) }
        func reachable(_ deviceID: String, _ isReachable: Bool) async {
            await recorder.reachable(deviceID, isReachable)
        }
    }

    private final class Failures: Sendable {
        let count = Mutex(0)
    }

    private let clock = ManualClock()
    private let broker = FakeBroker()
    private let recorder = Recorder()
    private let link: Zigbee2MQTTLink

    init() { link = Zigbee2MQTTLink(Zigbee2MQTTMachine(.init()), broker: broker, clock: clock, notice: { _ in }) }

    private func says(_ topic: String, _ payload: String) async {
        await link.received([MQTTMessage(topic: "zigbee2mqtt/\(topic)", payload: [UInt8](payload.utf8))])
    }

    private func start() async throws {
        await link.start(receiver: recorder)
        await link.connected()
        await says("bridge/state", "online")
        await says(
            "bridge/devices",
            "[\(Script.coordinator),\(Models.entry(Models.colorLight, name: "Lamp", address: "0x1a"))]")
        try await until { await recorder.lines == ["describe 0x1a", "reachable true"] }
    }

    @Test func statesReachTheReceiverInOrder() async throws {
        try await start()
        await says("Lamp", #"{"state":"ON"}"#)
        await link.disconnected("reset")
        try await until { await recorder.lines.dropFirst(2) == ["report 1 0", "reachable false"] }
    }

    @Test func aStateIsPassedOnWithinItsMessage() async throws {
        try await start()
        await says("Lamp", #"{"state":"ON"}"#)
        expect(await recorder.lines.last, equals: "report 1 0")
    }

    @Test func messagesAreTakenWhileADeviceIsDescribed() async throws {
        let gate = Gate(recorder)
        await link.start(receiver: gate)
        await link.connected()
        await says("bridge/state", "online")
        await says(
            "bridge/devices",
            "[\(Script.coordinator),\(Models.entry(Models.colorLight, name: "Lamp", address: "0x1a"))]")
        // These return, although the description is not done.
        await says("Lamp", #"{"state":"ON"}"#)
        await says("Lamp", #"{"state":"OFF"}"#)
        expect(await recorder.lines, equals: [])
        gate.open()
        try await until {
            await recorder.lines == ["describe 0x1a", "reachable true", "report 1 0", "report 1 0"]
        }
    }

    @Test func devicesOfAListAreDescribedTogether() async throws {
        await link.start(receiver: recorder)
        await link.connected()
        let lamps = (1...40).map { Models.entry(Models.colorLight, name: "Lamp \($0)", address: "0x1a\($0)") }
        await says("bridge/devices", "[\(Script.coordinator),\(lamps.joined(separator: ","))]")
        let described = { await recorder.lines.filter { $0.hasPrefix("describe") } }
        try await until { await described().count == 2 }
        expect(await described().map { $0.split(separator: " ").count - 1 }, equals: [32, 8])
    }

    @Test func aCommandWaitsForItsState() async throws {
        try await start()
        let link = link
        broker.echo.withLock { echo in
            echo = { message in
                guard message.topic.hasSuffix("/set") else { return }
                await link.received([MQTTMessage(topic: "zigbee2mqtt/Lamp", payload: message.payload)])
            }
        }
        try await link.send(EntityCommand(entity: "light:", values: [.on: .bool(true)]), to: "0x1a")
        expect(
            broker.lines.withLock { $0 },
            equals: ["subscribe 6", "subscribe 2", "subscribe 1", #"zigbee2mqtt/Lamp/set {"state":"ON"}"#])
    }

    @Test func aRefusalOfTheBrokerIsTheCommandsError() async throws {
        try await start()
        broker.echo.withLock { $0 = { _ in throw FakeBroker.Refusal() } }
        let error = await expect(throws: TraitError.self) {
            try await link.send(EntityCommand(entity: "light:", values: [.on: .bool(true)]), to: "0x1a")
        }
        expect(error?.message, equals: "the broker did not take the command: Refusal()")
    }

    @Test func nothingIsPublishedAfterItsFailure() async throws {
        try await start()
        let (gate, opened) = AsyncStream.makeStream(of: Never.self)
        broker.echo.withLock { echo in
            echo = { message in
                guard message.topic.hasSuffix("/set") else { return }
                for await _ in gate {}
            }
        }
        let (link, broker, clock) = (link, broker, clock)
        let failures = Failures()
        for isOn in [true, false] {
            Task {
                do {
                    try await link.send(EntityCommand(entity: "light:", values: [.on: .bool(isOn)]), to: "0x1a")
                } catch {
                    failures.count.withLock { $0 += 1 }
                }
            }
        }
        let sets = { broker.lines.withLock { $0.filter { $0.contains("/set ") } } }
        try await until { sets().count == 1 }
        try await until {
            await clock.advance(by: .seconds(10))
            return failures.count.withLock { $0 } == 2
        }
        opened.finish()
        try await link.send(EntityCommand(entity: "identify", action: .press), to: "0x1a")
        expect(sets().count, equals: 2, "the first one and the last one")
    }

    @Test func theClockEndsRequestsAndAsksDevices() async throws {
        try await start()
        await clock.advance(by: .seconds(3))
        let question = #"{"brightness":"","color":{"x":"","y":""},"color_temp":"","power_on_behavior":"","state":""}"#
        try await until { broker.lines.withLock { $0 }.contains("zigbee2mqtt/Lamp/get \(question)") }
        let request = Task { try await link.request(.permitJoin(seconds: 60)) }
        try await until { broker.lines.withLock { $0 }.last?.contains("permit_join") == true }
        await clock.advance(by: .seconds(10))
        await expect(throws: TraitError.self) { try await request.value }
    }

    @Test func joiningDevicesAreFollowed() async throws {
        try await start()
        let states = await link.joining()
        await says("bridge/info", #"{"version":"2.1.0","permit_join":true,"permit_join_end":1800000060000}"#)
        await says(
            "bridge/event", #"{"type":"device_joined","data":{"ieee_address":"0x9","friendly_name":"0x9"}}"#)
        for await state in states where !state.candidates.isEmpty {
            expect(state.isOpen)
            expect(state.ends, equals: .seconds(1_800_000_060))
            expect(state.candidates, equals: [.init(deviceID: "0x9", name: "0x9", stage: .joined)])
            break
        }
        let open = Task { try await link.letJoin(for: .seconds(60)) }
        try await until { broker.lines.withLock { $0 }.last?.contains(#""time":60"#) == true }
        let others = await link.joining()
        await link.stop()
        await expect(throws: TraitError.self) { try await open.value }
        // The states end with the link.
        for await _ in others {}
    }

    @Test func nothingIsReportedAfterTheEnd() async throws {
        try await start()
        let waiting = Task { try await link.request(.restart) }
        try await until { broker.lines.withLock { $0 }.last?.contains("restart") == true }
        await link.stop()
        await expect(throws: TraitError.self) { try await waiting.value }
        await says("Lamp", #"{"state":"ON"}"#)
        expect(await recorder.lines, equals: ["describe 0x1a", "reachable true"])
        expect(broker.lines.withLock { $0 }.last, equals: "unsubscribe 8")
        // It can be started again, and describes its devices anew.
        await link.start(receiver: recorder)
        await link.connected()
        await says("bridge/state", "online")
        await says(
            "bridge/devices",
            "[\(Script.coordinator),\(Models.entry(Models.colorLight, name: "Lamp", address: "0x1a"))]")
        try await until {
            await recorder.lines == ["describe 0x1a", "reachable true", "describe 0x1a", "reachable true"]
        }
    }
}
