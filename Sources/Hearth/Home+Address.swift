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
    ///   - hub: a value that the program `hearth` accepts for `--hub`: the name of a hub that this user has claimed, or
    ///     its address: `HOST:PORT`, `[ADDRESS]:PORT`, `unix:PATH` or another gRPC target. Also the link of a claimed
    ///     hub.
    ///   - tls: the hub's pinned key (`ClientTLS.Trust.pinned`) and the key that identifies this program; `hub` must
    ///     then be an address. Default: the keys saved when the hub was claimed. A hub on this machine needs none. The
    ///     client credential is renewed while connected.
    ///   - token: an access token, for programs without a key.
    ///   - configuration: the app's settings. Default: those set with ``configure(_:)``.
    /// - Throws: `HomeError`: `.invalidArgument` if `hub` is neither a name nor an address; `.unauthenticated` for a
    ///   link of a hub that this user has not claimed (use ``claim(link:name:configuration:)``); `.unavailable` if
    ///   there is no answer; `.unimplemented` if the server is not a hub.
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
        // If several claims have the same address, the hub there accepts at most one of them.
        for place in try HubPlace.all(hub, in: book) {
            guard place.isClaimed || token != nil || HubLink(hub) == nil else {
                throw HomeError(
                    .unauthenticated,
                    "the hub at \(place.address) is not claimed; use Home.claim(link:) or hearth claim LINK"
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
            // A home's hub is near and has few clients, so reconnect quickly.
            settings.backoff = Backoff(initial: .milliseconds(100), maximum: .seconds(5))
            transport = try HTTP2Transport(connectingTo: address, settings: settings)
        } catch {
            throw HomeError(error)
        }
        let connection = HomeConnection(
            calls: RPCClient(transport: transport), ownsCalls: true, configuration: configuration, clock: SystemClock(),
            webAddress: webAddress(of: address, isEncrypted: tls != nil))
        try await connection.open()
        if tls?.identity != nil { connection.keepCredential() }
        return Home(connection)
    }

    /// The beginning of URLs at a hub; nil for an address that is no host with a port.
    static func webAddress(of address: String, isEncrypted: Bool) -> String? {
        let isWeb = !address.hasPrefix("unix:") && !address.contains("/") && address.contains(":")
        return isWeb ? (isEncrypted ? "https://" : "http://") + address : nil
    }
}

extension HomeError {
    /// Whether an outdated claim may be the reason: another hub is at the address, or the hub no longer accepts this
    /// user's key.
    fileprivate var mayBeOfStaleClaim: Bool {
        switch code {
        case .unavailable, .unauthenticated, .permissionDenied: true
        default: false
        }
    }
}
