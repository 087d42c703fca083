internal import HearthAccessControl
internal import HearthHub
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthStore
internal import HearthTLS
internal import HearthWire
internal import Expectations
internal import Testing

/// A hub without devices that listens on loopback, where local callers are not the owner.
struct LoopbackHub {
    let test: TestAccess
    let hub: Hub
    let server: RPCServer
    let listener: HTTP2Server
    let identity: TLSIdentity

    init() async throws {
        var options = AccessControl.Options()
        options.localOwnership = .nobody
        options.installation = .service
        test = try await TestAccess(options: options)
        hub = Hub(
            store: test.store, traits: [], information: Hub.Information(version: "1", schemaFingerprint: "1"))
        try await hub.start()
        identity = try TLSIdentity.make(names: ["localhost"])
        server = RPCServer(router: RPCRouter())
        hub.serve(on: server)
        let handler = AccessServiceHandler(test.access) { [identity] in
            AccessServiceHandler.Identity(
                publicKeySHA256: identity.publicKeySHA256, certificate: identity.certificateDER,
                address: "192.0.2.1:4327")
        }
        server.updateRoutes { $0.register(handler) }
        test.access.onEnd { [weak server] in server?.revoke(credential: $0) }
        test.access.noteRefusals(of: server)
        var settings = HTTP2Server.Settings()
        settings.tls = try ServerTLS(identity, clientCertificates: .asked)
        settings.authenticator = test.access
        listener = try await HTTP2Server.listen(server, on: "127.0.0.1:0", settings: settings)
    }

    func close() async throws {
        await test.access.close()
        try await hub.shutdown()
        await listener.shutdown(grace: .seconds(1))
    }

    /// A client with a connection of its own.
    func client(
        _ own: TLSIdentity? = nil, token: String? = nil, pin: [UInt8]? = nil, isClear: Bool = false
    ) throws -> RPCClient {
        var settings = HTTP2Transport.Settings()
        if !isClear {
            settings.tls = try ClientTLS(
                trust: .pinned(publicKeySHA256: pin ?? identity.publicKeySHA256), identity: own)
        }
        settings.token = token
        return RPCClient(transport: try HTTP2Transport(connectingTo: listener.address, settings: settings))
    }

    /// A key that the hub knows.
    func claimed(_ role: Role, name: String = "someone") async throws -> TLSIdentity {
        let own = try TLSIdentity.make(names: [])
        let code = try await test.access.invite(role, name: role == .provider ? name : "").code
        let client = try client(own)
        let response = try await Hearth_V1_AccessClient(client).claim(.init(code: code, name: name))
        expect(response.credential?.publicKeySha256, equals: own.publicKeySHA256)
        await client.close()
        return own
    }
}
