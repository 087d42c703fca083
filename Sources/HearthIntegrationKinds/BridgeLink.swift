package import HearthEntities
package import HearthEventLoop
internal import HearthIntegrations
package import HearthMQTT
package import HearthTraitCore
package import HearthZigbee2MQTT

/// The link to a bridge through a broker: one client of the broker, with its messages passed to the bridge's link.
package final class BridgeLink: EntityLink {
    private let client: MQTTClient
    private let bridge: Zigbee2MQTTLink
    /// The broker's address, for messages.
    let address: String
    private let clock: any HomeClock

    package init(
        _ broker: MQTTSettings, _ settings: Zigbee2MQTTMachine.Settings, loop: EventLoop, clock: any HomeClock,
        notice: @escaping @Sendable (String) -> Void
    ) throws(MQTTError) {
        client = try MQTTClient(broker, loop: loop)
        bridge = Zigbee2MQTTLink(settings, broker: BrokerClient(client: client), clock: clock, notice: notice)
        address = "\(broker.endpoint)"
        self.clock = clock
    }

    package func start(receiver: any EntityReceiver) async throws {
        await bridge.start(receiver: receiver)
        await receiver.health(.connecting)
        client.start(receiver: BridgeReceiver(bridge: bridge, receiver: receiver))
    }

    package func send(_ command: EntityCommand, to deviceID: String) async throws {
        try await bridge.send(command, to: deviceID)
    }

    /// What is known of the bridge.
    package var status: Zigbee2MQTTStatus { get async { await bridge.status } }

    package func stop() async {
        await bridge.stop()
        await client.stop()
    }
}

/// The broker's client as the bridge's link uses it.
private struct BrokerClient: Zigbee2MQTTBroker {
    let client: MQTTClient

    func subscribe(_ filters: [String]) async throws {
        // What this hub publishes itself does not come back.
        _ = try await client.subscribe(try filters.map { try MQTTFilter($0, isNoLocal: true) })
    }

    func unsubscribe(_ filters: [String]) async throws {
        try await client.unsubscribe(try filters.map { try MQTTFilter($0, isNoLocal: true) })
    }

    func publish(_ message: MQTTMessage) async throws { try await client.publish(message) }
}

/// Passes on what the broker's client learns: messages to the bridge's link, the connection's state also to the receiver
/// of the health.
private struct BridgeReceiver: MQTTReceiver {
    let bridge: Zigbee2MQTTLink
    let receiver: any EntityReceiver

    func connected(sessionPresent: Bool) async {
        await receiver.health(.online)
        await bridge.connected()
    }

    func subscribed(_ subscriptions: [MQTTSubscription]) async {
        let refused = subscriptions.filter { if case .refused = $0.outcome { true } else { false } }
        guard !refused.isEmpty else { return }
        await receiver.health(
            .needsAttention(
                reason: "the broker refuses the topics \(refused.map(\.filter.text).joined(separator: ", "))",
                wayOut: "let the user read these topics in the broker's access control"))
    }

    func disconnected(_ reason: MQTTError, retryAfter: Duration) async {
        await bridge.disconnected(reason.message)
        let failure = Zigbee2MQTTKind.failure(reason)
        switch failure.reason {
        case .unreachable, .timedOut, .failed: await receiver.health(.offline(reason: failure.message))
        default: await receiver.health(.needsAttention(reason: failure.message, wayOut: failure.wayOut))
        }
    }

    func received(_ message: MQTTMessage) async { await bridge.received(message) }
}
