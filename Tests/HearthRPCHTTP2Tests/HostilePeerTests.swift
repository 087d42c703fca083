internal import HearthBase
internal import HearthHTTP2
internal import HearthEventLoop
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthRPCTestSupport
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct HostilePeerTests {
    @Test func requestsThatAreNotGRPCAreAnsweredAsHTTP() async throws {
        let pair = try await Pair()
        let address = pair.server.address
        try await expect(
            RawPeer.answer(to: address, RawPeer.headers(["content-type": "application/json"])).http, equals: "415")
        try await expect(RawPeer.answer(to: address, RawPeer.headers(["content-type": nil])).http, equals: "415")
        try await expect(RawPeer.answer(to: address, RawPeer.headers(["te": nil])).http, equals: "400")
        let proto = try await RawPeer.answer(to: address, RawPeer.headers(["content-type": "application/grpc+proto"]))
        expect((proto.http, proto.grpc), are: ("200", "0"))
    }

    @Test func malformedCallsGetAStatus() async throws {
        let pair = try await Pair()
        let address = pair.server.address
        let cases: [(HeaderList, [UInt8], String)] = RawPeer.$authority.withValue(address) {
            [
                (RawPeer.headers(extra: [("grpc-timeout", "soon")]), RPCFrame(message: []).bytes, "13"),
                (RawPeer.headers(extra: [("x-bin", "not base64!")]), RPCFrame(message: []).bytes, "13"),
                (RawPeer.headers(), [], "12"),
                (RawPeer.headers(), RPCFrame(message: [1]).bytes + RPCFrame(message: [2]).bytes, "12"),
                (RawPeer.headers(), [0, 0, 0, 0, 9, 1], "13"),
                (RawPeer.headers(), [0, 0], "13"),
                (RawPeer.headers(), [7, 0, 0, 0, 1, 1], "13"),
                (RawPeer.headers(), [0, 0xFF, 0xFF, 0xFF, 0xFF, 1], "8"),
                (RawPeer.headers(extra: [("grpc-encoding", "gzip")]), [1, 0, 0, 0, 1, 1], "13"),
                (RawPeer.headers(extra: [("grpc-encoding", "snappy")]), RPCFrame(message: [1]).bytes, "12"),
                (RawPeer.headers(extra: [("grpc-encoding", "identity")]), [1, 0, 0, 0, 1, 1], "13"),
                (RawPeer.headers(), [1, 0, 0, 0, 1, 1], "13"),
                (RawPeer.headers(path: "/test.Test/Join"), [0, 0xFF, 0xFF, 0xFF, 0xFF, 1], "8"),
                (RawPeer.headers(path: "/no/such/path/%00"), [], "12"),
            ]
        }
        for (headers, body, status) in cases {
            let answer = try await RawPeer.answer(to: address, headers, body: body)
            expect(answer.http, equals: "200", "\(body), \(answer)")
            expect(answer.grpc, equals: status, "\(body), \(answer)")
        }
    }

    @Test func unreadableMessagesAreRefusedWithWhatCanBeRead() async throws {
        let pair = try await Pair()
        let accepted = try await RawPeer.talk(to: pair.server.address) { peer in
            _ = peer.session.request(RawPeer.headers(extra: [("grpc-encoding", "snappy")]))
        } until: {
            $0.field("grpc-status") != nil
        } _: {
            $0.field("grpc-accept-encoding")
        }
        expect(accepted, equals: "identity,gzip")
        // A client that sends gzip learns the accepted encodings; another one does not.
        for (encoding, told) in [("gzip", "identity,gzip"), ("identity", nil)] {
            let accepted = try await RawPeer.talk(to: pair.server.address) { peer in
                guard
                    let stream = peer.session.request(
                        RawPeer.headers(extra: [("grpc-encoding", encoding)]))
                else { return }
                peer.session.send(stream, RPCFrame(message: [1]).bytes)
                peer.session.finish(stream, trailers: nil)
            } _: {
                $0.field("grpc-accept-encoding")
            }
            expect(accepted, equals: told)
        }
    }

    @Test func headersOverTheLimitsFailOnlyTheirCall() async throws {
        let pair = try await Pair()
        let many = RawPeer.headers(extra: (0..<200).map { ("x-\($0)", "y") })
        try await expect(RawPeer.answer(to: pair.server.address, many).http, equals: "431")
        let large = RawPeer.headers(extra: (0..<5).map { ("x-\($0)", String(repeating: "y", count: 4000)) })
        try await expect(RawPeer.answer(to: pair.server.address, large).http, equals: "431")
        let _: Blob = try await pair.client.unary(TestService.echo, Blob("still here"))
    }

    @Test func garbageEndsTheConnectionOnly() async throws {
        let pair = try await Pair()
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        let empty = [UInt8](repeating: 0, count: 9)
        for garbage in [
            Array("GET / HTTP/1.1\r\n\r\n".utf8), [0], preface + [0xFF, 0xFF, 0xFF, 1, 2, 3, 4, 5, 6, 7],
            preface + empty,
        ] {
            let closed = try await RawPeer.talk(to: pair.server.address) {
                $0.socket.write(garbage)
            } until: { peer in
                peer.events.contains { if case (.goAway, _) = $0 { true } else { false } } || garbage.count == 1
            } _: { _ in
                true
            }
            expect(closed)
        }
        let _: Blob = try await pair.client.unary(TestService.echo, Blob("still here"))
    }

    @Test func silenceInsteadOfAPrefaceIsCutOff() async throws {
        var settings = HTTP2Server.Settings()
        settings.prefaceTimeout = .milliseconds(50)
        let pair = try await Pair(settings: settings)
        try await RawPeer.awaitCutOff(by: pair.server.address) {
            $0.socket.write(Array("PRI * HTTP".utf8))
        }
    }

    @Test func resettingDoesNotBuyMoreHandlers() async throws {
        var settings = HTTP2Server.Settings()
        settings.maxConcurrentStreams = 4
        let pair = try await Pair(settings: settings)
        // Handlers that ignore their cancellation: as many as streams, and as many again. Then calls that are reset at
        // once.
        let log = pair.service.log
        let refused = try await RawPeer.talk(to: pair.server.address) { _ in
        } steps: { peer in
            for _ in 0..<2 { try await peer.cancelStubbornCalls(4, log) }
            peer.run { peer in
                for _ in 0..<50 { peer.cancel(peer.begin(1, "/test.Test/Stubborn")) }
                _ = peer.begin(1, "/test.Test/Echo")
            }
        } until: { peer in
            peer.events.contains { if case (.closed(_, .refusedStream), _) = $0 { true } else { false } }
        } _: { _ in
            true
        }
        expect(refused)
        expect(log.all.filter { $0 == "stubborn" }.count, equals: 8)
    }

    @Test func handlersOfCancelledCallsLeaveRoomForAsManyOthers() async throws {
        var settings = HTTP2Server.Settings()
        settings.maxConcurrentStreams = 4
        let pair = try await Pair(settings: settings)
        let (log, patience) = (pair.service.log, pair.service.patience)
        let statuses = try await RawPeer.talk(to: pair.server.address) { _ in
        } steps: { peer in
            try await peer.cancelStubbornCalls(4, log)
            peer.run { _ = $0.begin(4, "/test.Test/Stubborn") }
            for _ in 0..<4 { try require(await log.next() == "stubborn") }
            patience.end()
        } until: { peer in
            peer.events.filter { if case .closed = $0.0 { true } else { false } }.count == 8
        } _: { peer in
            peer.events.compactMap { event -> String? in
                guard case .headers(_, let block, _) = event.0 else { return nil }
                return block.first("grpc-status")
            }
        }
        expect(statuses, equals: ["0", "0", "0", "0"])
    }

    @Test func streamsBeyondTheLimitAreRefused() async throws {
        var settings = HTTP2Server.Settings()
        settings.maxConcurrentStreams = 2
        let pair = try await Pair(settings: settings)
        var readers: [RPCReader<Blob>] = []
        for _ in 0..<2 { readers.append(try await pair.client.serverStreaming(TestService.keep, Blob(""))) }
        for _ in 0..<2 { await expect(pair.service.log.next(), equals: "kept") }
        // The client knows the limit and waits until a slot is free.
        async let waiting: Blob = pair.client.unary(TestService.echo, Blob("third"))
        readers.removeLast()
        try await expect(waiting.text, equals: "third")
        readers = []
    }
}
