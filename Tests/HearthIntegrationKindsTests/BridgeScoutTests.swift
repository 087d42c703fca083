internal import Expectations
internal import HearthBrokerLinks
internal import HearthEntities
@testable internal import HearthIntegrationKinds
internal import HearthIntegrations
internal import HearthMQTT
internal import Testing

/// The search for bridges at a broker.
@Suite(.timeLimit(.minutes(5))) struct BridgeScoutTests {
    private struct NoBroker: BrokerPort {
        func subscribe(_ filters: [String]) async throws {}
        func unsubscribe(_ filters: [String]) async throws {}
        func publish(_ message: MQTTMessage) async throws {}
    }

    private func info(_ base: String, _ coordinator: String, more: String = "") -> MQTTMessage {
        let text = #"{"version":"2.12.1","coordinator":{"ieee_address":"\#(coordinator)"}\#(more)}"#
        return MQTTMessage(topic: "\(base)/bridge/info", payload: Array(text.utf8))
    }

    /// The keys of what a scout has found after the last message, each of which changes what it has found.
    private func keys(_ messages: [MQTTMessage]) async throws -> [String] {
        let scout = BridgeScout(port: NoBroker(), address: "broker")
        var findings = scout.findings().makeAsyncIterator()
        try await scout.start(receiver: Recorder())
        var keys: [String] = []
        for message in messages {
            await scout.received([message])
            keys = await findings.next()?.map(\.key) ?? []
        }
        await scout.stop()
        return keys
    }

    @Test("A bridge has an entry for each base topic that a broker keeps of it")
    func bothBasesOfACoordinatorAreShown() async throws {
        expect(
            try await keys([info("zigbee2mqtt", "0xc0"), info("garden", "0xc0")]),
            equals: ["zigbee2mqtt/0xc0/garden", "zigbee2mqtt/0xc0/zigbee2mqtt"])
    }

    @Test("The usual bridge is found behind any number of others")
    func forgedBridgesDoNotHideTheUsualOne() async throws {
        let forged = (0..<BridgeScout.mostBridges).map { info("forged\($0)", "0xf\($0)") }
        let found = try await keys(forged + [info("zigbee2mqtt", "0xc0")])
        expect(found.count, equals: forged.count + 1)
        expect(found.contains("zigbee2mqtt/0xc0/zigbee2mqtt"), equals: true)
    }

    @Test func whatIsTooLongIsNotKept() async throws {
        let scout = BridgeScout(port: NoBroker(), address: "broker")
        var findings = scout.findings().makeAsyncIterator()
        let long = info("long", "0xc1", more: #","more":""# + String(repeating: "x", count: 2 << 20) + #"""#)
        // More than may wait: kept ones would push out the first.
        await scout.received([info("zigbee2mqtt", "0xc0")] + Array(repeating: long, count: 64))
        try await scout.start(receiver: Recorder())
        expect(await findings.next()?.map(\.key), equals: ["zigbee2mqtt/0xc0/zigbee2mqtt"])
        await scout.stop()
    }
}
