@testable internal import HearthMQTT
internal import Expectations
internal import HearthBase
internal import ProcessTestSupport
internal import Testing

/// The bytes of hexadecimal digits; spaces are for the eye.
func bytes(_ digits: String) -> [UInt8] {
    let values = digits.utf8.compactMap { hexValue($0) }
    return stride(from: 0, to: values.count - 1, by: 2).map { values[$0] << 4 | values[$0 + 1] }
}

@Suite struct PacketDecoderTests {
    private func packets(
        _ all: [UInt8], _ version: MQTTVersion = .v5, most: Int = 1 << 20, in size: Int = .max
    ) throws(ProtocolViolation) -> [ServerPacket] {
        var decoder = PacketDecoder(version: version, mostBytes: most)
        var (found, rest): ([ServerPacket], ArraySlice<UInt8>) = ([], all[...])
        while !rest.isEmpty {
            decoder.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
            while let packet = try decoder.next() { found.append(packet) }
        }
        return found
    }

    private static func answer(_ change: (inout ConnectAnswer) -> Void) -> ServerPacket {
        var answer = ConnectAnswer()
        change(&answer)
        return .connected(answer)
    }

    private static let new: [(String, ServerPacket)] = [
        ("20 03 00 00 00", answer { _ in }),
        ("20 03 01 00 00", answer { $0.isSessionPresent = true }),
        (
            "20 25 00 00 22 21 0014 24 01 25 00 27 00001000 12 0002 6162 13 001e 28 00 22 000a 11 00000005 2a 01 29 00",
            answer {
                $0.receiveMaximum = 20
                $0.maximumQoS = 1
                $0.isRetainAvailable = false
                $0.mostPacketBytes = 4096
                $0.assignedClientID = "ab"
                $0.keepAlive = 30
                $0.areWildcardsAvailable = false
                $0.areIdentifiersAvailable = false
            }
        ),
        (
            "20 0c 00 9d 09 1f 0001 78 1c 0002 6162",
            answer {
                $0.reason = .serverMoved
                $0.text = "x; use ab"
            }
        ),
        // A broker of MQTT 3.1.1 that does not know MQTT 5.0 answers in its own form (MQTT 3.1.1, section 3.1.2.2).
        ("20 02 00 01", answer { $0.reason = .unsupportedVersion }),
        ("20 02 00 05", answer { $0.reason = .notAuthorized }),
        ("30 06 0001 61 00 68 69", .publish(PublishPacket(MQTTMessage(topic: "a", payload: [0x68, 0x69])))),
        (
            "3d 06 0001 61 000a 00",
            .publish(
                PublishPacket(
                    MQTTMessage(topic: "a", payload: [], qos: 2, isRetained: true), id: 10, isDuplicate: true))
        ),
        (
            "30 27 0001 61 23 01 01 02 0000000a 03 0001 63 08 0001 72 09 0001 ff 26 0001 6b 0001 76 26 0001 6b 0001 76"
                + "0b 07",
            .publish(PublishPacket(MQTTMessage(topic: "a", payload: []), subscriptions: [7]))
        ),
        (
            "30 09 0001 61 05 0b 01 0b 8001",
            .publish(PublishPacket(MQTTMessage(topic: "a", payload: []), subscriptions: [1, 128]))
        ),
        ("40 02 0001", .acknowledgement(Acknowledgement(.acknowledged, id: 1))),
        ("40 03 0001 10", .acknowledgement(Acknowledgement(.acknowledged, id: 1, reason: MQTTReason(rawValue: 0x10)))),
        (
            "50 08 0002 87 04 1f 0001 78",
            .acknowledgement(Acknowledgement(.received, id: 2, reason: .notAuthorized, text: "x"))
        ),
        ("62 02 0003", .acknowledgement(Acknowledgement(.release, id: 3))),
        ("70 04 0004 92 00", .acknowledgement(Acknowledgement(.complete, id: 4, reason: .packetIdentifierNotFound))),
        ("90 06 000a 00 00 02 87", .subscribed(id: 10, [.success, MQTTReason(rawValue: 2), .notAuthorized])),
        ("b0 05 000a 00 00 11", .unsubscribed(id: 10, [.success, MQTTReason(rawValue: 0x11)])),
        ("d0 00", .pong),
        ("e0 00", .disconnect(.success, text: "")),
        ("e0 01 8e", .disconnect(.takenOver, text: "")),
        ("e0 06 98 04 1f 0001 78", .disconnect(MQTTReason(rawValue: 0x98), text: "x")),
    ]

