internal import HearthBrokerLinks
package import HearthEntities
package import HearthEventLoop
package import HearthIntegrations
internal import HearthMQTT
package import HearthTraitCore
internal import HearthZigbee2MQTT
internal import Synchronization

/// Zigbee devices behind a zigbee2mqtt, by its MQTT broker. Each bridge is an integration of its own.
package struct Zigbee2MQTTKind: IntegrationKind {
    static let kindID = "zigbee2mqtt"
    static let baseField = "base-topic"
    static let usualBase = "zigbee2mqtt"

    private enum Field {
        static let base = Zigbee2MQTTKind.baseField
        static let groups = "groups"
    }

    private let loop: EventLoop
    private let clock: any HomeClock
    private let notice: @Sendable (String) -> Void

    /// - Parameters:
    ///   - loop: the loop that connections run on.
    ///   - clock: the clock of links.
    ///   - notice: receives messages for a log.
    package init(loop: EventLoop, clock: any HomeClock, notice: @escaping @Sendable (String) -> Void) {
        self.loop = loop
        self.clock = clock
        self.notice = notice
    }

    package var id: String { Self.kindID }
    package var title: String { "Zigbee2MQTT" }
    package var summary: String { "Zigbee devices of all makers, through a Zigbee2MQTT and its MQTT broker." }

    package var fields: [IntegrationField] {
        BrokerFields.fields(hostHint: "the host after mqtt:// in its settings") + [
            IntegrationField(
                Field.base, "Base topic", .text, default: Self.usualBase,
                hint: "base_topic in the settings of Zigbee2MQTT"),
            IntegrationField(Field.groups, "Groups as devices", .choice(["no", "yes"]), default: "no"),
        ]
    }

    package func probe(
        _ settings: IntegrationSettings, isAddition: Bool, reached: @escaping @Sendable (AddingStep) -> Void
    ) async throws(IntegrationFailure) -> ProbedDevices {
        let settings = try await BrokerFields.prepared(settings, isAddition: isAddition, loop: loop)
        // All devices are in one message, which a broker keeps.
        let probe = LinkProbe(clock: clock, forDevices: LinkProbe.patience, quiet: .milliseconds(500))
        let bridge = Mutex<BridgePart?>(nil)
        var status: Zigbee2MQTTStatus?
        let found = try await BrokerFields.probing(settings, isAddition: isAddition) {
            () async throws(IntegrationFailure) in
            try await probe.run(
                { observer throws(IntegrationFailure) in
                    try link(settings, identity: "", isTest: !isAddition, observer: observer) { part in
                        bridge.withLock { $0 = part }
                    }
                }, reached: reached, atEnd: { status = await bridge.withLock { $0 }?.bridge.status })
        }
        guard let coordinator = status?.coordinator else {
            let base = settings[Field.base] ?? Self.usualBase
            throw IntegrationFailure(
                .notSupported, "no Zigbee2MQTT publishes below the topic \(quoted(base)) of the broker",
                wayOut: "start Zigbee2MQTT, or correct the base topic", fields: [Field.base])
        }
        return ProbedDevices(
            identity: coordinator, name: title, deviceNames: found.names, deviceCount: found.count,
            settings: BrokerFields.learnt(settings))
    }

    package func completed(
        _ new: IntegrationSettings, changing old: IntegrationSettings
    ) throws(IntegrationFailure) -> IntegrationSettings { try BrokerFields.completed(new) }

    package func exclusive(_ settings: IntegrationSettings) -> ExclusiveSetting? { BrokerFields.exclusive(settings) }

    package func makeLink(
        _ settings: IntegrationSettings, identity: String
    ) throws(IntegrationFailure) -> any EntityLink {
        var bridge: Zigbee2MQTTLink?
        let connection = try link(settings, identity: identity, made: { bridge = $0.bridge })
        return bridge.map { BridgeConnection(connection: connection, bridge: $0) } ?? connection
    }

    /// - Parameters:
    ///   - identity: the coordinator of the bridge; empty if it is not known yet.
    ///   - made: called with the bridge.
    private func link(
        _ settings: IntegrationSettings, identity: String, isTest: Bool = false,
        observer: @escaping @Sendable (BrokerCondition) -> Void = { _ in }, made: (BridgePart) -> Void = { _ in }
    ) throws(IntegrationFailure) -> BrokerConnection {
        let broker = try BrokerFields.broker(settings, isTest: isTest)
        let bridge = Zigbee2MQTTMachine.Settings(
            base: settings[Field.base] ?? Self.usualBase, hasGroups: settings[Field.groups] == "yes",
            // Unlike the client id, not that of an earlier connection, whose answers may come late.
            requestPrefix: MQTTSettings.makeClientID(.random(in: 0...(.max))),
            coordinator: identity.isEmpty ? nil : identity)
        do throws(MQTTError) {
            return try BrokerConnection(broker, loop: loop, observer: observer) { port in
                let part = BridgePart(
                    bridge: Zigbee2MQTTLink(
                        Zigbee2MQTTMachine(bridge), broker: port(), clock: clock, notice: notice),
                    topics: "\(bridge.base)/bridge/")
                made(part)
                return [part]
            }
        } catch {
            throw BrokerFields.failure(error)
        }
    }
}

