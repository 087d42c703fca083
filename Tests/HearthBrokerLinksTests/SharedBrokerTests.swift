internal import Expectations
internal import HearthBrokerLinks
internal import HearthMQTT
internal import Synchronization
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct SharedBrokerTests {
    /// A broker that writes down what it is asked.
    private final class FakeBroker: BrokerPort {
        struct Refusal: Error {}
        let lines = Mutex<[String]>([])
        /// Runs while an end of subscriptions is under way.
        let meanwhile = Mutex<(@Sendable () async throws -> Void)?>(nil)

        func subscribe(_ filters: [String]) async throws { write("subscribe", filters) }

        func unsubscribe(_ filters: [String]) async throws {
            let meanwhile = meanwhile.withLock { $0.take() }
            try await meanwhile?()
            write("unsubscribe", filters)
        }

        func publish(_ message: MQTTMessage) async throws { write("publish", [message.topic]) }

        private func write(_ verb: String, _ words: [String]) {
            lines.withLock { $0.append("\(verb) \(words.joined(separator: " "))") }
        }
    }

    private let broker = FakeBroker()
    private let ports: [any BrokerPort]

    init() {
        let shared = SharedBroker(broker)
        ports = [shared.port(), shared.port()]
    }

    @Test func aSubscriptionEndsWithItsLastLink() async throws {
        try await ports[0].subscribe(["a", "b"])
        try await ports[1].subscribe(["b"])
        try await ports[1].subscribe(["b"])
        try await ports[0].unsubscribe(["a", "b"])
        try await ports[0].unsubscribe(["b"])
        try await ports[1].unsubscribe(["b"])
        try await ports[0].publish(MQTTMessage(topic: "c", payload: []))
        expect(
            broker.lines.withLock { $0 },
            equals: ["subscribe a b", "subscribe b", "subscribe b", "unsubscribe a", "unsubscribe b", "publish c"])
    }

    @Test(arguments: [false, true])
    func aSubscriptionMeanwhileStays(_ fails: Bool) async throws {
        try await ports[0].subscribe(["a"])
        let other = ports[1]
        broker.meanwhile.withLock { meanwhile in
            meanwhile = {
                try await other.subscribe(["a"])
                if fails { throw FakeBroker.Refusal() }
            }
        }
        do {
            try await ports[0].unsubscribe(["a"])
            expect(!fails)
        } catch {
            expect(fails, "\(error)")
        }
        expect(broker.lines.withLock { $0.last }, equals: "subscribe a")
    }
}
