internal import Synchronization

/// Answers calls, whatever transport they come by: finds the method, checks the caller's rights, runs interceptors
/// and handler, turns errors into a status.
public final class RPCServer: Sendable {
    /// How a server behaves. Limits may be changed, never switched off.
    public struct Options: Sendable {
        /// What is done with a method that declares no right.
        public enum MethodsWithoutRight: Sendable {
            /// Refuse it: every method of a home must say what it needs.
            case deny
            /// Let every caller use it: services that guard nothing, such as health or a benchmark.
            case allow
            /// Let those services be used, by their full names: some by everyone, some by callers who have said who
            /// they are. Refuse all others.
            case allowServices(Set<String>, toKnown: Set<String> = [])
        }

        /// What is done with a method that declares no right.
        public var methodsWithoutRight: MethodsWithoutRight = .deny
        /// The largest request, in bytes.
        public var maxRequestBytes = 4 << 20
        /// The time of a unary call whose client sets none.
        public var defaultTimeout: Duration = .seconds(60)
        /// The most time that a client may give a unary call.
        public var maxTimeout: Duration = .seconds(600)
        /// How many bytes a call may have queued before its writer waits.
        public var writeHighMark = 64 << 10
        /// The status for a request that cannot be decoded.
        public var decodingError: @Sendable (any Error, MethodDescriptor) -> RPCError = { error, method in
            RPCError(.invalidArgument, "The request of \(method.path) cannot be decoded: \(error)", cause: error)
        }

        public init() {}
    }

    /// How this server behaves.
    public let options: Options
    private let interceptors: [any ServerInterceptor]
    private let routes: Mutex<(router: RPCRouter, table: RouteTable)>
    private let generation = Atomic<Int>(0)
    private let revocations = Mutex<[ObjectIdentifier: @Sendable (String) -> Void]>([:])

    /// - Parameter interceptors: the first is the outermost.
    public init(router: RPCRouter, interceptors: [any ServerInterceptor] = [], options: Options = Options()) {
        self.options = options
        self.interceptors = interceptors
        self.routes = Mutex((router, RouteTable(router.routes.values)))
    }

    /// Changes what the server answers. Calls that run are not touched.
    public func updateRoutes(_ body: @Sendable (inout RPCRouter) -> Void) {
        routes.withLock { routes in
            body(&routes.router)
            routes.table = RouteTable(routes.router.routes.values)
        }
        generation.add(1, ordering: .releasing)
    }

    /// Ends what was opened by a credential that is no longer valid: calls that run with it end with
    /// `UNAUTHENTICATED`, connections that were opened by it are closed. New calls are the ``Authenticator``'s to
    /// refuse, so tell it first. Returns once the transports have been told.
    public func revoke(credential: String) {
        let told = revocations.withLock { Array($0.values) }
        for body in told { body(credential) }
    }

    /// Registers a transport for what ``revoke(credential:)`` tells; `body` may be called from any thread.
    package func onRevoke(_ transport: ObjectIdentifier, _ body: (@Sendable (_ credential: String) -> Void)?) {
        revocations.withLock { $0[transport] = body }
    }

    /// What is registered now, in no order.
    public var methods: [MethodDescriptor] { routes.withLock { $0.router.methods } }

    /// The routes of this moment, and a number by which a transport sees that they changed.
    package var currentRoutes: (table: RouteTable, generation: Int) {
        let seen = generation.load(ordering: .acquiring)
        return (routes.withLock { $0.table }, seen)
    }

    package var routesGeneration: Int { generation.load(ordering: .acquiring) }

    /// Whether a caller may call a method; the status if not.
    package func refusal(_ method: MethodDescriptor, _ principal: Principal) -> RPCError? {
        if let right = method.right {
            if principal.rights.isSuperset(of: right) { return nil }
            if principal.isAnonymous {
                return Self.isUnknown(method)
            }
            return RPCError(.permissionDenied, "\(principal.id) has not the right to call \(method.path).")
        }
        switch options.methodsWithoutRight {
        case .allow: return nil
        case .allowServices(let open, _) where open.contains(method.service): return nil
        case .allowServices(_, let known) where known.contains(method.service):
            return principal.isAnonymous ? Self.isUnknown(method) : nil
        case .deny, .allowServices:
            return RPCError(.permissionDenied, "\(method.path) declares no right, so nobody may call it.")
        }
    }

