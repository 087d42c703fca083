internal import HearthHTTP2
public import HearthEventLoop
package import HearthMetrics
public import HearthRPC

/// Serves gRPC over HTTP/2: with TLS, and in clear text to clients on this machine. One port accepts both; the first
/// byte of a connection tells them apart.
public final class HTTP2Server: Sendable {
    /// The address for clients to connect to, with the port that was chosen if port 0 was requested.
    public let address: String
    private let group: ServerGroup
    /// The loops that it started itself.
    private let ownLoops: [EventLoop]

    /// Starts listening.
    /// - Parameters:
    ///   - address: `HOST:PORT`, `[ADDRESS]:PORT` or `unix:PATH`. A Unix socket is open to its owner only.
    ///   - loop: the loop that accepts connections and, alone or among ``Settings/loops``, serves them; nil starts a
    ///     new one.
    /// - Throws: `FAILED_PRECONDITION` for an address that other machines can reach when there is no ``Settings/tls``,
    ///   `UNAVAILABLE` for one that is in use, `INVALID_ARGUMENT` for a malformed one.
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

    /// Replaces ``Settings/hosts`` for new connections: a machine may get other addresses and names.
    public func updateHosts(_ hosts: [String]) { group.updateHosts(hosts) }

    /// The metrics of calls and those of the program, as `GET /metrics` has them; none once the server has shut down.
    package func metrics() async -> [MetricFamily] {
        guard loopCount > 0 else { return [] }
        return await withCheckedContinuation { continuation in group.metrics { continuation.resume(returning: $0) } }
    }

    /// The number of loops; 0 once the server has shut down.
    package var loopCount: Int { group.cores.count }

    /// Asks a loop for a sign of life: it calls `answer` in its next turn, on its thread.
    ///
    /// - Parameter loop: less than ``loopCount``; others never answer.
    package func ask(loop: Int, _ answer: @escaping @Sendable () -> Void) {
        let cores = group.cores
        if cores.indices.contains(loop) { cores[loop].run { _ in answer() } }
    }

    /// Shuts down gracefully: stops listening, asks clients to open no more calls, and waits up to `grace` for those
    /// that run; then cancels them and closes the connections.
    public func shutdown(grace: Duration) async {
        await group.drain(grace: grace)
        for loop in ownLoops { await loop.stop() }
    }
}
