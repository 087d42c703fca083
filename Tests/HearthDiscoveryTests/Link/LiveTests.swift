internal import Expectations
internal import HearthBrokerLinks
internal import HearthDiscovery
internal import HearthEntities
internal import HearthMQTT
internal import HearthTraitCore
internal import MQTTTestSupport
internal import Synchronization
internal import Testing

/// The link at a real broker, with a device that announces itself.
@Suite(.enabled(if: Mosquitto.isInstalled, Mosquitto.whyMissing), .timeLimit(.minutes(5)))
struct LiveTests {
    /// The link's use of a client.
    private struct Port: BrokerPort {
        let client: MQTTClient
        func subscribe(_ filters: [String]) async throws {
            try await client.subscribe(try filters.map { try MQTTFilter($0, isNoLocal: true) })
        }
        func unsubscribe(_ filters: [String]) async throws {
            try await client.unsubscribe(try filters.map { try MQTTFilter($0, isNoLocal: true) })
        }
        func publish(_ message: MQTTMessage) async throws { try await client.publish(message) }
    }

    private struct ToLink: MQTTReceiver {
        let link: DiscoveryLink
        func connected(sessionPresent: Bool) async { await link.connected() }
        func subscribed(_ subscriptions: [MQTTSubscription]) async {}
        func disconnected(_ reason: MQTTError, retryAfter: Duration) async { await link.disconnected(reason.message) }
        func received(_ messages: [MQTTMessage]) async { await link.received(messages) }
    }

    /// A plug: it reports what it is set to.
    private struct Plug: MQTTReceiver {
        let client: MQTTClient
        func connected(sessionPresent: Bool) async {}
        func subscribed(_ subscriptions: [MQTTSubscription]) async {}
        func disconnected(_ reason: MQTTError, retryAfter: Duration) async {}
        func received(_ messages: [MQTTMessage]) async {
            for message in messages {
                try? await client.publish(MQTTMessage(topic: "plug", payload: message.payload))
            }
        }
    }

    private final class Recorder: LeafReceiver {
        let lines = Mutex<[String]>([])
        private func write(_ action: BrokerAction) { lines.withLock { $0 += Script.lines([action]) } }
        func describe(_ devices: [EntityDevice]) async {
            for device in devices { write(.describe(device)) }
        }
        func remove(_ deviceID: String) async { write(.remove(deviceID)) }
        func report(_ report: EntityReport) async { write(.report(report)) }
        func reachable(_ deviceID: String, _ isReachable: Bool) async { write(.reachable(deviceID, isReachable)) }
    }

    private func message(_ topic: String, _ payload: String, isRetained: Bool = true) -> MQTTMessage {
        MQTTMessage(topic: topic, payload: Array(payload.utf8), qos: 1, isRetained: isRetained)
    }

    @Test func anAnnouncedPlugIsSwitched() async throws {
        let broker = try await Mosquitto()
        let device = try MQTTClient(broker.settings())
        device.start(receiver: Plug(client: device))
        try await device.subscribe([MQTTFilter("plug/set")])
        try await until { (try? await device.publish(message("plug/lwt", "online"))) != nil }
        try await device.publish(message("plug", "OFF"))
        try await device.publish(
            message(
                "homeassistant/switch/plug/config",
                #"""
                {"stat_t": "plug", "cmd_t": "plug/set", "avty_t": "plug/lwt", "uniq_id": "p", "name": null,
                "dev": {"ids": ["x"], "name": "Plug"}}
                """#
            ))

        let hub = try MQTTClient(broker.settings())
        let link = DiscoveryLink(
            DiscoveryMachine(), broker: Port(client: hub), clock: SystemClock(), notice: { _ in })
        let recorder = Recorder()
        await link.start(receiver: recorder)
        hub.start(receiver: ToLink(link: link))
        try await until { recorder.lines.withLock { $0.contains("report x again switch:p on=false") } }
        try await link.send(EntityCommand(entity: "switch:p", values: [.on: .bool(true)]), to: "x")
        try await until { recorder.lines.withLock { $0.contains("report x switch:p on=true") } }
        expect(
            recorder.lines.withLock { $0.filter { $0.hasPrefix("describe") } }, equals: ["describe x Plug: switch:p"])
        expect(recorder.lines.withLock { $0.contains("x reachable") })

        try await device.publish(message("homeassistant/switch/plug/config", ""))
        try await until { recorder.lines.withLock { $0.last == "remove x" } }
        await link.stop()
        await hub.stop()
        await device.stop()
    }
}
