internal import HearthBase
internal import HearthHTTP2
internal import Expectations
internal import Testing

@Suite struct HeaderScratchTests {
    /// A field in HPACK that does not change the table.
    private func field(_ name: String, _ value: String) -> [UInt8] {
        [0, UInt8(name.utf8.count)] + Array(name.utf8) + [UInt8(value.utf8.count)] + Array(value.utf8)
    }

    @Test func sessionsThatShareItKeepTheirHeaders() throws {
        let scratch = HeaderScratch(bytes: 16 << 10)
        let first = try RawServer(scratch: scratch)
        let second = try RawServer(scratch: scratch)
        first.say(bytes: RawFrame(.headers, flags: RawFrame.endStream, stream: 1, RawFrame.request).bytes)
        for piece in 0..<3 {
            second.say(
                bytes: RawFrame(
                    .headers, flags: RawFrame.endStream | RawFrame.endHeaders, stream: UInt32(2 * piece + 1),
                    RawFrame.request + field("x-second", "\(piece)")
                ).bytes)
            // In the smallest possible pieces.
            let rest = RawFrame(
                .continuation, flags: piece == 2 ? RawFrame.endHeaders : 0, stream: 1, field("x-first-\(piece)", "yes"))
            for byte in rest.bytes { first.say(bytes: [byte]) }
        }
        expectNil(first.failure)
        expectNil(second.failure)
        expect(second.blocks.map { $0.first("x-second") }, equals: ["0", "1", "2"])
        let block = try require(first.blocks.first)
        expect(first.blocks.count, equals: 1)
        expect(block.first(":method"), equals: "POST")
        expect(block.first("x-first-0"), equals: "yes")
        expect(block.first("x-first-1"), equals: "yes")
        expect(block.first("x-first-2"), equals: "yes")
        expectNil(block.first("x-second"))
    }
}
