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

    private func message(_ topic: String, _ bytes: Int) -> Deliveries.Event {
        .received(MQTTMessage(topic: topic, payload: [UInt8](repeating: 0, count: bytes)))
    }

    /// The calls for events that wait, the last of which is alone in its call.
    private func calls(_ events: [Deliveries.Event], last: String, turnsAreLong: Bool = false) async throws
        -> [[String]]
    {
        let deliveries = Deliveries(mostBytes: .max)
        for event in events { expect(deliveries.append(event)) }
        let receiver = Receiver()
        let running = Task { await deliveries.run(receiver, mustPause: { turnsAreLong }, hasRoom: {}) }
        try await until { receiver.calls.withLock { $0.last } == [last] }
        deliveries.close()
        await running.value
        return receiver.calls.withLock { $0 }
    }

    @Test("Messages that wait share calls, except long ones")
    func waitingMessagesShareCalls() async throws {
        let short = (1...20).map { "\($0)" }
        var events = short[..<18].map { message($0, 0) }
        events += [message("long", 16 << 10), message("19", 0), .connected(sessionPresent: false), message("20", 0)]
        try await expect(
            calls(events, last: "20"),
            equals: [Array(short[..<16]), ["17", "18"], ["long"], ["19"], ["connected"], ["20"]])
    }

    @Test func aCallHasFewLargeMessages() async throws {
        let events = (1...4).map { message("\($0)", 6 << 10) }
        try await expect(calls(events, last: "4"), equals: [["1", "2", "3"], ["4"]])
    }

    @Test func messagesAreAloneAfterALongTurn() async throws {
        let topics = (1...18).map { "\($0)" }
        try await expect(
            calls(topics.map { message($0, 0) }, last: "18", turnsAreLong: true),
            equals: [Array(topics[..<16]), ["17"], ["18"]])
    }
}
