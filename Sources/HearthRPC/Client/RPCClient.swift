/// The response of a unary call, with its metadata.
public struct RPCResponse: Sendable {
    /// The response message, not yet decoded.
    public let frame: RPCFrame
    /// The response's headers.
    public let headers: Metadata
    /// The response's trailers.
    public let trailers: Metadata
}

// Calls run on their caller's executor: a function that does not looks up its task's preferred executor, under a lock,
// when it begins and when it returns.

/// A gRPC client. Generated clients are built on it; methods known only at run time are called with ``RPCFrame``
/// messages.
public final class RPCClient: Sendable {
    /// Defaults for a client's calls.
    public struct Options: Sendable {
        /// The timeout of a unary call that sets none; nil for no limit. Default: 60 s.
        public var defaultTimeout: Duration? = .seconds(60)
        /// Retry policies by method (`my.Service/Method`), by service (`my.Service`), or for all calls (an empty name).
        /// The most specific one applies; a call's own ``CallOptions/retryPolicy`` overrides them. Empty by default:
        /// only a method's author knows whether it may run twice.
        public var retryPolicies: [String: RetryPolicy] = [:]

        /// A 60 s timeout for unary calls and no retry policies.
        public init() {}
    }

    private let transport: any ClientTransport
    private let interceptors: [any ClientInterceptor]
    private let options: Options

    /// Creates a client that makes its calls over `transport`.
    ///
    /// - Parameter interceptors: run in order around every call; the first is the outermost.
    public init(
        transport: any ClientTransport, interceptors: [any ClientInterceptor] = [], options: Options = Options()
    ) {
        CallDeadline.clientBegins()
        self.transport = transport
        self.interceptors = interceptors
        self.options = options
    }

    /// Ends every call and closes the connection.
    public func close() async {
        await transport.close()
    }

    /// The executor on which messages arrive. A task that prefers it reads messages without a thread switch, and must
    /// not block it. nil when the transport has no thread of its own.
    public var executor: (any TaskExecutor)? { transport.executor }

    /// Sends one request and waits for the one response.
    @inlinable
    public nonisolated(nonsending) func unary<Request: RPCMessage, Response: RPCMessage>(
        _ method: MethodDescriptor, _ request: Request, options: CallOptions = CallOptions()
    ) async throws(RPCError) -> Response {
        try decoded(try await call(method, request.frame, options: options).frame)
    }

    /// Sends one request and waits for the one response, with its headers and trailers.
    public nonisolated(nonsending) func call(
        _ method: MethodDescriptor, _ request: RPCFrame, options: CallOptions = CallOptions()
    ) async throws(RPCError) -> RPCResponse {
        var options = options
        options.timeout = options.timeout ?? self.options.defaultTimeout
        complete(&options, method)
        guard !interceptors.isEmpty else { return try await Self.exchange(transport, method, request, options) }
        return try await intercepted(0, method, options) { [transport] options throws(RPCError) in
            try await Self.exchange(transport, method, request, options)
        }
    }

    private nonisolated(nonsending) static func exchange(
        _ transport: any ClientTransport, _ method: MethodDescriptor, _ request: RPCFrame, _ options: CallOptions
    ) async throws(RPCError) -> RPCResponse {
        let stream = try await transport.open(method, options: options)
        stream.send(request)
        stream.finishWriting()
        return try await onlyResponse(method, stream)
    }

    /// Sends many requests and waits for the one response.
    @inlinable
    public nonisolated(nonsending) func clientStreaming<Request: RPCMessage, Response: RPCMessage>(
        _ method: MethodDescriptor, options: CallOptions = CallOptions(),
        _ send: (RPCWriter<Request>) async throws -> Void
    ) async throws(RPCError) -> Response {
        let stream = try await begin(method, options)
        do {
            try await send(RPCWriter(retyping: Self.writer(stream)))
        } catch {
            // If the server has answered, its status says more than the writer's "the call is over".
            guard stream.trailers == nil else {
                return try decoded(try await Self.onlyResponse(method, stream).frame)
            }
            stream.stopReading()
            throw RPCError(error)
        }
        stream.finishWriting()
        return try decoded(try await Self.onlyResponse(method, stream).frame)
    }

