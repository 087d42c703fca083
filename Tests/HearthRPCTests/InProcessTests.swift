internal import HearthRPC
internal import HearthRPCTestSupport
internal import Synchronization
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct InProcessTests {
    let service = TestService()

    func client(
        principal: Principal = .owner, interceptors: [any ClientInterceptor] = [],
        serverInterceptors: [any ServerInterceptor] = [], _ change: (inout RPCServer.Options) -> Void = { _ in }
    ) -> RPCClient {
        var router = RPCRouter()
        router.register(service)
        var options = RPCServer.Options()
        change(&options)
        let server = RPCServer(router: router, interceptors: serverInterceptors, options: options)
        return RPCClient(
            transport: InProcessTransport(server: server, principal: principal), interceptors: interceptors)
    }

    @Test func unaryAnswers() async throws {
        let answer: Blob = try await client().unary(TestService.echo, Blob("hello"))
        expect(answer.text, equals: "hello")
    }

    @Test func metadataGoesBothWays() async throws {
        var options = CallOptions()
        options.metadata.add("X-Echo", "yes")
        options.metadata.add("x-echo-bin", [0, 255])
        options.metadata.add("x-echo-bin", [7])
        let response = try await client().call(TestService.echo, Blob("m").frame, options: options)
        expect(response.headers["x-header"], equals: "yes")
        expect(response.trailers.binaries("x-trailer-bin"), equals: [[0, 255], [7]])
    }

    @Test func errorsKeepCodeMessageDetailsAndTrailers() async {
        let error = await expect(throws: RPCError.self) {
            let _: Blob = try await client().unary(TestService.fail, Blob("not now"))
        }
        expect(error?.code, equals: .failedPrecondition)
        expect(error?.message, equals: "not now")
        expect(error?.details, equals: [1, 2, 3])
        expect(error?.metadata["x-why"], equals: "asked")
    }

    @Test func serverStreamsInOrder() async throws {
        let reader: RPCReader<Blob> = try await client().serverStreaming(TestService.count, Blob([5, 0]))
        var seen: [UInt8] = []
        for try await blob in reader { seen.append(blob.bytes[0]) }
        expect(seen, equals: [0, 1, 2, 3, 4])
        expect(reader.trailers != nil)
    }

    @Test func clientStreams() async throws {
        let joined: Blob = try await client().clientStreaming(TestService.join) { (writer: RPCWriter<Blob>) in
            for text in ["a", "b", "c"] { try await writer.write(Blob(text)) }
        }
        expect(joined.text, equals: "abc")
    }

    @Test func bothSidesStream() async throws {
        let (writer, reader): (RPCWriter<Blob>, RPCReader<Blob>) = try await client().bidirectional(TestService.chat)
        for text in ["one", "two"] {
            try await writer.write(Blob(text))
            try await expect(reader.next()?.text, equals: text)
        }
        writer.finish()
        try await expectNil(reader.next())
    }

    @Test func unknownMethodIsNamed() async {
        let unknown = MethodDescriptor(service: "no.Such", method: "Thing", kind: .unary)
        let error = await expect(throws: RPCError.self) {
            let _: Blob = try await client().unary(unknown, Blob(""))
        }
        expect(error?.code, equals: .unimplemented)
        expect(error?.message.contains("/no.Such/Thing"), equals: true)
    }

    @Test func rightsAreCheckedBeforeTheHandler() async throws {
        let guest = client(principal: Principal(id: "guest", rights: Rights(rawValue: 1)))
        let _: Blob = try await guest.unary(TestService.echo, Blob("may"))
        for method in [TestService.admin, TestService.open] {
            let error = await expect(throws: RPCError.self) {
                let _: Blob = try await guest.unary(method, Blob("may not"))
            }
            expect(error?.code, equals: .permissionDenied)
        }
        let open = client { $0.methodsWithoutRight = .allowServices(["test.Test"]) }
        let _: Blob = try await open.unary(TestService.open, Blob("may"))
    }

    @Test func observerGetsEachFailedCall() async throws {
        var router = RPCRouter()
        router.register(service)
        let server = RPCServer(router: router)
        let failed = Mutex<[FailedCall]>([])
        server.onFailedCall { call in failed.withLock { $0.append(call) } }
        let guest = RPCClient(
            transport: InProcessTransport(
                server: server, principal: Principal(id: "guest", rights: Rights(rawValue: 1))))
        let _: Blob = try await guest.unary(TestService.echo, Blob("may"))
        for method in [TestService.admin, TestService.fail] {
            await expect(throws: RPCError.self) {
                let _: Blob = try await guest.unary(method, Blob("may not"))
            }
        }
        // The answer arrives first.
        while failed.withLock({ $0.count }) < 2 { await Task.yield() }
        let calls = failed.withLock { $0 }
        expect(calls.map(\.method), equals: [TestService.admin, TestService.fail])
        expect(calls.map { RPCError($0.error).code }, equals: [.permissionDenied, .failedPrecondition])
        expect(calls.allSatisfy { $0.principal.id == "guest" && $0.peer == .inProcess })
    }

    @Test func largeAndMalformedRequestsAreRefused() async {
        let small = client { $0.maxRequestBytes = 10 }
        let tooLarge = await expect(throws: RPCError.self) {
            let _: Blob = try await small.unary(TestService.echo, Blob([UInt8](repeating: 1, count: 11)))
        }
        expect(tooLarge?.code, equals: .resourceExhausted)
        expect(tooLarge?.message.contains("11"), equals: true)
        expect(tooLarge?.message.contains("10"), equals: true)
        let malformed = await expect(throws: RPCError.self) {
            let _: Blob = try await client().unary(TestService.echo, Blob([0xFF]))
        }
        expect(malformed?.code, equals: .invalidArgument)
        expect(malformed?.message.contains("never begins with FF"), equals: true)
    }

    @Test func deadlinesCancelTheHandler() async {
        let error = await expect(throws: RPCError.self) {
            let _: Blob = try await client().unary(
                TestService.hang, Blob(""), options: CallOptions(timeout: .milliseconds(20)))
        }
        expect(error?.code, equals: .deadlineExceeded)
        await expect(service.log.next(), equals: "hanging")
        await expect(service.log.next(), equals: "cancelled")
    }

    @Test func cancellingTheCallerCancelsTheHandler() async {
        let call = Task { () async throws -> Blob in try await client().unary(TestService.hang, Blob("")) }
        await expect(service.log.next(), equals: "hanging")
        call.cancel()
        await expect(service.log.next(), equals: "cancelled")
        await expect(throws: RPCError.self) { try await call.value }
    }

    @Test func droppingTheReaderCancelsTheCall() async throws {
        var reader: RPCReader<Blob>? = try await client().serverStreaming(TestService.keep, Blob(""))
        await expect(service.log.next(), equals: "kept")
        _ = consume reader
        reader = nil
        await expect(service.log.next(), equals: "ended cancelled")
    }

    @Test func aHandedOverStreamOutlivesItsHandler() async throws {
        let reader: RPCReader<Blob> = try await client().serverStreaming(TestService.keep, Blob(""))
        await expect(service.log.next(), equals: "kept")
        try await expect(reader.headers().isEmpty)
        let stream = try require(service.kept.all.first)
        let frame = Blob("shared").frame
        expect(stream.write(encoded: frame))
        try await expect(reader.next()?.text, equals: "shared")
        stream.finish(RPCError(.aborted, "begin again"))
        let error = await expect(throws: RPCError.self) { try await reader.next() }
        expect(error?.code, equals: .aborted)
        await expect(service.log.next(), equals: "ended finished")
        expect(!stream.write(encoded: frame))
    }

    @Test func aSlowReaderHoldsTheWriterBack() async throws {
        let client = client { $0.writeHighMark = 1000 }
        let request = Blob([100] + [UInt8](repeating: 0, count: 499))
        let reader: RPCReader<Blob> = try await client.serverStreaming(TestService.count, request)
        await expect(service.log.next(), equals: "wrote 0")
        await expect(service.log.next(), equals: "wrote 1")
        for _ in 0..<20 { await Task.yield() }
        expect(service.log.all, equals: ["wrote 0", "wrote 1"])
        var count = 0
        for try await _ in reader { count += 1 }
        expect(count, equals: 100)
    }

    @Test func methodsMayBeAddedWhileTheServerRuns() async throws {
        let server = RPCServer(router: RPCRouter())
        let client = RPCClient(transport: InProcessTransport(server: server))
        let method = MethodDescriptor(service: "later.Later", method: "Reverse", kind: .unary, right: .all)
        await expect(throws: RPCError.self) { try await client.call(method, RPCFrame(message: [1, 2])) }
        server.updateRoutes { router in
            router.unary(method) { (request: RPCFrame, _: ServerContext) in
                RPCFrame(message: request.message.reversed())
            }
        }
        expect(Array(try await client.call(method, RPCFrame(message: [1, 2])).frame.message), equals: [2, 1])
        server.updateRoutes { $0.remove(service: "later.Later") }
        await expect(throws: RPCError.self) { try await client.call(method, RPCFrame(message: [1, 2])) }
    }

    @Test func revokingEndsTheCallsOfACredential() async throws {
        let service = TestService()
        var router = RPCRouter()
        router.register(service)
        let server = RPCServer(router: router)
        var clients: [String: RPCClient] = [:]
        var readers: [String: RPCReader<Blob>] = [:]
        for name in ["ann", "bob"] {
            let principal = Principal(id: name, rights: .all, credential: name)
            let client = RPCClient(transport: InProcessTransport(server: server, principal: principal))
            clients[name] = client
            readers[name] = try await client.serverStreaming(TestService.keep, Blob(""))
            await expect(service.log.next(), equals: "kept")
        }
        server.revoke(credential: "bob")
        await expect(service.log.next(), equals: "ended revoked")
        let error = await expect(throws: RPCError.self) { _ = try await readers["bob"]?.next() }
        expect(error?.code, equals: .unauthenticated)
        for stream in service.kept.all { stream.write(Blob("still")) }
        try await expect(readers["ann"]?.next()?.text, equals: "still")
    }

    @Test func interceptorsStandAroundCallsOnBothSides() async throws {
        struct Server: ServerInterceptor {
            let log: TestService.Log
            func intercept(_ context: ServerContext, next: () async throws -> Void) async throws {
                if context.metadata["token"] != "42" { throw RPCError(.unauthenticated, "no token") }
                log.note("before")
                try await next()
                log.note("after")
            }
        }
        struct Client: ClientInterceptor {
            func intercept<R: Sendable>(
                _ method: MethodDescriptor, _ options: CallOptions,
                next: @escaping @Sendable (CallOptions) async throws(RPCError) -> R
            ) async throws(RPCError) -> R {
                var options = options
                options.metadata.add("token", "42")
                return try await next(options)
            }
        }
        let refused = client(serverInterceptors: [Server(log: service.log)])
        let error = await expect(throws: RPCError.self) {
            let _: Blob = try await refused.unary(TestService.echo, Blob("x"))
        }
        expect(error?.code, equals: .unauthenticated)
        let let_in = client(interceptors: [Client()], serverInterceptors: [Server(log: service.log)])
        let answer: Blob = try await let_in.unary(TestService.echo, Blob("x"))
        expect(answer.text, equals: "x")
        expect(service.log.all, equals: ["before", "after"])
    }
}
