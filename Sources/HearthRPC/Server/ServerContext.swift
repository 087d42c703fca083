internal import Synchronization

/// Identity and transport properties of a connection.
public final class ConnectionInfo: Sendable {
    /// The principal that the ``Authenticator`` assigned when the connection was opened.
    public let principal: Principal
    /// Address, locality, user id and certificate, as known to the transport.
    public let peer: Peer

    /// Describes a connection; transports create one for each that they accept.
    public init(principal: Principal, peer: Peer) {
        self.principal = principal
        self.peer = peer
    }
}

/// A call as its handler sees it: caller, deadline, request headers, and the response's headers and trailers.
public final class ServerContext: Sendable {
    package let route: Route
    /// What the handlers of the server's shared routes work on.
    package let host: (any AnyObject & Sendable)?
    /// The connection that carries the call.
    public let connection: ConnectionInfo
    /// When the call times out; the handler's task is cancelled then. nil without a deadline.
    public let deadline: ContinuousClock.Instant?
    /// Whether the client set the deadline; false when it is the server's default.
    public let isDeadlineOfCaller: Bool

    private let headers: HeaderSource
    private let response = Mutex(Response())
    private let compressing: Atomic<UInt8>

    /// Bits of `compressing`: requested by the handler; fixed, because headers or a message were sent; accepted by the
    /// client.
    private static let (isWished, isFixed, isAccepted): (UInt8, UInt8, UInt8) = (1, 2, 4)

    private struct Response {
        var headers: Metadata?
        var trailers: Metadata?
        var headersAreSent = false
    }

    /// Encoded request headers, parsed to metadata on demand: most handlers never read them.
    package struct HeaderSource: Sendable {
        let block: [UInt8]
        let parse: @Sendable ([UInt8]) -> Metadata

        package init(_ block: [UInt8], parse: @escaping @Sendable ([UInt8]) -> Metadata) {
            self.block = block
            self.parse = parse
        }
    }

    package init(
        route: Route, host: (any AnyObject & Sendable)?, connection: ConnectionInfo, principal: Principal,
        deadline: ContinuousClock.Instant?,
        isDeadlineOfCaller: Bool, acceptsGzip: Bool = false, headers: HeaderSource
    ) {
        compressing = Atomic(acceptsGzip ? Self.isAccepted : 0)
        self.route = route
        self.host = host
        self.connection = connection
        self.principal = principal
        self.deadline = deadline
        self.isDeadlineOfCaller = isDeadlineOfCaller
        self.headers = headers
    }

    /// The called method.
    public var method: MethodDescriptor { route.method }

    /// The request headers. Parsed at each access: keep the result when it is used twice.
    public var metadata: Metadata { headers.parse(headers.block) }

    /// The caller and its rights: the connection's principal, unless the call has an `authorization` header of its own.
    public let principal: Principal

    /// The transport's view of the other end: address, certificate.
    public var peer: Peer { connection.peer }

    /// The compression of the responses. Set it before the first one, or before the writer is handed over: later
    /// changes have no effect. Responses to a client that does not accept gzip are not compressed.
    public var compression: Compression {
        get { compressing.load(ordering: .relaxed) & Self.isWished == 0 ? .none : .gzip }
        set {
            var old = compressing.load(ordering: .relaxed)
            while old & Self.isFixed == 0 {
                let new = newValue == .gzip ? old | Self.isWished : old & ~Self.isWished
                let (isDone, seen) = compressing.compareExchange(expected: old, desired: new, ordering: .relaxed)
                if isDone { return }
                old = seen
            }
        }
    }

    /// Whether a response sent now is compressed. If so, this fixes it; otherwise only sending the headers does.
    package var compresses: Bool {
        let state = compressing.load(ordering: .relaxed)
        guard state & Self.isWished != 0, state & Self.isAccepted != 0 else { return false }
        return fixCompression()
    }

    /// Fixes the compression when the headers are sent; returns whether responses are compressed.
    @discardableResult
    package func fixCompression() -> Bool {
        var state = compressing.load(ordering: .relaxed)
        if state & Self.isFixed == 0 {
            state = compressing.bitwiseOr(Self.isFixed, ordering: .relaxed).newValue
        }
        return state & Self.isWished != 0 && state & Self.isAccepted != 0
    }

    /// Sets the response headers.
    ///
    /// - Returns: false, with nothing set, when the headers were sent already; the first message sends them.
    @discardableResult
    public func setResponseHeaders(_ metadata: Metadata) -> Bool {
        response.withLock { response in
            guard !response.headersAreSent else { return false }
            response.headers = metadata
            return true
        }
    }

    /// Sets the trailers, sent with the status. An error's own metadata is appended to them.
    public func setTrailers(_ metadata: Metadata) {
        response.withLock { $0.trailers = metadata }
    }

    /// Modifies the trailers set so far; for interceptors, after the handler.
    public func updateTrailers(_ body: (inout Metadata) -> Void) {
        response.withLock { response in
            var trailers = response.trailers ?? Metadata()
            body(&trailers)
            response.trailers = trailers.isEmpty ? nil : trailers
        }
    }

    /// Takes the response headers to send, and marks them as sent.
    package func takeResponseHeaders() -> Metadata? {
        response.withLock { response in
            response.headersAreSent = true
            return response.headers.take()
        }
    }

    package func takeTrailers() -> Metadata? {
        response.withLock { $0.trailers.take() }
    }

    /// Takes headers and trailers for a response that is sent in one piece.
    package func takeResponse() -> (headers: Metadata?, trailers: Metadata?) {
        response.withLock { response in
            response.headersAreSent = true
            return (response.headers.take(), response.trailers.take())
        }
    }
}
