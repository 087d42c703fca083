internal import HearthHTTP2
public import HearthLoop
public import HearthRPC
public import HearthTLS
internal import Synchronization

/// How a client stands to its server.
public enum ConnectionState: Hashable, Sendable {
    /// No connection; the next call makes one.
    case idle
    case connecting
    /// The server speaks HTTP/2 with us.
    case ready
    /// The last attempt failed, or the connection was lost; the next call tries again.
    case unavailable(reason: String)
    /// Closed by its user.
    case closed
}

/// Carries calls to a server by gRPC over HTTP/2, on one connection that is made when a call needs it.
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

        public init() {}
    }

    private let settings: Settings
    private let link: LoopBound<ClientLink>
    private let states = ConnectionStates()

    /// - Parameters:
    ///   - address: `HOST:PORT`, `[ADDRESS]:PORT`, or as gRPC writes it: `dns:HOST:PORT`, `ipv4:ADDRESS:PORT` and
    ///     `ipv6:[ADDRESS]:PORT` (several of one server separated by commas), `unix:PATH`, `unix-abstract:NAME`.
    ///   - loop: the loop to run on; without one a loop that all clients share.
    /// - Throws: `INVALID_ARGUMENT` for what is no address; `FAILED_PRECONDITION` for a token that others could read on
    ///   its way.
    public init(connectingTo address: String, loop: EventLoop? = nil, settings: Settings = Settings()) throws(RPCError)
    {
        self.settings = settings
        let isTokenSafe: Bool
        do throws(LoopError) {
            let endpoints = try Endpoint.list(address)
            isTokenSafe = settings.token == nil || settings.tls != nil || endpoints.allSatisfy(\.isLocal)
            let loop = if let loop { loop } else { try EventLoop.shared.get() }
            var session = HTTP2Session.Options()
            session.streamWindow = settings.streamWindow
            session.connectionWindow = settings.connectionWindow
            link = LoopBound(ClientLink(endpoints, loop, states, session, tls: settings.tls), loop: loop)
        } catch {
            throw RPCError(.invalidArgument, error.message, cause: error)
        }
        guard isTokenSafe else {
            throw RPCError(
                .failedPrecondition, "A token may not travel to \(address) in clear text; connect with TLS.")
        }
    }

    deinit {
        link.run { $0.close() }
    }

    /// How the client stands to its server now.
    public var state: ConnectionState { states.current }

    /// The state now and each that follows; only the newest is kept for a slow reader.
    public func stateUpdates() -> AsyncStream<ConnectionState> { states.updates() }

    public func open(_ method: MethodDescriptor, options: CallOptions) async throws(RPCError) -> any ClientStream {
        var options = options
        if let token = settings.token { options.metadata.add("authorization", "Bearer \(token)") }
        let call = ClientCall(method, options, link, maxResponseBytes: settings.maxResponseBytes)
        call.start()
        return call
    }

    public func close() async {
        await withCheckedContinuation { continuation in
            link.run {
                $0.close()
                continuation.resume()
            }
        }
    }
}

/// The state of a connection, and those who watch it.
final class ConnectionStates: Sendable {
    private struct State {
        var current = ConnectionState.idle
        var watchers: [Int: AsyncStream<ConnectionState>.Continuation] = [:]
        var nextID = 0
    }

    private let state = Mutex(State())

    var current: ConnectionState { state.withLock { $0.current } }

    func set(_ new: ConnectionState) {
        let watchers = state.withLock { state in
            guard state.current != new else { return [AsyncStream<ConnectionState>.Continuation]() }
            state.current = new
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher.yield(new) }
    }

    func updates() -> AsyncStream<ConnectionState> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ConnectionState.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.nextID += 1
            state.watchers[state.nextID] = continuation
            continuation.yield(state.current)
            return state.nextID
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.watchers[id] = nil }
        }
        return stream
    }
}
