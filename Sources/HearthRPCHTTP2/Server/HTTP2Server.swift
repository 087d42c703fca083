internal import HearthHTTP2
public import HearthLoop
public import HearthRPC
internal import Synchronization

/// Serves gRPC over HTTP/2 in clear text, on loopback and Unix sockets. Elsewhere it refuses to listen.
public final class HTTP2Server: Sendable {
    /// Limits of the transport. They may be changed, never switched off.
    public struct Settings: Sendable {
        /// How many calls a client may have open on one connection.
        public var maxConcurrentStreams: UInt32 = 128
        /// How many calls of callers that have not said who they are run at once on one connection; further ones get
        /// REFUSED_STREAM.
        public var maxAnonymousCalls = 4
        /// The most bytes of headers, counted as HTTP/2 does: names, values, 32 for each field.
        public var maxHeaderListBytes: UInt32 = 16 << 10
        /// How many unread bytes a client may send on one call.
        public var streamWindow: Int32 = 64 << 10
        /// How many unread bytes a client may send on all calls of a connection.
        public var connectionWindow: Int32 = 1 << 20
        /// How many connections may be open.
        public var maxConnections = 1024
        /// The time for the beginning of HTTP/2 on a new connection.
        public var prefaceTimeout: Duration = .seconds(5)
        /// The time in which a client must take some of what is sent to it.
        public var writeStallTimeout: Duration = .seconds(30)
        /// Says who calls.
        public var authenticator: any Authenticator = LocalOwner()

        public init() {}

        var session: HTTP2Session.Options {
            var options = HTTP2Session.Options()
            options.maxConcurrentStreams = maxConcurrentStreams
            options.maxHeaderListBytes = maxHeaderListBytes
            options.streamWindow = streamWindow
            options.connectionWindow = connectionWindow
            return options
        }
    }

    /// Where it listens, as clients give it to connect: with the port that was chosen for port 0.
    public let address: String
    private let server: RPCServer
    private let core: LoopBound<ServerCore>
    private let ownsLoop: Bool

    /// Begins to listen.
    /// - Parameters:
    ///   - address: `HOST:PORT`, `[ADDRESS]:PORT` or `unix:PATH`. A Unix socket is open to its owner only.
    ///   - loop: the loop that serves it; without one it starts its own.
    /// - Throws: `FAILED_PRECONDITION` for an address that others than this machine can reach, `UNAVAILABLE` for one
    ///   that
    ///   is in use, `INVALID_ARGUMENT` for what is no address.
    public static func listen(
        _ server: RPCServer, on address: String, loop: EventLoop? = nil, settings: Settings = Settings()
    ) async throws(RPCError) -> HTTP2Server {
        let endpoint: Endpoint
        do { endpoint = try Endpoint(address) } catch { throw RPCError(.invalidArgument, error.message, cause: error) }
        guard endpoint.isLocal else {
            throw RPCError(
                .failedPrecondition,
                "\(endpoint) can be reached from other machines, and clear text would show them everything. "
                    + "Listen on 127.0.0.1, [::1] or a Unix socket.")
        }
        do throws(LoopError) {
            let ownLoop = if let loop { loop } else { try EventLoop.start() }
            let listening: Result<(LoopBound<ServerCore>, String), LoopError> = await withCheckedContinuation {
                continuation in
                ownLoop.post {
                    do throws(LoopError) {
                        let core = try ServerCore(server, endpoint, ownLoop, settings)
                        continuation.resume(returning: .success((LoopBound(core, loop: ownLoop), core.address)))
                    } catch {
                        continuation.resume(returning: .failure(error))
                    }
                }
            }
            do throws(LoopError) {
                let (core, address) = try listening.get()
                return HTTP2Server(server, address: address, core: core, ownsLoop: loop == nil)
            } catch {
                if loop == nil { await ownLoop.stop() }
                throw error
            }
        } catch {
            throw RPCError(.unavailable, error.message, cause: error)
        }
    }

    private init(_ server: RPCServer, address: String, core: LoopBound<ServerCore>, ownsLoop: Bool) {
        self.server = server
        self.address = address
        self.core = core
        self.ownsLoop = ownsLoop
        server.onRevoke(ObjectIdentifier(self)) { credential in core.run { $0.revoke(credential) } }
    }

    /// Stops gracefully: listens no more, asks clients to open no more calls, and waits until those that run are over,
    /// at most for `grace`; then it cancels them and closes the connections.
    public func shutdown(grace: Duration) async {
        defer { server.onRevoke(ObjectIdentifier(self), nil) }
        await withCheckedContinuation { continuation in
            core.run { $0.drain(grace: grace) { continuation.resume() } }
        }
        if ownsLoop { await core.loop.stop() }
    }
}

/// What a server keeps on its loop.
final class ServerCore {
    let server: RPCServer
    let output = OutputBuffer()
    let address: String
    private let loop: EventLoop
    private var listener: Listener?
    private var connections: [ObjectIdentifier: ServerConnection] = [:]
    private var graceTimer: LoopTimer?
    private var whenDrained: [() -> Void] = []
    private var isDraining = false

    init(_ server: RPCServer, _ endpoint: Endpoint, _ loop: EventLoop, _ settings: HTTP2Server.Settings)
        throws(LoopError)
    {
        self.server = server
        self.loop = loop
        let accepting = Accepting()
        let listener = try Listener(loop: loop, endpoint: endpoint) { accepting.core?.accept($0, settings) }
        self.listener = listener
        address = listener.endpoint.description
        accepting.core = self
    }

    /// While it listens, a server lives: only ``drain(grace:_:)`` ends it.
    private final class Accepting { var core: ServerCore? }

    private func accept(_ socket: Socket, _ settings: HTTP2Server.Settings) -> (any SocketHandler)? {
        let peer = Peer(address: socket.peer, isLocal: true, isPrivate: true)
        let principal = settings.authenticator.principal(of: peer)
        guard !isDraining, connections.count < settings.maxConnections,
            let connection = try? ServerConnection(self, socket, settings, peer: peer, principal: principal)
        else { return nil }
        connections[ObjectIdentifier(connection)] = connection
        return connection
    }

    func revoke(_ credential: String) {
        for connection in connections.values { connection.revoke(credential) }
    }

    func closed(_ connection: ServerConnection) {
        connections[ObjectIdentifier(connection)] = nil
        finishIfDrained()
    }

    func drain(grace: Duration, _ done: @escaping () -> Void) {
        whenDrained.append(done)
        listener?.close()
        listener = nil
        guard !isDraining else { return finishIfDrained() }
        isDraining = true
        for connection in connections.values { connection.drain() }
        graceTimer = loop.schedule(after: grace) { [self] in
            for connection in connections.values { connection.endCalls() }
        }
        finishIfDrained()
    }

    private func finishIfDrained() {
        guard isDraining, connections.isEmpty else { return }
        graceTimer?.cancel()
        graceTimer = nil
        let done = whenDrained
        whenDrained = []
        for body in done { body() }
    }
}
