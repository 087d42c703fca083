internal import HearthHTTP2
public import HearthLoop
public import HearthRPC
public import HearthTLS

/// Which of several servers answers a call.
public enum LoadBalancing: Hashable, Sendable {
    /// All calls go to the first one that can be reached.
    case pickFirst
    /// Each call goes to the next of all that can be reached.
    case roundRobin
}

/// Carries calls to a server, or to several, by gRPC over HTTP/2: on one connection to each, which is made
/// when a call needs it.
public final class HTTP2Transport: ClientTransport {
    /// How the transport behaves.
    public struct Settings: Sendable {
        /// The largest response message, in bytes.
        public var maxResponseBytes = 4 << 20
        /// How many unread bytes the server may send on one call.
        public var streamWindow: Int32 = 256 << 10
        /// How many unread bytes the server may send on all calls.
        public var connectionWindow: Int32 = 4 << 20
        /// Which servers are believed, and how this client proves itself; clear text without it.
        public var tls: ClientTLS?
        /// A bearer token that goes along with every call. It goes over TLS, or to this machine, and nowhere else.
        public var token: String?
        /// The largest request message, in bytes: what servers take by default.
        public var maxRequestBytes = 4 << 20
        /// The most bytes that a response's headers, or its trailers, may have: names, values, and 32 for each field.
        public var maxHeaderBytes: UInt32 = 16 << 10
        /// How long to wait between attempts to connect.
        public var backoff = Backoff()
        /// How to find out that the server is gone.
        public var keepalive = Keepalive()
        /// How long a connection without calls is kept.
        public var idleTimeout: Duration = .seconds(30 * 60)
        /// How many calls with a retry policy may fail before none is repeated.
        public var retryThrottling = RetryThrottling()
        /// How many bytes of a call are kept for another attempt; with more it cannot be made again.
        public var retryBufferBytes = 256 << 10

        public init() {}

        var session: HTTP2Session.Options {
            var session = HTTP2Session.Options()
            session.streamWindow = streamWindow
            session.connectionWindow = connectionWindow
            session.maxHeaderListBytes = maxHeaderBytes
            return session
        }
    }

    private let settings: Settings
    private let channel: LoopBound<ClientChannel>
    private let states = ConnectionStates()

    /// - Parameters:
    ///   - address: `HOST:PORT`, `[ADDRESS]:PORT`, or as gRPC writes it: `dns:HOST:PORT`, `ipv4:ADDRESS:PORT` and
    ///     `ipv6:[ADDRESS]:PORT` (several of one server separated by commas), `unix:PATH`, `unix-abstract:NAME`.
    ///   - loop: the loop to run on; without one a loop that all clients share.
    /// - Throws: `INVALID_ARGUMENT` for what is no address; `FAILED_PRECONDITION` for a token that others could read on
    ///   its way.
    public convenience init(
        connectingTo address: String, loop: EventLoop? = nil, settings: Settings = Settings()
    ) throws(RPCError) {
        try self.init(connectingTo: [address], policy: .pickFirst, loop: loop, settings: settings)
    }

    /// - Parameters:
    ///   - addresses: several servers, each as in ``init(connectingTo:loop:settings:)-(String,_,_)``.
    ///   - policy: which of them answers a call.
    ///   - loop: the loop to run on; without one a loop that all clients share.
    /// - Throws: `INVALID_ARGUMENT` for what is no address, and for none; `FAILED_PRECONDITION` for a token that others
    ///   could read on its way.
    public init(
        connectingTo addresses: [String], policy: LoadBalancing, loop: EventLoop? = nil, settings: Settings = Settings()
    ) throws(RPCError) {
        self.settings = settings
        let isTokenSafe: Bool
        do throws(LoopError) {
            var servers: [[Endpoint]] = []
            for address in addresses { servers.append(try Endpoint.list(address)) }
            guard !servers.isEmpty else {
                throw LoopError(message: "There is no address to connect to; give at least one.")
            }
            isTokenSafe =
                settings.token == nil || settings.tls != nil || servers.joined().allSatisfy(\.isLocal)
            if policy == .pickFirst { servers = [servers.flatMap { $0 }] }
            let loop = if let loop { loop } else { try EventLoop.shared.get() }
            channel = LoopBound(ClientChannel(servers, loop, states, settings), loop: loop)
        } catch {
            throw RPCError(.invalidArgument, error.message, cause: error)
        }
        guard isTokenSafe else {
            let servers = addresses.joined(separator: ", ")
            throw RPCError(
                .failedPrecondition, "A token may not travel to \(servers) in clear text; connect with TLS.")
        }
    }

    deinit {
        channel.run { $0.close() }
    }

    /// How the client stands to its server now.
    public var state: ConnectionState { states.current }

    /// The state now and each that follows; only the newest is kept for a slow reader.
    public func stateUpdates() -> AsyncStream<ConnectionState> { states.updates() }

    /// Connects now instead of with the first call. Whether it comes to something, ``stateUpdates()`` says.
    public func connect() {
        channel.run { $0.connect() }
    }

    public nonisolated(nonsending) func open(
        _ method: MethodDescriptor, options: CallOptions
    ) async throws(RPCError) -> any ClientStream {
        var options = options
        if let token = settings.token { options.metadata.add("authorization", "Bearer \(token)") }
        let call = ClientCall(method, options, channel, settings)
        call.start()
        return call
    }

    public var executor: (any TaskExecutor)? { channel.loop }

    public func close() async {
        await withCheckedContinuation { continuation in
            channel.run {
                $0.close()
                continuation.resume()
            }
        }
    }
}
