internal import Hearth
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthSystem
internal import HearthTLS
package import HearthTerminal
internal import HearthTraitCore

/// The hub of a command, and the credentials for it.
package struct Connection {
    let address: String
    /// nil for an unencrypted connection on this machine.
    let tls: ClientTLS?
    private(set) var token: String?

    /// Finds the hub given by `--hub`, otherwise by `$HEARTH_HUB`, otherwise the one on this machine; see ``HubPlace``,
    /// ``LocalHub`` and ``LoopbackHub``. `$HEARTH_TOKEN` is used instead of a client key.
    static func find(_ arguments: Arguments) async throws(CommandError) -> Connection {
        let named =
            arguments["hub"] ?? ThisUser.environment["HEARTH_HUB"].flatMap { $0.isEmpty ? nil : $0 }
        var place = LocalHub.address(for: named)
        if place == nil, let named { place = await LoopbackHub.socket(of: named) }
        if place == nil, let named, let hub = await LoopbackHub.hub(for: named) {
            printError("nothing listens at \(named); using the hub of this machine at \(hub.listening)")
            place = hub.address
        }
        return try Connection(to: place ?? named ?? Home.defaultAddress)
    }

    private init(to place: String) throws(CommandError) {
        token = ThisUser.environment["HEARTH_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
        let hub = try CommandError.ofBook { () throws(HomeError) in try HubPlace(place) }
        address = hub.address
        tls = hub.tls
    }

    /// The connection for calls that need no rights: an invalid token would end them.
    var withoutToken: Connection {
        var connection = self
        connection.token = nil
        return connection
    }

    /// Creates a client for calls to the hub.
    func client() throws(CommandError) -> RPCClient {
        var settings = HTTP2Transport.Settings()
        settings.tls = tls
        settings.token = token
        // A home's hub is near and has few clients, so reconnect quickly.
        settings.backoff = Backoff(initial: .milliseconds(100), maximum: .seconds(5))
        do throws(RPCError) {
            return RPCClient(transport: try HTTP2Transport(connectingTo: address, settings: settings))
        } catch {
            throw CommandError(.usage, error.message)
        }
    }

    package static func open(_ arguments: Arguments) async throws(CommandError) -> HubClient {
        let connection = try await find(arguments)
        let hub = HubClient(
            try connection.client(), hasKey: connection.tls?.identity != nil && connection.token == nil)
        // A key that is used only occasionally must not expire.
        await hub.renewKey()
        return hub
    }

    /// The value of `--endpoint`.
    static func endpoint(_ arguments: Arguments) throws(CommandError) -> UInt16? {
        guard let text = arguments["endpoint"] else { return nil }
        guard let endpoint = UInt16(text) else {
            throw CommandError(.usage, "--endpoint takes a number of 0 to 65535, not \(quoted(text))")
        }
        return endpoint
    }
}