    /// The time a call has; nil for all there is.
    package func timeout(of kind: MethodKind, asked: Duration?) -> Duration? {
        kind == .unary ? min(asked ?? options.defaultTimeout, options.maxTimeout) : asked
    }

    private static func isUnknown(_ method: MethodDescriptor) -> RPCError {
        RPCError(.unauthenticated, "\(method.path) needs to know who calls; pair first, or send a token.")
    }

    /// The status for a path that has no route.
    package static func unknownMethod(_ path: String) -> RPCError {
        RPCError(.unimplemented, "There is no method \(path).")
    }

    /// The status for a call that brings none, or several, where one request is taken: gRPC has UNIMPLEMENTED for it,
    /// as for one of a method that the server knows in another form.
    package static func notOneRequest(_ method: MethodDescriptor, _ what: String) -> RPCError {
        RPCError(.unimplemented, "\(method.path) takes one request; \(what).")
    }

    /// The status for a message that is too large.
    package static func tooLarge(_ size: Int, limit: Int) -> RPCError {
        RPCError(.resourceExhausted, "A message of \(size) bytes is larger than the limit of \(limit) bytes.")
    }

    /// What a call has to read.
    package enum Requests: Sendable {
        case one(RPCFrame)
        case many(FrameQueue)
    }

    /// Runs a call's handler to its end and answers on `stream`. Generic, as an existential would be opened in a frame
    /// of its own.
    package nonisolated(nonsending) func serve(
        _ route: Route, _ requests: Requests, _ context: ServerContext, on stream: some ServerStream
    ) async {
        do {
            // Nearly every call goes the short way: each async function on the way costs a frame. The first kilobyte of
            // frames is one allocation, and a usual handler's are to fit into it with this one.
            let frame =
                if isPlain(context), case .unary(let handler) = route.handler, case .one(let request) = requests {
                    try await handler(request, context)
                } else {
                    try await respond(route, requests, context, stream)
                }
            answer(stream, frame)
        } catch {
            refuse(stream, error, route.method)
        }
    }

    /// Whether nothing stands around the handler. Out of line: a frame that mentions an instant has room for several.
    @inline(never)
    private func isPlain(_ context: ServerContext) -> Bool {
        interceptors.isEmpty && !(CallDeadline.isOfUse && context.deadline != nil)
    }

    /// The only response of a call that has one. Where the handler may make calls of its own, they end with its time.
    @inline(never)
    private nonisolated(nonsending) func respond(
        _ route: Route, _ requests: Requests, _ context: ServerContext, _ stream: some ServerStream
    ) async throws -> RPCFrame? {
        guard CallDeadline.isOfUse, let deadline = context.deadline else {
            return try await intercepted(0, route, requests, context, stream)
        }
        return try await CallDeadline.bound(deadline) { try await intercepted(0, route, requests, context, stream) }
    }

    // Out of line, both: what they work with would have its place in the frame of every call.

    @inline(never)
    private func answer(_ stream: some ServerStream, _ frame: RPCFrame?) {
        if let frame { stream.finish(frame, error: nil) } else { stream.handlerReturned() }
    }

    @inline(never)
    private func refuse(_ stream: some ServerStream, _ error: any Error, _ method: MethodDescriptor) {
        if let error = error as? UndecodableRequest {
            stream.finish(nil, error: options.decodingError(error.cause, method))
        } else {
            stream.finish(nil, error: RPCError(error))
        }
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
            return try await handler(request, context)
        case (.serverStreaming(let handler), .one(let request)):
            try await handler(request, RPCWriter(stream), context)
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
            throw RPCError(.internal, "\(route.method.path) takes a stream of requests.")
        }
    }
}
