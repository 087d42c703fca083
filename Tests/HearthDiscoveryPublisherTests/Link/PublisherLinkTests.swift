internal import Expectations
internal import HearthBase
@testable internal import HearthDiscoveryPublisher
internal import HearthEntities
internal import HearthEventLoop
internal import HearthMQTT
internal import HearthTraitCore
internal import MQTTTestSupport
internal import Synchronization
internal import Testing

/// A publisher with a real broker, and a client in the place of Home Assistant.
@Suite(.enabled(if: Mosquitto.isInstalled, Mosquitto.whyMissing), .timeLimit(.minutes(5)))
struct PublisherLinkTests {
    /// What Home Assistant would know: messages by topic, without those that were emptied.
    private final class Observer: MQTTReceiver {
        private let messages = Mutex<[String: String]>([:])

        subscript(topic: String) -> String? { messages.withLock { $0[topic] } }
        var topics: [String] { messages.withLock { $0.keys.sorted() } }

        func connected(sessionPresent: Bool) async {}
        func subscribed(_ subscriptions: [MQTTSubscription]) async {}
        func disconnected(_ reason: MQTTError, retryAfter: Duration) async {}

        func received(_ received: [MQTTMessage]) async {
            for message in received {
                let text = String(decoding: message.payload, as: UTF8.self)
                messages.withLock { $0[message.topic] = text.isEmpty ? nil : text }
            }
        }
    }

    private struct Receiver: LeafReceiver {
        let healths = Mutexed<[LinkHealth]>([])

        func describe(_ devices: [EntityDevice]) async {}
        func remove(_ deviceID: String) async {}
        func report(_ report: EntityReport) async {}
        func reachable(_ deviceID: String, _ isReachable: Bool) async {}
        func health(_ health: LinkHealth) async { healths.with { $0.append(health) } }
    }

    /// A value that several tasks change.
    private final class Mutexed<Value: Sendable>: Sendable {
        private let value: Mutex<Value>
        init(_ value: Value) { self.value = Mutex(value) }
        @discardableResult func with<R: Sendable>(_ body: @Sendable (inout Value) -> R) -> R {
            value.withLock { value in body(&value) }
        }
    }

    private static let outlet = "hearth/0123abcd/outlet"
    private static let all = [
        "hearth/0123abcd/outlet/availability", "hearth/0123abcd/outlet/components", "hearth/0123abcd/outlet/state",
        "hearth/0123abcd/status", "homeassistant/device/hearth_0123abcd/config",
        "homeassistant/device/hearth_0123abcd_outlet/config",
    ]

    private func link(_ broker: Mosquitto, _ home: FakeHome, _ notices: Mutexed<[String]>) throws -> PublisherLink {
        PublisherLink(
            PublisherLink.Settings(
                broker: broker.settings(), prefix: "homeassistant",
                choice: PublishedChoice("all", includesSensitive: false, broker: "broker:1883")),
            home: { home }, loop: try EventLoop.shared.get(), clock: SystemClock(),
            health: { .offline(reason: $0.message) }, notice: { text in notices.with { $0.append(text) } })
    }

    /// A client that sees everything, and may send commands.
    private func observer(_ broker: Mosquitto) async throws -> (MQTTClient, Observer) {
        let (client, observer) = (try MQTTClient(broker.settings()), Observer())
        try await client.subscribe([MQTTFilter("#")])
        client.start(receiver: observer)
        return (client, observer)
    }

    @Test("A home is published, follows commands, survives the broker's restart, and leaves nothing when withdrawn")
    func homeIsPublishedAndWithdrawn() async throws {
        let broker = try await Mosquitto()
        let (home, notices) = (FakeHome(Samples.outlet), Mutexed<[String]>([]))
        let (client, observer) = try await observer(broker)
        let (link, receiver) = (try link(broker, home, notices), Receiver())
        try await link.start(receiver: receiver)
        try await until { observer.topics == Self.all }
        expect(observer["hearth/0123abcd/status"], equals: "online")
        try await until { receiver.healths.with { $0 } == [.connecting, .online] }

        try await client.publish(
            MQTTMessage(topic: Self.outlet + "/set/1/switch", payload: Array("ON".utf8), qos: 1))
        try await until { observer[Self.outlet + "/state"]?.contains(#""e1_switch":"ON""#) ?? false }
        try await client.publish(
            MQTTMessage(topic: Self.outlet + "/set/1/switch", payload: Array("up".utf8), qos: 1))
        try await until { notices.with { !$0.isEmpty } }
        expect(
            notices.with { $0 },
            equals: [#"a command of Home Assistant to "Outlet" makes no sense: "up" is none of ON, OFF"#])

        // The broker forgets everything.
        await client.stop()
        await broker.stop()
        try await until {
            if case .offline? = receiver.healths.with({ $0.last }) { true } else { false }
        }
        try await broker.start()
        let (again, seen) = try await self.observer(broker)
        try await until { seen.topics == Self.all }
        expect(seen[Self.outlet + "/state"]?.contains(#""e1_switch":"ON""#), equals: true)

        await link.withdraw()
        await link.stop()
        try await until { seen.topics == [] }
        await again.stop()
    }

    @Test("A link that stops leaves its devices unavailable, and a later one removes what is gone")
    func laterLinkRemovesWhatIsGone() async throws {
        let broker = try await Mosquitto()
        let notices = Mutexed<[String]>([])
        let (client, observer) = try await observer(broker)
        let first = try link(broker, FakeHome(Samples.outlet, Samples.blind), notices)
        try await first.start(receiver: Receiver())
        try await until {
            observer["hearth/0123abcd/blind/state"] != nil && observer["hearth/0123abcd/outlet/state"] != nil
        }
        await first.stop()
        try await until { observer["hearth/0123abcd/status"] == "offline" }

        let second = try link(broker, FakeHome(Samples.outlet), notices)
        try await second.start(receiver: Receiver())
        try await until { observer.topics == Self.all && observer["hearth/0123abcd/status"] == "online" }
        await second.stop()
        await client.stop()
        expect(notices.with { $0 }, equals: [])
    }
}
