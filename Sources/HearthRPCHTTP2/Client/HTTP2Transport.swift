internal import HearthHTTP2
public import HearthEventLoop
public import HearthRPC
public import HearthTLS

/// How calls are distributed over several servers.
public enum LoadBalancing: Hashable, Sendable {
    /// All calls go to the first reachable server.
    case pickFirst
    /// Calls rotate over all reachable servers.
    case roundRobin
}

/// A client transport for gRPC over HTTP/2, with one connection to each server, opened when a call needs it.
public final class HTTP2Transport: ClientTransport {
    /// Limits, timeouts and credentials of the transport.
    public struct Settings: Sendable {
        /// The largest response message, in bytes. Default: 4 MiB.
        public var maxResponseBytes = 4 << 20
        /// Flow-control window of a call, in bytes: what the server may send ahead of the reader. Default: 256 KiB.
        public var streamWindow: Int32 = 256 << 10
        /// Flow-control window of a connection, in bytes, shared by its calls. Default: 4 MiB.
        public var connectionWindow: Int32 = 4 << 20
        /// The trusted servers and the client's own certificate; nil for clear text.
        public var tls: ClientTLS?
        /// A bearer token sent with every call. Refused for connections to other machines without TLS.
        public var token: String?
        /// The largest request message, in bytes. Default: 4 MiB, the default limit of gRPC servers.
        public var maxRequestBytes = 4 << 20
        /// The largest header or trailer list, counted as SETTINGS_MAX_HEADER_LIST_SIZE is (RFC 9113, section 6.5.2):
        /// names and values, and 32 bytes for each field. Default: 16 KiB.
        public var maxHeaderBytes: UInt32 = 16 << 10
        /// The waits between attempts to connect.
        public var backoff = Backoff()
        /// How a lost server is detected: HTTP/2 PINGs on a connection.
        public var keepalive = Keepalive()
        /// How long a connection without calls stays open. Default: 30 min.
        public var idleTimeout: Duration = .seconds(30 * 60)
        /// Limits retries when many calls with a retry policy fail.
        public var retryThrottling = RetryThrottling()
        /// Bytes of a call's requests kept for a retry; a call that sends more is not retried. Default: 256 KiB.
        public var retryBufferBytes = 256 << 10

        /// The defaults above: clear text, no token.
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

    /// Creates a transport to one server. Connects at the first call, or with ``connect()``.
    ///
    /// - Parameters:
    ///   - address: `HOST:PORT`, `[ADDRESS]:PORT`, or as gRPC writes it: `dns:HOST:PORT`, `ipv4:ADDRESS:PORT` and
    ///     `ipv6:[ADDRESS]:PORT` (several of one server separated by commas), `unix:PATH`, `unix-abstract:NAME`.
    ///   - loop: the event loop to run on; nil for the one that clients share.
    /// - Throws: `INVALID_ARGUMENT` for a malformed address; `FAILED_PRECONDITION` for a token that would travel to
    ///   another machine in clear text.
    public convenience init(
        connectingTo address: String, loop: EventLoop? = nil, settings: Settings = Settings()
    ) throws(RPCError) {
        try self.init(connectingTo: [address], policy: .pickFirst, loop: loop, settings: settings)
    }

    /// Creates a transport to several servers. Connects at the first call, or with ``connect()``.
    ///
    /// - Parameters:
    ///   - addresses: several servers, each as in ``init(connectingTo:loop:settings:)-(String,_,_)``.
    ///   - policy: how calls are distributed over them.
    ///   - loop: the event loop to run on; nil for the one that clients share.
    /// - Throws: `INVALID_ARGUMENT` for a malformed address or an empty list; `FAILED_PRECONDITION` for a token that
    ///   would travel to another machine in clear text.
    public init(
        connectingTo addresses: [String], policy: LoadBalancing, loop: EventLoop? = nil, settings: Settings = Settings()
    ) throws(RPCError) {
        self.settings = settings
        let isTokenSafe: Bool
        do throws(LoopError) {
            var servers: [[Endpoint]] = []
            for address in addresses { servers.append(try Endpoint.list(address)) }
            guard !servers.isEmpty else {
                throw LoopError(message: "there is no address to connect to; give at least one")
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
                .failedPrecondition, "a token must not be sent to \(servers) in clear text; connect with TLS")
        }
    }

    deinit {
        channel.run { $0.close() }
    }

    /// The current state.
    public var state: ConnectionState { states.current }

    /// The current state, then every change; a slow reader gets only the latest.
    public func stateUpdates() -> AsyncStream<ConnectionState> { states.updates() }

    /// Connects without waiting for the first call; ``stateUpdates()`` reports the outcome.
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
