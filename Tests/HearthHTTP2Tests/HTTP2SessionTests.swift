internal import HearthBase
internal import HearthHTTP2
internal import Expectations
internal import Testing

/// Two sessions back to back, without sockets.
private struct Wire {
    let client: HTTP2Session
    let server: HTTP2Session

    init(server options: HTTP2Session.Options = HTTP2Session.Options()) throws {
        client = try HTTP2Session(role: .client)
        server = try HTTP2Session(role: .server, options: options)
    }

    static let request = HeaderList([
        (":method", Array("POST".utf8)), (":scheme", Array("http".utf8)), (":path", Array("/a/b".utf8)),
        (":authority", Array("x".utf8)), ("x-twice", Array("1".utf8)), ("x-twice", Array("2".utf8)),
    ])
    static let response = HeaderList([(":status", Array("200".utf8))])
    static let trailers = HeaderList([("grpc-status", Array("0".utf8))])

    /// Moves bytes until both are silent. Bodies are copied, as ranges are valid only now.
    func run(_ events: (HTTP2Session.Role, HTTP2Event, [UInt8]) -> Void = { _, _, _ in }) throws {
        var moved = true
        while moved {
            moved = false
            for (from, to) in [(client, server), (server, client)] {
                var bytes: [UInt8] = []
                try from.drain(into: &bytes, limit: 1 << 20)
                if !bytes.isEmpty { moved = true }
                try to.receive(bytes.span.bytes)
                for event in to.takeEvents() {
                    if case .data(_, let range) = event {
                        events(to.role, event, Array(bytes[range]))
                    } else {
                        events(to.role, event, [])
                    }
                }
                for event in from.takeEvents() { events(from.role, event, []) }
            }
        }
    }
}

@Suite struct HTTP2SessionTests {
    @Test func aCallIsHeadersBodyTrailers() throws {
        let wire = try Wire()
        let stream = try require(wire.client.request(Wire.request))
        wire.client.send(stream, [1, 2])
        wire.client.send(stream, [3])
        wire.client.finish(stream, trailers: nil)
        var (body, answer): ([UInt8], [UInt8]) = ([], [])
        var (names, status): ([String], String?) = ([], nil)
        var closed = 0
        try wire.run { role, event, bytes in
            switch (role, event) {
            case (.server, .headers(let stream, let block, false)):
                var position = 0
                while let field = block.field(at: &position) {
                    names.append(block.text(field.name) + "=" + block.text(field.value))
                }
                wire.server.respond(stream, Wire.response, body: [9, 8], trailers: Wire.trailers)
            case (.server, .data): body += bytes
            case (.client, .data): answer += bytes
            case (.client, .headers(_, let block, true)): status = block.first("grpc-status")
            case (_, .closed(_, .noError)): closed += 1
            default: break
            }
        }
        expect(names, equals: [":method=POST", ":scheme=http", ":path=/a/b", ":authority=x", "x-twice=1", "x-twice=2"])
        expect(body, equals: [1, 2, 3])
        expect(answer, equals: [9, 8])
        expect(status, equals: "0")
        expect(closed, equals: 2)
        expect(wire.client.openStreams, equals: 0)
        expect(wire.server.openStreams, equals: 0)
    }

    @Test func bodiesStopAtTheWindowUntilTheyAreConsumed() throws {
        var options = HTTP2Session.Options()
        options.streamWindow = 1000
        let wire = try Wire(server: options)
        try wire.run()
        let stream = try require(wire.client.request(Wire.request))
        wire.client.send(stream, [UInt8](repeating: 1, count: 5000))
        var received = 0
        var serverStream: HTTP2Stream?
        let count: (HTTP2Session.Role, HTTP2Event, [UInt8]) -> Void = { role, event, bytes in
            if role == .server, case .data(let stream, _) = event {
                received += bytes.count
                serverStream = stream
            }
        }
        try wire.run(count)
        expect(received, equals: 1000)
        wire.server.consume(try require(serverStream), 1000)
        try wire.run(count)
        expect(received, equals: 2000)
    }

    @Test func tooManyOrTooLargeHeadersAreNotKept() throws {
        var options = HTTP2Session.Options()
        options.maxHeaderFields = 5
        let wire = try Wire(server: options)
        _ = wire.client.request(Wire.request)
        var refused = 0
        try wire.run { role, event, _ in
            if role == .server, case .headersTooLarge = event { refused += 1 }
        }
        expect(refused, equals: 1)
    }

    @Test func aSlotIsReusedAndOldStreamsReachNothing() throws {
        let wire = try Wire()
        let first = try require(wire.client.request(Wire.request))
        try wire.run()
        wire.client.reset(first, .cancel)
        try wire.run()
        let second = try require(wire.client.request(Wire.request))
        expect(second.slot, equals: first.slot)
        expect(second.id, differsFrom: first.id)
        wire.client.send(first, [1])
        wire.client.finish(first, trailers: nil)
        wire.client.reset(first, .cancel)
        var hasData = false
        try wire.run { _, event, _ in if case .data = event { hasData = true } }
        expect(!hasData)
        expect(wire.client.openStreams, equals: 1)
    }

    @Test func garbageIsAnErrorAndNothingElse() throws {
        let server = try HTTP2Session(role: .server)
        expect(throws: HTTP2Error.self) {
            try server.receive(Array("GET / HTTP/1.1\r\nhost: x\r\n\r\n".utf8).span.bytes)
        }
    }

    @Test func randomBytesAfterThePrefaceNeverTrap() throws {
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]
        for seed in UInt64(1)...300 {
            var state = seed &* 0x9E37_79B9_7F4A_7C15
            func random() -> UInt8 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 56)
            }
            var bytes = preface
            for _ in 0..<20 {
                let length = Int(random() % 40)
                bytes += [0, 0, UInt8(length), random() % 12, random(), 0, 0, 0, random() % 8]
                for _ in 0..<length { bytes.append(random()) }
            }
            let server = try HTTP2Session(role: .server)
            var out: [UInt8] = []
            do {
                try server.receive(bytes.span.bytes)
                for event in server.takeEvents() {
                    if case .headers(let stream, _, _) = event {
                        server.respond(stream, Wire.response, body: [1], trailers: nil)
                    }
                }
            } catch { expect(!error.message.isEmpty, "seed \(seed)") }
            try? server.drain(into: &out, limit: 1 << 16)
            expect(out.count, isBelow: 1 << 17, "seed \(seed)")
        }
    }

    @Test func provokedResetsEndTheConnection() throws {
        var options = HTTP2Session.Options()
        options.provokedResets = RateLimit(burst: 10, perMinute: 10)
        let wire = try Wire(server: options)
        try wire.run()
        var wasCut = false
        for _ in 0..<50 {
            let stream = wire.client.request(Wire.request)
            do {
                try wire.run { role, event, _ in
                    if role == .server, case .headers(let stream, _, _) = event {
                        wire.server.reset(stream, .protocolError)
                    }
                    if role == .client, case .goAway(.enhanceYourCalm, _) = event { wasCut = true }
                }
            } catch { wasCut = wasCut || (error as? HTTP2Error)?.code == .enhanceYourCalm }
            if wasCut || stream == nil { break }
        }
        expect(wasCut)
    }
}
