/// A service whose methods can be registered with a server. Generated service protocols refine it.
public protocol RPCService: Sendable {
    /// Registers every method.
    func register(in router: inout RPCRouter)
}

/// The methods of a server, by path. A later registration of the same path replaces the earlier one.
///
/// A method known only at run time is registered like any other, with ``RPCFrame`` as its message types.
public struct RPCRouter: Sendable {
    var routes: [String: Route] = [:]
    /// Methods besides ``routes``, which replace those with the same path.
    private var shared: SharedRoutes?
    private var host: (any AnyObject & Sendable)?
    private var makeCheck: @Sendable (any RPCMessage.Type) -> RequestCheck? = { _ in nil }

    /// Creates a router without methods: every call is answered with `UNIMPLEMENTED`.
    public init() {}

    /// Registers a service's methods.
    public mutating func register(_ service: any RPCService) {
        service.register(in: &self)
    }

    /// Registers methods that servers share.
    ///
    /// - Parameter host: what their handlers work on for this server.
    package mutating func share(_ shared: SharedRoutes, of host: any AnyObject & Sendable) {
        (self.shared, self.host) = (shared, host)
    }

    /// Removes every method of the service with this full name.
    public mutating func remove(service: String) {
        if let shared, shared.routes.values.contains(where: { $0.method.service == service }) {
            routes.merge(shared.routes) { own, _ in own }
            self.shared = nil
        }
        routes = routes.filter { $0.value.method.service != service }
    }

    /// The registered methods, in no particular order.
    public var methods: [MethodDescriptor] {
        let others = shared?.routes.values.filter { routes[$0.method.path] == nil } ?? []
        return routes.values.map(\.method) + others.map(\.method)
    }

    var table: RouteTable { RouteTable(routes.values, besides: shared?.table, host: host) }

    /// Installs a check of the requests of all methods but shared ones, also of those registered later; it runs before
    /// decoding. Messages that a client streams are not checked.
    ///
    /// - Parameter makeCheck: the check for requests of a type; nil for none. Called once for each method.
    package mutating func checkRequests(_ makeCheck: @escaping @Sendable (any RPCMessage.Type) -> RequestCheck?) {
        self.makeCheck = makeCheck
        routes = routes.mapValues { Route($0.method, $0.handler, reads: $0.request, makeCheck($0.request)) }
    }

    private mutating func add(_ method: MethodDescriptor, _ request: any RPCMessage.Type, _ handler: Route.Handler) {
        routes[method.path] = Route(method, handler, reads: request, makeCheck(request))
    }

    /// Registers a method with one request and one response.
    @inlinable
    public mutating func unary<Request: RPCMessage, Response: RPCMessage>(
        _ method: MethodDescriptor,
        _ handler: nonisolated(nonsending) @escaping @Sendable (Request, ServerContext) async throws -> Response
    ) {
        addUnary(method, Request.self) { frame, context in
            try await handler(try Request(request: frame), context).frame
        }
    }

    /// Registers a method with many requests and one response.
    @inlinable
    public mutating func clientStreaming<Request: RPCMessage, Response: RPCMessage>(
        _ method: MethodDescriptor,
        _ handler:
            nonisolated(nonsending) @escaping @Sendable (RPCReader<Request>, ServerContext) async throws -> Response
    ) {
        addClientStreaming(method, Request.self) { reader, context in
            try await handler(RPCReader(retyping: reader), context).frame
        }
    }

    /// Registers a method with one request and many responses. The call ends when the handler returns, unless it
    /// has called the writer's `handOver()`.
    @inlinable
    public mutating func serverStreaming<Request: RPCMessage, Response: RPCMessage>(
        _ method: MethodDescriptor,
        _ handler:
            nonisolated(nonsending) @escaping @Sendable (Request, RPCWriter<Response>, ServerContext) async throws ->
            Void
    ) {
        addServerStreaming(method, Request.self) { frame, writer, context in
            try await handler(try Request(request: frame), RPCWriter(retyping: writer), context)
        }
    }

    /// Registers a method with many requests and many responses.
    @inlinable
    public mutating func bidirectional<Request: RPCMessage, Response: RPCMessage>(
        _ method: MethodDescriptor,
        _ handler:
            nonisolated(nonsending) @escaping @Sendable (RPCReader<Request>, RPCWriter<Response>, ServerContext)
            async throws -> Void
    ) {
        addBidirectional(method, Request.self) { reader, writer, context in
            try await handler(RPCReader(retyping: reader), RPCWriter(retyping: writer), context)
        }
    }

    @usableFromInline
    mutating func addUnary(
        _ method: MethodDescriptor, _ request: any RPCMessage.Type,
        _ handler: nonisolated(nonsending) @escaping @Sendable (RPCFrame, ServerContext) async throws -> RPCFrame
    ) {
        add(method, request, .unary(handler))
    }

    @usableFromInline
    mutating func addClientStreaming(
        _ method: MethodDescriptor, _ request: any RPCMessage.Type,
        _ handler:
            nonisolated(nonsending) @escaping @Sendable (RPCReader<RPCFrame>, ServerContext) async throws -> RPCFrame
    ) {
        add(method, request, .clientStreaming(handler))
    }

    @usableFromInline
    mutating func addServerStreaming(
        _ method: MethodDescriptor, _ request: any RPCMessage.Type,
        _ handler:
            nonisolated(nonsending) @escaping @Sendable (RPCFrame, RPCWriter<RPCFrame>, ServerContext) async throws ->
            Void
    ) {
        add(method, request, .serverStreaming(handler))
    }

    @usableFromInline
    mutating func addBidirectional(
        _ method: MethodDescriptor, _ request: any RPCMessage.Type,
        _ handler:
            nonisolated(nonsending) @escaping @Sendable (RPCReader<RPCFrame>, RPCWriter<RPCFrame>, ServerContext)
            async throws -> Void
    ) {
        add(method, request, .bidirectional(handler))
    }
}

/// A request that could not be decoded; ``RPCServer/Options/decodingError`` maps it to a status.
@usableFromInline
struct UndecodableRequest: Error {
    let cause: any Error

    @usableFromInline
    init(cause: any Error) { self.cause = cause }
}

extension RPCMessage {
    /// Decodes a request; throws ``UndecodableRequest`` when it cannot.
    @inlinable
    init(request frame: RPCFrame) throws {
        do {
            try self.init(frame: frame)
        } catch {
            throw UndecodableRequest(cause: error)
        }
    }
}
