internal import HearthBrokerLinks
internal import HearthEntities
internal import HearthEventLoop
internal import HearthIntegrations
internal import HearthMQTT
internal import HearthTraitDescriptors
internal import HearthZigbee2MQTT
internal import Synchronization

/// The link through a broker: one client, whose messages are passed to the links of one or several ecosystems.
final class BrokerConnection: EntityLink {
    private let client: MQTTClient
    private let parts: [any BrokerPart]
    private let health: BrokerHealth
    /// The part that has described each device.
    private let owners = Owners()
    /// The broker's address, for messages.
    let address: String

    /// - Parameters:
    ///   - observer: called with each new condition of the connection.
    ///   - parts: makes the ecosystems, each with a port of its own.
    init(
        _ broker: MQTTSettings, loop: EventLoop, observer: @escaping @Sendable (BrokerCondition) -> Void = { _ in },
        parts: (_ port: () -> any BrokerPort) -> [any BrokerPart]
    ) throws(MQTTError) {
        client = try MQTTClient(broker, loop: loop)
        health = BrokerHealth(observer: observer)
        let shared = SharedBroker(ClientPort(client: client, health: health))
        self.parts = parts { shared.port() }
        address = "\(broker.endpoint)"
    }

    func start(receiver: any EntityReceiver) async throws {
        let memories = PartMemories(await receiver.memory, receiver: receiver)
        for (index, part) in parts.enumerated() {
            try await part.link.start(
                receiver: PartReceiver(receiver: receiver, index: index, owners: owners, memories: memories))
        }
        await health.start(receiver: receiver)
        client.start(receiver: MessageReceiver(parts: parts, health: health))
    }

    func send(_ command: EntityCommand, to deviceID: String) async throws {
        let index = owners.byDevice.withLock { $0[deviceID] } ?? 0
        guard parts.indices.contains(index) else { return }
        try await parts[index].link.send(command, to: deviceID)
    }

    func run(_ call: ActionCall, on deviceID: String) async throws -> String? {
        let index = owners.byDevice.withLock { $0[deviceID] } ?? 0
        guard parts.indices.contains(index) else { return nil }
        return try await parts[index].link.run(call, on: deviceID)
    }

    func wake() {
        for part in parts { part.link.wake() }
    }

    func withdraw() async {
        for part in parts { await part.link.withdraw() }
    }

    func leftOut(of deviceID: String) async -> [LeftOut] {
        guard let index = owners.byDevice.withLock({ $0[deviceID] }), parts.indices.contains(index) else { return [] }
        return await parts[index].link.leftOut(of: deviceID)
    }

    func stop() async {
        // The client first: without a connection the links have nothing to unsubscribe from.
        await client.stop()
        await health.stop()
        for part in parts { await part.link.stop() }
    }
}

/// Which part has described which device.
private final class Owners: Sendable {
    let byDevice = Mutex<[String: Int]>([:])

    /// Gives a device to a part, unless it is another one's.
    func take(_ deviceID: String, for part: Int) -> Bool {
        byDevice.withLock { owners in
            let owner = owners[deviceID] ?? part
            owners[deviceID] = owner
            return owner == part
        }
    }

    func has(_ deviceID: String, _ part: Int) -> Bool { byDevice.withLock { $0[deviceID] == part } }
}

/// Passes a part's devices on, and remembers whose they are. A device whose id another part has already is left out:
/// ids are announced, so that a device could take the place of another one.
private struct PartReceiver: EntityReceiver {
    let receiver: any EntityReceiver
    let index: Int
    let owners: Owners
    let memories: PartMemories

    func describe(_ devices: [EntityDevice]) async {
        let own = devices.filter { owners.take($0.id, for: index) }
        if !own.isEmpty { await receiver.describe(own) }
    }

    func remove(_ deviceID: String) async {
        guard owners.has(deviceID, index) else { return }
        _ = owners.byDevice.withLock { $0.removeValue(forKey: deviceID) }
        await receiver.remove(deviceID)
    }

    /// Only an ecosystem that has the connection for itself may call it: the devices of others would be removed.
    func keepOnly(_ deviceIDs: Set<String>) async { await receiver.keepOnly(deviceIDs) }

