@testable internal import HearthMQTT
internal import Expectations
internal import Synchronization
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct DeliveriesTests {
    /// Writes down the topics of each call.
    private final class Receiver: MQTTReceiver {
        let calls = Mutex<[[String]]>([])

        func connected(sessionPresent: Bool) async { calls.withLock { $0.append(["connected"]) } }
        func subscribed(_ subscriptions: [MQTTSubscription]) async {}
        func disconnected(_ reason: MQTTError, retryAfter: Duration) async {}
        func received(_ messages: [MQTTMessage]) async { calls.withLock { $0.append(messages.map(\.topic)) } }
    }

    @Test("Messages that wait share calls, except long ones")
    func waitingMessagesShareCalls() async throws {
        let deliveries = Deliveries(mostBytes: .max)
        let short = (1...20).map { "\($0)" }
        let message = { (topic: String, bytes: Int) in
            Deliveries.Event.received(MQTTMessage(topic: topic, payload: [UInt8](repeating: 0, count: bytes)))
        }
        var events = short[..<18].map { message($0, 0) }
        events += [message("long", 16 << 10), message("19", 0), .connected(sessionPresent: false), message("20", 0)]
        for event in events { expect(deliveries.append(event)) }
        let receiver = Receiver()
        let running = Task { await deliveries.run(receiver, mustPause: { false }, hasRoom: {}) }
        try await until { receiver.calls.withLock { $0.last } == ["20"] }
        expect(
            receiver.calls.withLock { $0 },
            equals: [Array(short[..<16]), ["17", "18"], ["long"], ["19"], ["connected"], ["20"]])
        deliveries.close()
        await running.value
    }
}
