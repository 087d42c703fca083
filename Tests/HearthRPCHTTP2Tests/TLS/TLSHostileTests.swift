internal import HearthEventLoop
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthRPCTestSupport
internal import HearthTLS
internal import Synchronization
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct TLSHostileTests {
    /// Sends some bytes and waits for the end, or leaves.
    private final class Stranger: SocketHandler {
        let socket: Socket
        let done: () -> Void
        let leaves: Bool
        let reply: (Stranger, RawSpan) -> Void

        init(_ socket: Socket, leaves: Bool, reply: @escaping (Stranger, RawSpan) -> Void, done: @escaping () -> Void) {
            (self.socket, self.leaves, self.reply, self.done) = (socket, leaves, reply, done)
        }

        func received(_ bytes: RawSpan) {
            reply(self, bytes)
            if leaves { socket.close() }
        }
        func writesAreDone() {}
        func closed(_ error: LoopError?) { done() }
    }

    /// Connects, sends, and returns when the connection has ended.
    private func stranger(
        _ loop: EventLoop, _ address: String, _ bytes: [UInt8], leaves: Bool = false,
        reply: @escaping @Sendable (Stranger, RawSpan) -> Void = { _, _ in }
    ) async throws {
        let endpoint = try Endpoint(address)
        await withCheckedContinuation { continuation in
            loop.post {
                loop.connect(to: endpoint) { result in
                    guard let socket = try? result.get() else { return continuation.resume() }
                    socket.start(Stranger(socket, leaves: leaves, reply: reply) { continuation.resume() })
                    socket.write(bytes)
                }
            }
        }
    }

    private func hello(_ pair: TLSPair) throws -> [UInt8] {
        let session = try pair.pinned().makeSession(host: "localhost")
        try session.start()
        return session.takeOutput()
    }

    private func healthy(_ pair: TLSPair) async throws {
        let client = try pair.client(pair.pinned())
        let echo: Blob = try await client.unary(
            TestService.echo, Blob("well"), options: CallOptions(timeout: .seconds(60)))
        expect(echo.text, equals: "well")
        await client.close()
    }

    @Test func stalledHandshakeIsCutOff() async throws {
        let pair = try await TLSPair { $0.prefaceTimeout = .milliseconds(1500) }
        let loop = try EventLoop.start()
        let hello = try hello(pair)
        // Nothing at all; half a hello; a hello and then nothing; bytes one at a time, too slowly.
        for bytes in [[], Array(hello.prefix(40)), hello] as [[UInt8]] {
            let start = ContinuousClock.now
            try await stranger(loop, pair.server.address, bytes)
            expect(ContinuousClock.now - start, isAbove: .milliseconds(1200))
        }
        try await healthy(pair)
        await loop.stop()
        await pair.close()
    }

    @Test func aHandshakeWithoutHTTP2AfterItIsCutOff() async throws {
        let pair = try await TLSPair { $0.prefaceTimeout = .seconds(10) }
        let loop = try EventLoop.start()
        let session = try pair.pinned().makeSession(host: "localhost")
        try session.start()
        let hello = session.takeOutput()
        let bound = LoopBound(session, loop: loop)
        try await stranger(loop, pair.server.address, hello) { stranger, bytes in
            guard let session = bound.ifCurrent else { return }
            try? session.receive(bytes, established: {}, plaintext: { _ in })
            stranger.socket.write(session.takeOutput())
        }
        expect(session.isEstablished)
        try await healthy(pair)
        await loop.stop()
        await pair.close()
    }

    // Longer than the test may take, so that no timeout ends a connection.
    private static let never = Duration.seconds(600)

    @Test func noiseEndsAConnectionAtOnce() async throws {
        let pair = try await TLSPair { $0.prefaceTimeout = Self.never }
        let loop = try EventLoop.start()
        let hello = try hello(pair)
        for bytes in [
            [0x16] + [UInt8](repeating: 0xFF, count: 50), hello + [UInt8](repeating: 0x41, count: 500),
            Array("GET / HTTP/1.1\r\nHost : x\r\n\r\n".utf8), [0x80, 0x2E, 1, 0, 2],
        ] {
            try await stranger(loop, pair.server.address, bytes)
        }
        try await healthy(pair)
        await loop.stop()
        await pair.close()
    }

    /// More handshakes than the limit of connections: ended ones leave nothing behind.
    @Test func abortedHandshakesLeaveNothing() async throws {
        let pair = try await TLSPair { $0.maxConnections = 40 }
        let loop = try EventLoop.start()
        let hello = try hello(pair)
        for _ in 0..<30 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await stranger(loop, pair.server.address, hello, leaves: true) }
                }
                try await group.waitForAll()
            }
        }
        try await healthy(pair)
        await loop.stop()
        await pair.close()
    }

    @Test func handshakesCountAsConnections() async throws {
        let pair = try await TLSPair {
            $0.maxConnections = 5
            $0.prefaceTimeout = Self.never
        }
        let loop = try EventLoop.start()
        // One too many: the last one is closed, and the others stay until the server ends.
        let idle = (0..<6).map { _ in Task { try await stranger(loop, pair.server.address, [0x16]) } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in idle { group.addTask { try await task.value } }
            try await group.next()
            await pair.close()
            try await group.waitForAll()
        }
        await loop.stop()
    }

    @Test func aDrainingServerWaitsForNoHandshake() async throws {
        let pair = try await TLSPair { $0.prefaceTimeout = Self.never }
        let loop = try EventLoop.start()
        let idle = Task { try await stranger(loop, pair.server.address, [0x16, 3, 1]) }
        // The stranger's connection, and that of this request.
        while try await RawPeer.metrics(pair.server.address)["hearth_rpc_connections{loop=\"0\"}"] != "2" {
            await Task.yield()
        }
        await pair.close()
        try await idle.value
        await loop.stop()
    }
}
