internal import HearthRPC
internal import HearthRPCHTTP2
public import HearthTLS
public import HearthTraitCore
internal import HearthWire

extension Home {
    /// Where a hub listens when nothing else is said.
    public static let defaultAddress = "127.0.0.1:4327"

    /// Connects to a hub, and returns when the whole state of the home is here.
    ///
    /// - Parameters:
    ///   - address: `HOST:PORT`, `[ADDRESS]:PORT`, `unix:PATH`, or another of gRPC's forms.
    ///   - tls: which key the hub must have (`ClientTLS.Trust.pinned`), and the key that it knows this program by. Only
    ///     a hub on this machine can do without. A client key is renewed in time while the home is connected.
    ///   - token: for programs that have a token in place of a key.
    /// - Throws: `HomeError`: `.invalidArgument` for what is no address, `.unavailable` when nobody answers there,
    ///   `.unimplemented` when who answers is no hub.
    public static func connect(
        to address: String, tls: ClientTLS? = nil, token: String? = nil,
        configuration: HomeClientConfiguration = Home.configuration
    ) async throws(HomeError) -> Home {
        let transport: HTTP2Transport
        do throws(RPCError) {
            var settings = HTTP2Transport.Settings()
            settings.tls = tls
            settings.token = token
            // A home's hub is near, and its apps are few: so they are back soon after it is.
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
