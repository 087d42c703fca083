internal import Expectations
internal import HearthBrokerLinks
internal import HearthEntities
internal import HearthMQTT
internal import HearthTasmota
internal import HearthTraitCore
internal import MQTTTestSupport
internal import ProcessTestSupport
internal import Testing

/// Devices that a program of ours plays, behind a real broker.
@Suite(.enabled(if: Mosquitto.isInstalled, Mosquitto.whyMissing), .timeLimit(.minutes(5)))
struct LiveTests {
    private let recorder = Recorder()

    /// The link's end of a client.
    private struct Port: BrokerPort {
        let client: MQTTClient

        func subscribe(_ filters: [String]) async throws {
            _ = try await client.subscribe(try filters.map { try MQTTFilter($0, isNoLocal: true) })
        }
        func unsubscribe(_ filters: [String]) async throws {
            try await client.unsubscribe(try filters.map { try MQTTFilter($0, isNoLocal: true) })
        }
        func publish(_ message: MQTTMessage) async throws { try await client.publish(message) }
    }

    /// The client's end of a link.
    private struct Pipe: MQTTReceiver {
        let link: TasmotaLink

        func connected(sessionPresent: Bool) async { await link.connected() }
        func subscribed(_ subscriptions: [MQTTSubscription]) async {}
        func disconnected(_ reason: MQTTError, retryAfter: Duration) async { await link.disconnected(reason.message) }
        func received(_ messages: [MQTTMessage]) async { await link.received(messages) }
    }

    /// Keeps what a link reports.
    private actor Recorder: LeafReceiver {
        private(set) var devices: [String: EntityDevice] = [:]
        private(set) var reachable: Set<String> = []
        private(set) var values: [String: [EntityProperty: EntityValue]] = [:]
        private(set) var events: [String] = []

        func describe(_ described: [EntityDevice]) {
            for device in described { devices[device.id] = device }
        }
        func remove(_ deviceID: String) { devices[deviceID] = nil }
        func report(_ report: EntityReport) {
            for state in report.states {
                values["\(report.deviceID.suffix(1))/\(state.entity)", default: [:]].merge(state.values) { $1 }
            }
            events += report.events.map { "\(report.deviceID.suffix(1))/\($0.entity)!\($0.type)" }
        }
        func reachable(_ deviceID: String, _ isReachable: Bool) {
            if isReachable { reachable.insert(deviceID) } else { reachable.remove(deviceID) }
        }

        func shows(_ entity: String, _ values: [EntityProperty: EntityValue]) -> Bool {
            values.allSatisfy { self.values[entity]?[$0.key] == $0.value }
        }
    }

    @Test func devicesAreFoundObeyAndGo() async throws {
        let broker = try await Mosquitto()
        let devices = try PythonProgram("tasmota_devices.py", in: "Integrations", needs: []).start([
            "--unix", broker.folder.file("socket"),
        ])
        try require(await devices.line { $0 == "ready" } != nil, "the devices ended at their start")
        let client = try MQTTClient(broker.settings())
        let link = TasmotaLink(
            TasmotaMachine(), broker: Port(client: client), clock: SystemClock(), notice: { print($0) })
        await link.start(receiver: recorder)
        client.start(receiver: Pipe(link: link))

        let ids = (1...4).map { "tasmota:A4CF1200000\($0)" }
        try await until("all devices are found") { await recorder.reachable == Set(ids) }
        expect(await recorder.devices.keys.sorted(), equals: ids)
        try await until("the state is asked for") {
            await recorder.shows("1/sensor:ENERGY:power", [.value: .number(42)])
        }
        try await until("all states are asked for") { await recorder.shows("4/switch:1", [.on: .bool(true)]) }

        func send(_ device: Int, _ entity: String, _ values: [EntityProperty: EntityValue]) async throws {
            try await link.send(EntityCommand(entity: entity, values: values), to: ids[device - 1])
            try await until("\(entity) confirms the command") { await recorder.shows("\(device)/\(entity)", values) }
        }
        try await send(1, "relay:1", [.on: .bool(true)])
        try await send(2, "light:1", [.on: .bool(true), .brightness: .number(0.7), .colorTemperature: .number(300)])
        try await send(2, "light:1", [.hue: .number(240), .saturation: .number(50)])
        expect(await recorder.values["2/light:1"]?[.colorTemperature], equals: .unknown)
        expect(await recorder.values["2/light:1"]?[.brightness], equals: .number(0.7))
        try await send(3, "shutter:2", [.position: .number(0.4)])
        try await send(4, "relay:2", [.on: .bool(true)])

        try await devices.write([UInt8]((#"stat/panel/RESULT {"Button1":{"Action":"DOUBLE"}}"# + "\n").utf8))
        try await until("the press arrives") { await recorder.events == ["4/button:1!double"] }
        try await devices.write([UInt8]("tele/plug/LWT Offline\n".utf8))
        try await until("the will counts") { await !recorder.reachable.contains(ids[0]) }
        try await devices.write([UInt8]("tasmota/discovery/A4CF12000001/config \n".utf8))
        try await until("the device is removed") { await recorder.devices[ids[0]] == nil }
        await client.stop()
        await link.stop()
    }
}

/// Our devices, judged by the library that Home Assistant reads Tasmota with.
@Suite(.timeLimit(.minutes(5))) struct JudgeTests {
    private static let judge = PythonProgram("tasmota_judge.py", in: "Integrations", needs: ["hatasmota"])

    @Test(.enabled(if: judge.isInstalled, "skipped: hatasmota is not installed (pip install hatasmota)"))
    func aRealClientReadsOurDevices() async throws {
        let outcome = try await Self.judge.run()
        expect(outcome.status, equals: 0, "\(outcome.error)")
    }
}
