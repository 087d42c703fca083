@testable internal import HearthMQTT
internal import Expectations
internal import Testing

@Suite struct SubscribingTests {
    private func filters(_ count: Int) throws -> [MQTTFilter] { try (1...count).map { try MQTTFilter("t/\($0)") } }

    private func answer(_ id: UInt16, _ count: Int, _ reason: UInt8 = 0) -> String {
        let body = [UInt8(id >> 8), UInt8(id & 0xFF), 0] + [UInt8](repeating: reason, count: count)
        let head: [UInt8] =
            body.count < 128
            ? [0x90, UInt8(body.count)] : [0x90, UInt8(body.count & 0x7F) | 0x80, UInt8(body.count >> 7)]
        return (head + body).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    @Test func refusedFiltersAreSeen() throws {
        var script = SessionScript.connected()
        let filters = [try MQTTFilter("a", qos: 1), try MQTTFilter("b")]
        expect(script.subscribe(filters), equals: [.sends(.subscribe(id: 1, filters, identifier: 1))])
        expect(
            script.receive("90 05 0001 00 01 87"),
            equals: [
                .subscribed(
                    token: 1,
                    [MQTTSubscription(filters[0], .granted(1)), MQTTSubscription(filters[1], .refused(.notAuthorized))])
            ])
    }

    @Test("1,201 filters are three packets, one after the other")
    func manyFiltersAreSeveralPackets() throws {
        var script = SessionScript.connected()
        let filters = try filters(1_201)
        expect(script.subscribe(filters), equals: [.sends(.subscribe(id: 1, Array(filters[..<500]), identifier: 1))])
        expect(
            script.receive(answer(1, 500)),
            equals: [.sends(.subscribe(id: 2, Array(filters[500..<1_000]), identifier: 1))])
        expect(
            script.receive(answer(2, 500, 1)),
            equals: [.sends(.subscribe(id: 3, Array(filters[1_000...]), identifier: 1))])
        guard case .subscribed(1?, let results)? = script.receive(answer(3, 201, 0x87)).first else {
            return expect(false)
        }
        expect(results.map(\.filter), equals: filters)
        expect(results[499].outcome, equals: .granted(0))
        expect(results[500].outcome, equals: .granted(1))
        expect(results[1_200].outcome, equals: .refused(.notAuthorized))
    }

    @Test func longFiltersFitIntoPackets() throws {
        var script = SessionScript.connected()
        let filters = try (0..<4).map { try MQTTFilter(String(repeating: "\($0)", count: 30_000)) }
        expect(script.subscribe(filters), equals: [.sends(.subscribe(id: 1, Array(filters[..<2]), identifier: 1))])
        // A broker with packets of 64 bytes.
        script = .connected("20 08 00 00 05 27 00000040")
        let short = try self.filters(20) + [MQTTFilter(String(repeating: "x", count: 100))]
        var (id, granted): (UInt16, [MQTTSubscription]) = (0, [])
        var actions = script.subscribe(short)
        while case .send(let packet)? = actions.first {
            expect(packet.count, isAtMost: 64)
            id += 1
            actions = script.receive(answer(id, packet.count { $0 == UInt8(ascii: "t") }))
        }
        if case .subscribed(_, let results)? = actions.first { granted = results }
        expect(granted.map(\.outcome), equals: Array(repeating: .granted(0), count: 20) + [.refused(.packetTooLarge)])
    }

    @Test func missingWildcardsAreRefusedHere() throws {
        var script = SessionScript.connected("20 05 00 00 02 28 00")
        let filters = [try MQTTFilter("a"), try MQTTFilter("b/#"), try MQTTFilter("c")]
        expect(script.subscribe(filters), equals: [.sends(.subscribe(id: 1, [filters[0]], identifier: 1))])
        expect(script.receive(answer(1, 1)), equals: [.sends(.subscribe(id: 2, [filters[2]], identifier: 1))])
        guard case .subscribed(_, let results)? = script.receive(answer(2, 1)).first else { return expect(false) }
        expect(results.map(\.outcome), equals: [.granted(0), .refused(.wildcardsNotSupported), .granted(0)])
    }

    @Test func filtersAreSubscribedAgain() throws {
        var script = SessionScript()
        let first = [try MQTTFilter("b"), try MQTTFilter("a")]
        let waiting = first.map { MQTTSubscription($0, .waiting) }
        expect(script.subscribe(first), equals: [.subscribed(token: 1, waiting)])
        _ = script.start()
        _ = script.opened()
        expect(
            script.receive("20 03 00 00 00"),
            equals: [.connected(sessionPresent: false), .sends(.subscribe(id: 1, first, identifier: 1))])
        expect(
            script.receive("90 05 0001 00 00 87"),
            equals: [
                .subscribed(
                    token: nil,
                    [MQTTSubscription(first[0], .granted(0)), MQTTSubscription(first[1], .refused(.notAuthorized))])
            ])
        // A third, and other options for the first.
        let (changed, third) = (try MQTTFilter("b", qos: 1), try MQTTFilter("c"))
        _ = script.subscribe([changed, third])
        _ = script.receive("90 05 0002 00 01 00")
        _ = script.close()
        expect(
            script.reconnect("20 03 01 00 00").suffix(2),
            equals: [
                .connected(sessionPresent: true), .sends(.subscribe(id: 3, [changed, first[1], third], identifier: 1)),
            ])
    }

    @Test func endedSubscriptionsAreForgotten() throws {
        var script = SessionScript.connected()
        let filters = [try MQTTFilter("a"), try MQTTFilter("b")]
        _ = script.subscribe(filters)
        _ = script.receive("90 05 0001 00 00 00")
        expect(
            script.session.unsubscribe([filters[0]], token: 9, now: script.now),
            equals: [.sends(.unsubscribe(id: 2, ["a"]))])
        expect(script.receive("b0 04 0002 00 00"), equals: [.unsubscribed(token: 9)])
        _ = script.close()
        expect(script.session.unsubscribe([], token: 10, now: script.now), equals: [.unsubscribed(token: 10)])
        expect(script.reconnect("20 03 00 00 00").last, equals: .sends(.subscribe(id: 3, [filters[1]], identifier: 1)))
    }

    @Test func lossEndsTheWaitForAnswers() throws {
        var script = SessionScript.connected()
        let filters = [try MQTTFilter("a")]
        _ = script.subscribe(filters)
        expect(script.close().first, equals: .subscribed(token: 1, [MQTTSubscription(filters[0], .waiting)]))
    }

    @Test("Kept messages before the answer grant it time, but not for ever")
    func messagesGrantTime() throws {
        var script = SessionScript.connected()
        _ = script.subscribe([try MQTTFilter("a")])
        for _ in 0..<6 {
            expect(codes(script.pass(.seconds(9))), equals: [])
            _ = script.receive("31 04 0001 61 00")
        }
        expect(codes(script.pass(.seconds(6))), equals: [.timedOut])

        script = .connected()
        _ = script.subscribe([try MQTTFilter("a")])
        expect(codes(script.pass(.seconds(10))), equals: [.timedOut])
        expect(script.receive("90 04 0001 00 00"), equals: [], "a late answer is nobody's")
    }

    @Test func wrongCountOfReasonsIsAViolation() throws {
        var script = SessionScript.connected()
        _ = script.subscribe([try MQTTFilter("a")])
        expect(codes(script.receive("90 05 0001 00 00 00")), equals: [.protocolViolation])
    }
}
