public import HearthRPC

/// `grpc.testing.TestService` for gRPC's interoperability tests. It is registered by hand, because it inspects the
/// frame of each message. `UnimplementedCall` is not implemented, as the tests require.
public struct InteropTestService: RPCService {
    /// The service's name, for ``RPCServer/Options/MethodsWithoutRight/allowServices(_:)``.
    public static let names: Set<String> = [Grpc_Testing_TestMethods.emptyCall.service]

    /// The largest payload in bytes that a request may ask for.
    static let maxPayload: Int32 = 16 << 20

    public init() {}

    public func register(in router: inout RPCRouter) {
        router.unary(Grpc_Testing_TestMethods.emptyCall) { (request: Grpc_Testing_Empty, context: ServerContext) in
            EchoedMetadata.answer(context)
            return request
        }
        router.unary(Grpc_Testing_TestMethods.unaryCall) { (frame: RPCFrame, context: ServerContext) in
            try unary(frame, context)
        }
        router.clientStreaming(Grpc_Testing_TestMethods.streamingInputCall) {
            (requests: RPCReader<RPCFrame>, context: ServerContext) in
            try await upload(requests, context)
        }
        router.serverStreaming(Grpc_Testing_TestMethods.streamingOutputCall) {
            (frame: RPCFrame, writer: RPCWriter<Grpc_Testing_StreamingOutputCallResponse>, context: ServerContext) in
            EchoedMetadata.answer(context)
            let request = try Grpc_Testing_StreamingOutputCallRequest(frame: frame)
            Self.prepare(context, for: request)
            try await answer(request, writer)
        }
        router.bidirectional(Grpc_Testing_TestMethods.fullDuplexCall) {
            (
                requests: RPCReader<Grpc_Testing_StreamingOutputCallRequest>,
                writer: RPCWriter<Grpc_Testing_StreamingOutputCallResponse>, context: ServerContext
            ) in
            EchoedMetadata.answer(context)
            for try await request in requests {
                Self.prepare(context, for: request)
                try await answer(request, writer)
            }
        }
        router.bidirectional(Grpc_Testing_TestMethods.halfDuplexCall) {
            (
                requests: RPCReader<Grpc_Testing_StreamingOutputCallRequest>,
                writer: RPCWriter<Grpc_Testing_StreamingOutputCallResponse>, context: ServerContext
            ) in
            EchoedMetadata.answer(context)
            var all: [Grpc_Testing_StreamingOutputCallRequest] = []
            for try await request in requests {
                guard all.count < 1000 else {
                    throw RPCError(.resourceExhausted, "a half-duplex call takes no more than 1,000 requests")
                }
                all.append(request)
            }
            for request in all {
                Self.prepare(context, for: request)
                try await answer(request, writer)
            }
        }
    }

    private func unary(_ frame: RPCFrame, _ context: ServerContext) throws -> Grpc_Testing_SimpleResponse {
        EchoedMetadata.answer(context)
        let request = try Grpc_Testing_SimpleRequest(frame: frame)
        try Self.check(request.expectCompressed, frame)
        try Self.check(request.responseStatus)
        if request.responseCompressed?.value == true { context.compression = .gzip }
        return Grpc_Testing_SimpleResponse(payload: try Self.payload(request.responseType, request.responseSize))
    }

    private func upload(
        _ requests: RPCReader<RPCFrame>, _ context: ServerContext
    ) async throws -> Grpc_Testing_StreamingInputCallResponse {
        EchoedMetadata.answer(context)
        var size = 0
        for try await frame in requests {
            let request = try Grpc_Testing_StreamingInputCallRequest(frame: frame)
            try Self.check(request.expectCompressed, frame)
            size += request.payload?.body.count ?? 0
        }
        return Grpc_Testing_StreamingInputCallResponse(aggregatedPayloadSize: Int32(clamping: size))
    }

    private func answer(
        _ request: Grpc_Testing_StreamingOutputCallRequest,
        _ writer: RPCWriter<Grpc_Testing_StreamingOutputCallResponse>
    ) async throws {
        try Self.check(request.responseStatus)
        for parameters in request.responseParameters {
            if parameters.intervalUs > 0 { try await Task.sleep(for: .microseconds(parameters.intervalUs)) }
            // Payloads may be large, so none is made before the client can receive it.
            try await writer.waitUntilWritable()
            let payload = try Self.payload(request.responseType, parameters.size)
            try await writer.write(
                Grpc_Testing_StreamingOutputCallResponse(payload: payload),
                compress: parameters.compressed?.value ?? false)
        }
    }

    /// The call is compressed if any of its responses is; each response then has its own flag.
    private static func prepare(_ context: ServerContext, for request: Grpc_Testing_StreamingOutputCallRequest) {
        if request.responseParameters.contains(where: { $0.compressed?.value == true }) { context.compression = .gzip }
    }

    private static func payload(_ type: Grpc_Testing_PayloadType, _ size: Int32) throws -> Grpc_Testing_Payload {
        guard size >= 0, size <= maxPayload else {
            throw RPCError(.invalidArgument, "a payload of \(size) bytes cannot be made; 0 to \(maxPayload) can")
        }
        return Grpc_Testing_Payload(type: type, body: [UInt8](repeating: 0, count: Int(size)))
    }

    private static func check(_ expected: Grpc_Testing_BoolValue?, _ frame: RPCFrame) throws {
        guard let expected, expected.value != frame.wasCompressed else { return }
        throw RPCError(
            .invalidArgument,
            expected.value
                ? "the message was to be compressed, and is not" : "the message was not to be compressed, and is")
    }

    private static func check(_ status: Grpc_Testing_EchoStatus?) throws {
        guard let status, status.code != 0 else { return }
        throw RPCError(RPCError.Code(rawValue: UInt8(clamping: status.code)) ?? .unknown, status.message)
    }
}

/// Metadata that a test sends and expects back.
enum EchoedMetadata {
    static let initial = "x-grpc-test-echo-initial"
    static let trailing = "x-grpc-test-echo-trailing-bin"

    static func answer(_ context: ServerContext) {
        let sent = context.metadata
        var (headers, trailers) = (Metadata(), Metadata())
        for value in sent.texts(initial) { headers.add(initial, value) }
        for value in sent.binaries(trailing) { trailers.add(trailing, value) }
        if !headers.isEmpty { context.setResponseHeaders(headers) }
        if !trailers.isEmpty { context.setTrailers(trailers) }
    }
}
