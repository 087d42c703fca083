internal import Expectations
internal import HearthBrokerLinks
internal import HearthDiscovery
internal import HearthEntities
internal import HearthMQTT
internal import HearthTraitCore
internal import Synchronization
internal import Testing

/// The end of a link.
@Suite(.timeLimit(.minutes(5))) struct StopTests {
    /// A broker that says when a subscription ends.
    private struct Port: BrokerPort {
        let ended: AsyncStream<Void>.Continuation
        func subscribe(_ filters: [String]) async throws {}
        func unsubscribe(_ filters: [String]) async throws { ended.finish() }
        func publish(_ message: MQTTMessage) async throws {}
    }

    /// A receiver that describes a device only once the link is about to stop.
    private final class Receiver: LeafReceiver {
        let lines = Mutex<[String]>([])
        private let stopping: AsyncStream<Void>

        init(stopping: AsyncStream<Void>) { self.stopping = stopping }

        func describe(_ devices: [EntityDevice]) async {
            lines.withLock { $0.append("begun") }
            for await _ in stopping {}
            try? await Task.sleep(for: .milliseconds(20))
            lines.withLock { $0.append("done") }
        }
        func remove(_ deviceID: String) async {}
        func report(_ report: EntityReport) async {}
        func reachable(_ deviceID: String, _ isReachable: Bool) async {}
    }

    @Test func stopWaitsForTheCallInProgress() async throws {
        let (stopping, ended) = AsyncStream.makeStream(of: Void.self)
        let receiver = Receiver(stopping: stopping)
        let link = DiscoveryLink(
            DiscoveryMachine(), broker: Port(ended: ended), clock: SystemClock(), notice: { _ in })
        await link.start(receiver: receiver)
        await link.connected()
        let announcement = #"{"stat_t": "s", "cmd_t": "c", "uniq_id": "p", "dev": {"ids": ["x"], "name": "Plug"}}"#
        await link.received([
            MQTTMessage(topic: "homeassistant/switch/p/config", payload: [UInt8](announcement.utf8), isRetained: true)
        ])
        try await until { receiver.lines.withLock { $0 } == ["begun"] }
        await link.stop()
        expect(receiver.lines.withLock { $0 }, equals: ["begun", "done"])
    }
}
