@testable internal import HearthMQTT
internal import Expectations
internal import HearthBase
internal import Testing

/// The bytes of packets as the sections of the standard give them.
@Suite struct ClientPacketTests {
    private static let connects: [(String, ConnectPacket, String)] = {
        var plain = ConnectPacket(version: .v5, clientID: "h")
        plain.sessionExpiry = 60
        plain.receiveMaximum = 100
        plain.mostPacketBytes = 16 << 20
        var old = ConnectPacket(version: .v3, clientID: "h")
        old.keepAlive = 10
        var whole = ConnectPacket(version: .v5, clientID: "ab")
        whole.isCleanStart = false
        whole.user = "u"
        whole.password = [1, 2]
        whole.will = MQTTMessage(topic: "s", payload: [0xFF], qos: 1, isRetained: true)
        var oldWhole = whole
        oldWhole.version = .v3
        return [
            (
                "properties", plain,
                "101b" + "00044d515454" + "05" + "02" + "003c" + "0d" + "110000003c" + "210064" + "2701000000"
                    + "000168"
            ),
            ("3.1.1", old, "100d" + "00044d515454" + "04" + "02" + "000a" + "000168"),
            (
                "will and login", whole,
                "101d" + "00044d515454" + "05" + "ec" + "003c" + "00" + "00026162" + "00" + "000173" + "0001ff"
                    + "000175"
                    + "00020102"
            ),
            (
                "will and login in 3.1.1", oldWhole,
                "101b" + "00044d515454" + "04" + "ec" + "003c" + "00026162" + "000173" + "0001ff" + "000175"
                    + "00020102"
            ),
        ]
    }()

    @Test func connectHasFlagsAndProperties() {
        for (name, packet, bytes) in Self.connects {
            expect(hex(ClientPacket.connect(packet).encoded(for: packet.version)), equals: bytes, "\(name)")
        }
    }

    private static let message = MQTTMessage(topic: "a/b", payload: [0x68, 0x69])
    private static let packets: [(ClientPacket, v5: String, v3: String)] = [
        (.publish(PublishPacket(message)), "30080003612f62006869", "30070003612f626869"),
        (
            .publish(
                PublishPacket(
                    MQTTMessage(topic: "a/b", payload: [], qos: 1, isRetained: true), id: 10, isDuplicate: true)),
            "3b080003612f62000a00", "3b070003612f62000a"
        ),
        (
            .publish(PublishPacket(MQTTMessage(topic: "a", payload: [], qos: 2), id: 0xFFFF)),
            "3406000161ffff00", "3405000161ffff"
        ),
        (.acknowledgement(Acknowledgement(.acknowledged, id: 1)), "40020001", "40020001"),
        (.acknowledgement(Acknowledgement(.received, id: 2)), "50020002", "50020002"),
        (.acknowledgement(Acknowledgement(.release, id: 3)), "62020003", "62020003"),
        (
            .acknowledgement(Acknowledgement(.complete, id: 4, reason: .packetIdentifierNotFound)), "7003000492",
            "70020004"
        ),
        (.unsubscribe(id: 7, ["a", "b"]), "a209000700000161000162", "a2080007000161000162"),
        (.ping, "c000", "c000"),
        (.disconnect(.success, sessionExpiry: nil), "e000", "e000"),
        (.disconnect(.malformedPacket, sessionExpiry: nil), "e00181", "e000"),
        (.disconnect(.disconnectWithWill, sessionExpiry: 0), "e007040511" + "00000000", "e000"),
    ]

    @Test func packetsHaveTheirBytesInBothVersions() {
        for (packet, new, old) in Self.packets {
            expect(hex(packet.encoded(for: .v5)), equals: new, "\(packet)")
            expect(hex(packet.encoded(for: .v3)), equals: old, "\(packet)")
        }
    }

    @Test func subscribeHasOptions() throws {
        let packet = ClientPacket.subscribe(
            id: 10, [try MQTTFilter("a/b", qos: 1), try MQTTFilter("c/d", qos: 2, isNoLocal: true)])
        expect(hex(packet.encoded(for: .v5)), equals: "820f000a000003612f62010003632f6406")
        expect(hex(packet.encoded(for: .v3)), equals: "820e000a0003612f62010003632f6402")
        let named = ClientPacket.subscribe(id: 10, [try MQTTFilter("a")], identifier: 200)
        expect(hex(named.encoded(for: .v5)), equals: "820a000a030bc80100016100")
        expect(hex(named.encoded(for: .v3)), equals: "8206000a00016100")
    }

    @Test(
        "Lengths have as few bytes as possible",
        arguments: [
            (0, "3004"), (123, "307f"), (124, "308001"), (16_379, "30ff7f"), (16_380, "30808001"),
            (2_097_147, "30ffff7f"),
            (2_097_148, "3080808001"),
        ])
    func lengthIsShort(_ payload: Int, _ head: String) {
        let packet = PublishPacket(MQTTMessage(topic: "a", payload: [UInt8](repeating: 7, count: payload)))
        let bytes = ClientPacket.publish(packet).encoded(for: .v5)
        expect(hex(bytes.prefix(head.utf8.count / 2)), equals: head)
        expect(bytes.count, equals: packet.size(for: .v5) ?? 0)
    }

    @Test func packetsBeyondTheLongestHaveNoSize() {
        // Payloads of zero bytes are not touched, so this costs address space only.
        let packet = PublishPacket(MQTTMessage(topic: "a", payload: [UInt8](repeating: 0, count: 268_435_455)))
        expectNil(packet.size(for: .v5))
    }
}
