internal import Expectations
internal import HearthHTTP1
internal import Testing

@Suite struct EventStreamTests {
    /// Streams with their messages; the first four are the examples of WHATWG HTML, section 9.2.6.
    static let streams: [(String, [ServerSentEvent])] = [
        ("data: YHOO\ndata: +2\ndata: 10\n\n", [ServerSentEvent(data: "YHOO\n+2\n10")]),
        (
            ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
            [
                ServerSentEvent(data: "first event", id: "1"), ServerSentEvent(data: "second event"),
                ServerSentEvent(data: " third event"),
            ]
        ),
        ("data\n\ndata\ndata\n\ndata:", [ServerSentEvent(data: ""), ServerSentEvent(data: "\n")]),
        ("data:test\n\ndata: test\n\n", [ServerSentEvent(data: "test"), ServerSentEvent(data: "test")]),
        ("event: add\r\ndata: a\r\n\r\n", [ServerSentEvent(type: "add", data: "a")]),
        ("event: add\rdata: a\r\rdata: b\r\r", [ServerSentEvent(type: "add", data: "a"), ServerSentEvent(data: "b")]),
        ("\u{FEFF}data: ä\n\n", [ServerSentEvent(data: "ä")]),
        ("data: a\n\u{FEFF}data: b\n\n", [ServerSentEvent(data: "a")]),
        ("event: lost\n\ndata: a\nid: x\u{0}\nother: b\n\n", [ServerSentEvent(data: "a")]),
        ("data: never ended", []),
    ]

    @Test(arguments: streams.indices)
    func messagesDoNotDependOnThePieces(_ index: Int) throws {
        let (text, events) = Self.streams[index]
        let bytes = [UInt8](text.utf8)
        for size in [1, 2, bytes.count] {
            var parser = EventStreamParser(mostBytes: 100)
            var found: [ServerSentEvent] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                found += try parser.received(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            expect(found, equals: events, "in pieces of \(size)")
        }
    }

    @Test(arguments: [String(repeating: "a", count: 101), String(repeating: "data: aaaaaaaaa\n", count: 11)])
    func longLinesAndMessagesAreRefused(_ text: String) {
        var parser = EventStreamParser(mostBytes: 100)
        let error = expect(throws: HTTP1ClientError.self) { try parser.received([UInt8](text.utf8)) }
        expect(error?.code, equals: .tooLarge)
    }
}
