internal import Expectations
internal import HearthBase
internal import HearthCameraMedia
internal import HearthTLS
@testable internal import HearthWebRTC
internal import Testing

struct SRTPTests {
    private static func keys() throws -> SRTPKeys {
        try require(
            SRTPKeys(key: bytes("E1F97A0D3E018BE0D64FA32C06DE4139"), salt: bytes("0EC675AD498AFEEBB6960B3AABE6")))
    }

    @Test("RFC 3711, appendix B.3") func keysAreDerived() throws {
        let keys = try Self.keys().rtp
        expect(hex(keys.cipher), equals: "c61e7a93744f39ee10734afe3ff7a087")
        expect(hex(keys.salt), equals: "30cbbc08863d8c85d49db34a9ae1")
        expect(hex(keys.authentication), equals: "cebe321f6ff7716b6fd4ab49af256a156d38baa4")
    }

    @Test func keysOfOtherLengthsAreRefused() {
        expect(SRTPKeys(key: [1], salt: [UInt8](repeating: 0, count: 14)) == nil)
        expect(SRTPKeys(key: [UInt8](repeating: 0, count: 16), salt: [1]) == nil)
    }

    /// The other end's way back: the keystream once more.
    @Test func packetsAreEncryptedAndSigned() throws {
        let keys = try Self.keys()
        var sender = SRTPSender(keys)
        for (sequence, index) in [(UInt16(65_535), UInt64(65_535)), (0, 65_536), (1, 65_537)] {
            var packet: [UInt8] = [0x80, 103] + sequence.networkBytes
            packet += UInt32(9).networkBytes + UInt32(77).networkBytes + Array("picture".utf8)
            let sealed = try require(sender.protect(packet))
            expect(Array(sealed.prefix(12)), equals: Array(packet.prefix(12)))
            let body = sealed.dropFirst(12).dropLast(10)
            expect(keys.rtp.apply(body, source: 77, index: index), equals: Array("picture".utf8))
            let rollovers = UInt32(index >> 16)
            expect(
                Array(sealed.suffix(10)), equals: keys.rtp.tag(of: sealed.dropLast(10) + rollovers.networkBytes))
        }
        expectNil(sender.protect([0x80, 103]))
    }

    private static func packet(_ sequence: UInt16, source: UInt32 = 77, _ content: String = "speech") -> [UInt8] {
        [0x80, 0] + sequence.networkBytes + UInt32(9).networkBytes + source.networkBytes + Array(content.utf8)
    }

    /// Also late ones, and those around the number at which the count begins again.
    @Test func packetsAreOpenedOnce() throws {
        let keys = try Self.keys()
        var (sender, receiver) = (SRTPSender(keys), SRTPReceiver(keys))
        let numbers: [UInt16] = [32_000, 64_000, 65_534, 65_535, 0, 1]
        let sealed = try numbers.map { try require(sender.protect(Self.packet($0))) }
        for index in [0, 1, 2, 4, 3, 5] {
            let opened = receiver.open(sealed[index])
            expect(opened, equals: RTPPacket(Self.packet(numbers[index])))
            expectNil(receiver.open(sealed[index]))
        }
        // Older than the window.
        expectNil(receiver.open(sealed[0]))
    }

    @Test func forgedPacketsAreNotOpened() throws {
        let keys = try Self.keys()
        var sender = SRTPSender(keys)
        let sealed = try require(sender.protect(Self.packet(7)))
        for index in sealed.indices {
            var (fresh, changed) = (SRTPReceiver(keys), sealed)
            changed[index] ^= 1
            expectNil(fresh.open(changed))
            expectNil(fresh.open(Array(sealed.prefix(index))))
        }
    }

    @Test func aClientHasFewStreams() throws {
        let keys = try Self.keys()
        var (sender, receiver) = (SRTPSender(keys), SRTPReceiver(keys))
        let opened = try (0..<6).map { source in
            receiver.open(try require(sender.protect(Self.packet(1, source: source)))) != nil
        }
        expect(opened, equals: [true, true, true, true, false, false])
    }

    /// An extension of the head is not encrypted, and padding is.
    @Test func headsWithExtensionsAreRead() throws {
        let keys = try Self.keys()
        let head: [UInt8] = [0xB1, 0x80, 0, 5] + UInt32(9).networkBytes + UInt32(77).networkBytes + [0, 0, 0, 1]
        let more: [UInt8] = [0xBE, 0xDE, 0, 1, 9, 9, 9, 9]
        let body = try require(keys.rtp.apply([1, 2, 3, 0, 2], source: 77, index: 5))
        let covered = head + more + body
        var receiver = SRTPReceiver(keys)
        let opened = receiver.open(covered + keys.rtp.tag(of: covered + UInt32(0).networkBytes))
        expect(
            opened,
            equals: RTPPacket(isMarked: true, payloadType: 0, sequence: 5, timestamp: 9, payload: [1, 2, 3]))
    }

    @Test func reportsAreOpenedOnce() throws {
        let keys = try Self.keys()
        var (sender, receiver) = (SRTPSender(keys), SRTCPReceiver(keys))
        let report: [UInt8] = [0x81, 206, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2]
        let sealed = try (0..<3).map { _ in try require(sender.protectReport(report)) }
        for packet in sealed.reversed() {
            expect(receiver.open(packet), equals: report)
            expectNil(receiver.open(packet))
        }
        for index in sealed[0].indices {
            var (fresh, changed) = (SRTCPReceiver(keys), sealed[0])
            changed[index] ^= 1
            expectNil(fresh.open(changed))
            expectNil(fresh.open(Array(sealed[0].prefix(index))))
        }
    }
}
