@testable internal import HearthMQTT
internal import Expectations
internal import Testing

@Suite struct ConnectionTests {
    private func connect(_ version: MQTTVersion, clean: Bool = true) -> ClientPacket {
        var packet = ConnectPacket(version: version, clientID: "hub")
        packet.isCleanStart = clean
        packet.sessionExpiry = 60
        packet.receiveMaximum = 100
        packet.mostPacketBytes = 16 << 20
        return .connect(packet)
    }

    @Test func firstConnectBeginsNewSession() {
        var script = SessionScript()
        expect(script.start(), equals: [.open])
        expect(script.opened(), equals: [.sends(connect(.v5))])
        expect(script.receive("20 03 00 00 00"), equals: [.connected(sessionPresent: false)])
        expect(script.start(), equals: [])
        let lost = script.close()
        expect(codes(lost), equals: [.unreachable])
        expect(delays(lost), equals: [.seconds(1)])
        expect(script.pass(.seconds(2)), equals: [.open])
        expect(script.opened(), equals: [.sends(connect(.v5, clean: false))])
        expect(script.receive("20 03 01 00 00"), equals: [.connected(sessionPresent: true)])
    }

    @Test("A broker without MQTT 5.0 is asked once again with 3.1.1", arguments: ["20 03 00 84 00", "20 02 00 01"])
    func oldBrokerIsAskedAgain(_ refusal: String) {
        var script = SessionScript()
        _ = script.start()
        _ = script.opened()
        expect(script.receive(refusal), equals: [.close, .open])
        expect(script.opened(), equals: [.sends(connect(.v3), .v3)])
        expect(script.receive("20 02 00 00"), equals: [.connected(sessionPresent: false)])
        expect(script.session.version, equals: .v3)
        expect(script.publish("a", 1), equals: [.sends("a", 1, id: 1, .v3)])

        _ = script.close()
        _ = script.pass(.seconds(2))
        expect(script.opened(), equals: [.sends(connect(.v3), .v3)])
        let refused = script.receive("20 02 00 01")
        expect(codes(refused), equals: [.refused(.unsupportedVersion)])
        expect(delays(refused), equals: [.seconds(60)])
    }

    @Test(
        "A refusal that only a person can change is tried again after a minute",
        arguments: [
            ("20 03 00 86 00", MQTTError.Code.notAuthorized), ("20 03 00 87 00", .notAuthorized),
            ("20 03 00 8a 00", .notAuthorized), ("20 03 00 85 00", .refused(.clientIdentifierNotValid)),
            ("20 03 00 9d 00", .refused(.serverMoved)), ("20 02 00 05", .notAuthorized),
        ])
    func refusalWaitsForPerson(_ answer: String, _ code: MQTTError.Code) {
        var script = SessionScript()
        _ = script.start()
        _ = script.opened()
        let actions = script.receive(answer)
        expect(codes(actions), equals: [code])
        expect(delays(actions), equals: [.seconds(60)])
        expect(actions.first, equals: .close)
    }

