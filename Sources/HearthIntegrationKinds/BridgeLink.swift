package import HearthEntities
package import HearthEventLoop
internal import HearthIntegrations
package import HearthMQTT
package import HearthTraitCore
package import HearthZigbee2MQTT

/// The link to a bridge through a broker: one client of the broker, with its messages passed to the bridge's link.
package final class BridgeLink: JoiningLink {
    private let client: MQTTClient
    private let bridge: Zigbee2MQTTLink
    private let health = BridgeHealth()
    /// The broker's address, for messages.
    let address: String
    private let base: String

    package init(
        _ broker: MQTTSettings, _ settings: Zigbee2MQTTMachine.Settings, loop: EventLoop, clock: any HomeClock,
        notice: @escaping @Sendable (String) -> Void
    ) throws(MQTTError) {
        client = try MQTTClient(broker, loop: loop)
        bridge = Zigbee2MQTTLink(
            settings, broker: BrokerClient(client: client, health: health), clock: clock, notice: notice)
        address = "\(broker.endpoint)"
        base = settings.base
    }

    package func start(receiver: any EntityReceiver) async throws {
        await bridge.start(receiver: receiver)
        await health.start(receiver: receiver)
        client.start(receiver: BridgeReceiver(bridge: bridge, health: health, stateTopic: "\(base)/bridge/state"))
    }

    package func send(_ command: EntityCommand, to deviceID: String) async throws {
        try await bridge.send(command, to: deviceID)
    }

    package func leftOut(of deviceID: String) async -> [LeftOut] { await bridge.leftOut(of: deviceID) }

    package var longestJoin: Duration { bridge.longestJoin }

    package func letJoin(for time: Duration) async throws { try await bridge.letJoin(for: time) }

    package func joining() async -> AsyncStream<JoinProgress> { await bridge.joining() }

    /// What is known of the bridge.
    package var status: Zigbee2MQTTStatus { get async { await bridge.status } }

    package func stop() async {
        // The client first: without a connection the bridge's link has nothing to unsubscribe from.
        await client.stop()
        await health.stop()
        await bridge.stop()
    }
}

/// The broker's client as the bridge's link uses it.
private struct BrokerClient: Zigbee2MQTTBroker {
    let client: MQTTClient
    let health: BridgeHealth

    func subscribe(_ filters: [String]) async throws {
        // What this hub publishes itself does not come back.
        await health.answered(try await client.subscribe(try filters.map { try MQTTFilter($0, isNoLocal: true) }))
    }

    func unsubscribe(_ filters: [String]) async throws {
        try await client.unsubscribe(try filters.map { try MQTTFilter($0, isNoLocal: true) })
    }

    func publish(_ message: MQTTMessage) async throws { try await client.publish(message) }
}

/// What is known of the connection and the bridge, told to the receiver when it changes.
private actor BridgeHealth {
    private var receiver: (any EntityReceiver)?
    private var last: LinkHealth?
    /// The topics that the broker refused since it is connected.
    private var refused: [String] = []

    func start(receiver: any EntityReceiver) async {
        self.receiver = receiver
        (last, refused) = (nil, [])
        await tell(.connecting)
    }

    func stop() { receiver = nil }

    func connected() async {
        refused = []
        await tell(.online)
    }

    func disconnected(_ error: MQTTError) async {
        refused = []
        let failure = Zigbee2MQTTKind.failure(error)
        // A probe's failure has a reason and fields too.
        if let probe = receiver as? BridgeProbe { return probe.fail(failure) }
        switch failure.reason {
        case .unreachable, .timedOut, .failed: await tell(.offline(reason: failure.message))
        default: await tell(.needsAttention(reason: failure.message, wayOut: failure.wayOut))
        }
    }

    /// The broker has answered subscriptions.
    func answered(_ subscriptions: [MQTTSubscription]) async {
        for subscription in subscriptions {
            let filter = subscription.filter.text
            if case .refused = subscription.outcome, !refused.contains(filter) { refused.append(filter) }
        }
        guard !refused.isEmpty else { return }
        let names = refused.prefix(3).map { quotedBeginning($0) }.joined(separator: ", ")
        await tell(
            .needsAttention(
                reason: "the broker refuses the topics \(names)\(refused.count > 3 ? " …" : "")",
                wayOut: "let the user read these topics in the broker's access control"))
    }

    /// The bridge has said something.
    ///
    /// - Parameter hasState: whether it has said that it is online or offline.
    func heard(_ status: Zigbee2MQTTStatus, hasState: Bool) async {
        // A probe looks at the status at its end. What the broker refuses stays the first thing to mend.
        guard !(receiver is BridgeProbe), refused.isEmpty, status.isConnected else { return }
        if status.isOtherBridge {
            let coordinator = status.coordinator.map { " (its coordinator is \(quotedBeginning($0)))" } ?? ""
            await tell(
                .needsAttention(
                    reason: "another Zigbee2MQTT answers there\(coordinator)",
                    wayOut: "correct the address or the base topic"))
        } else if status.isOnline {
            await tell(.online)
        } else if hasState {
            await tell(.offline(reason: "Zigbee2MQTT is offline; start it"))
        }
    }

    private func tell(_ health: LinkHealth) async {
        guard health != last, let receiver else { return }
        last = health
        await receiver.health(health)
    }
}

/// Passes on what the broker's client learns: messages to the bridge's link, the connection's state also to the health.
private struct BridgeReceiver: MQTTReceiver {
    let bridge: Zigbee2MQTTLink
    let health: BridgeHealth
    /// The topic on which the bridge says whether it is online.
    let stateTopic: String

    func connected(sessionPresent: Bool) async {
        await health.connected()
        await bridge.connected()
    }

    func subscribed(_ subscriptions: [MQTTSubscription]) async { await health.answered(subscriptions) }

    func disconnected(_ reason: MQTTError, retryAfter: Duration) async {
        await bridge.disconnected(reason.message)
        await health.disconnected(reason)
    }

    func received(_ message: MQTTMessage) async {
        await bridge.received(message)
        await health.heard(await bridge.status, hasState: message.topic == stateTopic)
    }
}
