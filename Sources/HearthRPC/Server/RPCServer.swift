internal import Synchronization

/// A gRPC server, independent of the transport: looks up the method, checks the caller's rights, runs interceptors and
/// handler, maps errors to a status.
public final class RPCServer: Sendable {
    /// Limits and policies of a server. Limits can be changed but not disabled.
    public struct Options: Sendable {
        /// How calls of methods that declare no right are treated.
        public enum MethodsWithoutRight: Sendable {
            /// Refuse them with `PERMISSION_DENIED`. The default.
            case deny
            /// Allow every caller: for services with nothing to protect, such as a benchmark.
            case allow
            /// Allow the services with these full names: the first set to everyone, `toKnown` to authenticated callers
            /// only. Methods of other services are refused.
            case allowServices(Set<String>, toKnown: Set<String> = [])
        }

        /// How calls of methods that declare no right are treated. Default: ``MethodsWithoutRight/deny``.
        public var methodsWithoutRight: MethodsWithoutRight = .deny
        /// The largest request message, in bytes. Default: 4 MiB.
        public var maxRequestBytes = 4 << 20
        /// The timeout of a unary call whose client sets none. Default: 60 s.
        public var defaultTimeout: Duration = .seconds(60)
        /// The longest timeout that a client can set for a unary call. Default: 10 min.
        public var maxTimeout: Duration = .seconds(600)
        /// Bytes that a call may have queued before its writer suspends. Default: 64 KiB.
        public var writeHighMark = 64 << 10
        /// Maps a request that cannot be decoded to a status. Default: `INVALID_ARGUMENT`.
        public var decodingError: @Sendable (any Error, MethodDescriptor) -> RPCError = { error, method in
            RPCError(.invalidArgument, "the request of \(method.path) cannot be decoded: \(error)", cause: error)
        }

        /// The defaults above; methods without a right are refused.
        public init() {}
    }

    /// The options the server was created with.
    public let options: Options
    private let interceptors: [any ServerInterceptor]
    private let routes: Mutex<(router: RPCRouter, table: RouteTable)>
    private let generation = Atomic<Int>(0)
    private let revocations = Mutex<[ObjectIdentifier: @Sendable (String) -> Void]>([:])
    private let failures = Mutex<[@Sendable (FailedCall) -> Void]>([])

    /// Creates a server for the methods of `router`. It answers calls once a transport serves it.
    ///
    /// - Parameter interceptors: run in order around every handler; the first is the outermost.
    public init(router: RPCRouter, interceptors: [any ServerInterceptor] = [], options: Options = Options()) {
        self.options = options
        self.interceptors = interceptors
        self.routes = Mutex((router, router.table))
    }

    /// Adds, replaces or removes methods. Running calls are not affected.
    public func updateRoutes(_ body: @Sendable (inout RPCRouter) -> Void) {
        routes.withLock { routes in
            body(&routes.router)
            routes.table = routes.router.table
        }
        generation.add(1, ordering: .releasing)
    }

    /// Ends what a revoked credential opened: its running calls end with `UNAUTHENTICATED`, and connections opened with
    /// it are closed. New calls are refused by the ``Authenticator``, so update that first. Returns once every
    /// transport was notified.
    public func revoke(credential: String) {
        let told = revocations.withLock { Array($0.values) }
        for body in told { body(credential) }
    }

    /// Registers a transport's callback for ``revoke(credential:)``, nil to remove it. `body` is called on any thread.
    package func onRevoke(_ transport: ObjectIdentifier, _ body: (@Sendable (_ credential: String) -> Void)?) {
        revocations.withLock { $0[transport] = body }
    }

    /// Registers an observer of calls that end with an error: because the caller lacks the right, or because the
    /// handler throws. It is called after the answer, on the thread of the call, so it should be quick.
    ///
    /// It is not called for calls that the transport refuses before it knows caller and method, nor for streams that a
    /// handler handed over and that end later.
    public func onFailedCall(_ body: @escaping @Sendable (FailedCall) -> Void) {
        failures.withLock { $0.append(body) }
    }

    /// Notifies the observers of a call that failed.
    package func tell(_ call: FailedCall) {
        let bodies = failures.withLock { $0 }
        for body in bodies { body(call) }
    }

    /// The methods registered now, in no particular order.
    public var methods: [MethodDescriptor] { routes.withLock { $0.router.methods } }

    /// The current routes, and a generation that changes with them, for transports.
    package var currentRoutes: (table: RouteTable, generation: Int) {
        let seen = generation.load(ordering: .acquiring)
        return (routes.withLock { $0.table }, seen)
    }

    package var routesGeneration: Int { generation.load(ordering: .acquiring) }

    /// The status with which the principal's call of the method is refused; nil when it is allowed.
    package func refusal(_ method: MethodDescriptor, _ principal: Principal) -> RPCError? {
        if let right = method.right {
            if principal.rights.isSuperset(of: right) { return nil }
            if principal.isAnonymous { return Self.isUnknown(principal, method) }
            return RPCError(.permissionDenied, "\(principal.id) does not have the right to call \(method.path)")
        }
        switch options.methodsWithoutRight {
        case .allow: return nil
        case .allowServices(let open, _) where open.contains(method.service): return nil
        case .allowServices(_, let known) where known.contains(method.service):
            return principal.isAnonymous ? Self.isUnknown(principal, method) : nil
        case .deny, .allowServices:
            return RPCError(.permissionDenied, "\(method.path) declares no right, so no client may call it")
        }
    }

