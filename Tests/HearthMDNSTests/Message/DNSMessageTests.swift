@testable internal import HearthMDNS
internal import Expectations
internal import Testing

@Suite struct DNSMessageTests {
    private let type = "_esphomelib._tcp.local"

    @Test func aRealAnnouncementIsRead() throws {
        let (type, instance, host) = (
            try DNSName(type), try DNSName("kitchen._esphomelib._tcp.local"), try DNSName("kitchen.local")
        )
        let strings = ["friendly_name=Kitchen lamp", "mac=aabbccddeeff", "api_encryption"].map { Array($0.utf8) }
        let address = try require(IPAddress([127, 0, 0, 1]))
        let expected = DNSMessage.response([
            DNSRecord(type, .ptr(instance), lifetime: 4500),
            DNSRecord(
                instance, .srv(priority: 0, weight: 0, port: 6053, target: host), lifetime: 120, flushesCache: true),
            DNSRecord(instance, .txt(strings), lifetime: 4500, flushesCache: true),
            DNSRecord(host, .nsec(next: host, types: [.a]), lifetime: 120, flushesCache: true),
            DNSRecord(host, .a(address), lifetime: 120, flushesCache: true),
        ])
        expect(try DNSMessage(RealPackets.announcement), equals: expected)
    }

    @Test func realQueriesAreRead() throws {
        let (type, instance) = (try DNSName(type), try DNSName("kitchen._esphomelib._tcp.local"))
        let question = DNSQuestion(type, .ptr, wantsUnicast: true)
        expect(
            try DNSMessage(RealPackets.query),
            equals: .query([question], known: [DNSRecord(type, .ptr(instance), lifetime: 4499)]))
        let probe = try DNSMessage(RealPackets.probe)
        expect(probe.authorities, equals: [DNSRecord(type, .ptr(instance), lifetime: 4500)])
        expect(probe.isResponse, equals: false)
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        for packet in [
            RealPackets.announcement, RealPackets.answer, RealPackets.goodbye, RealPackets.query, RealPackets.probe,
        ] {
            let message = try DNSMessage(packet)
            let packets = message.packets()
            expect(packets.count, equals: 1)
            expect(try DNSMessage(try require(packets.first)), equals: message)
        }
    }

    @Test func namesAreCompressed() throws {
        let question = DNSMessage.query([
            DNSQuestion(try DNSName("_hue._tcp.local"), .ptr), DNSQuestion(try DNSName("_wled._tcp.local"), .ptr),
        ])
        expect(
            question.packets(),
            equals: [
                bytes(
                    "0000 0000 0002 0000 0000 0000 045f687565 045f746370 056c6f63616c 00 000c 0001 055f776c6564 c011 000c 0001"
                )
            ])
    }

    @Test func everyKindOfRecordIsWritten() throws {
        let name = try DNSName("a.local")
        let long = try require(IPAddress([0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [1]))
        let data: [DNSRecordData] = [
            .aaaa(long), .txt([[]]), .txt([[1, 2], [3]]), .other(type: DNSType(rawValue: 13), bytes: [1, 2, 3]),
            .nsec(next: name, types: [.a, .aaaa, .srv, DNSType(rawValue: 257)]),
        ]
        let message = DNSMessage.response(data.map { DNSRecord(name, $0, lifetime: .max) })
        expect(try DNSMessage(try require(message.packets().first)), equals: message)
    }

    @Test func knownAnswersThatDoNotFitFollow() throws {
        let type = try DNSName("_hue._tcp.local")
        let known = try (0..<200).map { DNSRecord(type, .ptr(try type.child("lamp number \($0)")), lifetime: 4500) }
        let packets = DNSMessage.query([DNSQuestion(type, .ptr)], known: known).packets(limit: 1440)
        let messages = try packets.map { try DNSMessage($0) }
        expect(packets.allSatisfy { $0.count <= 1440 })
        expect(messages.map(\.isTruncated), equals: [true, true, true, true, false])
        expect(messages.map(\.questions.count), equals: [1, 0, 0, 0, 0])
        expect(messages.flatMap(\.answers), equals: known)
    }

    @Test func additionalsThatDoNotFitAreLeftOut() throws {
        let name = try DNSName("a.local")
        let text = DNSRecord(
            name, .txt([[UInt8]](repeating: [UInt8](repeating: 7, count: 200), count: 10)), lifetime: 1)
        let packets = DNSMessage.response([text], additionals: [text]).packets(limit: 1440)
        expect(try packets.map { try DNSMessage($0) }, equals: [.response([text])])
    }

    // MARK: Hostile bytes

    @Test func everyCutIsRefused() {
        for packet in [RealPackets.announcement, RealPackets.answer, RealPackets.query] {
            for count in 0..<packet.count {
                expect(throws: DNSError.self) { try DNSMessage(Array(packet.prefix(count))) }
            }
        }
    }

    private static let header = "0000 8400 0000 0001 0000 0000"
    private static let question = "0000 0000 0001 0000 0000 0000"

    @Test(arguments: [
        (question + "c00c 000c 0001", DNSError.Code.badPointer),
        (question + "c00e 000c 0001", .badPointer),
        (question + "c000 000c 0001", .badPointer),
        (question + "0161 c00c 000c 0001", .badPointer),
        (question + "4061 00 000c 0001", .badName),
        (question + "8061 00 000c 0001", .badName),
        (header + "00 0001 0001 00000001 0003 010203", .badRecord),
        (header + "00 001c 0001 00000001 0004 01020304", .badRecord),
        (header + "00 0010 0001 00000001 0002 0561 62", .truncated),
        (header + "00 0010 0001 00000001 0002 0261 6263", .badRecord),
        (header + "00 000c 0001 00000001 0004 0161 00 00", .badRecord),
        (header + "00 0021 0001 00000001 0004 0000 0000", .truncated),
        (header + "00 0021 0001 00000001 ffff 0000 0000", .truncated),
        (header + "00 002f 0001 00000001 0003 00 0000", .badRecord),
        (header + "00 002f 0001 00000001 0024 00 0021" + String(repeating: "ff", count: 33), .badRecord),
        ("0000 8400 0000 ffff 0000 0000", .truncated),
        ("0000 0000 ffff ffff ffff ffff", .truncated),
    ])
    func malformedMessagesAreRefused(_ hex: String, _ code: DNSError.Code) {
        do {
            let message = try DNSMessage(bytes(hex))
            expect("\(message)", equals: "an error \(code)")
        } catch {
            expect(error.code, equals: code)
        }
    }

    @Test func longChainsOfPointersAreRefused() {
        // Each name is a pointer to the one before.
        var packet = bytes("0000 0000 1000 0000 0000 0000 00 000c 0001")
        var last = 12
        for _ in 0..<1000 {
            let place = packet.count
            packet += [0xC0 | UInt8(last >> 8), UInt8(last & 0xFF), 0, 12, 0, 1]
            last = place
        }
        expect(throws: DNSError.self) { try DNSMessage(packet) }
    }

    @Test func longNamesAndMessagesAreRefused() {
        let label = "3f" + String(repeating: "61", count: 63)
        expect(throws: DNSError.self) {
            try DNSMessage(bytes(Self.question + String(repeating: label, count: 5) + "00 000c 0001"))
        }
        expect(throws: DNSError.self) { try DNSMessage([UInt8](repeating: 0, count: 9001)) }
        // 9,000 bytes of nothing are a message without anything.
        expect((try? DNSMessage([UInt8](repeating: 0, count: 9000))) == DNSMessage())
    }
}
