internal import Hearth
internal import HearthEventLoop
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthTerminal
internal import HearthWire

/// A hub of this machine that a command names by a loopback address. The home page shows commands with such an address
/// and the page's port.
enum LoopbackHub {
    /// The Unix socket of the hub that listens at a loopback address. With `--local-owner group` the hub gives the
    /// machine's users rights over this socket only, and none over TCP.
    ///
    /// - Returns: the socket's address; nil if the address is not this machine's, if it was claimed, so that this user
    ///   has a key for it, or if no socket that this user may use leads to the same hub.
    static func socket(of named: String) async -> String? {
        let sockets = LocalHub.sockets
        guard !sockets.isEmpty, let endpoint = try? Endpoint(named), endpoint.isLocal, port(of: endpoint) != nil,
            (try? HubPlace(named).isClaimed) == false, let hub = await id(at: named)
        else { return nil }
        for socket in sockets where await id(at: socket) == hub { return socket }
        return nil
    }

    /// The hub with the port of a loopback address at which no server listens, because the hub listens only on a network
    /// address.
    ///
    /// - Returns: nil if the address is not this machine's, if another server listens there, or if no such hub runs.
    static func hub(for named: String) async -> LocalHub? {
        guard let hub = LocalHub.ofNetwork, let endpoint = try? Endpoint(named), endpoint.isLocal,
            let port = port(of: endpoint), let listening = try? Endpoint(hub.listening),
            port == self.port(of: listening)
        else { return nil }
        return await isTaken(endpoint) ? nil : hub
    }

    /// The ID of the hub at an address of this machine, which it tells every caller; nil if no hub answers.
    private static func id(at address: String) async -> String? {
        guard let transport = try? HTTP2Transport(connectingTo: address) else { return nil }
        let client = RPCClient(transport: transport)
        let identity = try? await Hearth_V1_AccessClient(client).getServerIdentity(
            Hearth_V1_GetServerIdentityRequest(), options: CallOptions(timeout: .seconds(5)))
        await client.close()
        return identity?.hubID
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
