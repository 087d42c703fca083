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
    ///   - hub: what the program `hearth` takes for `--hub`: the name of a hub that this user has claimed, or its
    ///     address: `HOST:PORT`, `[ADDRESS]:PORT`, `unix:PATH` or another gRPC target. A link of a claimed hub is taken
    ///     too.
    ///   - tls: the hub's pinned key (`ClientTLS.Trust.pinned`) and the key that identifies this program; `hub` is an
    ///     address then. Default: those kept when the hub was claimed. A hub on this machine needs none. The client
    ///     credential is renewed while connected.
    ///   - token: an access token, for programs without a key.
    ///   - configuration: the app's settings. Default: those set with ``configure(_:)``.
    /// - Throws: `HomeError`: `.invalidArgument` for what is neither name nor address, `.unauthenticated` for a link of a
    ///   hub that this user has not claimed, which ``claim(link:name:configuration:)`` does; `.unavailable` if nobody
    ///   answers, `.unimplemented` if the server is not a hub.
    public static func connect(
        to hub: String, tls: ClientTLS? = nil, token: String? = nil,
        configuration: HomeClientConfiguration = Home.configuration
    ) async throws -> Home {
        if let tls { return try await connect(at: hub, tls: tls, token: token, configuration) }
        return try await connect(to: hub, in: HubBook(), token: token, configuration)
    }

    static func connect(
        to hub: String, in book: HubBook, token: String?, _ configuration: HomeClientConfiguration
    ) async throws -> Home {
        var failure: (any Error)?
        // Of several claims at one address the one counts that the hub there accepts.
        for place in try HubPlace.all(hub, in: book) {
            guard place.isClaimed || token != nil || HubLink(hub) == nil else {
                throw HomeError(
                    .unauthenticated,
                    "this user has not claimed the hub at \(place.address); Home.claim(link:) does, hearth claim LINK too"
                )
            }
            do {
                return try await connect(at: place.address, tls: place.tls, token: token, configuration)
            } catch let error as HomeError where error.mayBeOfStaleClaim {
                failure = failure ?? error
            }
        }
        throw failure ?? HomeError(.notFound, "there is no hub \(quoted(hub))")
    }

    static func connect(
        at address: String, tls: ClientTLS? = nil, token: String? = nil, _ configuration: HomeClientConfiguration
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

extension HomeError {
    /// Whether a claim that is not valid any more may be the reason: another key is at the address, or the hub does not
    /// know this user's.
    fileprivate var mayBeOfStaleClaim: Bool {
        switch code {
        case .unavailable, .unauthenticated, .permissionDenied: true
        default: false
        }
    }
}
