internal import HearthHTTP2
public import HearthLoop
public import HearthRPC

/// Serves gRPC over HTTP/2: by TLS, and in clear text to clients on this machine. One port takes both; a client's first
/// byte tells.
public final class HTTP2Server: Sendable {
    /// Where it listens, as clients give it to connect: with the port that was chosen for port 0.
    public let address: String
    private let group: ServerGroup
    /// The loops that it started itself.
    private let ownLoops: [EventLoop]

    /// Begins to listen.
    /// - Parameters:
    ///   - address: `HOST:PORT`, `[ADDRESS]:PORT` or `unix:PATH`. A Unix socket is open to its owner only.
    ///   - loop: the loop that accepts and, alone or among ``Settings/loops``, serves; without one it starts its own.
    /// - Throws: `FAILED_PRECONDITION` for an address that others than this machine can reach when there is no
    ///   ``Settings/tls``, `UNAVAILABLE` for one that is in use, `INVALID_ARGUMENT` for what is no address.
    public static func listen(
        _ server: RPCServer, on address: String, loop: EventLoop? = nil, settings: Settings = Settings()
    ) async throws(RPCError) -> HTTP2Server {
        let endpoint: Endpoint
        do { endpoint = try Endpoint(address) } catch { throw RPCError(.invalidArgument, error.message, cause: error) }
        guard endpoint.isLocal || settings.tls != nil else {
            throw RPCError(
                .failedPrecondition,
                "\(endpoint) can be reached from other machines, and clear text would show them everything; "
                    + "set up TLS, or listen on 127.0.0.1, [::1] or a Unix socket")
        }
        var ownLoops: [EventLoop] = []
        do throws(LoopError) {
            var loops = loop.map { [$0] } ?? []
            while loops.count < max(1, settings.loops) {
                let loop = try EventLoop.start()
                ownLoops.append(loop)
                loops.append(loop)
            }
            let group = ServerGroup(server, settings)
            let listening = try await group.listen(on: endpoint, loops)
            return HTTP2Server(address: listening.description, group, ownLoops)
        } catch {
            for loop in ownLoops { await loop.stop() }
            throw RPCError(.unavailable, error.message, cause: error)
        }
    }

    private init(address: String, _ group: ServerGroup, _ ownLoops: [EventLoop]) {
        self.address = address
        self.group = group
        self.ownLoops = ownLoops
    }

    /// Takes other ``Settings/hosts`` for connections that come from now on: a machine may get other addresses and names.
    public func updateHosts(_ hosts: [String]) { group.updateHosts(hosts) }

    /// Stops gracefully: listens no more, asks clients to open no more calls, and waits until those that run are over,
    /// at most for `grace`; then it cancels them and closes the connections.
    public func shutdown(grace: Duration) async {
        await group.drain(grace: grace)
        for loop in ownLoops { await loop.stop() }
    }
}
