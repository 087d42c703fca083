internal import HearthHTTP2
public import HearthRPC
public import HearthTLS

extension HTTP2Server {
    /// Limits of the transport. They may be changed, never switched off.
    public struct Settings: Sendable {
        /// How many calls a client may have open on one connection. As many handlers again may still be busy with calls
        /// that are over, as cancelled ones are; with more, new calls get REFUSED_STREAM.
        public var maxConcurrentStreams: UInt32 = 128
        /// How many calls of callers that have not said who they are run at once on one connection. As many handlers
        /// again may still be busy with calls that are over; with more of either, new calls get REFUSED_STREAM.
        public var maxAnonymousCalls = 4
        /// The most bytes of headers, counted as HTTP/2 does: names, values, 32 for each field.
        public var maxHeaderListBytes: UInt32 = 16 << 10
        /// How many unread bytes a client may send on one call.
        public var streamWindow: Int32 = 64 << 10
        /// How many unread bytes a client may send on all calls of a connection.
        public var connectionWindow: Int32 = 1 << 20
        /// How many loops, each on its thread, share the connections. What one loop serves, no other waits for.
        public var loops = 1
        /// How many connections may be open. Further ones are closed at once.
        public var maxConnections = 1024
        /// How many connections one address of another machine may have open.
        public var maxConnectionsPerAddress = 64
        /// How many connections an address of this machine may have open, beside ``maxConnections``; Unix sockets have
        /// no address.
        public var maxConnectionsPerLocalAddress: Int?
        /// Told, at most once a minute, of what whoever runs the server should know: connections that were refused,
        /// descriptors that ran out. Called from any thread.
        public var notice: @Sendable (String) -> Void = { _ in }
        /// The time for the beginning of HTTP/2 on a new connection.
        public var prefaceTimeout: Duration = .seconds(5)
        /// The time for a header block that has begun to come to its end.
        public var headersTimeout: Duration = .seconds(5)
        /// How long nothing may come of a request that is sent whole (of unary and server-streaming methods, and of
        /// HTTP) before it is complete.
        public var requestTimeout: Duration = .seconds(30)
        /// The time in which a client must take some of what is sent to it, on its connection and on each stream.
        public var writeStallTimeout: Duration = .seconds(30)
        /// The most bytes that may wait for a client that takes none of them for ``writeStallTimeout``, in all of its
        /// calls. With more the connection ends with ENHANCE_YOUR_CALM; with less its calls end, each by itself.
        public var maxStalledBytes = 8 << 20
        /// After so much silence a client is asked for a sign of life.
        public var keepAliveInterval: Duration = .seconds(120)
        /// The time in which that has to come; then the connection is closed.
        public var keepAliveTimeout: Duration = .seconds(20)
        /// How much time a client must let pass between two pings, unless it is sent something between them.
        public var minPingInterval: Duration = .seconds(10)
        /// How many pings may come earlier than that before the connection ends with ENHANCE_YOUR_CALM.
        public var maxPingStrikes = 2
        /// How long a connection may be open without a call.
        public var maxIdle: Duration = .seconds(15 * 60)
        /// How long a connection may be open, give or take a tenth; then its client is asked to open another.
        public var maxAge: Duration = .seconds(24 * 3600)
        /// How long the calls of such a connection may go on.
        public var maxAgeGrace: Duration = .seconds(5 * 60)
        /// How the server proves itself, and what it asks of clients. Without it there is clear text only, and no
        /// listening where other machines could connect.
        public var tls: ServerTLS?
        /// Who may speak without TLS.
        public var clearText = ClearText.local
        /// What a caller needs to see `GET /metrics`; callers on this machine need nothing.
        public var metricsRight: Rights = .all
        /// Says who calls.
        public var authenticator: any Authenticator = LocalOwner()

        public init() {}

        /// Who may speak without TLS.
        public enum ClearText: Hashable, Sendable {
            /// Clients on this machine: at loopback addresses and Unix sockets.
            case local
            /// Nobody.
            case never
        }

        var lifetime: ConnectionLifetime.Limits {
            ConnectionLifetime.Limits(
                keepAliveInterval: keepAliveInterval, keepAliveTimeout: keepAliveTimeout, idle: maxIdle, age: maxAge,
                grace: maxAgeGrace)
        }

        /// How many handlers may run for one connection: as many as it may have calls, and as many again that go on
        /// after their calls are over.
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