    /// The timeout of a call, given the one its client asked for; nil for none. Only unary calls are bounded.
    package func timeout(of kind: MethodKind, asked: Duration?) -> Duration? {
        kind == .unary ? min(asked ?? options.defaultTimeout, options.maxTimeout) : asked
    }

    private static func isUnknown(_ principal: Principal, _ method: MethodDescriptor) -> RPCError {
        let wayIn = principal.wayIn.map { "; \($0)" } ?? ""
        return RPCError(
            .unauthenticated, "\(method.path) requires an authenticated caller; pair first, or send a token\(wayIn)")
    }

    /// The status for a path that has no route.
    package static func unknownMethod(_ path: String) -> RPCError {
        RPCError(.unimplemented, "there is no method \(path)")
    }

    /// The status for any number of requests but one where one is expected: `UNIMPLEMENTED`, as gRPC prescribes for a
    /// method whose streaming kind the two sides see differently.
    package static func notOneRequest(_ method: MethodDescriptor, _ what: String) -> RPCError {
        RPCError(.unimplemented, "\(method.path) takes one request; \(what)")
    }

    /// The status for a message that is too large.
    package static func tooLarge(_ size: Int, limit: Int) -> RPCError {
        RPCError(.resourceExhausted, "a message of \(size) bytes is larger than the limit of \(limit) bytes")
    }

    /// The request messages of a call.
    package enum Requests: Sendable {
        case one(RPCFrame)
        case many(FrameQueue)
    }

    /// Runs a call's handler to its end and answers on `stream`. Generic, because opening an existential would cost a
    /// frame of its own.
    package nonisolated(nonsending) func serve(
        _ route: Route, _ requests: Requests, _ context: ServerContext, on stream: some ServerStream
    ) async {
        do {
            // Nearly every call takes this short path: each async function on the way costs a frame. The first kilobyte
            // of frames is one allocation; this frame and a usual handler's should fit into it.
            let frame =
                if isPlain(context), case .unary(let handler) = route.handler, case .one(let request) = requests {
                    try await handler(route.checked(request), context)
                } else {
                    try await respond(route, requests, context, stream)
                }
            answer(stream, frame)
        } catch {
            refuse(stream, error, context)
        }
    }

    /// Whether no interceptor or deadline scope surrounds the handler. Not inlined: keeps instants out of the caller's
    /// frame.
    @inline(never)
    private func isPlain(_ context: ServerContext) -> Bool {
        interceptors.isEmpty && !(CallDeadline.isOfUse && context.deadline != nil)
    }

    /// The only response of a call that has one. If the handler may make calls, they are bound to its deadline.
    @inline(never)
    private nonisolated(nonsending) func respond(
        _ route: Route, _ requests: Requests, _ context: ServerContext, _ stream: some ServerStream
    ) async throws -> RPCFrame? {
        guard CallDeadline.isOfUse, let deadline = context.deadline else {
            return try await intercepted(0, route, requests, context, stream)
        }
        return try await CallDeadline.bound(deadline) { try await intercepted(0, route, requests, context, stream) }
    }

    // Both out of line: their local variables would otherwise take room in every call's frame.

    @inline(never)
    private func answer(_ stream: some ServerStream, _ frame: RPCFrame?) {
        if let frame { stream.finish(frame, error: nil) } else { stream.handlerReturned() }
    }

    @inline(never)
    private func refuse(_ stream: some ServerStream, _ error: any Error, _ context: ServerContext) {
        if let error = error as? UndecodableRequest {
            stream.finish(nil, error: options.decodingError(error.cause, context.method))
        } else {
            stream.finish(nil, error: RPCError(error))
        }
        tell(FailedCall(method: context.method, principal: context.principal, peer: context.peer, error: error))
    }

    private nonisolated(nonsending) func intercepted(
        _ index: Int, _ route: Route, _ requests: Requests, _ context: ServerContext, _ stream: any ServerStream
    ) async throws -> RPCFrame? {
        guard index < interceptors.count else { return try await handle(route, requests, context, stream) }
        var frame: RPCFrame?
        try await interceptors[index].intercept(context) {
            frame = try await intercepted(index + 1, route, requests, context, stream)
        }
        return frame
    }

    /// The only response of a call that has one.
    private nonisolated(nonsending) func handle(
        _ route: Route, _ requests: Requests, _ context: ServerContext, _ stream: any ServerStream
    ) async throws -> RPCFrame? {
        switch (route.handler, requests) {
        case (.unary(let handler), .one(let request)):
            return try await handler(route.checked(request), context)
        case (.serverStreaming(let handler), .one(let request)):
            try await handler(route.checked(request), RPCWriter(stream), context)
            return nil
        case (.clientStreaming(let handler), .many(let queue)):
            return try await handler(RPCReader(RequestSource(queue)), context)
        case (.bidirectional(let handler), .many(let queue)):
            try await handler(RPCReader(RequestSource(queue)), RPCWriter(stream), context)
            return nil
        case (.unary, .many(let queue)), (.serverStreaming, .many(let queue)):
            guard let request = try await queue.next() else {
                throw Self.notOneRequest(route.method, "none came")
            }
            guard try await queue.next() == nil else {
                throw Self.notOneRequest(route.method, "more came")
            }
            return try await handle(route, .one(request), context, stream)
        case (.clientStreaming, .one), (.bidirectional, .one):
            throw RPCError(.internal, "\(route.method.path) takes a stream of requests")
        }
    }
}
