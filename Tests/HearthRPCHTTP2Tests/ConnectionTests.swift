internal import HearthEventLoop
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthRPCTestSupport
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct ConnectionTests {
    @Test(arguments: ["0.0.0.0:0", "192.168.1.1:0", "[::]:0", "example.org:80"])
    func listeningForOtherMachinesIsRefused(_ address: String) async {
        let error = await expect(throws: RPCError.self) {
            try await HTTP2Server.listen(RPCServer(router: RPCRouter()), on: address)
        }
        expect((error?.code, error?.message.contains("other machines")), are: (.failedPrecondition, true))
    }

    @Test(arguments: ["nonsense", "host:port", "::1:80", "unix:", "127.0.0.1:99999"])
    func malformedAddressIsRefused(_ address: String) async {
        let error = await expect(throws: RPCError.self) {
            try await HTTP2Server.listen(RPCServer(router: RPCRouter()), on: address)
        }
        expect(error?.code, equals: .invalidArgument)
    }

    @Test func anAddressInUseIsOneClearError() async throws {
        for address in ["127.0.0.1:0", Pair.unixAddress()] {
            let pair = try await Pair(on: address)
            let error = await expect(throws: RPCError.self) {
                try await HTTP2Server.listen(RPCServer(router: RPCRouter()), on: pair.server.address)
            }
            expect((error?.code, error?.message.contains("in use")), are: (.unavailable, true))
            expect(error?.message.contains(pair.server.address), equals: true)
            await pair.close()
        }
    }

    @Test func withoutAServerCallsFailWithTheReason() async throws {
        let transport = try HTTP2Transport(connectingTo: Pair.unixAddress())
        let client = RPCClient(transport: transport)
        let error = await client.failure(TestService.echo, Blob("x"))
        expect((error?.code, error?.message.contains("cannot connect to unix:")), are: (.unavailable, true))
        if case .unavailable = transport.state {} else { Issue.record("The state is \(transport.state).") }
        let late = await client.failure(
            TestService.echo, Blob("x"), options: CallOptions(timeout: .milliseconds(120), waitForReady: true))
        expect(late?.code, equals: .deadlineExceeded)
        await client.close()
    }

    @Test func aCallThatWaitsForReadyIsMadeOnceThereIsAServer() async throws {
        let address = Pair.unixAddress()
        let transport = try HTTP2Transport(connectingTo: address)
        let client = RPCClient(transport: transport)
        let call = Task { () async throws -> Blob in
            try await client.unary(TestService.echo, Blob("early"), options: CallOptions(waitForReady: true))
        }
        for await state in transport.stateUpdates() { if case .unavailable = state { break } }
        _ = try await Pair(on: address)
        try await expect(call.value.text, equals: "early")
        await client.close()
    }

    @Test func theNextCallConnectsAgain() async throws {
        let address = Pair.unixAddress()
        let first = try await Pair(on: address)
        let client = RPCClient(transport: try HTTP2Transport(connectingTo: address))
        let _: Blob = try await client.unary(TestService.echo, Blob("1"))
        await first.close()
        let second = try await Pair(on: address)
        let answer: Blob = try await client.unary(TestService.echo, Blob("2"), options: CallOptions(waitForReady: true))
        expect(answer.text, equals: "2")
        await client.close()
        await second.close()
    }

    @Test func drainingLetsCallsFinish() async throws {
        let pair = try await Pair()
        let (writer, reader): (RPCWriter<Blob>, RPCReader<Blob>) = try await pair.client.bidirectional(TestService.chat)
        try await writer.write(Blob("before"))
        try await expect(reader.next()?.text, equals: "before")
        async let drained: Void = pair.server.shutdown(grace: .seconds(60))
        for await state in pair.transport.stateUpdates() where state != .ready { break }
        try await writer.write(Blob("after"))
        try await expect(reader.next()?.text, equals: "after")
        writer.finish()
        try await expectNil(reader.next())
        await drained
        await expect(pair.client.failure(TestService.echo, Blob("too late"))?.code, equals: .unavailable)
    }

    @Test func theEndOfTheGraceCancelsCalls() async throws {
        let pair = try await Pair()
        let call = Task { () async throws -> Blob in try await pair.client.unary(TestService.hang, Blob("")) }
        await expect(pair.service.log.next(), equals: "hanging")
        let reader: RPCReader<Blob> = try await pair.client.serverStreaming(TestService.keep, Blob(""))
        await expect(pair.service.log.next(), equals: "kept")
        await pair.server.shutdown(grace: .milliseconds(50))
        let ends = [await pair.service.log.next(), await pair.service.log.next()]
        expect(Set(ends), equals: ["cancelled", "ended draining"])
        await expect(failure { try await call.value }?.code, equals: .unavailable)
        await expect(failure { try await reader.next() }?.code, equals: .unavailable)
    }

    @Test func statesAreSeen() async throws {
        let pair = try await Pair()
        expect(pair.transport.state, equals: .idle)
        let _: Blob = try await pair.client.unary(TestService.echo, Blob(""))
        var updates = pair.transport.stateUpdates().makeAsyncIterator()
        await expect(updates.next(), equals: .ready)
        await pair.client.close()
        await expect(updates.next(), equals: .closed)
    }
}