    @Test func failuresWaitLongerAndLonger() {
        var script = SessionScript()
        _ = script.start()
        var waits: [Duration] = []
        for _ in 0..<8 {
            waits += delays(script.close())
            _ = script.pass(.seconds(60))
        }
        expect(waits, equals: [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    }

    @Test("A broker that accepts and drops at once counts as a failure, a stable connection does not")
    func dropsAtOnceCountAsFailures() {
        var script = SessionScript()
        _ = script.start()
        var waits: [Duration] = []
        for lasting in [Duration.seconds(1), .seconds(1), .seconds(9), .seconds(11), .seconds(1)] {
            _ = script.opened()
            _ = script.receive("20 03 00 00 00")
            _ = script.pass(lasting)
            waits += delays(script.close())
            _ = script.pass(.seconds(60))
        }
        expect(waits, equals: [1, 2, 4, 1, 2].map { .seconds($0) })
    }

    @Test func contestedClientIDIsSaid() {
        var script = SessionScript()
        _ = script.start()
        var texts: [String] = []
        var waits: [Duration] = []
        for _ in 0..<3 {
            _ = script.opened()
            _ = script.receive("20 03 00 00 00")
            let actions = script.receive("e0 01 8e")
            expect(codes(actions), equals: [.takenOver])
            waits += delays(actions)
            if case .disconnected(let error, _)? = actions.last { texts.append(error.message) }
            _ = script.pass(.seconds(60))
        }
        expect(waits, equals: [1, 2, 60].map { .seconds($0) })
        expect(texts.last?.contains("\"hub\""), equals: true)
        expect(texts.last?.contains("three times in a minute"), equals: true)
    }

    @Test func silenceEndsAnAttempt() {
        var script = SessionScript()
        _ = script.start()
        let unreachable = script.pass(.seconds(10))
        expect(unreachable.first, equals: .close)
        expect(codes(unreachable), equals: [.unreachable])

        script = SessionScript()
        _ = script.start()
        _ = script.opened()
        expect(codes(script.pass(.seconds(10))), equals: [.timedOut])
    }

    @Test func brokersDisconnectGivesItsReason() {
        var script = SessionScript.connected()
        let actions = script.receive("e0 09 98 07 1f 0004 6e696768")
        expect(codes(actions), equals: [.refused(MQTTReason(rawValue: 0x98))])
        guard case .disconnected(let error, _)? = actions.last else { return expect(false) }
        expect(error.message, equals: "the broker ended the connection: an administrator ended it (nigh)")
    }

    // MARK: Keep-alive

    @Test func silencePingsAndNoAnswerIsALoss() {
        var script = SessionScript.connected()
        expect(script.pass(.milliseconds(44_999)), equals: [])
        expect(script.pass(.milliseconds(1)), equals: [.sends(.ping)])
        expect(script.receive("d0 00"), equals: [])
        expect(script.pass(.seconds(45)), equals: [.sends(.ping)])
        let lost = script.pass(.seconds(10))
        expect(lost.first, equals: .close)
        expect(codes(lost), equals: [.timedOut])
    }

    @Test func brokersKeepAliveIsObeyed() {
        var script = SessionScript.connected("20 06 00 00 03 13 0004")
        expect(script.pass(.seconds(3)), equals: [.sends(.ping)])
        // None, and a longer one: still a ping within our own time.
        for answer in ["20 06 00 00 03 13 0000", "20 06 00 00 03 13 0fff"] {
            script = .connected(answer)
            expect(script.pass(.seconds(45)), equals: [.sends(.ping)])
        }
    }

    @Test("Pings continue while the client does not read, and no answer is expected")
    func pauseIsNoLoss() {
        var script = SessionScript.connected()
        script.session.pauseReading()
        expect(script.pass(.seconds(100)), equals: [.sends(.ping), .sends(.ping)])
        script.session.resumeReading(now: script.now)
        expect(script.pass(.seconds(9)), equals: [])
        expect(codes(script.pass(.seconds(2))), equals: [.timedOut])
    }

    // MARK: Violations

    @Test(
        "What MQTT forbids ends the connection, with the reason",
        arguments: [
            ("20 03 00 00 00", MQTTReason.protocolError), ("30 04 0001 2b 00", .malformedPacket),
            ("30 ff ff ff 7f", .packetTooLarge), ("90 04 0000 00 00", .malformedPacket), ("f0 00", .protocolError),
        ])
    func violationEndsConnection(_ digits: String, _ reason: MQTTReason) {
        var script = SessionScript.connected()
        let actions = script.receive(digits)
        expect(Array(actions.prefix(2)), equals: [.sends(.disconnect(reason, sessionExpiry: nil)), .close])
        expect(codes(actions), equals: [.protocolViolation])
        expect(script.receive("d0 00"), equals: [])
    }

    @Test func packetsBeforeConnackAreViolations() {
        var script = SessionScript()
        _ = script.start()
        _ = script.opened()
        expect(codes(script.receive("30 04 0001 61 00")), equals: [.protocolViolation])
        // A session that the client did not ask for (section 3.2.2.1.1).
        script = SessionScript()
        _ = script.start()
        _ = script.opened()
        expect(codes(script.receive("20 03 01 00 00")), equals: [.protocolViolation])
    }

    @Test func violationInOldVersionOnlyCloses() {
        var script = SessionScript()
        _ = script.start()
        _ = script.opened()
        _ = script.receive("20 02 00 01")
        _ = script.opened()
        _ = script.receive("20 02 00 00")
        expect(script.receive("00 00").first, equals: .close)
    }

    // MARK: Birth, will and stop

    private func withWill(_ settings: inout MQTTSettings) {
        settings.will = MQTTMessage(topic: "s", payload: [0], qos: 1, isRetained: true)
        settings.birth = MQTTMessage(topic: "s", payload: [1], qos: 1, isRetained: true)
    }

    @Test("A late will of an earlier connection is answered by the birth message, once a second at most")
    func lateWillIsAnswered() throws {
        var script = SessionScript(withWill)
        _ = script.start()
        _ = script.opened()
        let status = try MQTTFilter("s", qos: 1)
        expect(
            script.receive("20 03 00 00 00"),
            equals: [
                .connected(sessionPresent: false), .sends("s", 1, id: 1, isRetained: true),
                .sends(.subscribe(id: 2, [status], identifier: 1)),
            ])
        expect(script.receive("40 02 0001"), equals: [])
        expect(
            script.receive("90 04 0002 00 01"),
            equals: [.subscribed(token: nil, [MQTTSubscription(status, .granted(1))])])
        // The birth message itself is nothing new.
        expect(script.receive("30 05 0001 73 00 01"), equals: [])
        expect(script.receive("30 05 0001 73 00 00"), equals: [])
        expect(script.pass(.seconds(1)), equals: [.sends("s", 1, id: 3, isRetained: true)])
        expect(script.receive("40 02 0003"), equals: [])
        _ = script.pass(.seconds(2))
        expect(script.receive("30 05 0001 73 00 00"), equals: [.sends("s", 1, id: 4, isRetained: true)])
    }

    @Test func stopPublishesTheWill() {
        var script = SessionScript.connected("20 03 00 00 00", withWill)
        expect(script.stop(), equals: [.sends(.disconnect(.disconnectWithWill, sessionExpiry: 0)), .close])
        expect(script.stop(), equals: [])
        expectNil(script.session.deadline)

        script = SessionScript(withWill)
        _ = script.start()
        _ = script.opened()
        _ = script.receive("20 02 00 01")
        _ = script.opened()
        _ = script.receive("20 02 00 00")
        expect(
            script.stop(),
            equals: [
                .sends("s", 0, payload: [0], isRetained: true, .v3),
                .sends(.disconnect(.success, sessionExpiry: nil), .v3), .close,
            ])
    }

    @Test func stopFailsWhatWaits() throws {
        var script = SessionScript.connected()
        _ = script.publish("a", 1)
        _ = script.subscribe([try MQTTFilter("b")])
        let actions = script.stop()
        expect(codes(actions), equals: [.stopped, .stopped])
        expect(codes(script.publish("a", 1)), equals: [.stopped])
        expect(codes(script.subscribe([])), equals: [.stopped])
    }
}
