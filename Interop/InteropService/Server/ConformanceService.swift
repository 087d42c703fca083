internal import HearthMessage
public import HearthRPC

/// `grpc.testing.ConformanceService`. It answers as each request says, so that a test knows what a client of any
/// protocol must see. `Missing` is not implemented.
public struct ConformanceService: RPCService {
    /// The service's name, for ``RPCServer/Options/MethodsWithoutRight/allowServices(_:)``.
    public static let names: Set<String> = [Grpc_Testing_ConformanceMethods.ask.service]

    /// The longest pause that a plan may ask for, in milliseconds.
    static let maxDelay: UInt32 = 60_000

    public init() {}

    public func register(in router: inout RPCRouter) {
        for method in [Grpc_Testing_ConformanceMethods.ask, Grpc_Testing_ConformanceMethods.look] {
            router.unary(method) { (request: Grpc_Testing_AskRequest, context: ServerContext) in
                try await AskedAnswer(request.plan, context).one(requests: 1)
            }
        }
        router.serverStreaming(Grpc_Testing_ConformanceMethods.watch) {
            (request: Grpc_Testing_AskRequest, writer: RPCWriter<Grpc_Testing_AskResponse>, context: ServerContext) in
            var answer = AskedAnswer(request.plan, context)
            try await answer.rest(requests: 1, writer)
        }
        router.clientStreaming(Grpc_Testing_ConformanceMethods.collect) {
            (requests: RPCReader<Grpc_Testing_AskRequest>, context: ServerContext) in
            let first = try await requests.next()
            var count: UInt32 = first == nil ? 0 : 1
            while try await requests.next() != nil { count += 1 }
            return try await AskedAnswer(first?.plan, context).one(requests: count)
        }
        router.bidirectional(Grpc_Testing_ConformanceMethods.converse) {
            (
                requests: RPCReader<Grpc_Testing_AskRequest>, writer: RPCWriter<Grpc_Testing_AskResponse>,
                context: ServerContext
            ) in
            let first = try await requests.next()
            var answer = AskedAnswer(first?.plan, context)
            var count: UInt32 = 0
            if first != nil {
                repeat {
                    count += 1
                    try await answer.next(requests: count, writer)
                } while try await requests.next() != nil
            }
            try await answer.rest(requests: count, writer)
        }
    }
}

/// The remaining part of a plan.
private struct AskedAnswer {
    private let context: ServerContext
    private let plan: Grpc_Testing_AnswerPlan
    private var payloads: ArraySlice<[UInt8]>

    init(_ plan: Grpc_Testing_AnswerPlan?, _ context: ServerContext) {
        let plan = plan ?? Grpc_Testing_AnswerPlan()
        self.plan = plan
        self.context = context
        payloads = plan.payloads[...]
        if !plan.headers.isEmpty { context.setResponseHeaders(Metadata(plan.headers)) }
        if !plan.trailers.isEmpty { context.setTrailers(Metadata(plan.trailers)) }
        if plan.compresses { context.compression = .gzip }
    }

    /// The answer of a unary call.
    func one(requests: UInt32) async throws -> Grpc_Testing_AskResponse {
        try await pause()
        try fail()
        return message(plan.payloads.first ?? [], requests)
    }

    /// Sends the next message of a stream, if there is one.
    mutating func next(requests: UInt32, _ writer: RPCWriter<Grpc_Testing_AskResponse>) async throws {
        guard let payload = payloads.popFirst() else { return }
        try await pause()
        try await writer.write(message(payload, requests))
    }

    /// Sends the remaining messages of a stream, and ends it.
    mutating func rest(requests: UInt32, _ writer: RPCWriter<Grpc_Testing_AskResponse>) async throws {
        while !payloads.isEmpty { try await next(requests: requests, writer) }
        try await pause()
        try fail()
    }

    private func pause() async throws {
        guard plan.delayMs > 0 else { return }
        try await Task.sleep(for: .milliseconds(min(plan.delayMs, ConformanceService.maxDelay)))
    }

    private func fail() throws {
        guard let error = plan.error else { return }
        let details = error.details.isEmpty ? [] : error.serialized(reserving: 0)
        throw RPCError(
            RPCError.Code(rawValue: UInt8(clamping: error.code)) ?? .unknown, error.message, details: details)
    }

    private func message(_ payload: [UInt8], _ requests: UInt32) -> Grpc_Testing_AskResponse {
        var response = Grpc_Testing_AskResponse(
            payload: payload, metadata: context.metadata.ofTests, requests: requests)
        if context.isDeadlineOfCaller, let deadline = context.deadline {
            let (seconds, attoseconds) = (deadline - ContinuousClock.now).components
            response.timeoutMs = max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000)
        }
        return response
    }
}

extension Metadata {
    fileprivate init(_ fields: [Grpc_Testing_MetadataField]) {
        self.init()
        for field in fields {
            for text in field.texts { add(field.name, text) }
            for bytes in field.binaries { add(field.name, bytes) }
        }
    }

    /// The metadata of a call with names that begin with "x-", in the order of the names.
    fileprivate var ofTests: [Grpc_Testing_MetadataField] {
        Set(entries.map(\.name)).filter { $0.hasPrefix("x-") }.sorted().map { name in
            Grpc_Testing_MetadataField(name: name, texts: texts(name), binaries: binaries(name))
        }
    }
}
