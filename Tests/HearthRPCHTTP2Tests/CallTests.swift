internal import HearthEventLoop
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthRPCTestSupport
internal import Synchronization
internal import Expectations
internal import Testing

/// A server and a client on real sockets, closed at the end of the test.
struct Pair: Sendable {
    let service = TestService()
    let rpc: RPCServer
    let server: HTTP2Server
    let transport: HTTP2Transport
    let client: RPCClient

    init(
        on address: String = "127.0.0.1:0", _ change: (inout RPCServer.Options) -> Void = { _ in },
        settings: HTTP2Server.Settings = HTTP2Server.Settings(), loop: EventLoop? = nil
    ) async throws {
        var router = RPCRouter()
        router.register(service)
        var options = RPCServer.Options()
        change(&options)
        rpc = RPCServer(router: router, options: options)
        server = try await HTTP2Server.listen(rpc, on: address, loop: loop, settings: settings)
        transport = try HTTP2Transport(connectingTo: server.address)
        client = RPCClient(transport: transport)
        atEnd { [self] in await close() }
    }

    func close() async {
        service.patience.end()
        await client.close()
        await server.shutdown(grace: .seconds(5))
    }

    static func unixAddress() -> String { "unix:/tmp/hearth-test-\(UInt64.random(in: 0 ... .max)).sock" }
}

