@testable internal import HearthMQTT
internal import Expectations
internal import Testing

/// Messages that several filters match.
@Suite struct OverlappingTests {
    /// A session with the filters `a/b` and `a/#`, whose subscriptions have the identifiers 1 and 3.
    private func script(_ answer: String = "20 03 00 00 00") throws -> SessionScript {
        var script = SessionScript.connected(answer)
        _ = script.subscribe([try MQTTFilter("a/b"), try MQTTFilter("a/#")])
        return script
    }

    /// A message to `a/b`.
    private func copy(_ identifiers: String..., isRetained: Bool = false) -> String {
        let properties = identifiers.map { "0b \($0)" }.joined(separator: " ")
        let length = String(7 + 2 * identifiers.count, radix: 16)
        return "3\(isRetained ? 1 : 0) 0\(length) 0003 612f62 0\(2 * identifiers.count) \(properties) 78"
    }

    private let delivered: [MQTTSession.Action] = [.deliver(MQTTMessage(topic: "a/b", payload: [0x78]))]

    @Test func eachFilterWithWildcardsHasAnIdentifier() throws {
        var script = SessionScript.connected()
        let filters = try ["a/b", "c", "a/#", "+/b", "d"].map { try MQTTFilter($0) }
        expect(
            script.subscribe(filters), equals: [.sends(.subscribe(id: 1, Array(filters[..<2]), identifier: 1))])
        expect(
            script.receive("90 05 0001 00 00 00"), equals: [.sends(.subscribe(id: 2, [filters[2]], identifier: 4))])
        expect(script.receive("90 04 0002 00 00"), equals: [.sends(.subscribe(id: 3, [filters[3]], identifier: 5))])
        expect(script.receive("90 04 0003 00 00"), equals: [.sends(.subscribe(id: 4, [filters[4]], identifier: 1))])
    }

    @Test func oneOfSeveralCopiesIsDelivered() throws {
        var script = try script()
        for _ in 0..<2 {
            expect(script.receive(copy("01")), equals: delivered)
            expect(script.receive(copy("03")), equals: [])
        }
        expect(script.receive(copy("03")), equals: delivered, "the order does not matter")
        expect(script.receive(copy("01")), equals: [])
        expect(script.receive(copy("03", "01")), equals: delivered, "one copy for both")
        // Copies of two equal messages may be mixed.
        for _ in 0..<2 { expect(script.receive(copy("01")), equals: delivered) }
        for _ in 0..<2 { expect(script.receive(copy("03")), equals: []) }
        _ = script.session.unsubscribe([try MQTTFilter("a/b")], token: 9, now: script.now)
        for _ in 0..<2 { expect(script.receive(copy("03")), equals: delivered) }
    }

    @Test("A broker that sends one copy and names one subscription only loses no message")
    func oneIncompleteCopyIsDelivered() throws {
        var script = try script()
        for _ in 0..<100 { expect(script.receive(copy("01")), equals: delivered) }
    }

    @Test("A copy that never comes is not awaited for long, and a later equal message is delivered")
    func lateCopyIsAnotherMessage() throws {
        var script = try script()
        expect(script.receive(copy("01")), equals: delivered)
        script.now += .seconds(6)
        expect(script.receive(copy("03")), equals: delivered)
    }

    @Test func keptMessagesAnswerEachSubscription() throws {
        var script = try script()
        for identifier in ["01", "03"] {
            expect(
                script.receive(copy(identifier, isRetained: true)),
                equals: [.deliver(MQTTMessage(topic: "a/b", payload: [0x78], isRetained: true))])
        }
    }

    @Test func aBrokerWithoutIdentifiersGetsNone() throws {
        var script = SessionScript.connected("20 05 00 00 02 29 00")
        let filters = try ["a/b", "a/#"].map { try MQTTFilter($0) }
        expect(script.subscribe(filters), equals: [.sends(.subscribe(id: 1, filters))])
        _ = script.receive("90 05 0001 00 00 00")
        expect(script.receive(copy()), equals: delivered)
    }
}
