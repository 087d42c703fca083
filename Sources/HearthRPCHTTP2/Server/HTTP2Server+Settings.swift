public import HearthAssets
internal import HearthHTTP1
internal import HearthHTTP2
public import HearthJSON
internal import HearthEventLoop
public import HearthMetrics
public import HearthRPC
public import HearthTLS

extension HTTP2Server {
    /// Limits for callers who are not authenticated.
    public struct AnonymousLimits: Sendable {
        /// Open connections of such callers, including those not yet authenticated. Default: 512. Each further one
        /// closes the oldest of them, so that authenticated callers always find room.
        public var maxConnections = 512
        /// Calls that run at once on a connection. Default: 4. As many handlers again may still run for calls that
        /// ended; beyond either limit new calls get REFUSED_STREAM.
        public var maxCalls = 4
        /// Calls per second on a connection, on average over some seconds. Default: 10. Beyond it calls get
        /// RESOURCE_EXHAUSTED.
        public var callsPerSecond = 10
        /// The largest request message, in bytes. Default: 16 KiB.
        public var maxRequestBytes = 16 << 10
        /// Whether requests may be compressed, which costs the server a multiple of the client's cost. Default:
        /// false; such calls get UNIMPLEMENTED.
        public var acceptsGzip = false
        /// The time for an incomplete request to be completed. Default: 10 s.
        public var requestTime: Duration = .seconds(10)

        /// The default limits.
        public init() {}
    }

    /// Limits and timeouts of the server transport. They can be changed but not disabled.
    public struct Settings: Sendable {
        /// Open calls per connection (SETTINGS_MAX_CONCURRENT_STREAMS). Default: 128. As many handlers again may still
        /// run for calls that ended, such as cancelled ones; beyond that new calls get REFUSED_STREAM.
        public var maxConcurrentStreams: UInt32 = 128
        /// Limits for callers who are not authenticated.
        public var anonymous = AnonymousLimits()
        /// The largest header list, counted as SETTINGS_MAX_HEADER_LIST_SIZE is (RFC 9113, section 6.5.2): names and
        /// values, and 32 bytes for each field. Default: 16 KiB.
        public var maxHeaderListBytes: UInt32 = 16 << 10
        /// Flow-control window of a call, in bytes. Default: 64 KiB.
        public var streamWindow: Int32 = 64 << 10
        /// Flow-control window of a connection, in bytes, shared by its calls. Default: 1 MiB.
        public var connectionWindow: Int32 = 1 << 20
        /// Event loops, each on a thread of its own, over which connections are distributed. Default: 1.
        public var loops = 1
        /// Open connections in all; further ones are closed at once. Default: 1024.
        public var maxConnections = 1024
        /// Open connections of one authenticated caller, counted over all credentials of the person. Owners may have
        /// any number. Default: 128.
        public var maxConnectionsPerCaller = 128
        /// Open connections of all authenticated callers of one of the ``households``, without those of owners. At least
        /// one is always left for callers of others. Default: 768.
        public var maxConnectionsPerHousehold = 768
        /// Returns the IDs of the households that a caller belongs to. Called once for each connection whose caller
        /// is authenticated, on any thread; the connection counts in these until it closes. Default: none.
        public var households: @Sendable (Principal) -> Set<String> = { _ in [] }
        /// The part of ``maxConnections`` that callers who are not owners leave free, at most half. Default: 64.
        public var connectionsForOwners = 64
        /// Open connections from one remote network: an IPv4 address, or an IPv6 /64. Default: 64.
        public var maxConnectionsPerAddress = 64
        /// Open connections from one local address; nil for only the limit of ``maxConnections``. Unix sockets have no
        /// address and are not counted.
        public var maxConnectionsPerLocalAddress: Int?
        /// Access mode of a Unix socket's file. Default: 0600, only the server's user can connect.
        public var unixSocketMode: UInt16 = 0o600
        /// Receives messages for the operator, at most one a minute: refused connections, exhausted file descriptors.
        /// Called on any thread.
        public var notice: @Sendable (String) -> Void = { _ in }
        /// The time for a new connection to show which version of HTTP it uses. Default: 5 s.
        public var prefaceTimeout: Duration = .seconds(5)
        /// The time for a header block to complete once it has begun. Default: 5 s.
        public var headersTimeout: Duration = .seconds(5)
        /// The longest pause within an incomplete request of a unary or server-streaming method, or of plain HTTP.
        /// Default: 30 s.
        public var requestTimeout: Duration = .seconds(30)
        /// The time for such a request to be completed, even while bytes arrive. Default: 2 min.
        public var maxRequestTime: Duration = .seconds(120)
        /// Bytes of incomplete requests and messages over all connections. One caller may use a quarter of it; so may
        /// all unauthenticated callers together. Beyond it requests get RESOURCE_EXHAUSTED. Default: 64 MiB.
        public var maxIncompleteBytes = 64 << 20
        /// The time within which a client has to accept some of the pending data, on its connection and on each stream.
        /// Default: 30 s.
        public var writeStallTimeout: Duration = .seconds(30)
        /// Pending bytes, over all its calls, of a client that accepts none for ``writeStallTimeout``: with more its
        /// connection ends with ENHANCE_YOUR_CALM, with less only the stalled calls end, with RESOURCE_EXHAUSTED.
        /// Default: 8 MiB.
        public var maxStalledBytes = 8 << 20
        /// The silence after which an HTTP/2 client is sent a PING. Default: 2 min.
        public var keepAliveInterval: Duration = .seconds(120)
        /// The time to answer that PING before the connection is closed. Default: 20 s.
        public var keepAliveTimeout: Duration = .seconds(20)
        /// The shortest interval between a client's PINGs, unless data was sent to it since the last. Default: 10 s.
        public var minPingInterval: Duration = .seconds(10)
        /// PINGs that may come too early before the connection ends with ENHANCE_YOUR_CALM. Default: 2.
        public var maxPingStrikes = 2
        /// How long a connection may stay open without a call. Default: 15 min.
        public var maxIdle: Duration = .seconds(15 * 60)
        /// The age, ±10 %, at which a client is asked to reconnect. Default: 24 h.
        public var maxAge: Duration = .seconds(24 * 3600)
        /// How long the calls of such a connection may still run. Default: 5 min.
        public var maxAgeGrace: Duration = .seconds(5 * 60)
        /// The server's certificate and its requirements for clients. nil: clear text only, and no listening on
        /// addresses that other machines can reach.
        public var tls: ServerTLS?
        /// Which clients may connect without TLS. Default: those on this machine.
        public var clearText = ClearText.local
        /// The rights needed for `GET /metrics`. The ``authenticator`` assigns those of local users.
        public var metricsRight: Rights = .all
        /// Metrics of the program beside the server's own, for `GET /metrics`. Their names must not begin with
        /// `hearth_rpc_`. Called for each request, on any thread. Default: none.
        public var metrics: @Sendable () async -> [MetricFamily] = { [] }
        /// Why the program is not healthy, in words for everyone; nil while it is. `GET /healthz` then answers 503 with
        /// it. Called on a loop, so it must answer from memory. Default: always healthy.
        public var failure: @Sendable () -> String? = { nil }
        /// Assigns principals to connections and calls. Default: ``LocalOwner``.
        public var authenticator: any Authenticator = LocalOwner()

