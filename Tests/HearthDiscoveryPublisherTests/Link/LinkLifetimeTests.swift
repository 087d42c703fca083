internal import Expectations
internal import HearthBase
@testable internal import HearthDiscoveryPublisher
internal import HearthEntities
internal import HearthEventLoop
internal import HearthMQTT
internal import HearthTraitCore
internal import MQTTTestSupport
internal import ProcessTestSupport
internal import Synchronization
internal import Testing

/// A publisher whose home closes, or which is stopped while it begins.
@Suite(.enabled(if: Mosquitto.isInstalled, Mosquitto.whyMissing), .timeLimit(.minutes(5)))
final class LinkLifetimeTests: Sendable {
    private struct State {
        var healths: [LinkHealth] = []
        var topics: Set<String> = []
        var openings = 0
    }

    private struct Unreachable: Error {}

    private let state = Mutex(State())

    private func link(_ broker: Mosquitto, _ openHome: @escaping OpenHome) throws -> PublisherLink {
        PublisherLink(
            PublisherLink.Settings(
                broker: broker.settings(), prefix: "homeassistant",
                choice: PublishedChoice("all", includesSensitive: false, broker: "broker:1883")),
            home: openHome, loop: try EventLoop.shared.get(), clock: SystemClock(),
            health: { .offline(reason: $0.message) }, notice: { _ in })
    }

    @Test("A home that can be opened again makes the link healthy again")
    func reopenedHomeIsHealthy() async throws {
        let broker = try await Mosquitto()
        let first = FakeHome(Samples.outlet)
        let link = try link(broker) { [self] in
            let number = state.withLock { state in
                state.openings += 1
                return state.openings
            }
            guard number != 2 else { throw Unreachable() }
            return number == 1 ? first : FakeHome(Samples.outlet)
        }
        try await link.start(receiver: self)
        try await until { self.state.withLock { $0.healths } == [.connecting, .online] }
        await first.close()
        try await until { self.state.withLock { $0.healths.count } == 4 }
        expect(state.withLock { $0.healths.last }, equals: .online)
        await link.stop()
    }

    @Test("A broker that refuses messages by its access control needs attention, and no line of the log each")
    func refusalNeedsAttention() async throws {
        let folder = try TemporaryFolder()
        let rights = try folder.file("rights", "topic read #\n")
        let broker = try await Mosquitto(["allow_anonymous true", "acl_file \(rights)"], in: folder)
        let link = try link(broker) { FakeHome(Samples.outlet, Samples.blind) }
        try await link.start(receiver: self)
        try await until { self.state.withLock { $0.healths.count } == 3 }
        expect(
            state.withLock { $0.healths },
            equals: [
                .connecting, .online,
                .needsAttention(
                    reason: #"the broker refuses the hub's messages to "homeassistant/device/hearth_0123abcd/config""#,
                    wayOut: "let the user publish below hearth/ and homeassistant/ in the broker's access control"),
            ])
        await link.stop()
    }

    @Test("A link that is stopped while it begins publishes nothing")
    func stoppedBeginningPublishesNothing() async throws {
        let broker = try await Mosquitto()
        let home = SlowHome()
        let link = try link(broker) { home }
        try await link.start(receiver: self)
        await home.asked.wait()
        let stop = Task { await link.stop() }
        // The link closes the home before it waits for what runs.
        await home.closed.wait()
        home.answer.open()
        await stop.value

        let client = try MQTTClient(broker.settings())
        try await client.subscribe([MQTTFilter("#")])
        client.start(receiver: self)
        // Longer than a client needs to connect.
        for number in 0..<3 {
            try await until { (try? await client.publish(.kept("marker/\(number)", "x"))) != nil }
            try await until { self.state.withLock { $0.topics.contains("marker/\(number)") } }
        }
        expect(state.withLock { $0.topics.sorted() }, equals: ["marker/0", "marker/1", "marker/2"])
        await client.stop()
    }
}

extension LinkLifetimeTests: LeafReceiver {
    func describe(_ devices: [EntityDevice]) async {}
    func remove(_ deviceID: String) async {}
    func report(_ report: EntityReport) async {}
    func reachable(_ deviceID: String, _ isReachable: Bool) async {}
    func health(_ health: LinkHealth) async { state.withLock { $0.healths.append(health) } }
}

extension LinkLifetimeTests: MQTTReceiver {
    func connected(sessionPresent: Bool) async {}
    func subscribed(_ subscriptions: [MQTTSubscription]) async {}
    func disconnected(_ reason: MQTTError, retryAfter: Duration) async {}
    func received(_ messages: [MQTTMessage]) async { state.withLock { $0.topics.formUnion(messages.map(\.topic)) } }
}

/// A home that is slow to tell its name.
private final class SlowHome: HomeView {
    let hubID = "0123abcd"
    let version = "1.0"
    let asked = Latch()
    let answer = Latch()
    let closed = Latch()

    var name: String {
        get async {
            asked.open()
            await answer.wait()
            return "Home"
        }
    }

    func next() async -> [HomeNews]? { nil }

    func close() async { closed.open() }

    func perform(_ request: PublishedRequest, on deviceID: String) async throws {}
}