    nonisolated(nonsending) func report(_ report: EntityReport) async {
        if owners.has(report.deviceID, index) { await receiver.report(report) }
    }

    nonisolated(nonsending) func reachable(_ deviceID: String, _ isReachable: Bool) async {
        if owners.has(deviceID, index) { await receiver.reachable(deviceID, isReachable) }
    }

    /// The connection has a health, and its parts have none.
    func health(_ health: LinkHealth) async {}

    var memory: [UInt8] { get async { await memories.memory(of: index) } }

    func remember(_ memory: [UInt8]) async { await memories.remember(memory, of: index) }
}

/// The broker's client as the links use it.
private struct ClientPort: BrokerPort {
    let client: MQTTClient
    let health: BrokerHealth

    func subscribe(_ filters: [String]) async throws {
        // What this hub publishes itself does not come back.
        await health.answered(try await client.subscribe(try filters.map { try MQTTFilter($0, isNoLocal: true) }))
    }

    func unsubscribe(_ filters: [String]) async throws {
        try await client.unsubscribe(try filters.map { try MQTTFilter($0, isNoLocal: true) })
    }

    func publish(_ message: MQTTMessage) async throws { try await client.publish(message) }
}

/// What is known of the connection and its ecosystems, told to the receiver and the observer when it changes.
private actor BrokerHealth {
    private let observer: @Sendable (BrokerCondition) -> Void
    private var receiver: (any EntityReceiver)?
    private var last: BrokerCondition?
    private var isConnected = false
    /// The topics that the broker refused since it is connected.
    private var refused: [String] = []

    init(observer: @escaping @Sendable (BrokerCondition) -> Void) { self.observer = observer }

    func start(receiver: any EntityReceiver) async {
        self.receiver = receiver
        (last, refused) = (nil, [])
        await tell(.connecting)
    }

    func stop() { receiver = nil }

    func connected() async {
        (isConnected, refused) = (true, [])
        await tell(.online)
    }

    func disconnected(_ error: MQTTError) async {
        (isConnected, refused) = (false, [])
        await tell(.failed(BrokerFields.failure(error)))
    }

    /// The broker has answered subscriptions.
    func answered(_ subscriptions: [MQTTSubscription]) async {
        for subscription in subscriptions {
            let filter = subscription.filter.text
            // Whether it may look for bridges does not matter to its devices.
            guard !BridgeSighting.filters.contains(filter) else { continue }
            if case .refused = subscription.outcome, !refused.contains(filter) { refused.append(filter) }
        }
        guard !refused.isEmpty else { return }
        let names = refused.prefix(3).map { quotedBeginning($0) }.joined(separator: ", ")
        await tell(
            .incomplete(
                .needsAttention(
                    reason: "the broker refuses the topics \(names)\(refused.count > 3 ? " …" : "")",
                    wayOut: "let the user read these topics in the broker's access control")))
    }

    /// An ecosystem has said how it is.
    func heard(_ health: LinkHealth) async {
        // What the broker refuses stays the first thing to mend.
        guard isConnected, refused.isEmpty else { return }
        await tell(health == .online ? .online : .incomplete(health))
    }

    private func tell(_ condition: BrokerCondition) async {
        guard condition != last, let receiver else { return }
        last = condition
        observer(condition)
        await receiver.health(condition.health)
    }
}

/// Passes on what the broker's client learns: messages to the links, the connection's state also to the health.
private struct MessageReceiver: MQTTReceiver {
    let parts: [any BrokerPart]
    let health: BrokerHealth

    func connected(sessionPresent: Bool) async {
        await health.connected()
        for part in parts { await part.link.connected() }
    }

    func subscribed(_ subscriptions: [MQTTSubscription]) async { await health.answered(subscriptions) }

    func disconnected(_ reason: MQTTError, retryAfter: Duration) async {
        for part in parts { await part.link.disconnected(reason.message) }
        await health.disconnected(reason)
    }

    func received(_ messages: [MQTTMessage]) async {
        for part in parts {
            await part.link.received(messages)
            for message in messages {
                if let health = await part.health(after: message) { await self.health.heard(health) }
            }
        }
    }
}
