@testable internal import HearthMQTT
internal import Expectations
internal import Testing

@Suite struct PublishingTests {
    @Test func everyQoSEndsWithItsAcknowledgement() {
        var script = SessionScript.connected()
        expect(script.publish("a", 0), equals: [.sends("a", 0), .published(token: 1)])
        expect(script.publish("a", 1), equals: [.sends("a", 1, id: 1)])
        expect(script.publish("a", 2), equals: [.sends("a", 2, id: 2)])
        expect(script.receive("40 02 0001"), equals: [.published(token: 2)])
        expect(script.receive("50 02 0002"), equals: [.sends(.acknowledgement(Acknowledgement(.release, id: 2)))])
        expect(script.receive("70 02 0002"), equals: [.published(token: 3)])
        // Of unknown messages: nothing, but the broker must be able to release them.
        expect(script.receive("40 02 0009"), equals: [])
        expect(
            script.receive("50 02 0009"),
            equals: [.sends(.acknowledgement(Acknowledgement(.release, id: 9, reason: .packetIdentifierNotFound)))])
    }

    @Test func refusalsSayWhy() {
        var script = SessionScript.connected()
        _ = script.publish("a", 1)
        _ = script.publish("b", 2)
        _ = script.publish("c", 1)
        expect(codes(script.receive("40 03 0001 87")), equals: [.notAuthorized])
        expect(codes(script.receive("50 03 0002 97")), equals: [.refused(MQTTReason(rawValue: 0x97))])
        // Nobody subscribes: that is no failure.
        expect(script.receive("40 03 0003 10"), equals: [.published(token: 3)])
    }

    @Test func wrongAcknowledgementsAreViolations() {
        for (qos, digits) in [(UInt8(2), "40 02 0001"), (1, "50 02 0001"), (1, "70 02 0001"), (2, "70 02 0001")] {
            var script = SessionScript.connected()
            _ = script.publish("a", qos)
            expect(codes(script.receive(digits)), equals: [.protocolViolation], "\(qos) \(digits)")
        }
    }

    @Test func brokersLimitsAreObeyed() {
        // Receive Maximum 1, Maximum QoS 1, no retaining, packets of 32 bytes.
        var script = SessionScript.connected("20 0f 00 00 0c 21 0001 24 01 25 00 27 00000020")
        expect(script.publish("a", 2), equals: [.sends("a", 1, id: 1)])
        expect(script.publish("b", 1), equals: [])
        expect(script.publish("c", 0), equals: [])
        expect(
            script.receive("40 02 0001"),
            equals: [.published(token: 1), .sends("b", 1, id: 2), .sends("c", 0), .published(token: 3)],
            "messages keep their order")
        expect(script.receive("40 02 0002"), equals: [.published(token: 2)])
        expect(codes(script.publish("a", 0, isRetained: true)), equals: [.invalid])
        expect(codes(script.publish("a", 0, payload: [UInt8](repeating: 0, count: 40))), equals: [.tooLarge])
        expect(codes(script.publish("a/+", 0)), equals: [.invalid])
        expect(codes(script.publish("a", 3)), equals: [.invalid])
    }

    @Test func queueIsBoundedInBytes() {
        var script = SessionScript.connected("20 06 00 00 03 21 0001") { $0.mostWaitingBytes = 1_000 }
        let payload = [UInt8](repeating: 0, count: 300)
        _ = script.publish("a", 1, payload: payload)
        _ = script.publish("a", 1, payload: payload)
        expect(codes(script.publish("a", 1, payload: payload)), equals: [.queueFull])
        _ = script.receive("40 02 0001")
        expect(script.publish("a", 1, payload: payload), equals: [], "there is room again")
    }

    @Test func slowConnectionHoldsMessagesBack() {
        var script = SessionScript.connected()
        let payload = [UInt8](repeating: 0, count: 200 << 10)
        expect(script.publish("a", 0, payload: payload).count, equals: 2)
        expect(script.publish("b", 0, payload: payload).count, equals: 2)
        expect(script.publish("c", 0, payload: payload), equals: [])
        expect(script.drain(), equals: [.sends("c", 0, payload: payload), .published(token: 3)])
    }

    @Test func withoutConnectionPublishingFails() {
        var script = SessionScript()
        expect(codes(script.publish("a", 0)), equals: [.notConnected])
        _ = script.start()
        expect(codes(script.publish("a", 1)), equals: [.notConnected])
    }

    // MARK: Time

    @Test("A message without acknowledgement fails, and never arrives later")
    func givenUpMessagesAreNotSentAgain() {
        var script = SessionScript.connected()
        _ = script.publish("a", 1)
        let actions = script.pass(.seconds(10))
        expect(codes(actions), equals: [.timedOut])
        _ = script.close()
        _ = script.pass(.seconds(60))
        guard case .send(let connect)? = script.opened().first else { return expect(false) }
        expect(connect[9], equals: 0b10, "a new session")
        expect(script.receive("20 03 00 00 00"), equals: [.connected(sessionPresent: false)])
    }

