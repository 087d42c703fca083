internal import Expectations
internal import HearthWebSocket
internal import Testing

@Suite struct WebSocketClientSessionTests {
    typealias Event = WebSocketClientSession.Event

    /// The key of RFC 6455, section 1.3, and its answer.
    private static let nonce = [UInt8]("the sample nonce".utf8)
    static let answer =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
        + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"
    private static let mask: UInt32 = 0x0102_0304

    static func session(most: Int = 100) -> WebSocketClientSession {
        WebSocketClientSession(host: "192.0.2.1", path: "/rpc", nonce: nonce, most: most)
    }

    static func opened(most: Int = 100) throws -> WebSocketClientSession {
        var session = session(most: most)
        expect(try session.received([UInt8](answer.utf8), mask: { mask }), equals: [.opened])
        return session
    }

    private static func received(_ session: inout WebSocketClientSession, _ bytes: [UInt8]) throws -> [Event] {
        try session.received(bytes, mask: { mask })
    }

    @Test func theRequestIsThatOfTheRFC() {
        expect(
            String(decoding: Self.session().request, as: UTF8.self),
            equals: "GET /rpc HTTP/1.1\r\nHost: 192.0.2.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
    }

    @Test(arguments: [
        "HTTP/1.1 401 Unauthorized\r\n\r\n", "SSH-2.0-OpenSSH\r\n\r\n", "HTTP/1.1 1\u{0}01 x\r\n\r\n",
        answer.replacing("s3pP", with: "S3pP"), answer.replacing("Upgrade: websocket\r\n", with: ""),
        answer.replacing("keep-alive, Upgrade", with: "close"),
        answer.replacing("\r\n\r\n", with: "\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n"),
        String(repeating: "x", count: 20_000),
    ])
    func otherAnswersAreRefused(answer: String) {
        var session = Self.session()
        let error = expect(throws: WebSocketError.self) { try Self.received(&session, [UInt8](answer.utf8)) }
        expect(error?.code, equals: .handshakeRefused)
        expect(session.isOpen, equals: false)
    }

    @Test func framesAreThoseOfTheRFC() throws {
        // Section 5.7.
        var session = try Self.opened(most: 70_000)
        expect(try Self.received(&session, [0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F]), equals: [.text("Hello")])
        expect(
            try Self.received(&session, [0x01, 0x03, 0x48, 0x65, 0x6C, 0x80, 0x02, 0x6C, 0x6F]),
            equals: [.text("Hello")])
        expect(
            session.text("Hello", mask: 0x37FA_213D),
            equals: [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58])
        let long = [UInt8](repeating: 7, count: 65_536)
        expect(
            try Self.received(&session, [0x82, 0x7E, 0x01, 0x00] + long.prefix(256)),
            equals: [.binary(Array(long.prefix(256)))])
        expect(try Self.received(&session, [0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0] + long), equals: [.binary(long)])
        expect(
            session.text(String(repeating: "a", count: 126), mask: 0).prefix(9),
            equals: [0x81, 0xFE, 0, 126, 0, 0, 0, 0, 0x61])
        expect(
            session.text(String(repeating: "a", count: 65_536), mask: 0).prefix(14),
            equals: [0x81, 0xFF, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0])
    }

    @Test func bytesMayComeInAnyPieces() throws {
        var session = Self.session()
        let bytes =
            [UInt8](Self.answer.utf8) + [0x01, 0x02, 0xC3, 0xA4, 0x89, 0x01, 0x2A, 0x80, 0x01, 0x21, 0x88, 0x00]
        var events: [Event] = []
        for byte in bytes { events += try Self.received(&session, [byte]) }
        expect(
            events,
            equals: [
                .opened, .send([0x8A, 0x81, 1, 2, 3, 4, 0x2A ^ 1]), .text("ä!"),
                .send([0x88, 0x82, 1, 2, 3, 4, 0x03 ^ 1, 0xE8 ^ 2]), .closed(code: 1005, reason: ""),
            ], "a ping between fragments is answered")
        expect(try Self.received(&session, [0xFF, 0xFF]), equals: [], "nothing follows the end")
    }

    @Test(
        arguments: [
            ([0xC1, 0x00], .protocolViolation), ([0x83, 0x00], .protocolViolation), ([0x81, 0x81], .protocolViolation),
            ([0x09, 0x00], .protocolViolation), ([0x89, 0x7E], .protocolViolation), ([0x80, 0x00], .protocolViolation),
            ([0x01, 0x00, 0x81, 0x00], .protocolViolation), ([0x81, 0x7E, 0x00, 0x7D], .protocolViolation),
            ([0x81, 0x7F, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], .protocolViolation),
            ([0x81, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .protocolViolation),
            ([0x81, 0x7F, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .tooLarge),
            ([0x81, 0x7E, 0x01, 0x00], .tooLarge), ([0x81, 0x01, 0xFF], .invalidText),
            ([0x88, 0x01, 0x03], .protocolViolation), ([0x88, 0x02, 0x03, 0xED], .protocolViolation),
            ([0x88, 0x03, 0x03, 0xE8, 0xFF], .invalidText),
        ] as [([UInt8], WebSocketError.Code)])
    func violationsEndTheSession(bytes: [UInt8], code: WebSocketError.Code) throws {
        var session = try Self.opened()
        let error = try require(expect(throws: WebSocketError.self) { try Self.received(&session, bytes) })
        expect(error.code, equals: code)
        expect(session.isOpen, equals: false)
        expect(session.farewell(after: error, mask: 0).count, equals: 8)
        expect(try Self.received(&session, [0x81, 0x00]), equals: [])
    }

    @Test func messagesOfManyFragmentsAreBounded() throws {
        var session = try Self.opened(most: 100)
        let fragment = [UInt8](repeating: 0x61, count: 50)
        expect(try Self.received(&session, [0x01, 50] + fragment), equals: [])
        expect(try Self.received(&session, [0x00, 50] + fragment), equals: [])
        let error = expect(throws: WebSocketError.self) { try Self.received(&session, [0x80, 1, 0x61]) }
        expect(error?.code, equals: .tooLarge)
    }

    @Test func theClientMayCloseFirst() throws {
        var session = try Self.opened()
        expect(session.ping(mask: 0), equals: [0x89, 0x80, 0, 0, 0, 0])
        expect(session.close(mask: 0), equals: [0x88, 0x82, 0, 0, 0, 0, 0x03, 0xE8])
        expect(session.text("late", mask: 0), equals: [])
        expect(session.close(mask: 0), equals: [])
        expect(
            try Self.received(&session, [0x81, 0x01, 0x61, 0x89, 0x00, 0x88, 0x04, 0x03, 0xE9, 0x62, 0x79]),
            equals: [.closed(code: 1001, reason: "by")])
    }
}
