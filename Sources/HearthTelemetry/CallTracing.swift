public import HearthRPC

/// Makes a span of each call of a server. A caller's `traceparent` says which trace the call belongs to; one that says that
/// the trace is not recorded is respected.
public struct ServerTracing: ServerInterceptor {
    private let queue: SpanQueue
    private let now: @Sendable () -> Duration

    /// - Parameter now: the time since 1970.
    public init(_ queue: SpanQueue, now: @escaping @Sendable () -> Duration) {
        self.queue = queue
        self.now = now
    }

    public func intercept(_ context: ServerContext, next: () async throws -> Void) async throws {
        var random = SystemRandomNumberGenerator()
        let caller = context.metadata[TraceContext.header].flatMap { TraceContext(traceparent: $0) }
        let own = caller?.child(using: &random) ?? TraceContext(using: &random)
        guard own.isSampled else { return try await TraceContext.$current.withValue(own) { try await next() } }
        let start = now()
        do {
            try await TraceContext.$current.withValue(own) { try await next() }
            queue.add(.call(context.method, .server, own, caller, start, now(), nil))
        } catch {
            queue.add(.call(context.method, .server, own, caller, start, now(), RPCError(error)))
            throw error
        }
    }
}

/// Makes a span of each call of a client that is a part of a trace, and passes the trace on.
public struct ClientTracing: ClientInterceptor {
    private let queue: SpanQueue
    private let now: @Sendable () -> Duration

    /// - Parameter now: the time since 1970.
    public init(_ queue: SpanQueue, now: @escaping @Sendable () -> Duration) {
        self.queue = queue
        self.now = now
    }

    public func intercept<R: Sendable>(
        _ method: MethodDescriptor, _ options: CallOptions,
        next: @escaping @Sendable (CallOptions) async throws(RPCError) -> R
    ) async throws(RPCError) -> R {
        guard let parent = TraceContext.current else { return try await next(options) }
        var random = SystemRandomNumberGenerator()
        let own = parent.child(using: &random)
        var options = options
        options.metadata.remove(TraceContext.header)
        options.metadata.add(TraceContext.header, own.traceparent)
        let start = now()
        do throws(RPCError) {
            let result = try await next(options)
            if own.isSampled { queue.add(.call(method, .client, own, parent, start, now(), nil)) }
            return result
        } catch {
            if own.isSampled { queue.add(.call(method, .client, own, parent, start, now(), error)) }
            throw error
        }
    }
}

extension TraceSpan {
    /// The span of a call, with the attributes of OpenTelemetry's conventions for RPC.
    fileprivate static func call(
        _ method: MethodDescriptor, _ kind: Kind, _ own: TraceContext, _ parent: TraceContext?, _ start: Duration,
        _ end: Duration, _ error: RPCError?
    ) -> TraceSpan {
        TraceSpan(
            context: own, parentID: parent?.spanID ?? [], name: String(method.path.dropFirst()), kind: kind,
            start: start, end: end,
            attributes: [
                "rpc.system": .text("grpc"), "rpc.service": .text(method.service), "rpc.method": .text(method.method),
                "rpc.grpc.status_code": .number(Int64(error?.code.rawValue ?? 0)),
            ], failure: error.map { $0.code.name })
    }
}
