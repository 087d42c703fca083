internal import Expectations
internal import HearthBase
internal import Testing

struct CRC32Tests {
    @Test func crc32IsTheUsualOne() {
        expect(CRC32.of("123456789".utf8), equals: 0xCBF4_3926)
        expect(CRC32.of([]), equals: 0)
    }
}
