internal import HearthRPC
internal import HearthRPCHTTP2
public import HearthTLS
internal import HearthTraitCore
internal import HearthWire

extension Home {
    /// The address at which hubs listen by default.
    public static let defaultAddress = "127.0.0.1:4327"

    /// Connects to a hub, and returns when the complete state of the home has been received.
    ///
    /// - Parameters:
    ///   - address: `HOST:PORT`, `[ADDRESS]:PORT`, `unix:PATH` or another gRPC target.
    ///   - tls: the hub's pinned key (`ClientTLS.Trust.pinned`) and the key that identifies this program. Optional only
    ///     for a hub on this machine. The client credential is renewed while connected.
    ///   - token: an access token, for programs without a key.
    ///   - configuration: the app's settings. Default: those set with ``configure(_:)``.
    /// - Throws: `HomeError`: `.invalidArgument` for an invalid address, `.unavailable` if nobody answers,
    ///   `.unimplemented` if the server is not a hub.
    public static func connect(
        to address: String, tls: ClientTLS? = nil, token: String? = nil,
        configuration: HomeClientConfiguration = Home.configuration
    ) async throws -> Home {
        let transport: HTTP2Transport
        do throws(RPCError) {
            var settings = HTTP2Transport.Settings()
            settings.tls = tls
            settings.token = token
            // A home's hub is close and has few clients, so reconnect quickly.
            settings.backoff = Backoff(initial: .milliseconds(100), maximum: .seconds(5))
            transport = try HTTP2Transport(connectingTo: address, settings: settings)
        } catch {
            throw HomeError(error)
        }
        let connection = HomeConnection(
            calls: RPCClient(transport: transport), ownsCalls: true, configuration: configuration, clock: SystemClock())
        try await connection.open()
        if tls?.identity != nil { connection.keepCredential() }
        return Home(connection)
    }
}