        /// The defaults above: clear text for local clients only, no TLS.
        public init() {}

        /// Which clients may connect without TLS.
        public enum ClearText: Hashable, Sendable {
            /// Clients on this machine: loopback addresses and Unix sockets.
            case local
            /// No client.
            case never
        }

        /// Names and addresses of this machine under which browsers and other callers without a credential may address
        /// it, beside `localhost`, `127.0.0.1` and `[::1]`, with any port. A name counts with and without `.local`.
        /// Requests for other hosts get 421, and gRPC's PERMISSION_DENIED. Default: the address that the server listens
        /// on.
        public var hosts: [String] = []
        /// Origins of web pages from other servers that may make calls. Default: none.
        public var allowedOrigins: [WebOrigin] = []
        /// Addresses of proxies whose `X-Forwarded-Proto` is trusted. Requests through them never count as local, and
        /// so not as an owner's without a credential.
        public var proxies: [String] = []
        /// The descriptors of messages for calls in JSON; nil refuses such calls.
        public var descriptors: SharedDescriptorPool?

        /// The page for browsers at `/`, and its files. Default: none.
        public var page: AssetTable?

        func gate(listeningOn endpoint: Endpoint) -> WebGate {
            guard case .tcp(let host, let port) = endpoint else { return WebGate(port: 0, hosts: hosts) }
            return WebGate(port: port, hosts: hosts + [host], origins: allowedOrigins, proxies: proxies)
        }

        var http1: HTTP1Options {
            var http1 = HTTP1Options()
            // Methods that no path accepts get 405, as over HTTP/2.
            http1.methods = Set(HTTP1Method.allCases)
            // The reader of a body limits each message, and a stream may have any number of them.
            http1.maxBodyBytes = .max
            http1.maxHeadBytes = Int(maxHeaderListBytes)
            http1.headTime = headersTimeout
            // As over HTTP/2, each call and page has its own time.
            http1.bodyPause = nil
            http1.bodyTime = nil
            return http1
        }

        /// - Parameter isHTTP1: whether the client uses HTTP/1.1, which has no pings.
        func lifetime(isHTTP1: Bool) -> ConnectionLifetime.Limits {
            ConnectionLifetime.Limits(
                keepAliveInterval: isHTTP1 ? nil : keepAliveInterval,
                keepAliveTimeout: keepAliveTimeout, idle: maxIdle, age: maxAge,
                grace: maxAgeGrace)
        }

        /// Handlers that may run for one connection: one per allowed call, and as many again for calls that have ended.
        var maxHandlers: Int { 2 * Int(maxConcurrentStreams) }

        var session: HTTP2Session.Options {
            var options = HTTP2Session.Options()
            options.maxConcurrentStreams = maxConcurrentStreams
            options.maxHeaderListBytes = maxHeaderListBytes
            options.streamWindow = streamWindow
            options.connectionWindow = connectionWindow
            return options
        }
    }
}
