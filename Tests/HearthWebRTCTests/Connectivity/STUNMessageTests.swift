internal import Expectations
internal import HearthBase
internal import HearthEventLoop
@testable internal import HearthWebRTC
internal import Testing

struct STUNMessageTests {
    private static let password = "VOkJxbRl1RmTxUk/WvJxBt"
    private static let transaction = bytes("b7e7a701bc34d686fa87dfae")

    private static let request = bytes(
        """
        00010058 2112a442 b7e7a701 bc34d686 fa87dfae 80220010 5354554e 20746573 7420636c 69656e74 00240004 6e0001ff
        80290008 932ff9b1 51263b36 00060009 6576746a 3a683676 59202020 00080014 9aeaa70c bfd8cb56 781ef2b5 b2d3f249
        c1b571a2 80280004 e57a3bcf
        """)

    @Test("RFC 5769, section 2.1") func theSampleRequestIsRead() throws {
        let message = try require(STUNMessage(Self.request))
        expect(
            message,
            equals: STUNMessage(
                .bindingRequest, transaction: Self.transaction,
                [
                    .init(0x8022, Array("STUN test client".utf8)),
                    .init(STUNMessage.AttributeType.priority, bytes("6e0001ff")),
                    .init(0x8029, bytes("932ff9b151263b36")),
                    .init(STUNMessage.AttributeType.username, Array("evtj:h6vY".utf8)),
                ]))
        expect(message.isProven(by: Self.password))
        expect(!message.isProven(by: "VOkJxbRl1RmTxUk/WvJxBu"))
        expect(ConnectivityChecks.fragment(message), equals: "evtj")
    }

    @Test("RFC 5769, sections 2.2 and 2.3") func sampleAnswersAreRead() throws {
        let first = try require(
            STUNMessage(
                bytes(
                    """
                    0101003c 2112a442 b7e7a701 bc34d686 fa87dfae 8022000b 74657374 20766563 746f7220 00200008 0001a147
                    e112a643 00080014 2b91f599 fd9e90c3 8c7489f9 2af9ba53 f06be7d7 80280004 c07d4c96
                    """)))
        let second = try require(
            STUNMessage(
                bytes(
                    """
                    01010048 2112a442 b7e7a701 bc34d686 fa87dfae 8022000b 74657374 20766563 746f7220 00200014 0002a147
                    0113a9fa a5d3f179 bc25f4b5 bed2b9d9 00080014 a382954e 4be67bf1 1784c97c 8292c275 bfe3ed41 80280004
                    c8fb0b4c
                    """)))
        for (message, host) in [(first, "192.0.2.1"), (second, "2001:db8:1234:5678:11:2233:4455:6677")] {
            expect(message.isProven(by: Self.password))
            let address = try require(DatagramAddress(host: host, port: 32_853))
            expect(
                message[STUNMessage.AttributeType.xorMappedAddress],
                equals: STUNMessage.xorMapped(address, transaction: Self.transaction))
        }
    }

    @Test func whatIsWrittenIsRead() throws {
        let message = STUNMessage(
            .bindingSuccess, transaction: Self.transaction, [.init(0x20, [1, 2, 3, 4, 5]), .init(0x8022, [])])
        let read = try require(STUNMessage(message.encoded(password: "secret")))
        expect(read, equals: message)
        expect(read.isProven(by: "secret"))
    }

    @Test func aChangedByteIsNoticed() {
        // The type of the checksum, behind which nothing is checked, is not covered by the proof.
        let type = Self.request.count - 8..<Self.request.count - 6
        for index in Self.request.indices where !type.contains(index) {
            var changed = Self.request
            changed[index] ^= 1
            expect(STUNMessage(changed)?.isProven(by: Self.password) != true, "byte \(index)")
            expect(STUNMessage(Array(Self.request.prefix(index))) == nil, "\(index) bytes")
        }
    }
}
