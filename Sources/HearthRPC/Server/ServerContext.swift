internal import Synchronization

/// Who is at the other end of a connection.
public final class ConnectionInfo: Sendable {
    /// Who opened it, and what they may do.
    public let principal: Principal
    /// What the transport knows of them.
    public let peer: Peer

    public init(principal: Principal, peer: Peer) {
        self.principal = principal
        self.peer = peer
    }
}

/// What a handler knows of its call, and may say beside its messages.
public final class ServerContext: Sendable {
    package let route: Route
    /// Who is at the other end.
    public let connection: ConnectionInfo
    /// When the call's time is over; the handler's task is cancelled then.
    public let deadline: ContinuousClock.Instant?
    /// Whether the caller set the deadline; else it is the server's own for calls that have none.
    public let isDeadlineOfCaller: Bool

    private let headers: HeaderSource
    private let response = Mutex(Response())
    private let compressing: Atomic<UInt8>

    /// Bits of `compressing`. Once a message or the headers are on their way, what was wished for is fixed.
    private static let (isWished, isFixed, isAccepted): (UInt8, UInt8, UInt8) = (1, 2, 4)

    private struct Response {
        var headers: Metadata?
        var trailers: Metadata?
        var headersAreSent = false
    }

    /// Headers as they came, and how they become metadata: most handlers never look.
    package struct HeaderSource: Sendable {
        let block: [UInt8]
        let parse: @Sendable ([UInt8]) -> Metadata

        package init(_ block: [UInt8], parse: @escaping @Sendable ([UInt8]) -> Metadata) {
            self.block = block
            self.parse = parse
        }
    }

    package init(
        route: Route, connection: ConnectionInfo, principal: Principal, deadline: ContinuousClock.Instant?,
        isDeadlineOfCaller: Bool, acceptsGzip: Bool = false, headers: HeaderSource
    ) {
        compressing = Atomic(acceptsGzip ? Self.isAccepted : 0)
        self.route = route
        self.connection = connection
        self.principal = principal
        self.deadline = deadline
        self.isDeadlineOfCaller = isDeadlineOfCaller
        self.headers = headers
    }

    /// The method that was called.
    public var method: MethodDescriptor { route.method }

    /// The headers that came with the call. Read from the wire's form each time: keep what you use twice.
    public var metadata: Metadata { headers.parse(headers.block) }

    /// Who calls, and what they may do: whoever opened the connection, unless the call brought a credential of its own.
    public let principal: Principal

    /// The other end of the connection: address, certificate.
    public var peer: Peer { connection.peer }

    /// How the responses are compressed. Set it before the first of them, or before the stream is handed over: later
    /// changes do nothing. A caller that does not accept gzip gets its responses as they are.
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

    /// Whether the responses are compressed, now that one goes out.
    package func fixCompression() -> Bool {
        var state = compressing.load(ordering: .relaxed)
        if state & Self.isFixed == 0 {
            state = compressing.bitwiseOr(Self.isFixed, ordering: .relaxed).newValue
        }
        return state & Self.isWished != 0 && state & Self.isAccepted != 0
    }

    /// Sets the headers of the response.
    /// - Returns: false, and nothing is set, when they are on their way: the first message takes them along.
    @discardableResult
    public func setResponseHeaders(_ metadata: Metadata) -> Bool {
        response.withLock { response in
            guard !response.headersAreSent else { return false }
            response.headers = metadata
            return true
        }
    }

    /// Sets the trailers, which go out with the status. An error's own metadata is added behind them.
    public func setTrailers(_ metadata: Metadata) {
        response.withLock { $0.trailers = metadata }
    }

    /// Changes the trailers as they are so far: what an interceptor does once the handler is done.
    public func updateTrailers(_ body: (inout Metadata) -> Void) {
        response.withLock { response in
            var trailers = response.trailers ?? Metadata()
            body(&trailers)
            response.trailers = trailers.isEmpty ? nil : trailers
        }
    }

    /// The response headers, now that they go out.
    package func takeResponseHeaders() -> Metadata? {
        response.withLock { response in
            response.headersAreSent = true
            return response.headers.take()
        }
    }

    package func takeTrailers() -> Metadata? {
        response.withLock { $0.trailers.take() }
    }

    /// Headers and trailers, for a response that goes out in one piece.
    package func takeResponse() -> (headers: Metadata?, trailers: Metadata?) {
        response.withLock { response in
            response.headersAreSent = true
            return (response.headers.take(), response.trailers.take())
        }
    }
}