    /// Sends one request and returns a reader of the responses.
    @inlinable
    public nonisolated(nonsending) func serverStreaming<Request: RPCMessage, Response: RPCMessage>(
        _ method: MethodDescriptor, _ request: Request, options: CallOptions = CallOptions()
    ) async throws(RPCError) -> RPCReader<Response> {
        let stream = try await begin(method, options)
        stream.send(request.frame)
        stream.finishWriting()
        return RPCReader(retyping: Self.reader(stream))
    }

    /// Opens a call whose requests and responses flow independently. The writer's `finish()` ends the requests.
    @inlinable
    public nonisolated(nonsending) func bidirectional<Request: RPCMessage, Response: RPCMessage>(
        _ method: MethodDescriptor, options: CallOptions = CallOptions()
    ) async throws(RPCError) -> (writer: RPCWriter<Request>, reader: RPCReader<Response>) {
        let stream = try await begin(method, options)
        return (RPCWriter(retyping: Self.writer(stream)), RPCReader(retyping: Self.reader(stream)))
    }

    @usableFromInline
    nonisolated(nonsending) func begin(
        _ method: MethodDescriptor, _ options: CallOptions
    ) async throws(RPCError) -> any ClientStream {
        guard !interceptors.isEmpty else { return try await transport.open(method, options: options) }
        var options = options
        complete(&options, method)
        return try await intercepted(0, method, options) { [transport] options throws(RPCError) in
            try await transport.open(method, options: options)
        }
    }

    /// Fills in the client's defaults and the deadline of the surrounding call.
    private func complete(_ options: inout CallOptions, _ method: MethodDescriptor) {
        if options.retryPolicy == nil, !self.options.retryPolicies.isEmpty {
            let policies = self.options.retryPolicies
            options.retryPolicy =
                policies["\(method.service)/\(method.method)"] ?? policies[method.service] ?? policies[""]
        }
        if let deadline = CallDeadline.current {
            options.timeout = CallDeadline.timeout(options.timeout, before: deadline, now: .now)
        }
    }

    @usableFromInline
    static func writer(_ stream: any ClientStream) -> RPCWriter<RPCFrame> { RPCWriter(stream) }

    @usableFromInline
    static func reader(_ stream: any ClientStream) -> RPCReader<RPCFrame> { RPCReader(stream) }

    @usableFromInline
    nonisolated(nonsending) static func onlyResponse(
        _ method: MethodDescriptor, _ stream: any ClientStream
    ) async throws(RPCError) -> RPCResponse {
        do throws(RPCError) {
            guard let frame = try await stream.next() else {
                throw RPCError(.unimplemented, "\(method.path) has one response; the call ended without it")
            }
            guard try await stream.next() == nil else {
                throw RPCError(.unimplemented, "\(method.path) has one response; more came")
            }
            return RPCResponse(
                frame: frame, headers: try await stream.headers(), trailers: stream.trailers ?? Metadata())
        } catch {
            stream.stopReading()
            throw error
        }
    }

    @inlinable
    func decoded<Response: RPCMessage>(_ frame: RPCFrame) throws(RPCError) -> Response {
        do {
            return try Response(frame: frame)
        } catch {
            throw RPCError(.internal, "the response cannot be decoded: \(error)", cause: error)
        }
    }

    private func intercepted<R: Sendable>(
        _ index: Int, _ method: MethodDescriptor, _ options: CallOptions,
        _ call: @escaping @Sendable (CallOptions) async throws(RPCError) -> R
    ) async throws(RPCError) -> R {
        guard index < interceptors.count else { return try await call(options) }
        return try await interceptors[index].intercept(method, options) { options throws(RPCError) in
            try await self.intercepted(index + 1, method, options, call)
        }
    }
}