private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .sequentiallyConsistent) }
    func set() { value.store(true, ordering: .sequentiallyConsistent) }
}

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct CallTests {
    @Test(arguments: ["127.0.0.1:0", "[::1]:0", "unix"])
    func allFourKindsWork(_ address: String) async throws {
        let pair = try await Pair(on: address == "unix" ? Pair.unixAddress() : address)
        let client = pair.client
        try await expect(client.answer(TestService.echo, Blob("hello")).text, equals: "hello")

        let counted: RPCReader<Blob> = try await client.serverStreaming(TestService.count, Blob([5, 0]))
        var seen: [UInt8] = []
        for try await blob in counted { seen.append(blob.bytes[0]) }
        expect(seen, equals: [0, 1, 2, 3, 4])

        let joined: Blob = try await client.clientStreaming(TestService.join) { (writer: RPCWriter<Blob>) in
            for text in ["a", "b", "c"] { try await writer.write(Blob(text)) }
        }
        expect(joined.text, equals: "abc")

        let (writer, reader): (RPCWriter<Blob>, RPCReader<Blob>) = try await client.bidirectional(TestService.chat)
        for text in ["one", "two"] {
            try await writer.write(Blob(text))
            try await expect(reader.next()?.text, equals: text)
        }
        writer.finish()
        try await expectNil(reader.next())
        expect(pair.transport.state, equals: .ready)
    }

    @Test func emptyStreamsAndMessagesAreCalls() async throws {
        let pair = try await Pair()
        try await expect(pair.client.answer(TestService.echo, Blob("")).bytes.isEmpty)
        let none: RPCReader<Blob> = try await pair.client.serverStreaming(TestService.count, Blob([0]))
        try await expectNil(none.next())
        let joined: Blob = try await pair.client.clientStreaming(TestService.join) { (_: RPCWriter<Blob>) in }
        expect(joined.bytes.isEmpty)
    }

    @Test func metadataGoesBothWays() async throws {
        let pair = try await Pair()
        var options = CallOptions()
        options.metadata.add("x-echo", "yes")
        options.metadata.add("x-echo-bin", [0, 255])
        options.metadata.add("x-echo-bin", [7])
        let response = try await pair.client.call(TestService.echo, Blob("m").frame, options: options)
        expect(response.headers["x-header"], equals: "yes")
        expect(response.trailers.binaries("x-trailer-bin"), equals: [[0, 255], [7]])
    }

    @Test func errorsKeepCodeMessageDetailsAndTrailers() async throws {
        let pair = try await Pair()
        let error = await pair.client.failure(TestService.fail, Blob("tab\t, 100%, ☺"))
        expect(
            (error?.code, error?.message, error?.details, error?.metadata["x-why"]),
            are: (.failedPrecondition, "tab\t, 100%, ☺", [1, 2, 3], "asked"))
    }

    @Test func refusalsComeAsStatus() async throws {
        let pair = try await Pair { $0.maxRequestBytes = 1000 }
        let unknown = MethodDescriptor(service: "no.Such", method: "Thing", kind: .unary)
        let unimplemented = await pair.client.failure(unknown, Blob(""))
        expect((unimplemented?.code, unimplemented?.message.contains("/no.Such/Thing")), are: (.unimplemented, true))
        let tooLarge = await pair.client.failure(TestService.echo, Blob([UInt8](repeating: 1, count: 200_000)))
        expect((tooLarge?.code, tooLarge?.message.contains("200000")), are: (.resourceExhausted, true))
        expect(tooLarge?.message.contains("1000"), equals: true)
        await expect(pair.client.failure(TestService.echo, Blob([0xFF]))?.code, equals: .invalidArgument)
        await expect(pair.client.failure(TestService.open, Blob(""))?.code, equals: .permissionDenied)
        await pair.close()
    }

    /// Also of calls whose headers were read before.
    @Test func observerGetsEachFailedCall() async throws {
        let pair = try await Pair()
        let failed = Mutex<[FailedCall]>([])
        pair.rpc.onFailedCall { call in failed.withLock { $0.append(call) } }
        for method in [TestService.open, TestService.open, TestService.open, TestService.fail] {
            await expect(pair.client.failure(method, Blob("")) != nil)
        }
        while failed.withLock({ $0.count }) < 4 { await Task.yield() }
        let calls = failed.withLock { $0 }
        expect(
            calls.map(\.method.path),
            equals: [TestService.open, TestService.open, TestService.open, TestService.fail].map(\.path))
        expect(calls.prefix(3).allSatisfy { RPCError($0.error).code == .permissionDenied })
        expect(calls.allSatisfy { $0.peer.isLocal && $0.peer.address.hasPrefix("127.0.0.1:") })
    }

    @Test func largeMessagesPassTheWindows() async throws {
        let pair = try await Pair()
        let large = Blob([UInt8](repeating: 3, count: 3_000_000))
        try await expect(pair.client.answer(TestService.echo, large), equals: large)
        let (writer, reader): (RPCWriter<Blob>, RPCReader<Blob>) = try await pair.client.bidirectional(TestService.chat)
        async let sent: Void = {
            for _ in 0..<4 { try await writer.write(large) }
            writer.finish()
        }()
        var count = 0
        for try await blob in reader where blob == large { count += 1 }
        try await sent
        expect(count, equals: 4)
    }

    @Test func manyCallsAtOnceAreAnswered() async throws {
        let pair = try await Pair()
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<500 {
                group.addTask {
                    let answer: Blob = try await pair.client.unary(
                        TestService.echo, Blob([UInt8](repeating: 1, count: index)))
                    return answer.bytes.count
                }
            }
            return try await group.reduce(0, +)
        }
        expect(sum, equals: 500 * 499 / 2)
    }

    @Test func theClientsDeadlineCancelsTheHandler() async throws {
        let pair = try await Pair()
        // The timeout is meant for the call, not for connecting.
        let _: Blob = try await pair.client.unary(TestService.echo, Blob(""))
        let error = await pair.client.failure(
            TestService.hang, Blob(""), options: CallOptions(timeout: .milliseconds(100)))
        expect(error?.code, equals: .deadlineExceeded)
        await expect([pair.service.log.next(), pair.service.log.next()], equals: ["hanging", "cancelled"])
    }

    @Test func theServersDeadlineHoldsWithoutTheClients() async throws {
        let pair = try await Pair { $0.defaultTimeout = .milliseconds(50) }
        var options = RPCClient.Options()
        options.defaultTimeout = nil
        let client = RPCClient(transport: pair.transport, options: options)
        await expect(client.failure(TestService.hang, Blob(""))?.code, equals: .deadlineExceeded)
        await expect([pair.service.log.next(), pair.service.log.next()], equals: ["hanging", "cancelled"])
        await pair.close()
    }

    @Test func cancellingTheCallerCancelsTheHandler() async throws {
        let pair = try await Pair()
        let call = Task { () async throws -> Blob in try await pair.client.unary(TestService.hang, Blob("")) }
        await expect(pair.service.log.next(), equals: "hanging")
        call.cancel()
        await expect(pair.service.log.next(), equals: "cancelled")
        await expect(throws: RPCError.self) { try await call.value }
    }

    @Test func losingTheClientCancelsTheHandler() async throws {
        let pair = try await Pair()
        let call = Task { () async throws -> Blob in try await pair.client.unary(TestService.hang, Blob("")) }
        await expect(pair.service.log.next(), equals: "hanging")
        await pair.client.close()
        await expect(pair.service.log.next(), equals: "cancelled")
        await expect(throws: RPCError.self) { try await call.value }
    }

    @Test func droppingTheReaderEndsAHandedOverStream() async throws {
        let pair = try await Pair()
        var reader: RPCReader<Blob>? = try await pair.client.serverStreaming(TestService.keep, Blob(""))
        await expect(pair.service.log.next(), equals: "kept")
        let stream = try require(pair.service.kept.all.first)
        stream.write(Blob("shared"))
        try await expect(reader?.next()?.text, equals: "shared")
        reader = nil
        await expect(pair.service.log.next(), equals: "ended cancelled")
        expect(!stream.write(Blob("too late")))
    }

    @Test func aHandedOverStreamIsFinishedFromAnywhere() async throws {
        let pair = try await Pair()
        let reader: RPCReader<Blob> = try await pair.client.serverStreaming(TestService.keep, Blob(""))
        await expect(pair.service.log.next(), equals: "kept")
        let stream = try require(pair.service.kept.all.first)
        try await expect(reader.headers().isEmpty)
        for index in 0..<100 { stream.write(encoded: Blob([UInt8(index)]).frame) }
        stream.finish(RPCError(.aborted, "begin again"))
        var seen: [UInt8] = []
        let error = await expect(throws: RPCError.self) { for try await blob in reader { seen.append(blob.bytes[0]) } }
        expect((seen, error?.code), are: (Array(0..<100), .aborted))
        await expect(pair.service.log.next(), equals: "ended finished")
    }

    @Test func earlierWritesOfOtherThreadsGoFirst() async throws {
        let loop = try EventLoop.shared.get()
        let pair = try await Pair(loop: loop)
        let reader: RPCReader<Blob> = try await pair.client.serverStreaming(TestService.keep, Blob(""))
        await expect(pair.service.log.next(), equals: "kept")
        let stream = try require(pair.service.kept.all.first)
        for round in 0..<10 {
            let isLoopHeld = Flag()
            let isWritten = Flag()
            try await withThrowingTaskGroup { group in
                group.addTask {
                    await withCheckedContinuation { continuation in
                        loop.post {
                            isLoopHeld.set()
                            while !isWritten.isSet {}
                            stream.write(Blob("third \(round)"))
                            continuation.resume()
                        }
                    }
                }
                while !isLoopHeld.isSet { await Task.yield() }
                stream.write(Blob("first \(round)"))
                stream.write(Blob("second \(round)"))
                isWritten.set()
                try await group.waitForAll()
            }
            for place in ["first", "second", "third"] {
                try await expect(reader.next()?.text, equals: "\(place) \(round)")
            }
        }
    }

    @Test func aSlowReaderHoldsTheWriterBack() async throws {
        let pair = try await Pair()
        // 100 messages of 64 KiB: more than all windows and buffers between the two ends hold.
        let request = Blob([100] + [UInt8](repeating: 0, count: 65_535))
        let reader: RPCReader<Blob> = try await pair.client.serverStreaming(TestService.count, request)
        try await expect(reader.next() != nil)
        // An unread stream does not stall its connection.
        for _ in 0..<20 { let _: Blob = try await pair.client.unary(TestService.echo, Blob("alive")) }
        expect(pair.service.log.all.count, isBelow: 50)
        var count = 1
        for try await _ in reader { count += 1 }
        expect(count, equals: 100)
    }

    @Test func aSlowHandlerHoldsTheClientBack() async throws {
        let pair = try await Pair()
        let (writer, reader): (RPCWriter<Blob>, RPCReader<Blob>) = try await pair.client.bidirectional(TestService.chat)
        let written = TestService.Log()
        let writing = Task {
            for index in 0..<100 {
                try await writer.write(Blob([UInt8](repeating: 0, count: 65_536)))
                written.note("\(index)")
            }
            writer.finish()
        }
        for _ in 0..<20 { let _: Blob = try await pair.client.unary(TestService.echo, Blob("alive")) }
        expect(written.all.count, isBelow: 60)
        var count = 0
        for try await _ in reader { count += 1 }
        expect(count, equals: 100)
        try await writing.value
    }

    @Test func aHandlerRunsOnTheLoopAlsoAfterItHasWaited() async throws {
        let loop = try EventLoop.start()
        let method = MethodDescriptor(
            service: "test.Test", method: "Where", kind: .unary, right: Rights(rawValue: 1))
        var router = RPCRouter()
        router.unary(method) { (_: Blob, _: ServerContext) async throws -> Blob in
            var places = [UInt8(loop.isCurrent ? 1 : 0)]
            await Task.yield()
            places.append(loop.isCurrent ? 1 : 0)
            try await Task.sleep(for: .milliseconds(1))
            places.append(loop.isCurrent ? 1 : 0)
            return Blob(places)
        }
        let server = try await HTTP2Server.listen(RPCServer(router: router), on: "127.0.0.1:0", loop: loop)
        let client = RPCClient(transport: try HTTP2Transport(connectingTo: server.address))
        try await expect(client.answer(method, Blob("?")).bytes, equals: [1, 1, 1])
        await client.close()
        await server.shutdown(grace: .seconds(5))
        await loop.stop()
    }
}
