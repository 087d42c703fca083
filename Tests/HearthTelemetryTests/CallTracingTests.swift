@testable internal import HearthTelemetry
internal import Expectations
internal import HearthRPC
internal import Testing

/// Spans of calls, and that a trace goes through them.
@Suite(.timeLimit(.minutes(5))) struct CallTracingTests {
    private let queue = SpanQueue()
    private static let method = MethodDescriptor(service: "test.Test", method: "Do", kind: .unary)

    private static var options: RPCServer.Options {
        var options = RPCServer.Options()
        options.methodsWithoutRight = .allow
        return options
    }

    private func client(
        _ interceptors: [any ClientInterceptor] = [],
        _ handler: nonisolated(nonsending) @escaping @Sendable (RPCFrame, ServerContext) async throws -> RPCFrame
    ) -> RPCClient {
        var router = RPCRouter()
        router.unary(Self.method, handler)
        let tracing = ServerTracing(queue) { .seconds(7) }
        let server = RPCServer(router: router, interceptors: [tracing], options: Self.options)
        return RPCClient(
            transport: InProcessTransport(server: server, principal: .owner, peer: .inProcess),
            interceptors: interceptors)
    }

    private func call(_ client: RPCClient, _ traceparent: String? = nil) async throws {
        var options = CallOptions()
        if let traceparent { options.metadata.add("traceparent", traceparent) }
        let _: RPCFrame = try await client.unary(Self.method, RPCFrame(message: []), options: options)
    }

    @Test func aCallersTraceIsContinued() async throws {
        let outer = TraceContext(trace: "t", span: "outer")
        try await call(client { frame, _ in frame }, outer.traceparent)
        let span = try require(queue.take(most: 9).first)
        expect(
            (span.context.traceID, span.parentID, span.name, span.failure),
            are: (outer.traceID, outer.spanID, "test.Test/Do", nil))
    }

    @Test func aFailureIsOneOfTheSpan() async throws {
        let client = client { _, _ in throw RPCError(.notFound, "no") }
        _ = await expect(throws: RPCError.self) { try await call(client) }
        let span = try require(queue.take(most: 9).first)
        expect(
            (span.failure, span.parentID, span.attributes["rpc.grpc.status_code"]), are: ("NOT_FOUND", [], .number(5)))
    }

    @Test func aTraceThatIsNotRecordedHasNoSpans() async throws {
        var random = SystemRandomNumberGenerator()
        let text = TraceContext(using: &random).traceparent.dropLast(2) + "00"
        try await call(client { frame, _ in frame }, String(text))
        expect(queue.count, equals: 0)
    }

    @Test func callsOfAHandlerPassTheTraceOn() async throws {
        let queue = queue
        let next = client([ClientTracing(queue) { .seconds(7) }]) { frame, _ in frame }
        let first = client { frame, _ in
            let _: RPCFrame = try await next.unary(Self.method, frame)
            return frame
        }
        try await call(first)
        let spans = queue.take(most: 9)
        expect(spans.map(\.kind), equals: [.server, .client, .server])
        let (last, middle, outer) = (spans[0], spans[1], spans[2])
        expect(
            (Set(spans.map(\.context.traceID)).count, last.parentID, middle.parentID, outer.parentID),
            are: (1, middle.context.spanID, outer.context.spanID, []))
    }
}
