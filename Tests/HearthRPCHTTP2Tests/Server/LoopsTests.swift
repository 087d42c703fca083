internal import Foundation
internal import HearthHTTP2
internal import HearthEventLoop
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthRPCTestSupport
internal import Synchronization
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct LoopsTests {
    private func pair(on address: String, loops: Int) async throws -> Pair {
        var settings = HTTP2Server.Settings()
        settings.loops = loops
        return try await Pair(on: address, settings: settings)
    }

    @Test(arguments: ["127.0.0.1:0", "unix"])
    func eightConnectionsAreSharedByTwoLoops(_ address: String) async throws {
        let pair = try await pair(on: address == "unix" ? Pair.unixAddress() : address, loops: 2)
        var clients: [RPCClient] = []
        for number in 0..<8 {
            let client = RPCClient(transport: try HTTP2Transport(connectingTo: pair.server.address))
            try await expect(client.answer(TestService.echo, Blob("\(number)")).text, equals: "\(number)")
            clients.append(client)
        }
        let samples = try await RawPeer.metrics(pair.server.address)
        // The connection of this request is one of the nine.
        let loads = [0, 1].compactMap { samples["hearth_rpc_connections{loop=\"\($0)\"}"].flatMap { Int($0) } }
        expect((loads.count, loads.reduce(0, +), loads.allSatisfy { $0 == 4 || $0 == 5 }), are: (2, 9, true))
        expect(samples["hearth_rpc_calls_total{method=\"test.Test/Echo\",kind=\"unary\",status=\"OK\"}"], equals: "8")
        expect(samples["hearth_rpc_call_seconds_count{method=\"test.Test/Echo\",kind=\"unary\"}"], equals: "8")
        for client in clients { await client.close() }
    }

    /// Adds a method whose handler keeps the loop busy until "asked" is logged, then until another method was called,
    /// or for a moment.
    private func addSlow(to pair: Pair, until other: String) {
        let log = pair.service.log
        @Sendable func method(_ name: String) -> MethodDescriptor {
            MethodDescriptor(service: "test.Test", method: name, kind: .unary, right: Rights(rawValue: 1))
        }
        pair.rpc.updateRoutes { router in
            router.unary(method("Slow")) { (request: Blob, _: ServerContext) async throws -> Blob in
                log.note("begun")
                while !log.all.contains("asked") { usleep(1_000) }
                if !log.all.contains(other) { usleep(20_000) }
                log.note("slow")
                return request
            }
            router.unary(method(other)) { (request: Blob, _: ServerContext) async throws -> Blob in
                log.note(other)
                return request
            }
        }
    }

    private static func callSlow(_ peer: RawPeer) {
        for _ in 0..<60 {
            guard let stream = peer.session.request(RawPeer.headers(path: "/test.Test/Slow")) else { return }
            peer.session.send(stream, RPCFrame(message: [1]).bytes)
            peer.session.finish(stream, trailers: nil)
        }
    }

    @Test func callsThatWaitForTheirTurnEndWithTheirConnection() async throws {
        let pair = try await pair(on: "127.0.0.1:0", loops: 1)
        addSlow(to: pair, until: "Never")
        pair.service.log.note("asked")
        try await RawPeer.awaitCutOff(by: pair.server.address) { peer in
            Self.callSlow(peer)
            peer.flush()
            _ = peer.socket.loop.schedule(after: .milliseconds(100)) { peer.socket.close() }
        }
        // Its closing may be noticed after the request.
        var metrics = try await RawPeer.metrics(pair.server.address)
        while metrics["hearth_rpc_running_handlers"] != "0" {
            metrics = try await RawPeer.metrics(pair.server.address)
        }
        expect(metrics["hearth_rpc_running_handlers"], equals: "0")
    }

    @Test func busyServerDoesNotCutTimelyClients() async throws {
        let loop = try EventLoop.start()
        var settings = HTTP2Server.Settings()
        settings.prefaceTimeout = .seconds(2)
        let pair = try await Pair(settings: settings, loop: loop)
        let spoken = Spoken()
        let status = try await RawPeer.talk(to: pair.server.address) { peer in
            // It is accepted by then, and its timeout runs.
            usleep(50_000)
            loop.post {
                usleep(2_200_000)
                while !spoken.isSet.load(ordering: .acquiring) { usleep(1_000) }
            }
            guard let stream = peer.session.request(RawPeer.headers()) else { return }
            peer.session.send(stream, RPCFrame(message: [1]).bytes)
            peer.session.finish(stream, trailers: nil)
            peer.flush()
            spoken.isSet.store(true, ordering: .releasing)
        } _: {
            $0.field("grpc-status")
        }
        expect(status, equals: "0")
        await pair.close()
        await loop.stop()
    }

    private final class Spoken: Sendable {
        let isSet = Atomic(false)
    }

    @Test func everyLoopIsDrainedAndHearsOfRevocations() async throws {
        let pair = try await pair(on: "127.0.0.1:0", loops: 2)
        var readers: [RPCReader<Blob>] = []
        var clients: [RPCClient] = []
        for _ in 0..<4 {
            let client = RPCClient(transport: try HTTP2Transport(connectingTo: pair.server.address))
            readers.append(try await client.serverStreaming(TestService.keep, Blob("")))
            await expect(pair.service.log.next(), equals: "kept")
            clients.append(client)
        }
        pair.rpc.revoke(credential: "nobody's")
        await pair.server.shutdown(grace: .milliseconds(50))
        for reader in readers {
            await expect(failure { _ = try await reader.next() }?.code, equals: .unavailable)
        }
        for client in clients { await client.close() }
        await pair.client.close()
    }

    @Test func connectionsOverTheLimitAreClosedWithANotice() async throws {
        var settings = HTTP2Server.Settings()
        settings.maxConnections = 2
        let sink = Sink()
        settings.notice = { sink.add($0) }
        let pair = try await Pair(settings: settings)
        var clients: [RPCClient] = []
        for _ in 0..<2 {
            let client = RPCClient(transport: try HTTP2Transport(connectingTo: pair.server.address))
            let _: Blob = try await client.unary(TestService.echo, Blob(""))
            clients.append(client)
        }
        for _ in 0..<3 {
            await expect(pair.client.failure(TestService.echo, Blob(""))?.code, equals: .unavailable)
        }
        expect((sink.all.count, sink.all.first?.contains("2 are open")), are: (1, true))
        await clients.removeLast().close()
        let _: Blob = try await pair.client.unary(
            TestService.echo, Blob(""), options: CallOptions(timeout: .seconds(60), waitForReady: true))
        for client in clients { await client.close() }
    }

    private final class Sink: Sendable {
        private let texts = Mutex<[String]>([])
        func add(_ text: String) { texts.withLock { $0.append(text) } }
        var all: [String] { texts.withLock { $0 } }
    }

    /// In a process of its own, as the limit applies to a process.
    @Test func aShortageOfDescriptorsIsWaitedOut() async throws {
        await #expect(processExitsWith: .success) {
            let sink = Sink()
            var settings = HTTP2Server.Settings()
            settings.notice = { sink.add($0) }
            let pair = try await Pair(on: Pair.unixAddress(), settings: settings)
            let path = String(pair.server.address.dropFirst("unix:".count))
            // The clients' descriptors exist before the limit is lowered; connecting needs no more.
            let clients = (0..<16).map { _ in socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }
            try require(clients.allSatisfy { $0 >= 0 })
            // So do those of the language's timers and threads; from here on none are free.
            try await Task.sleep(for: .milliseconds(20))
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(7), &limit)
            let before = limit
            limit.rlim_cur = rlim_t((clients.max() ?? 0) + 4)
            setrlimit(__rlimit_resource_t(7), &limit)
            for client in clients {
                var address = sockaddr_un()
                address.sun_family = sa_family_t(AF_UNIX)
                withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
                let status = withUnsafePointer(to: &address) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        connect(client, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                    }
                }
                try require(status == 0)
            }
            while sink.all.isEmpty { usleep(5_000) }
            try require(sink.all[0].contains("EMFILE") || sink.all[0].contains("cannot accept"))
            // During the shortage next to no processor time is used.
            let used = clock()
            usleep(500_000)
            try require(Double(clock() - used) / Double(CLOCKS_PER_SEC) < 0.25)
            for client in clients { close(client) }
            limit = before
            setrlimit(__rlimit_resource_t(7), &limit)
            let echo: Blob = try await pair.client.unary(
                TestService.echo, Blob("again"), options: CallOptions(timeout: .seconds(60), waitForReady: true))
            try require(echo.text == "again")
            await pair.close()
        }
    }
}
