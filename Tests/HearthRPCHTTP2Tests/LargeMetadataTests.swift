internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthRPCTestSupport
internal import Expectations
internal import Testing

/// Answers with as much metadata as requested.
private struct LargeService: RPCService {
    static let headers = MethodDescriptor(
        service: "test.Large", method: "Headers", kind: .unary, right: Rights(rawValue: 1))
    static let trailers = MethodDescriptor(
        service: "test.Large", method: "Trailers", kind: .unary, right: Rights(rawValue: 1))
    static let fail = MethodDescriptor(
        service: "test.Large", method: "Fail", kind: .unary, right: Rights(rawValue: 1))
    static let stream = MethodDescriptor(
        service: "test.Large", method: "Stream", kind: .serverStreaming, right: Rights(rawValue: 1))

    static func metadata(_ size: Int) -> Metadata {
        var metadata = Metadata()
        metadata.add("x-large", String(repeating: "x", count: size))
        return metadata
    }

    private static func size(_ blob: Blob) -> Int { Int(blob.text) ?? 0 }

    func register(in router: inout RPCRouter) {
        router.unary(Self.headers) { (request: Blob, context: ServerContext) async throws -> Blob in
            context.setResponseHeaders(Self.metadata(Self.size(request)))
            return request
        }
        router.unary(Self.trailers) { (request: Blob, context: ServerContext) async throws -> Blob in
            context.setTrailers(Self.metadata(Self.size(request)))
            return request
        }
        router.unary(Self.fail) { (request: Blob, _: ServerContext) async throws -> Blob in
            throw RPCError(.aborted, "on purpose", metadata: Self.metadata(Self.size(request)), details: [1])
        }
        router.serverStreaming(Self.stream) { (request: Blob, writer: RPCWriter<Blob>, context: ServerContext) in
            context.setTrailers(Self.metadata(Self.size(request)))
            try await writer.write(request)
        }
    }
}

/// Too large metadata ends the call, not the connection, and never hangs.
@Suite(.timeLimit(.minutes(5))) struct LargeMetadataTests {
    private static func pair() async throws -> (server: HTTP2Server, client: RPCClient) {
        var router = RPCRouter()
        router.register(LargeService())
        let server = try await HTTP2Server.listen(RPCServer(router: router), on: "127.0.0.1:0")
        return (server, RPCClient(transport: try HTTP2Transport(connectingTo: server.address)))
    }

    @Test(.timeLimit(.minutes(5)), arguments: [100, 6000, 15_000, 40_000, 63_000, 70_000, 1 << 20])
    func requestsGoOrFail(_ size: Int) async throws {
        let pair = try await Self.pair()
        let options = CallOptions(timeout: .seconds(60), metadata: LargeService.metadata(size))
        do {
            let _: Blob = try await pair.client.unary(LargeService.headers, Blob("1"), options: options)
            expect(size, isAtMost: 16_384)
        } catch {
            // Beyond the server's own limit it answers with HTTP status 431.
            expect(size, isAbove: 15_000)
            expect(error.code, equals: (size > 57_000 ? .resourceExhausted : .internal), "\(error)")
        }
        let _: Blob = try await pair.client.unary(LargeService.headers, Blob("1"))
        await pair.client.close()
        await pair.server.shutdown(grace: .zero)
    }

    @Test(.timeLimit(.minutes(5)), arguments: [100, 15_000, 40_000, 63_000, 70_000, 1 << 20])
    func responsesGoOrFail(_ size: Int) async throws {
        let pair = try await Self.pair()
        for method in [LargeService.headers, LargeService.trailers, LargeService.stream] {
            do {
                let _: Blob = try await pair.client.unary(
                    method, Blob("\(size)"), options: CallOptions(timeout: .seconds(60)))
                expect(size, isAtMost: 15_000, "\(method.method)")
            } catch {
                // The server sends up to 56 KiB; our client accepts 16.
                expect(size, isAbove: 15_000, "\(method.method): \(error)")
                expect(error.code, equals: .resourceExhausted, "\(method.method): \(error)")
            }
            let _: Blob = try await pair.client.unary(LargeService.headers, Blob("1"))
        }
        // The error matters more than its metadata.
        let error = await pair.client.failure(LargeService.fail, Blob("\(size)"))
        if size <= 15_000 || size > 57_000 {
            expect((error?.code, error?.message, error?.details), are: (.aborted, "on purpose", [1]))
            expect((error?.metadata["x-large"] != nil), equals: (size <= 15_000))
        } else {
            expect(error?.code, equals: .resourceExhausted)
        }
        await pair.client.close()
        await pair.server.shutdown(grace: .zero)
    }
}
