internal import Expectations
@testable internal import HearthRTSP
internal import Testing

@Suite struct JPEGHeadTests {
    /// The head of a picture of 640 × 360, and its end.
    private static let jpeg: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC0, 0, 11, 8, 1, 0x68, 2, 0x80, 1, 1, 0x11, 0]
        + [0xFF, 0xD9]

    @Test func sizesAreRead() throws {
        let head = try require(JPEGHead(Self.jpeg))
        expect([head.width, head.height], equals: [640, 360])
    }

    @Test(arguments: [
        [], Array("<html>".utf8), [0xFF, 0xD8, 0xFF], [0xFF, 0xD8, 0xFF, 0xD9, 0, 0], [0xFF, 0xD8, 0xFF, 0xE0, 0, 1],
        [0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF], [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 0, 0, 0, 1],
        [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 1], [0xFF, 0xD8, 0xFF, 0xC4, 0, 2, 0xFF, 0xFF, 0xFF],
    ])
    func othersAreNoPictures(bytes: [UInt8]) { expectNil(JPEGHead(bytes)) }
}
