internal import HearthHTTP2
internal import HearthEventLoop
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthRPCTestSupport
internal import Synchronization
internal import Expectations
internal import Testing

/// Timeouts with real connections; they are short, since their logic is tested with a manual clock.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct LifetimeTests {
    private func pair(
        _ options: (inout RPCServer.Options) -> Void = { _ in }, _ change: (inout HTTP2Server.Settings) -> Void
    ) async throws -> Pair {
        var settings = HTTP2Server.Settings()
        change(&settings)
        return try await Pair(options, settings: settings)
    }

    @Test func tooManyPingsEndTheConnection() async throws {
        let pair = try await pair { $0.minPingInterval = .seconds(60) }
        let code = try await RawPeer.goAway(of: pair.server.address) { peer in
            for _ in 0..<4 {
                peer.session.ping()
                peer.flush()
            }
        }
        expect(code, equals: .enhanceYourCalm)
        // Three are tolerated.
        let pongs = try await RawPeer.talk(to: pair.server.address) { peer in
            for _ in 0..<3 { peer.session.ping() }
        } until: { peer in
            peer.events.filter { if case .pong = $0.0 { true } else { false } }.count == 3
        } _: {
            $0.goAway
        }
        expectNil(pongs)
        await pair.close()
    }

    /// gRPC's clients measure the bandwidth-delay product this way.
    @Test func pingsAfterEachPieceOfAnAnswerAreWelcome() async throws {
        let pair = try await pair { $0.minPingInterval = .seconds(60) }
        let (status, pongs, code) = try await RawPeer.talk(to: pair.server.address) { peer in
            guard let stream = peer.session.request(RawPeer.headers()) else { return }
            peer.session.send(stream, RPCFrame(message: [UInt8](repeating: 1, count: 1 << 20)).bytes)
            peer.session.finish(stream, trailers: nil)
        } until: { peer in
            for case (.data(let stream, let range), _) in peer.events {
                peer.session.consume(stream, range.count)
                peer.session.ping()
                peer.flush()
            }
            let isOver = peer.isClosed
            peer.events.removeAll { if case .data = $0.0 { true } else { false } }
            return isOver
        } _: { peer in
            (peer.field("grpc-status"), peer.pongs, peer.goAway)
        }
        expect(status, equals: "0")
        expect(pongs, isAbove: 4)
        expectNil(code)
        await pair.close()
    }

    @Test func anIdleConnectionIsAskedToEnd() async throws {
        let pair = try await pair { $0.maxIdle = .milliseconds(50) }
        let code = try await RawPeer.goAway(of: pair.server.address)
        expect(code, equals: .noError)
        await pair.close()
    }

    @Test func anOldConnectionsCallsEndAfterTheGrace() async throws {
        let pair = try await pair {
            $0.maxAge = .milliseconds(500)
            $0.maxAgeGrace = .milliseconds(50)
        }
        let reader: RPCReader<Blob> = try await pair.client.serverStreaming(TestService.keep, Blob(""))
        await expect(pair.service.log.next(), equals: "kept")
        await expect(failure { _ = try await reader.next() }?.code, equals: .unavailable)
        await expect(pair.service.log.next(), equals: "ended draining")
        await pair.close()
    }

    @Test func aPeerThatDoesNotAnswerIsGone() async throws {
        let pair = try await pair {
            $0.keepAliveInterval = .milliseconds(50)
            $0.keepAliveTimeout = .seconds(1)
        }
        let settings: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 0]
        try await RawPeer.awaitCutOff(by: pair.server.address) { peer in
            // Not through the session, so that it does not answer.
            peer.socket.write(Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + settings)
            peer.isSilent = true
        }
        await pair.close()
    }

    @Test func aPeerThatAnswersStays() async throws {
        let pair = try await pair {
            $0.keepAliveInterval = .milliseconds(20)
            $0.keepAliveTimeout = .seconds(2)
        }
        // The second ping comes when the connection would have ended, had the first not been answered.
        let pings = try await RawPeer.talk(to: pair.server.address) { _ in
        } until: {
            $0.session.pings >= 2
        } _: {
            $0.session.pings
        }
        expect(pings, equals: 2)
        await pair.close()
    }

    @Test func headersWithoutAnEndAreCutOff() async throws {
        let pair = try await pair { $0.headersTimeout = .milliseconds(50) }
        try await RawPeer.awaitCutOff(by: pair.server.address) { peer in
            peer.flush()
            // HEADERS of stream 1 without END_HEADERS, and nothing more.
            peer.socket.write([0, 0, 1, 1, 0, 0, 0, 0, 1, 0x83])
            peer.isSilent = true
        }
        await pair.close()
    }

    @Test func aRequestThatStopsIsRefused() async throws {
        let pair = try await pair { $0.requestTimeout = .milliseconds(50) }
        let status = try await RawPeer.talk(to: pair.server.address) { peer in
            guard let stream = peer.session.request(RawPeer.headers()) else { return }
            peer.session.send(stream, [0, 0, 0, 0, 9, 1])
        } _: {
            $0.field("grpc-status")
        }
        expect(status, equals: "4")
        let page = try await RawPeer.talk(to: pair.server.address) { peer in
            _ = peer.session.request(RawPeer.headers(["content-type": nil], path: "/"))
        } _: {
            $0.field(":status")
        }
        expect(page, equals: "408")
        await pair.close()
    }

    /// The timeout runs from the headers: slowly dripping bytes don't extend it.
    @Test(arguments: [true, false]) func aRequestThatDripsInIsRefused(isAnonymous: Bool) async throws {
        let pair = try await pair {
            $0.maxRequestTime = isAnonymous ? .seconds(3600) : .milliseconds(300)
            $0.anonymous.requestTime = isAnonymous ? .milliseconds(300) : .seconds(3600)
            if isAnonymous { $0.authenticator = Strangers() }
        }
        let status = try await RawPeer.talk(to: pair.server.address) { peer in
            guard let stream = peer.session.request(RawPeer.headers()) else { return }
            peer.session.send(stream, [0, 0, 0, 39, 16])
            func drip() {
                guard !peer.isClosed, !peer.isOver else { return }
                peer.session.send(stream, [1])
                peer.flush()
                _ = peer.socket.loop.schedule(after: .milliseconds(5)) { drip() }
            }
            drip()
        } _: {
            $0.isOver = true
            return $0.field("grpc-status")
        }
        expect(status, equals: "4")
        await pair.close()
    }

    @Test func incompleteRequestsHaveABudgetThatOthersDoNotUseUp() async throws {
        let pair = try await pair {
            $0.maxIncompleteBytes = 256 << 10
            $0.authenticator = TokenNames()
        }
        // Each is 40,000 bytes of 100,000: a caller may have 64 KiB.
        let statuses = try await RawPeer.talk(to: pair.server.address) { peer in
            for name in ["ann", "ann", "bob"] {
                guard let stream = peer.session.request(RawPeer.headers(["authorization": "Bearer \(name)"])) else {
                    return
                }
                peer.session.send(stream, [0, 0, 1, 0x86, 0xA0] + [UInt8](repeating: 1, count: 40_000))
            }
        } until: {
            $0.isClosed
        } _: {
            ($0.field("grpc-status"), $0.events.count { if case .closed = $0.0 { true } else { false } })
        }
        expect(statuses == ("8", 1))
        // The memory is released with the connection.
        for _ in 0..<20 {
            let bytes = [UInt8](repeating: 2, count: 60_000)
            var options = CallOptions()
            options.metadata.add("authorization", "Bearer ann")
            try await expect(pair.client.answer(TestService.echo, Blob(bytes), options: options).bytes, equals: bytes)
        }
        await pair.close()
    }

    /// Trailers need no window: the client reads the reason, and the connection continues.
    @Test func stalledOutputEndsItsStreamWithAReason() async throws {
        let notices = Mutex<[String]>([])
        let pair = try await pair {
            $0.writeStallTimeout = .milliseconds(150)
            $0.notice = { text in notices.withLock { $0.append(text) } }
        }
        // 200 messages of 2,000 bytes, while the peer never enlarges its window of 64 KiB.
        let (code, status, message, isGone) = try await RawPeer.talk(to: pair.server.address) { peer in
            guard let stream = peer.session.request(RawPeer.headers(path: "/test.Test/Count")) else { return }
            peer.session.send(stream, RPCFrame(message: [200] + [UInt8](repeating: 0, count: 2000)).bytes)
            peer.session.finish(stream, trailers: nil)
        } _: { peer in
            let code = peer.events.compactMap { if case .closed(_, let code) = $0.0 { code } else { nil } }.first
            return (code, peer.field("grpc-status"), peer.field("grpc-message"), peer.goAway != nil)
        }
        expect((code, isGone, status), are: (.noError, false, "8"))
        expect(
            message,
            equals: "the client read nothing of this stream for 1 s; call again, a watch from its last position")
        expect(
            notices.withLock { $0 }.first { $0.contains("took nothing") }?.hasPrefix(
                "/test.Test/Count was ended: its client, "), equals: true)
        // The queue is empty.
        let metrics = try await RawPeer.metrics(pair.server.address)
        expect(metrics["hearth_rpc_queued_bytes"], equals: "0", "\(metrics)")
        await pair.close()
    }

    /// Earlier messages are read first, also where the answer breaks off in the middle of a message.
    @Test func lateReaderGetsItsMessagesThenTheReason() async throws {
        let notices = AsyncStream<String>.makeStream()
        let pair = try await pair {
            $0.writeStallTimeout = .milliseconds(150)
            $0.notice = { notices.continuation.yield($0) }
        }
        let reader: RPCReader<Blob> = try await pair.client.serverStreaming(
            TestService.count, Blob([200] + [UInt8](repeating: 0, count: 2000)))
        for await notice in notices.stream where notice.contains("took nothing") { break }
        var count = 0
        let error = await expect(throws: RPCError.self) { while try await reader.next() != nil { count += 1 } }
        expect((error?.code, error?.message.contains("nothing of this stream")), are: (.resourceExhausted, true))
        expect(count, isAbove: 10)
        expect(count, isBelow: 200)
        // The connection still works.
        try await expect(pair.client.answer(TestService.echo, Blob("still here")).text, equals: "still here")
        await pair.close()
    }

    @Test func muchStalledOutputEndsTheConnection() async throws {
        let pair = try await pair {
            $0.writeStallTimeout = .milliseconds(150)
            $0.maxStalledBytes = 100_000
        }
        // Messages of 50,000 bytes, while the peer never enlarges its windows of 64 KiB.
        let code = try await RawPeer.talk(to: pair.server.address) { peer in
            for _ in 0..<4 {
                guard let stream = peer.session.request(RawPeer.headers(path: "/test.Test/Count")) else { return }
                peer.session.send(stream, RPCFrame(message: [200] + [UInt8](repeating: 0, count: 50_000)).bytes)
                peer.session.finish(stream, trailers: nil)
            }
        } until: {
            $0.goAway != nil
        } _: {
            $0.goAway
        }
        expect(code, equals: .enhanceYourCalm)
        await pair.close()
    }

    @Test func clientsCannotGiveTheirCallsAllTheTimeThereIs() async throws {
        let pair = try await pair({ $0.maxTimeout = .milliseconds(50) }) { _ in }
        let error = await pair.client.failure(TestService.hang, Blob(""), options: CallOptions(timeout: .seconds(3600)))
        expect(error?.code, equals: .deadlineExceeded)
        await expect([pair.service.log.next(), pair.service.log.next()], equals: ["hanging", "cancelled"])
    }
}

