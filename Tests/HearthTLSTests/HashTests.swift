import HearthTLS
internal import Expectations
import Testing

struct HashTests {
    @Test func hashesAsFIPSSays() {
        let abc: [UInt8] = [
            0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40, 0xde, 0x5d, 0xae, 0x22, 0x23, 0xb0, 0x03,
            0x61, 0xa3, 0x96, 0x17, 0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad,
        ]
        expect(SHA256.hash("abc".utf8), equals: abc)
        expect(SHA256.hash([]).prefix(4), equals: [0xe3, 0xb0, 0xc4, 0x42])
        expect(
            SHA1.hash([UInt8]("abc".utf8)),
            equals: [
                0xa9, 0x99, 0x3e, 0x36, 0x47, 0x06, 0x81, 0x6a, 0xba, 0x3e, 0x25, 0x71, 0x78, 0x50, 0xc2, 0x6c, 0x9c,
                0xd0, 0xd8, 0x9d,
            ])
    }

    @Test func comparesWithoutTellingWhere() {
        expect(constantTimeEquals([1, 2, 3], [1, 2, 3]))
        expect(!constantTimeEquals([1, 2, 3], [1, 2, 4]))
        expect(!constantTimeEquals([1, 2, 3], [1, 2]))
        expect(constantTimeEquals([], []))
    }

    @Test func randomBytesDiffer() {
        expect(SecureRandom.bytes(32).count, equals: 32)
        expect(SecureRandom.bytes(32), differsFrom: SecureRandom.bytes(32))
        expect(SecureRandom.bytes(0).isEmpty)
    }
}
