internal import HearthHTTP2
internal import HearthEventLoop
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthRPCTestSupport
internal import Synchronization
internal import Expectations
internal import Testing

/// Accepts tokens: `Bearer NAME` is the caller of that name until it is revoked. Connections are anonymous, or
/// `opener`'s.
private final class Tokens: Authenticator {
    private let valid: Mutex<Set<String>>
    private let opener: Principal

    init(_ valid: Set<String>, opener: Principal = .anonymous(Rights(rawValue: 1))) {
        self.valid = Mutex(valid)
        self.opener = opener
    }

    func remove(_ token: String) { _ = valid.withLock { $0.remove(token) } }

    func principal(of peer: Peer) -> Principal { opener }

    func principal(authorization: String, of peer: Peer) throws(RPCError) -> Principal {
        let token = String(authorization.dropFirst("Bearer ".count))
        guard valid.withLock({ $0.contains(token) }) else {
            throw RPCError(.unauthenticated, "the token is not, or is no longer, valid")
        }
        return Principal(id: token, rights: .all, credential: token)
    }
}

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct CredentialTests {
    private func pair(_ tokens: Tokens, anonymousRate: Int = 10) async throws -> Pair {
        var settings = HTTP2Server.Settings()
        settings.authenticator = tokens
        settings.anonymous.callsPerSecond = anonymousRate
        return try await Pair(settings: settings)
    }

    private func options(_ token: String) -> CallOptions {
        var options = CallOptions()
        options.metadata.add("authorization", "Bearer \(token)")
        return options
    }

    private func code(_ body: () async throws -> Void) async -> RPCError.Code? {
        do { try await body() } catch { return (error as? RPCError)?.code }
        return nil
    }

    @Test func onlyConnectionsOfStrangersMakeRoom() async throws {
        var settings = HTTP2Server.Settings()
        settings.authenticator = Tokens(["ann"])
        settings.anonymous.maxConnections = 4
        let pair = try await Pair(settings: settings)
        let hanging = Task {
            await code {
                let _: Blob = try await pair.client.unary(TestService.hang, Blob(""), options: options("ann"))
            }
        }
        await expect(pair.service.log.next(), equals: "hanging")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await RawPeer.talk(to: pair.server.address) { _ in
                    } until: { _ in
                        false
                    } _: { _ in
                    }
                }
            }
            for _ in 0..<16 { try await group.next() }
            let other = RPCClient(transport: try HTTP2Transport(connectingTo: pair.server.address))
            try await expect(other.answer(TestService.whoAmI, Blob(""), options: options("ann")).text, equals: "ann")
            await other.close()
            hanging.cancel()
            await expect(hanging.value, equals: .cancelled)
            await pair.close()
            try await group.waitForAll()
        }
    }

    @Test func eachCallIsItsOwnCallers() async throws {
        let tokens = Tokens(["ann", "bob"])
        let pair = try await pair(tokens)
        for name in ["ann", "bob", "ann"] {
            let who: Blob = try await pair.client.unary(TestService.whoAmI, Blob(""), options: options(name))
            expect(who.text, equals: name)
        }
        try await expect(pair.client.answer(TestService.whoAmI, Blob("")).text, equals: "anonymous")
        await expect(
            code {
                let _: Blob = try await pair.client.unary(TestService.admin, Blob(""))
            }, equals: .unauthenticated)
        await expect(
            code {
                let _: Blob = try await pair.client.unary(TestService.whoAmI, Blob(""), options: options("eve"))
            }, equals: .unauthenticated)
        tokens.remove("bob")
        await expect(
            code {
                let _: Blob = try await pair.client.unary(TestService.whoAmI, Blob(""), options: options("bob"))
            }, equals: .unauthenticated)
    }

    @Test func anonymousCallersSendLittleAndUncompressed() async throws {
        let pair = try await pair(Tokens(["ann"]))
        let (fits, large) = (Blob(String(repeating: "x", count: 16_000)), Blob(String(repeating: "x", count: 17_000)))
        var packed = CallOptions()
        packed.compression = .gzip
        try await expect(pair.client.answer(TestService.whoAmI, fits).text, equals: "anonymous")
        await expect(
            code { let _: Blob = try await pair.client.unary(TestService.whoAmI, large) }, equals: .resourceExhausted)
        await expect(
            code { let _: Blob = try await pair.client.unary(TestService.whoAmI, fits, options: packed) },
            equals: .unimplemented)
        // With a credential both are allowed.
        var ann = options("ann")
        ann.compression = .gzip
        try await expect(pair.client.answer(TestService.whoAmI, large, options: ann).text, equals: "ann")
    }

    @Test func anonymousCallersAreRateLimited() async throws {
        let pair = try await pair(Tokens(["ann"]))
        var refused = 0
        for _ in 0..<100 {
            let code = await code { let _: Blob = try await pair.client.unary(TestService.whoAmI, Blob("")) }
            expect(code == nil || code == .resourceExhausted)
            if code != nil { refused += 1 }
        }
        expect(refused, isAbove: 0)
        for _ in 0..<100 {
            let who: Blob = try await pair.client.unary(TestService.whoAmI, Blob(""), options: options("ann"))
            expect(who.text, equals: "ann")
        }
    }

    @Test func twoCredentialsAreRefused() async throws {
        let pair = try await pair(Tokens(["ann"]))
        let both = RawPeer.headers(extra: [("authorization", "Bearer ann"), ("authorization", "Bearer ann")])
        try await expect(RawPeer.answer(to: pair.server.address, both).grpc, equals: "16")
    }

    @Test func revokingEndsTheCallsOfACredentialAndNoOthers() async throws {
        let tokens = Tokens(["ann", "bob"])
        let pair = try await pair(tokens)
        var readers: [String: RPCReader<Blob>] = [:]
        for name in ["ann", "bob"] {
            readers[name] = try await pair.client.serverStreaming(TestService.keep, Blob(""), options: options(name))
            await expect(pair.service.log.next(), equals: "kept")
        }
        let (token, client) = (options("bob"), pair.client)
        let hanging = Task { () async throws -> Blob in
            try await client.unary(TestService.hang, Blob(""), options: token)
        }
        await expect(pair.service.log.next(), equals: "hanging")
        tokens.remove("bob")
        pair.rpc.revoke(credential: "bob")
        await expect(code { _ = try await readers["bob"]?.next() }, equals: .unauthenticated)
        await expect(code { _ = try await hanging.value }, equals: .unauthenticated)
        expect(
            Set([await pair.service.log.next(), await pair.service.log.next()]), equals: ["ended revoked", "cancelled"])
        // The connection is not bob's, and ann's stream continues.
        for stream in pair.service.kept.all { stream.write(Blob("still")) }
        try await expect(readers["ann"]?.next()?.text, equals: "still")
        readers = [:]
    }

    @Test func revokingClosesTheConnectionsOfACredential() async throws {
        let opener = Principal(id: "phone", rights: .all, credential: "certificate 1")
        let pair = try await pair(Tokens([], opener: opener))
        let reader: RPCReader<Blob> = try await pair.client.serverStreaming(TestService.keep, Blob(""))
        await expect(pair.service.log.next(), equals: "kept")
        pair.rpc.revoke(credential: "certificate 2")
        let _: Blob = try await pair.client.unary(TestService.echo, Blob("still here"))
        pair.rpc.revoke(credential: "certificate 1")
        await expect(code { _ = try await reader.next() }, equals: .unauthenticated)
        await expect(pair.service.log.next(), equals: "ended revoked")
        // An idle peer is closed too, without a request of its own.
        let address = pair.server.address
        let rpc = pair.rpc
        let isGone = try await RawPeer.talk(to: address) { _ in
        } until: { peer in
            if peer.events.contains(where: { if case (.settings, _) = $0 { true } else { false } }) {
                rpc.revoke(credential: "certificate 1")
            }
            return false
        } _: { _ in
            true
        }
        expect(isGone)
    }

    @Test func callersWithoutANameMakeFourCallsAtOnce() async throws {
        let pair = try await pair(Tokens(["ann"]), anonymousRate: 1_000)
        let refused = try await RawPeer.talk(to: pair.server.address) { peer in
            for _ in 0..<5 {
                guard let stream = peer.session.request(RawPeer.headers(path: "/test.Test/Keep")) else { return }
                peer.session.send(stream, RPCFrame(message: []).bytes)
                peer.session.finish(stream, trailers: nil)
            }
        } until: { peer in
            peer.isClosed
        } _: { peer in
            peer.events.compactMap { event -> HTTP2Event? in
                if case .closed(_, .refusedStream) = event.0 { event.0 } else { nil }
            }.count
        }
        expect(refused, equals: 1)
        // Ended calls, and those with a credential, do not count.
        for _ in 0..<20 { let _: Blob = try await pair.client.unary(TestService.echo, Blob("")) }
        var readers: [RPCReader<Blob>] = []
        for _ in 0..<6 {
            readers.append(
                try await pair.client.serverStreaming(TestService.keep, Blob(""), options: options("ann")))
        }
        let _: Blob = try await pair.client.unary(TestService.echo, Blob(""))
        readers = []
    }

    @Test func cancelledCallsWithoutANameLeaveRoomForAsManyOthers() async throws {
        let pair = try await pair(Tokens(["ann"]))
        let log = pair.service.log
        let ends = try await RawPeer.talk(to: pair.server.address) { _ in
        } steps: { peer in
            for _ in 0..<2 { try await peer.cancelStubbornCalls(4, log) }
            // Eight handlers are busy with ended calls: there is no room for another one.
            peer.run { _ = $0.begin(4, "/test.Test/Stubborn") }
        } until: { peer in
            peer.events.filter { if case .closed = $0.0 { true } else { false } }.count == 12
        } _: { peer in
            peer.events.compactMap { event -> ErrorCode? in
                if case .closed(_, let code) = event.0 { code } else { nil }
            }
        }
        expect(ends.filter { $0 == .refusedStream }.count, equals: 4)
        expect(log.all.filter { $0 == "stubborn" }.count, equals: 8)
    }
}