    private static let old: [(String, ServerPacket)] = [
        ("20 02 01 00", answer { $0.isSessionPresent = true }),
        ("20 02 00 04", answer { $0.reason = .badUserNameOrPassword }),
        ("30 05 0001 61 68 69", .publish(PublishPacket(MQTTMessage(topic: "a", payload: [0x68, 0x69])))),
        ("40 02 0001", .acknowledgement(Acknowledgement(.acknowledged, id: 1))),
        ("90 04 000a 00 80", .subscribed(id: 10, [.success, .unspecified])),
        ("b0 02 000a", .unsubscribed(id: 10, [])),
    ]

    @Test func packetsAreReadInBothVersions() throws {
        for (version, table) in [(MQTTVersion.v5, Self.new), (.v3, Self.old)] {
            for (digits, packet) in table {
                expect(try packets(bytes(digits), version), equals: [packet], "\(digits)")
            }
            let all = table.flatMap { bytes($0.0) }
            for size in [1, 2, 3, 7, 64, all.count] {
                expect(try packets(all, version, in: size), equals: table.map(\.1), "pieces of \(size)")
            }
        }
    }

    /// What MQTT forbids, with the reason for the broker.
    private static let forbidden: [(String, String, MQTTReason)] = [
        ("type 0", "00 00", .malformedPacket),
        ("reserved flag of CONNACK", "21 03 00 00 00", .malformedPacket),
        ("reserved flag of PUBREL", "60 02 0001", .malformedPacket),
        ("reserved flag of PINGRESP", "d1 00", .malformedPacket),
        ("QoS 3", "36 05 0001 61 0001", .malformedPacket),
        ("length of five bytes", "30 80 80 80 80 01", .malformedPacket),
        ("overlong length", "d0 80 00", .malformedPacket),
        ("flags of CONNACK", "20 03 02 00 00", .malformedPacket),
        ("unknown reason of CONNACK", "20 03 00 10 00", .malformedPacket),
        ("session of a refusal", "20 03 01 87 00", .malformedPacket),
        ("success in the old form", "20 02 00 00", .malformedPacket),
        ("identifier 0 of PUBLISH", "32 06 0001 61 0000 00", .malformedPacket),
        ("identifier 0 of PUBACK", "40 02 0000", .malformedPacket),
        ("identifier 0 of SUBACK", "90 04 0000 00 00", .malformedPacket),
        ("topic with +", "30 04 0001 2b 00", .malformedPacket),
        ("topic with #", "30 06 0003 61 2f 23 00", .malformedPacket),
        ("topic with U+0000", "30 04 0001 00 00", .malformedPacket),
        ("topic that is not UTF-8", "30 05 0002 c3 28 00", .malformedPacket),
        ("topic with a surrogate", "30 06 0003 ed a0 80 00", .malformedPacket),
        ("no topic", "30 03 0000 00", .protocolError),
        ("topic alias", "30 06 0000 03 23 0001", .topicAliasInvalid),
        ("topic alias 0", "30 07 0001 61 03 23 0000", .topicAliasInvalid),
        ("property twice", "20 09 00 00 06 21 0001 21 0001", .protocolError),
        ("property of another packet", "30 07 0001 61 03 21 0001", .malformedPacket),
        ("unknown property", "20 05 00 00 02 7f 00", .malformedPacket),
        ("session expiry in DISCONNECT", "e0 07 00 05 11 00000001", .malformedPacket),
        ("Receive Maximum 0", "20 06 00 00 03 21 0000", .protocolError),
        ("Maximum Packet Size 0", "20 08 00 00 05 27 00000000", .protocolError),
        ("Retain Available 2", "20 05 00 00 02 25 02", .protocolError),
        ("subscription identifier 0", "30 06 0001 61 02 0b 00", .protocolError),
        ("properties beyond the packet", "20 04 00 00 05 24", .malformedPacket),
        ("property cut off", "20 05 00 00 02 21 00", .malformedPacket),
        ("overlong property length", "20 04 00 00 80 00", .malformedPacket),
        ("text beyond the packet", "30 03 ffff 61", .malformedPacket),
        ("bytes after PUBACK", "40 05 0001 00 00 00", .malformedPacket),
        ("bytes in PINGRESP", "d0 01 00", .malformedPacket),
        ("empty CONNACK", "20 00", .malformedPacket),
        ("reason 3 of SUBACK", "90 04 0001 00 03", .malformedPacket),
        ("CONNECT", "10 00", .protocolError),
        ("SUBSCRIBE", "82 00", .protocolError),
        ("PINGREQ", "c0 00", .protocolError),
        ("AUTH", "f0 00", .protocolError),
        ("more than the limit", "30 ff ff 7f", .packetTooLarge),
    ]

