internal import Expectations
internal import HearthHTTP1
internal import Testing

@Suite struct ClientSessionTests {
    private typealias Event = HTTP1ClientSession.Event

    /// A session that waits for the answer to a GET.
    private static func waiting() -> HTTP1ClientSession {
        var session = HTTP1ClientSession(host: "bridge")
        _ = session.send(HTTP1ClientRequest("GET", "/", mostAnswerBytes: 100))
        return session
    }

    @Test func requestsHaveHostLengthAndFields() {
        var session = HTTP1ClientSession(host: "bridge:81")
        let request = HTTP1ClientRequest(
            "PUT", "/a", fields: [HTTP1ClientRequest.Field("key", "a\r\nb: c")], body: [UInt8]("{}".utf8),
            mostAnswerBytes: 100)
        expect(
            String(decoding: session.send(request), as: UTF8.self),
            equals: "PUT /a HTTP/1.1\r\nHost: bridge:81\r\nkey: ab: c\r\nContent-Length: 2\r\n\r\n{}")
        expect(session.isBusy)
        expect(session.send(request), equals: [])
    }

    private static let ok = HTTP1Response(status: 200)

    /// Answers, and what they bring in the order of their bytes.
    static let answers: [(String, events: [HTTP1ClientSession.Event], isReusable: Bool)] = [
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
            [.head(HTTP1Response(status: 200, fields: ["content-length": "5"])), .body([UInt8]("hello".utf8)), .end],
            true
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n",
            [
                .head(HTTP1Response(status: 200, fields: ["transfer-encoding": "chunked"])), .body([97, 98]),
                .body([99]), .end,
            ], true
        ),
        ("HTTP/1.1 204 None\r\n\r\n", [.head(HTTP1Response(status: 204)), .end], true),
        (
            "HTTP/1.1 100 Go\r\n\r\nHTTP/1.1 429\r\nContent-Length: 0\r\nConnection: Close\r\n\r\n",
            [.head(HTTP1Response(status: 429, fields: ["content-length": "0", "connection": "Close"])), .end], false
        ),
        ("HTTP/1.0 200 OK\r\n\r\nab", [.head(ok), .body([97, 98])], false),
    ]

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 101\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab",
    ])
    func headStaysKnownAfterAnError(_ text: String) {
        var session = Self.waiting()
        expect(throws: HTTP1ClientError.self) { try session.received([UInt8](text.utf8)) }
        expect(session.head?.status, equals: 200)
    }

    @Test(arguments: answers.indices)
    func answersArriveInPiecesOfAnySize(_ index: Int) throws {
        let (text, wanted, isReusable) = Self.answers[index]
        let bytes = [UInt8](text.utf8)
        for size in [1, 3, bytes.count] {
            var session = Self.waiting()
            var events: [HTTP1ClientSession.Event] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                events += try session.received(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            expect(Self.joined(events), equals: Self.joined(wanted), "in pieces of \(size)")
            expect(session.isReusable, equals: isReusable)
        }
    }

    /// Events with each body in one piece.
    private static func joined(_ events: [HTTP1ClientSession.Event]) -> [HTTP1ClientSession.Event] {
        events.reduce(into: []) { events, event in
            if case .body(let more) = event, case .body(let bytes)? = events.last {
                events[events.count - 1] = .body(bytes + more)
            } else {
                events.append(event)
            }
        }
    }

    @Test func theEndOfTheConnectionEndsSomeBodies() throws {
        var session = Self.waiting()
        _ = try session.received([UInt8]("HTTP/1.1 200 OK\r\n\r\nab".utf8))
        try expect(session.closed(), equals: [.end])
        session = Self.waiting()
        _ = try session.received([UInt8]("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab".utf8))
        expect(throws: HTTP1ClientError.self) { try session.closed() }
    }

    @Test(arguments: [
        ("hello\r\n", HTTP1ClientError.Code.malformed), ("HTTP/2 200 OK\r\n", .malformed),
        ("HTTP/1.1 999 No\r\n", .malformed), ("HTTP/1.1 101 Switch\r\n\r\n", .malformed),
        ("HTTP/1.1 200 OK\n", .malformed), ("HTTP/1.1 200 OK\r\na b: c\r\n", .malformed),
        ("HTTP/1.1 200 OK\r\nContent-Length: 5, 5\r\n\r\n", .malformed),
        ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", .malformed),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", .malformed),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", .malformed),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n", .malformed),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nContent-Length: 5\r\n\r\n", .malformed),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n", .malformed),
        ("HTTP/1.1 200 OK\r\na: b\r\n c\r\n", .malformed), ("HTTP/1.1 200 OK\r\na: b\rc\r\n", .malformed),
        (String(repeating: "HTTP/1.1 100 Go\r\n\r\n", count: 9), .malformed),
        ("HTTP/1.1 204 None\r\n\r\nmore", .malformed),
        ("HTTP/1.1 200 OK\r\nContent-Length: 101\r\n\r\n", .tooLarge),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n65\r\n", .tooLarge),
        ("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "a", count: 101), .tooLarge),
        ("HTTP/1.1 200 OK\r\n" + String(repeating: "a: b\r\n", count: 101), .tooLarge),
        ("HTTP/1.1 200 OK\r\na: " + String(repeating: "b", count: 16 << 10), .tooLarge),
    ])
    func badAnswersEndTheSession(_ text: String, _ code: HTTP1ClientError.Code) throws {
        var session = Self.waiting()
        let error = expect(throws: HTTP1ClientError.self) { try session.received([UInt8](text.utf8)) }
        expect(error?.code, equals: code)
        expect(session.isReusable, equals: false)
        try expect(session.received([1, 2, 3]), equals: [])
    }

    /// A session that has got an answer to a GET.
    private static func served() throws -> HTTP1ClientSession {
        var session = waiting()
        _ = try session.received([UInt8]("HTTP/1.1 204 None\r\n\r\n".utf8))
        return session
    }

    /// What a client may do once a server has closed the connection after some bytes of an answer.
    @Test(arguments: [("", HTTP1ClientError.Code.unanswered), ("H", .cutOff), ("HTTP/1.1 100 Go\r\n\r\n", .cutOff)])
    func onlyAnUnansweredRequestMayBeRepeated(_ bytes: String, _ code: HTTP1ClientError.Code) throws {
        var session = try Self.served()
        expect(!session.send(HTTP1ClientRequest("PUT", "/", mostAnswerBytes: 0)).isEmpty)
        _ = try session.received([UInt8](bytes.utf8))
        expect(expect(throws: HTTP1ClientError.self) { try session.closed() }?.code, equals: code)
        var first = Self.waiting()
        expect(expect(throws: HTTP1ClientError.self) { try first.closed() }?.code, equals: .cutOff)
    }

    @Test("A request that must not be sent twice gets a connection of its own")
    func postsAreNotSentOnUsedConnections() throws {
        let post = HTTP1ClientRequest("POST", "/api", body: [0x7B, 0x7D], mostAnswerBytes: 100)
        var used = try Self.served()
        expect(used.isReusable && !used.takes(post))
        expect(used.send(post), equals: [])
        expect(used.takes(HTTP1ClientRequest("GET", "/", mostAnswerBytes: nil)))
        var new = HTTP1ClientSession(host: "a")
        expect(!new.send(post).isEmpty)
    }

    @Test func bytesWithoutARequestAreRefused() {
        var session = HTTP1ClientSession(host: "a")
        expect(throws: HTTP1ClientError.self) { try session.received([65]) }
    }
}