/// The connection to a broker for a bridge, into whose network devices can be let.
private struct BridgeConnection: JoiningLink {
    let connection: BrokerConnection
    let bridge: Zigbee2MQTTLink

    func start(receiver: any EntityReceiver) async throws { try await connection.start(receiver: receiver) }

    func send(_ command: EntityCommand, to deviceID: String) async throws {
        try await connection.send(command, to: deviceID)
    }

    func run(_ call: ActionCall, on deviceID: String) async throws -> String? {
        try await connection.run(call, on: deviceID)
    }

    func wake() { connection.wake() }

    func withdraw() async { await connection.withdraw() }

    func leftOut(of deviceID: String) async -> [LeftOut] { await bridge.leftOut(of: deviceID) }

    func stop() async { await connection.stop() }

    var longestJoin: Duration { bridge.longestJoin }

    func letJoin(for time: Duration) async throws { try await bridge.letJoin(for: time) }

    func joining() async -> AsyncStream<JoinProgress> { await bridge.joining() }
}

/// A bridge on a broker's connection.
private final class BridgePart: BrokerPart {
    let bridge: Zigbee2MQTTLink
    /// The beginning of the topics on which the bridge speaks of itself.
    private let topics: String
    /// Whether the bridge was online after the last message that can change that.
    private let isOnline = Mutex(false)

    init(bridge: Zigbee2MQTTLink, topics: String) {
        self.bridge = bridge
        self.topics = topics
    }

    var link: any BrokerLink { bridge }

    func health(after message: MQTTMessage) async -> LinkHealth? {
        // States of devices, which come most often, show only that a bridge is back.
        let isOfBridge = message.topic.utf8.starts(with: topics.utf8)
        guard isOfBridge || !isOnline.withLock(\.self) else { return nil }
        let health = health(of: await bridge.status, after: message)
        isOnline.withLock { $0 = health == .online }
        return health
    }

    private func health(of status: Zigbee2MQTTStatus, after message: MQTTMessage) -> LinkHealth? {
        guard status.isConnected else { return nil }
        if status.isOtherBridge {
            let coordinator = status.coordinator.map { " (its coordinator is \(quotedBeginning($0)))" } ?? ""
            return .needsAttention(
                reason: "another Zigbee2MQTT answers there\(coordinator)",
                wayOut: "correct the address or the base topic")
        }
        if status.isOnline { return .online }
        // A probe that finds a bridge off knows its devices all the same.
        return message.topic == topics + "state" ? .offline(reason: "Zigbee2MQTT is offline; start it") : nil
    }
}
