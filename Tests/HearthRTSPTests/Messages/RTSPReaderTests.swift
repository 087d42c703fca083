internal import Expectations
@testable internal import HearthRTSP
internal import Testing

@Suite struct RTSPReaderTests {
    private func packet(_ channel: UInt8, _ content: [UInt8]) -> [UInt8] {
        [UInt8(ascii: "$"), channel, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
    }

    private func events(_ bytes: [UInt8], inPieces size: Int, channels: Set<UInt8> = [0, 1]) throws -> [RTSPReader
        .Event]
    {
        var reader = RTSPReader()
        reader.channels = channels
        var events: [RTSPReader.Event] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            events += try reader.received(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        return events
    }

    @Test(arguments: [1, 7, 10_000])
    func messagesAndPacketsAreTakenApart(pieces: Int) throws {
        let bytes =
            packet(0, [1, 2, 3])
            + Array("RTSP/1.0 200 OK\r\nCSeq: 2\r\nContent-Length: 3\r\nX:  a b \r\nno field\r\n\r\nabc".utf8)
            + packet(1, []) + Array("\r\nOPTIONS * RTSP/1.0\nCSeq: 9\n\n".utf8)
            + packet(0, [UInt8](repeating: 7, count: 300))
        expect(
            try events(bytes, inPieces: pieces),
            equals: [
                .packet(channel: 0, [1, 2, 3]),
                .response(
                    RTSPResponse(
                        status: 200, reason: "OK",
                        fields: [
                            .init(name: "cseq", value: "2"), .init(name: "content-length", value: "3"),
                            .init(name: "x", value: "a b"),
                        ], body: Array("abc".utf8))),
                .packet(channel: 1, []), .request(method: "OPTIONS", sequence: "9"),
                .packet(channel: 0, [UInt8](repeating: 7, count: 300)),
            ])
    }

    @Test("After a packet that is longer than it says, the reader finds the next one", arguments: [1, 10_000])
    func wrongLengthsAreSurvived(pieces: Int) throws {
        let long = packet(0, [1, 2]) + [3, 4, 0x24, 9, 0, 1, 0x52, 0x54]
        expect(
            try events(long + packet(0, [5]) + Array("RTSP/1.0 404 Not Found\r\n\r\n".utf8), inPieces: pieces),
            equals: [
                .packet(channel: 0, [1, 2]), .packet(channel: 0, [5]),
                .response(RTSPResponse(status: 404, reason: "Not Found", fields: [])),
            ])
    }

    @Test(arguments: [
        "RTSP/1.0 200 OK\r\nContent-Length: 4294967296\r\n\r\n", "RTSP/1.0 200 OK\r\nContent-Length: -1\r\n\r\n",
        "RTSP/1.0 200 OK\r\nContent-Length: 16385\r\n\r\n", "RTSP/1.0 200 OK\r\nContent-Length: x\r\n\r\n",
        "RTSP/1.0 200 \(String(repeating: "x", count: 16_400))",
        "RTSP/1.0 200 OK\r\n\(String(repeating: "a:b\r\n", count: 65))\r\n", String(repeating: "x", count: 70_000),
    ])
    func excessIsRefused(text: String) {
        let error = expect(throws: RTSPError.self) { try events(Array(text.utf8), inPieces: 1_000) }
        expect(error?.code, equals: .malformed)
    }

    @Test func responsesOfOtherProtocolsAreLeftOut() throws {
        expect(try events(Array("HTTP/1.1 200 OK\r\n\r\nRTSP/1.0 2000 OK\r\n\r\n".utf8), inPieces: 100), equals: [])
    }
}