/// However a call ends early, its handler is cancelled at once.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct HandlerEndTests {
    /// A raw call of a method that hangs; `body` ends it.
    private func hang(
        _ pair: Pair, extra: [(String, String)] = [],
        _ body: @escaping @Sendable (RawPeer, HTTP2Stream) -> Void
    ) async throws {
        let loop = try EventLoop.start()
        let endpoint = try Endpoint(pair.server.address)
        let address = pair.server.address
        let headers = RawPeer.$authority.withValue(address) { RawPeer.headers(path: "/test.Test/Hang", extra: extra) }
        let (calls, made) = AsyncStream<LoopBound<(RawPeer, HTTP2Stream)>>.makeStream()
        loop.post {
            loop.connect(to: endpoint) { connected in
                guard let socket = try? connected.get(),
                    let peer = try? RawPeer(socket, address, { _ in false }, { _ in }),
                    let stream = peer.session.request(headers)
                else { return made.finish() }
                socket.start(peer)
                peer.session.send(stream, RPCFrame(message: []).bytes)
                peer.session.finish(stream, trailers: nil)
                peer.flush()
                made.yield(LoopBound((peer, stream), loop: loop))
                made.finish()
            }
        }
        let call = try require(await calls.first { _ in true })
        await expect(pair.service.log.next(), equals: "hanging")
        call.run { body($0, $1) }
        await expect(pair.service.log.next(), equals: "cancelled")
        await loop.stop()
    }

    @Test func aReset() async throws {
        let pair = try await Pair()
        try await hang(pair) { $0.cancel([$1]) }
    }

    @Test func theEndOfTheConnection() async throws {
        let pair = try await Pair()
        try await hang(pair) { peer, _ in peer.socket.close() }
    }

    @Test func aDeadline() async throws {
        let pair = try await Pair()
        try await hang(pair, extra: [("grpc-timeout", "100m")]) { _, _ in }
    }

    @Test func aDrain() async throws {
        let pair = try await Pair()
        let (drained, draining) = AsyncStream<Void>.makeStream()
        try await hang(pair) { _, _ in
            Task {
                await pair.server.shutdown(grace: .zero)
                draining.finish()
            }
        }
        for await _ in drained {}
        await pair.client.close()
    }
}

/// Everybody is a stranger.
private struct Strangers: Authenticator {
    func principal(of peer: Peer) -> Principal { .anonymous(.all) }
    func principal(authorization: String, of peer: Peer) throws(RPCError) -> Principal { .anonymous(.all) }
}

/// Tokens are names.
private struct TokenNames: Authenticator {
    func principal(of peer: Peer) -> Principal { .anonymous(.all) }
    func principal(authorization: String, of peer: Peer) throws(RPCError) -> Principal {
        Principal(id: authorization, rights: .all, credential: authorization)
    }
}
