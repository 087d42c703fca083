internal import Expectations
internal import HearthCalendar
internal import HearthEntities
internal import HearthEventLoop
internal import HearthIntegrationKinds
internal import HearthIntegrations
internal import HearthMQTT
internal import HearthStore
internal import HearthTraitCore
internal import MQTTTestSupport
internal import ProcessTestSupport
internal import Synchronization

/// A broker with what is published there, and the kinds of integrations that look at it.
final class Home: Sendable {
    let broker: Mosquitto
    let loop: EventLoop
    private let publisher: MQTTClient

    /// - Parameters:
    ///   - lines: lines of the broker's configuration.
    ///   - messages: topics with what is published there.
    ///   - login: the user and the password that the broker asks for.
    init(
        _ lines: [String] = ["allow_anonymous true"], publishes messages: [(String, String)] = [],
        login: (user: String, password: String)? = nil
    ) async throws {
        broker = try await Mosquitto(lines, overTCP: true)
        loop = try EventLoop.shared.get()
        var settings = MQTTSettings(
            endpoint: .unix(path: broker.folder.file("socket")), clientID: MQTTSettings.makeClientID(1))
        (settings.user, settings.password) = (login?.user, login?.password)
        publisher = try MQTTClient(settings, loop: loop)
        publisher.start(receiver: Silent())
        for (topic, payload) in messages { try await publish(topic, payload) }
    }

    func publish(_ topic: String, _ payload: String) async throws {
        let message = MQTTMessage(topic: topic, payload: Array(payload.utf8), qos: 1, isRetained: true)
        try await until { (try? await publisher.publish(message)) != nil }
    }

    var zigbee: Zigbee2MQTTKind { Zigbee2MQTTKind(loop: loop, clock: SystemClock(), notice: { _ in }) }
    var mqtt: MQTTKind { MQTTKind(loop: loop, clock: SystemClock(), zone: .utc, notice: { _ in }) }

    /// Checked settings of this broker.
    func settings(
        _ kind: any IntegrationKind, _ more: [String: String] = [:], password: String? = nil
    ) throws -> IntegrationSettings {
        guard case .tcp(let host, let port) = broker.endpoint else { throw NoPort() }
        return try IntegrationSettings(
            values: ["host": host, "port": "\(port)"].merging(more) { $1 },
            secrets: password.map { ["password": StoredSecret($0)] } ?? [:]
        ).checked(for: kind)
    }

    struct NoPort: Error {}

    private struct Silent: MQTTReceiver {
        func connected(sessionPresent: Bool) async {}
        func subscribed(_ subscriptions: [MQTTSubscription]) async {}
        func disconnected(_ reason: MQTTError, retryAfter: Duration) async {}
        func received(_ messages: [MQTTMessage]) async {}
    }
}

/// What a Zigbee2MQTT with one lamp publishes.
let bridge: [(String, String)] = [
    ("zigbee2mqtt/bridge/state", #"{"state":"online"}"#),
    ("zigbee2mqtt/bridge/info", #"{"version":"2.12.1","coordinator":{"ieee_address":"0xc0"}}"#),
    (
        "zigbee2mqtt/bridge/devices",
        """
        [{"ieee_address":"0xc0","friendly_name":"Coordinator","type":"Coordinator"},
         {"ieee_address":"0x01","friendly_name":"Lamp","type":"Router","power_source":"Mains (single phase)",
          "supported":true,"interview_state":"SUCCESSFUL","definition":{"vendor":"V","model":"M","description":"Bulb",
          "exposes":[{"type":"light","features":[{"type":"binary","name":"state","property":"state","access":7,
          "value_on":"ON","value_off":"OFF"}]}]}}]
        """
    ),
]

/// What a plug announces.
let plug: [(String, String)] = [
    (
        "homeassistant/switch/plug/config",
        #"{"stat_t":"plug","cmd_t":"plug/set","uniq_id":"p","name":null,"dev":{"ids":["x"],"name":"Plug"}}"#
    ),
    ("plug", "ON"),
]

/// What that Zigbee2MQTT announces of the lamp for Home Assistant.
let announcedLamp: [(String, String)] = [
    (
        "homeassistant/light/0x01/light/config",
        #"{"schema":"json","stat_t":"zigbee2mqtt/Lamp","cmd_t":"zigbee2mqtt/Lamp/set","uniq_id":"0x01_light","dev":{"ids":["zigbee2mqtt_0x01"],"name":"Lamp","via_device":"zigbee2mqtt_bridge_0xc0"},"o":{"name":"Zigbee2MQTT"}}"#
    )
]

/// What a device with Tasmota's firmware announces.
let tasmota: [(String, String)] = [
    (
        "tasmota/discovery/A4CF12000001/config",
        #"{"dn":"Heater","mac":"A4CF12000001","t":"heater","ft":"%prefix%/%topic%/","rl":[1],"ver":1}"#
    ),
    ("tasmota/discovery/A4CF12000001/sensors", #"{"sn":{},"ver":1}"#), ("tele/heater/LWT", "Online"),
]

/// Writes down what a link tells.
final class Recorder: LeafReceiver {
    let devices = Mutex<[String]>([])
    let states = Mutex<[EntityState]>([])
    let healths = Mutex<[LinkHealth]>([])
    let ids = Mutex<[String]>([])
    let removed = Mutex<[String]>([])
    let stored: Mutex<[UInt8]>

    /// - Parameter memory: what an earlier link has remembered.
    init(memory: [UInt8] = []) { stored = Mutex(memory) }

    func describe(_ described: [EntityDevice]) async {
        ids.withLock { $0 += described.map(\.id) }
        devices.withLock { $0 += described.map(\.name) }
    }
    func remove(_ deviceID: String) async { removed.withLock { $0.append(deviceID) } }
    func report(_ report: EntityReport) async { states.withLock { $0 += report.states } }
    func reachable(_ deviceID: String, _ isReachable: Bool) async {}
    var memory: [UInt8] { get async { stored.withLock { $0 } } }
    func remember(_ memory: [UInt8]) async { stored.withLock { $0 = memory } }
    func health(_ health: LinkHealth) async { healths.withLock { $0.append(health) } }
}
