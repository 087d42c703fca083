internal import HearthHTTP2
internal import HearthLoop
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthRPCTestSupport
internal import Testing

/// A peer that says HTTP/2 as it likes: bytes in, what the server makes of them out.
private final class RawPeer: SocketHandler {
    let socket: Socket
    let session: HTTP2Session
    var events: [(HTTP2Event, [UInt8])] = []
    let isDone: (RawPeer) -> Bool
    let done: (RawPeer) -> Void

    init(_ socket: Socket, _ isDone: @escaping (RawPeer) -> Bool, _ done: @escaping (RawPeer) -> Void) throws {
        self.socket = socket
        self.isDone = isDone
        self.done = done
        session = try HTTP2Session(role: .client)
    }

    func flush() {
        var bytes: [UInt8] = []
        try? session.drain(into: &bytes, limit: 1 << 20)
        socket.write(bytes)
    }

    func received(_ bytes: RawSpan) {
        try? session.receive(bytes)
        for event in session.takeEvents() {
            var body: [UInt8] = []
            if case .data(_, let range) = event { body = [UInt8](copying: bytes.extracting(range)) }
            events.append((event, body))
        }
        flush()
        if isDone(self) { socket.close() }
    }

    func writesAreDone() {}
    func closed(_ error: LoopError?) { done(self) }

    /// The first value of a field in any header block that came.
    func field(_ name: StaticString) -> String? {
        for case (.headers(_, let block, _), _) in events {
            if let value = block.first(name) { return value }
        }
        return nil
    }

    var isClosed: Bool { events.contains { if case (.closed, _) = $0 { true } else { false } } }
}

@Suite struct HostilePeerTests {
    /// Connects to a server, lets `body` send, and gives what `result` makes of the answers once `isDone` says so, or
    /// the
    /// server closed the connection.
    private func talk<R: Sendable>(
        to address: String, _ body: @escaping @Sendable (RawPeer) -> Void,
        until isDone: @escaping @Sendable (RawPeer) -> Bool = { $0.isClosed },
        _ result: @escaping @Sendable (RawPeer) -> R
    ) async throws -> R {
        let loop = try EventLoop.start()
        let endpoint = try Endpoint(address)
        let value: R = try await withCheckedThrowingContinuation { continuation in
            loop.post {
                loop.connect(to: endpoint) { connected in
                    do {
                        let socket = try connected.get()
                        let peer = try RawPeer(socket, isDone) { continuation.resume(returning: result($0)) }
                        socket.start(peer)
                        body(peer)
                        peer.flush()
                    } catch {
                        continuation.resume(throwing: error)
                    }
                }
            }
        }
        await loop.stop()
        return value
    }

