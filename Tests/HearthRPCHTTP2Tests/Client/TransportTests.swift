internal import HearthRPC
@testable internal import HearthRPCHTTP2
internal import HearthRPCTestSupport
internal import Synchronization
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct TransportTests {
    private static func settings(_ change: (inout HTTP2Transport.Settings) -> Void = { _ in })
        -> HTTP2Transport.Settings
    {
        var settings = HTTP2Transport.Settings()
        settings.backoff = Backoff(initial: .milliseconds(20), maximum: .milliseconds(50))
        change(&settings)
        return settings
    }

    /// A server that answers with its name.
    private static func server(_ name: String, on address: String = Pair.unixAddress()) async throws -> HTTP2Server {
        var router = RPCRouter()
        router.unary(TestService.echo) { (_: Blob, _: ServerContext) in Blob(name) }
        return try await HTTP2Server.listen(RPCServer(router: router), on: address)
    }

    private func answers(_ client: RPCClient, _ count: Int) async throws -> [String: Int] {
        var seen: [String: Int] = [:]
        for _ in 0..<count {
            let blob: Blob = try await client.unary(
                TestService.echo, Blob("?"), options: CallOptions(timeout: .seconds(60), waitForReady: true))
            seen[blob.text, default: 0] += 1
        }
        return seen
    }

    private func reached(_ transport: HTTP2Transport, _ isIt: (ConnectionState) -> Bool) async -> Bool {
        for await state in transport.stateUpdates() where isIt(state) { return true }
        return false
    }

    @Test func callsTakeTurnsAmongServers() async throws {
        let servers = [try await Self.server("a"), try await Self.server("b"), try await Self.server("c")]
        let transport = try HTTP2Transport(
            connectingTo: servers.map(\.address), policy: .roundRobin, settings: Self.settings())
        let client = RPCClient(transport: transport)
        transport.connect()
        // Once all three are connected, each has a third; how long that takes depends on the machine.
        var shares: [String: Int] = [:]
        for _ in 0..<100 where Set(shares.values) != [3] {
            shares = try await answers(client, 9)
            try await Task.sleep(for: .milliseconds(5))
        }
        expect((shares, transport.state), are: (["a": 3, "b": 3, "c": 3], .ready))

        // One leaves: the others share its calls, and no call fails.
        await servers[0].shutdown(grace: .seconds(5))
        try await expectNil(answers(client, 20)["a"])
        // It is reconnected without a call that needs it.
        let again = try await Self.server("a", on: servers[0].address)
        for _ in 0..<400 where try await answers(client, 3)["a"] == nil { try await Task.sleep(for: .milliseconds(5)) }
        try await expect(answers(client, 9)["a"], equals: 3)

        await again.shutdown(grace: .zero)
        for server in servers.dropFirst() { await server.shutdown(grace: .zero) }
        await expect(reached(transport) { if case .unavailable = $0 { true } else { false } })
        await client.close()
        expect(transport.state, equals: .closed)
    }

    @Test func theFirstThatCanBeReachedAnswersAll() async throws {
        let server = try await Self.server("b")
        let client = RPCClient(
            transport: try HTTP2Transport(
                connectingTo: [Pair.unixAddress(), server.address], policy: .pickFirst, settings: Self.settings()))
        try await expect(answers(client, 5), equals: ["b": 5])
        await client.close()
        await server.shutdown(grace: .zero)
    }

    @Test func noAddressIsNoTransport() {
        let error = expect(throws: RPCError.self) { try HTTP2Transport(connectingTo: [], policy: .roundRobin) }
        expect(error?.code, equals: .invalidArgument)
        expect(throws: RPCError.self) {
            try HTTP2Transport(connectingTo: ["unix:/x", "nonsense"], policy: .roundRobin)
        }
    }

    @Test func connectingNeedsNoCall() async throws {
        let server = try await Self.server("a")
        let transport = try HTTP2Transport(connectingTo: server.address)
        expect(transport.state, equals: .idle)
        transport.connect()
        await expect(reached(transport) { $0 == .ready })
        await transport.close()
        await server.shutdown(grace: .zero)
    }

    @Test func backoffFailsCallsThatDoNotWaitForReady() async throws {
        let address = Pair.unixAddress()
        let transport = try HTTP2Transport(
            connectingTo: address, settings: Self.settings { $0.backoff = Backoff(initial: .seconds(600), jitter: 0) })
        let client = RPCClient(transport: transport)
        for _ in 0..<3 {
            let error = await client.failure(TestService.echo, Blob("x"))
            expect((error?.code, error?.message.contains("cannot connect to unix:")), are: (.unavailable, true))
        }
        let server = try await Self.server("a", on: address)
        // It is reachable now, but not tried before the end of the back-off.
        await expect(client.failure(TestService.echo, Blob("x")) != nil)
        let late = await client.failure(
            TestService.echo, Blob("x"), options: CallOptions(timeout: .milliseconds(50), waitForReady: true))
        expect(late?.code, equals: .deadlineExceeded)
        await client.close()
        await server.shutdown(grace: .zero)
    }

    @Test func aConnectionThatIsNotUsedIsClosed() async throws {
        let server = try await Self.server("a")
        let transport = try HTTP2Transport(
            connectingTo: server.address, settings: Self.settings { $0.idleTimeout = .milliseconds(50) })
        let client = RPCClient(transport: transport)
        try await expect(answers(client, 1), equals: ["a": 1])
        await expect(reached(transport) { $0 == .idle })
        try await expect(answers(client, 1), equals: ["a": 1])
        await client.close()
        await server.shutdown(grace: .zero)
    }

    @Test func aServerThatTakesOneCallAtATimeAnswersAll() async throws {
        var settings = HTTP2Server.Settings()
        settings.maxConcurrentStreams = 1
        let pair = try await Pair(settings: settings)
        let count = try await withThrowingTaskGroup(of: Blob.self) { group in
            for index in 0..<100 {
                group.addTask { try await pair.client.unary(TestService.echo, Blob("\(index)")) }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1.text) }.count
        }
        expect(count, equals: 100)
    }

    /// The handlers of cancelled calls are still busy when the others arrive.
    @Test func twoHundredCalledOffLeaveRoomForTwoHundred() async throws {
        let pair = try await Pair()
        func stubborn(_ count: Int) -> [Task<Blob, any Error>] {
            (0..<count).map { _ in Task { try await pair.client.unary(TestService.stubborn, Blob("")) } }
        }
        let running = stubborn(128)
        for _ in running { await expect(pair.service.log.next(), equals: "stubborn") }
        // Queued calls are cancelled first, so that none of them takes a slot that becomes free.
        for calls in [stubborn(72), running] {
            for call in calls { call.cancel() }
            for call in calls { await expect(throws: RPCError.self) { try await call.value } }
        }
        let answers = try await withThrowingTaskGroup(of: Blob.self) { group in
            for index in 0..<200 {
                group.addTask { try await pair.client.unary(TestService.echo, Blob("\(index)")) }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1.text) }
        }
        expect(answers.count, equals: 200)
        expect(pair.service.log.all.filter { $0 == "stubborn" }.count, equals: 128)
    }

    @Test func callsThatWaitCanBeCancelledAndTimeOut() async throws {
        var settings = HTTP2Server.Settings()
        settings.maxConcurrentStreams = 1
        let pair = try await Pair(settings: settings)
        let first = Task { () async throws -> Blob in try await pair.client.unary(TestService.hang, Blob("")) }
        await expect(pair.service.log.next(), equals: "hanging")
        let late = await pair.client.failure(
            TestService.echo, Blob("x"), options: CallOptions(timeout: .milliseconds(30)))
        expect(late?.code, equals: .deadlineExceeded)
        // A stream is in the queue once it is open; the cancellation of its task comes after it.
        let waiting: RPCReader<Blob> = try await pair.client.serverStreaming(TestService.keep, Blob(""))
        let second = Task { () async throws -> Blob? in try await waiting.next() }
        second.cancel()
        await expect(failure { try await second.value }?.code, equals: .cancelled)
        let third = Task { () async throws -> Blob in try await pair.client.unary(TestService.echo, Blob("3")) }
        first.cancel()
        try await expect(third.value.text, equals: "3")
    }

    @Test func requestsBeyondTheLimitAreNotSent() async throws {
        let pair = try await Pair()
        let client = RPCClient(
            transport: try HTTP2Transport(
                connectingTo: pair.server.address, settings: Self.settings { $0.maxRequestBytes = 1000 }))
        let error = await client.failure(TestService.echo, Blob([UInt8](repeating: 0, count: 1001)))
        expect(error?.code, equals: .resourceExhausted)
        expect(error?.message, equals: "a message of 1001 bytes is larger than the limit of 1000 bytes")
        let fits = Blob([UInt8](repeating: 0, count: 1000))
        try await expect(client.unary(TestService.echo, fits), equals: fits)
        await client.close()
    }
}
