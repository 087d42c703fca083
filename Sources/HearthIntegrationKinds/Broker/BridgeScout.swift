internal import HearthBrokerLinks
internal import HearthEntities
internal import HearthIntegrations
internal import HearthMQTT
internal import HearthTraitCore
internal import HearthZigbee2MQTT
internal import Synchronization

/// Looks for bridges of Zigbee2MQTT at a broker, which are integrations of their own. It brings no devices.
final class BridgeScout: BrokerLink {
    /// The most bridges of a broker, besides one with the usual base topic: others may claim any number.
    static let mostBridges = 16
    /// The most bytes of a bridge's document about itself or its devices. Longer ones are ignored.
    private static let mostBytes = 2 << 20
    /// The most messages that wait to be parsed. With more, the oldest ones are dropped.
    private static let mostWaiting = 16

    private struct State {
        /// The coordinators by base topic.
        var bridges: [String: String] = [:]
        var hasSubscribed = false
        var followers: [AsyncStream<[FoundThing]>.Continuation] = []
        var isStopped = false
    }

    private let port: any BrokerPort
    /// The address of the broker, for people.
    private let address: String
    private let state = Mutex(State())
    private let messages: AsyncStream<MQTTMessage>
    private let feed: AsyncStream<MQTTMessage>.Continuation

    init(port: any BrokerPort, address: String) {
        self.port = port
        self.address = address
        (messages, feed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.mostWaiting))
    }

    /// All bridges, again after each change, until the link is stopped.
    func findings() -> AsyncStream<[FoundThing]> {
        let (stream, follower) = AsyncStream.makeStream(of: [FoundThing].self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            guard !state.isStopped else { return follower.finish() }
            state.followers.append(follower)
        }
        return stream
    }

    func start(receiver: any EntityReceiver) async throws {
        // Away from the loop, which has other connections: what a bridge says of itself has some 100 KB.
        Task { [weak self, messages] in
            for await message in messages { self?.take(message) }
        }
    }

    func connected() async {
        let isFirst = state.withLock { state in
            defer { state.hasSubscribed = true }
            return !state.hasSubscribed
        }
        // The client subscribes again after later connects. The messages behind this one do not wait for it.
        if isFirst { Task { [port] in try? await port.subscribe(BridgeSighting.filters) } }
    }

    func disconnected(_ reason: String) async {}

    func received(_ messages: [MQTTMessage]) async {
        for message in messages where BridgeSighting.isMeant(message) && message.payload.count <= Self.mostBytes {
            feed.yield(message)
        }
    }

    private func take(_ message: MQTTMessage) {
        guard let sighting = BridgeSighting(message) else { return }
        state.withLock { state in
            let isKnown = state.bridges[sighting.base] != nil
            guard state.bridges[sighting.base] != sighting.coordinator,
                isKnown || sighting.base == Zigbee2MQTTKind.usualBase || state.bridges.count < Self.mostBridges
            else { return }
            state.bridges[sighting.base] = sighting.coordinator
            let things = state.bridges.sorted { $0.key < $1.key }.map { thing(base: $0.key, coordinator: $0.value) }
            for follower in state.followers { follower.yield(things) }
        }
    }

    private func thing(base: String, coordinator: String) -> FoundThing {
        let kind = Zigbee2MQTTKind.kindID
        return FoundThing(
            // A broker keeps what a bridge said below a former base topic, too.
            key: "\(kind)/\(coordinator)/\(base)", kind: kind, identity: coordinator,
            name: base == Zigbee2MQTTKind.usualBase ? "Zigbee2MQTT" : "Zigbee2MQTT \(base)", maker: "Zigbee2MQTT",
            address: address, readiness: .ready, settings: [Zigbee2MQTTKind.baseField: base],
            sharedFields: BrokerFields.names)
    }

    func send(_ command: EntityCommand, to deviceID: String) async throws {
        throw TraitError(.notFound, "no device is behind the search for bridges")
    }

    func leftOut(of deviceID: String) async -> [LeftOut] { [] }

    func stop() async {
        feed.finish()
        let (followers, hasSubscribed) = state.withLock { state in
            defer { state = State(isStopped: true) }
            return (state.followers, state.hasSubscribed)
        }
        for follower in followers { follower.finish() }
        if hasSubscribed { try? await port.unsubscribe(BridgeSighting.filters) }
    }
}
