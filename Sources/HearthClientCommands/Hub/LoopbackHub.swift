internal import HearthEventLoop
internal import HearthTerminal

/// The hub of this machine behind a loopback address at which it does not listen. The home page shows commands with such
/// an address and the page's port, also for a hub that listens only on a network address.
enum LoopbackHub {
    /// The hub with the port of a loopback address.
    ///
    /// - Returns: nil if the address is not this machine's, if another server listens there, or if no such hub runs.
    static func hub(for named: String) async -> LocalHub? {
        guard let hub = LocalHub.ofNetwork, let endpoint = try? Endpoint(named), endpoint.isLocal,
            let port = port(of: endpoint), let listening = try? Endpoint(hub.listening),
            port == self.port(of: listening)
        else { return nil }
        return await isTaken(endpoint) ? nil : hub
    }

    private static func port(of endpoint: Endpoint) -> UInt16? {
        if case .tcp(_, let port) = endpoint { port } else { nil }
    }

    /// Whether a server listens at an address.
    private static func isTaken(_ endpoint: Endpoint) async -> Bool {
        guard let loop = try? EventLoop.shared.get() else { return false }
        return await withCheckedContinuation { continuation in
            loop.post {
                loop.connect(to: endpoint) { result in
                    if case .success(let socket) = result {
                        socket.close()
                        continuation.resume(returning: true)
                    } else {
                        continuation.resume(returning: false)
                    }
                }
            }
        }
    }
}