    @Test func lateAcknowledgementIsTaken() {
        var script = SessionScript.connected("20 06 00 00 03 21 0001")
        _ = script.publish("a", 1)
        _ = script.pass(.seconds(9))
        _ = script.publish("b", 1)
        expect(codes(script.pass(.seconds(1))), equals: [.timedOut])
        expect(script.receive("40 02 0001"), equals: [.sends("b", 1, id: 2)])
        expect(script.receive("40 02 0002"), equals: [.published(token: 2)])
    }

    @Test func brokerThatAcknowledgesNothingIsLeft() {
        var script = SessionScript.connected("20 06 00 00 03 21 0001")
        _ = script.publish("a", 1)
        _ = script.publish("b", 1)
        let actions = script.pass(.seconds(10))
        expect(codes(actions), equals: [.timedOut, .timedOut, .timedOut])
        expect(delays(actions), equals: [.seconds(1)])
    }

    // MARK: Further connections

    @Test func messagesInFlightAreSentAgain() {
        var script = SessionScript.connected()
        _ = script.publish("a", 1)
        _ = script.publish("b", 2)
        _ = script.publish("c", 2)
        _ = script.receive("50 02 0003")
        _ = script.close()
        _ = script.pass(.seconds(1))
        _ = script.opened()
        expect(
            script.receive("20 03 01 00 00"),
            equals: [
                .connected(sessionPresent: true), .sends("a", 1, id: 1, again: true),
                .sends("b", 2, id: 2, again: true),
                .sends(.acknowledgement(Acknowledgement(.release, id: 3))),
            ])
        expect(script.receive("70 02 0003"), equals: [.published(token: 3)])
    }

    @Test("In a new session messages of QoS 1 are sent as new ones, those of QoS 2 end")
    func lostSessionEndsMessages() {
        var script = SessionScript.connected()
        _ = script.publish("a", 1)
        _ = script.publish("b", 2)
        _ = script.publish("c", 2)
        _ = script.receive("50 02 0003")
        _ = script.close()
        _ = script.pass(.seconds(1))
        _ = script.opened()
        let actions = script.receive("20 03 00 00 00")
        expect(actions.count, equals: 4)
        expect(actions.first, equals: .connected(sessionPresent: false))
        expect(codes(actions), equals: [.unknownOutcome])
        expect(actions.contains(.published(token: 3)), "the broker had it")
        expect(actions.last, equals: .sends("a", 1, id: 4))
    }

    // MARK: Incoming

    @Test func incomingMessagesAreAcknowledged() {
        var script = SessionScript.connected()
        let one = MQTTMessage(topic: "a", payload: [7], qos: 1)
        expect(
            script.receive("32 07 0001 61 0005 00 07"),
            equals: [.deliver(one), .sends(.acknowledgement(Acknowledgement(.acknowledged, id: 5)))])
        // A duplicate of QoS 1 is delivered again: it may be another message.
        expect(script.receive("3a 07 0001 61 0005 00 07").first, equals: .deliver(one))
        let kept = MQTTMessage(topic: "a", payload: [7], isRetained: true)
        expect(script.receive("31 05 0001 61 00 07"), equals: [.deliver(kept)])
    }

    @Test func qos2IsDeliveredOnce() {
        var script = SessionScript.connected()
        let message = MQTTMessage(topic: "a", payload: [7], qos: 2)
        let received = MQTTSession.Action.sends(.acknowledgement(Acknowledgement(.received, id: 5)))
        expect(script.receive("34 07 0001 61 0005 00 07"), equals: [.deliver(message), received])
        expect(script.receive("3c 07 0001 61 0005 00 07"), equals: [received])
        _ = script.close()
        expect(script.reconnect("20 03 01 00 00").contains(.connected(sessionPresent: true)))
        expect(script.receive("3c 07 0001 61 0005 00 07"), equals: [received])
        expect(
            script.receive("62 02 0005"), equals: [.sends(.acknowledgement(Acknowledgement(.complete, id: 5)))])
        expect(script.receive("34 07 0001 61 0005 00 07"), equals: [.deliver(message), received])
        expect(
            script.receive("62 02 0006"),
            equals: [.sends(.acknowledgement(Acknowledgement(.complete, id: 6, reason: .packetIdentifierNotFound)))])
    }

    @Test func receiveMaximumBindsTheBroker() {
        var script = SessionScript.connected("20 03 00 00 00") { $0.receiveMaximum = 2 }
        _ = script.receive("34 06 0001 61 0001 00")
        _ = script.receive("34 06 0001 61 0002 00")
        let actions = script.receive("34 06 0001 61 0003 00")
        expect(actions.first, equals: .sends(.disconnect(.receiveMaximumExceeded, sessionExpiry: nil)))
    }
}