    @Test func forbiddenBytesEndTheConnection() {
        for (name, digits, reason) in Self.forbidden {
            for size in [1, Int.max] {
                let error = expect(throws: ProtocolViolation.self, "\(name)") { try packets(bytes(digits), in: size) }
                expect(error?.reason, equals: reason, "\(name)")
                expect(error?.rule.isEmpty, equals: false, "\(name)")
            }
        }
        for digits in ["e0 00", "40 03 0001 00", "20 03 00 00 00", "b0 03 000a 00", "90 04 0001 00 03"] {
            expect(throws: ProtocolViolation.self, "\(digits)") { try packets(bytes(digits), .v3) }
        }
    }

    @Test("A length of 200 MB is refused before its bytes come, and one below the limit allocates nothing")
    func lengthsClaimNoMemory() throws {
        var decoder = PacketDecoder(version: .v5, mostBytes: 16 << 20)
        decoder.append(bytes("30 80 c2 d7 5f"))
        let error = expect(throws: ProtocolViolation.self) { try decoder.next() }
        expect(error?.reason, equals: .packetTooLarge)

        decoder = PacketDecoder(version: .v5, mostBytes: 16 << 20)
        decoder.append(bytes("30 80 80 80 07"))
        expectNil(try decoder.next())
        expect(decoder.waitingBytes, equals: 5)
    }

    @Test func theLongestTopicIsRead() throws {
        let topic = [UInt8](repeating: 0x61, count: 65_535)
        let packet = bytes("30 82 80 04 ffff") + topic + [0]
        let found = try packets(packet, in: 1_000)
        expect(
            found,
            equals: [.publish(PublishPacket(MQTTMessage(topic: String(repeating: "a", count: 65_535), payload: [])))])
    }

    @Test("What the client writes, it reads in any pieces")
    func writtenMessagesAreRead() throws {
        let seed = UInt64.random(in: .min ... .max)
        print("seed of the messages: \(seed)")
        var dice = Dice(seed: seed)
        for version in [MQTTVersion.v5, .v3] {
            var (all, expected): ([UInt8], [ServerPacket]) = ([], [])
            for _ in 0..<300 {
                let qos = UInt8(dice.below(3))
                let message = MQTTMessage(
                    topic: String(repeating: "a/", count: 1 + dice.below(100)),
                    payload: (0..<dice.below(400)).map { _ in UInt8(dice.below(256)) }, qos: qos,
                    isRetained: dice.below(2) == 0)
                let packet = PublishPacket(
                    message, id: qos == 0 ? 0 : UInt16(1 + dice.below(65_535)), isDuplicate: dice.below(2) == 0)
                all += ClientPacket.publish(packet).encoded(for: version)
                expected.append(.publish(packet))
            }
            expect(try packets(all, version, in: 1 + dice.below(500)), equals: expected)
        }
    }
}