    static func headers(
        _ changes: [String: String?] = [:], path: String = "/test.Test/Echo", extra: [(String, String)] = []
    ) -> HeaderList {
        var fields = [
            (":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "x"), ("te", "trailers"),
            ("content-type", "application/grpc"),
        ]
        for (name, value) in changes {
            fields.removeAll { $0.0 == name }
            if let value { name.hasPrefix(":") ? fields.insert((name, value), at: 0) : fields.append((name, value)) }
        }
        return HeaderList((fields + extra).map { ($0.0, Array($0.1.utf8)) })
    }

    /// What a request is answered with.
    private func answer(
        to address: String, _ headers: HeaderList, body: [UInt8] = RPCFrame(message: [1]).bytes
    ) async throws -> (http: String?, grpc: String?, message: String?) {
        try await talk(to: address) { peer in
            guard let stream = peer.session.request(headers) else { return }
            peer.session.send(stream, body)
            peer.session.finish(stream, trailers: nil)
        } _: {
            ($0.field(":status"), $0.field("grpc-status"), $0.field("grpc-message"))
        }
    }

    @Test func requestsThatAreNotGRPCAreAnsweredAsHTTP() async throws {
        let pair = try await Pair()
        let address = pair.server.address
        #expect(try await answer(to: address, Self.headers([":method": "GET"])).http == "405")
        #expect(try await answer(to: address, Self.headers([":method": "GET"], path: "/")).http == "404")
        #expect(try await answer(to: address, Self.headers(["content-type": "application/json"])).http == "415")
        #expect(try await answer(to: address, Self.headers(["content-type": nil])).http == "415")
        #expect(try await answer(to: address, Self.headers(["te": nil])).http == "400")
        let proto = try await answer(to: address, Self.headers(["content-type": "application/grpc+proto"]))
        #expect(proto.http == "200" && proto.grpc == "0")
        await pair.close()
    }

    @Test func malformedCallsGetAStatus() async throws {
        let pair = try await Pair()
        let address = pair.server.address
        let cases: [(HeaderList, [UInt8], String)] = [
            (Self.headers(extra: [("grpc-timeout", "soon")]), RPCFrame(message: []).bytes, "13"),
            (Self.headers(extra: [("x-bin", "not base64!")]), RPCFrame(message: []).bytes, "13"),
            (Self.headers(), [], "3"),
            (Self.headers(), RPCFrame(message: [1]).bytes + RPCFrame(message: [2]).bytes, "3"),
            (Self.headers(), [0, 0, 0, 0, 9, 1], "13"),
            (Self.headers(), [0, 0], "13"),
            (Self.headers(), [7, 0, 0, 0, 1, 1], "13"),
            (Self.headers(), [0, 0xFF, 0xFF, 0xFF, 0xFF, 1], "8"),
            (Self.headers(extra: [("grpc-encoding", "gzip")]), [1, 0, 0, 0, 1, 1], "13"),
            (Self.headers(extra: [("grpc-encoding", "snappy")]), RPCFrame(message: [1]).bytes, "12"),
            (Self.headers(extra: [("grpc-encoding", "identity")]), [1, 0, 0, 0, 1, 1], "13"),
            (Self.headers(), [1, 0, 0, 0, 1, 1], "13"),
            (Self.headers(path: "/test.Test/Join"), [0, 0xFF, 0xFF, 0xFF, 0xFF, 1], "8"),
            (Self.headers(path: "/no/such/path/%00"), [], "12"),
        ]
        for (headers, body, status) in cases {
            let answer = try await answer(to: address, headers, body: body)
            #expect(answer.http == "200" && answer.grpc == status, "\(body), \(answer)")
        }
        await pair.close()
    }

    @Test func unreadableMessagesAreRefusedWithWhatCanBeRead() async throws {
        let pair = try await Pair()
        let accepted = try await talk(to: pair.server.address) { peer in
            _ = peer.session.request(Self.headers(extra: [("grpc-encoding", "snappy")]))
        } until: {
            $0.field("grpc-status") != nil
        } _: {
            $0.field("grpc-accept-encoding")
        }
        #expect(accepted == "identity,gzip")
        await pair.close()
    }

    @Test func headersBeyondTheLimitsAreRefusedAndTheConnectionGoesOn() async throws {
        let pair = try await Pair()
        let many = Self.headers(extra: (0..<200).map { ("x-\($0)", "y") })
        #expect(try await answer(to: pair.server.address, many).http == "431")
        let large = Self.headers(extra: (0..<5).map { ("x-\($0)", String(repeating: "y", count: 4000)) })
        #expect(try await answer(to: pair.server.address, large).http == "431")
        let _: Blob = try await pair.client.unary(TestService.echo, Blob("still here"))
        await pair.close()
    }

    @Test func garbageEndsTheConnectionOnly() async throws {
        let pair = try await Pair()
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        let empty = [UInt8](repeating: 0, count: 9)
        for garbage in [
            Array("GET / HTTP/1.1\r\n\r\n".utf8), [0], preface + [0xFF, 0xFF, 0xFF, 1, 2, 3, 4, 5, 6, 7],
            preface + empty,
        ] {
            let closed = try await talk(to: pair.server.address) {
                $0.socket.write(garbage)
            } until: { peer in
                peer.events.contains { if case (.goAway, _) = $0 { true } else { false } } || garbage.count == 1
            } _: { _ in
                true
            }
            #expect(closed)
        }
        let _: Blob = try await pair.client.unary(TestService.echo, Blob("still here"))
        await pair.close()
    }

    @Test func silenceInsteadOfAPrefaceIsCutOff() async throws {
        var settings = HTTP2Server.Settings()
        settings.prefaceTimeout = .milliseconds(50)
        let pair = try await Pair(settings: settings)
        let closed = try await talk(to: pair.server.address) {
            $0.socket.write(Array("PRI * HTTP".utf8))
        } until: { _ in
            false
        } _: { _ in
            true
        }
        #expect(closed)
        await pair.close()
    }

    @Test func resettingDoesNotBuyMoreHandlers() async throws {
        var settings = HTTP2Server.Settings()
        settings.maxConcurrentStreams = 4
        let pair = try await Pair(settings: settings)
        // Each call starts a handler that ignores its cancellation for a while; each is reset at once.
        let refused = try await talk(to: pair.server.address) { peer in
            for _ in 0..<50 {
                guard let stream = peer.session.request(Self.headers(path: "/test.Test/Stubborn")) else { return }
                peer.session.send(stream, RPCFrame(message: []).bytes)
                peer.session.finish(stream, trailers: nil)
                peer.flush()
                peer.session.reset(stream, .cancel)
                peer.flush()
            }
            _ = peer.session.request(Self.headers())
        } until: { peer in
            peer.events.contains { if case (.closed(_, .refusedStream), _) = $0 { true } else { false } }
        } _: { _ in
            true
        }
        #expect(refused)
        #expect(pair.service.log.all.filter { $0 == "stubborn" }.count <= 4)
        await pair.close()
    }

    @Test func streamsBeyondTheLimitAreRefused() async throws {
        var settings = HTTP2Server.Settings()
        settings.maxConcurrentStreams = 2
        let pair = try await Pair(settings: settings)
        var readers: [RPCReader<Blob>] = []
        for _ in 0..<2 { readers.append(try await pair.client.serverStreaming(TestService.keep, Blob(""))) }
        for _ in 0..<2 { #expect(await pair.service.log.next() == "kept") }
        // The client knows the limit and waits; a place becomes free.
        async let waiting: Blob = pair.client.unary(TestService.echo, Blob("third"))
        readers.removeLast()
        #expect(try await waiting.text == "third")
        readers = []
        await pair.close()
    }
}
