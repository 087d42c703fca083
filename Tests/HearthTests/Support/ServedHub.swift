internal import ExampleMaker
internal import Foundation
internal import Hearth
internal import HearthAccessControl
internal import HearthHub
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthStore
internal import HearthTLS
internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

/// A hub that listens on a socket until the end of the test.
struct ServedHub {
    /// TLS and access control of a hub that does not treat local callers as its owner.
    struct Access {
        let control: AccessControl
        let identity: TLSIdentity
        /// The clock of access control.
        let clock: ManualClock

        static func make(_ store: HomeStore) async throws -> Access {
            let clock = ManualClock()
            var options = AccessControl.Options()
            options.localOwnership = .nobody
            options.limits.sweep = .seconds(1)
            return Access(
                control: try await AccessControl.open(store: store, clock: clock, options: options),
                identity: try TLSIdentity.make(names: ["localhost"]), clock: clock)
        }
    }

    let hub: Hub
    let store: HomeStore
    let server: HTTP2Server
    let access: Access?

    /// - Parameters:
    ///   - file: The file of the store; nil for one in memory.
    ///   - limits: The hub's limits.
    ///   - isGuarded: Whether it has TLS and access control; otherwise it serves clear text to everyone.
    static func start(
        _ provider: any DeviceProvider = TestHouse(), on address: String = "127.0.0.1:0", file: String? = nil,
        limits: HubLimits = HubLimits(), isGuarded: Bool = false
    ) async throws -> ServedHub {
        let store = if let file { try await HomeStore.open(path: file) } else { try await HomeStore.inMemory() }
        let hub = Hub(
            store: store, traits: ExampleMakerTraits.withStandard,
            information: Hub.Information(version: "test", schemaFingerprint: StandardTraits.schemaFingerprint),
            limits: limits)
        try await hub.start()
        try await hub.attach(provider)
        let rpc = RPCServer(router: RPCRouter())
        hub.serve(on: rpc)
        var settings = HTTP2Server.Settings()
        var access: Access?
        if isGuarded {
            let made = try await Access.make(store)
            settings.tls = try ServerTLS(made.identity, clientCertificates: .asked)
            settings.authenticator = made.control
            made.control.onEnd { [weak rpc] in rpc?.revoke(credential: $0) }
            made.control.noteRefusals(of: rpc)
            hub.onNoMembership { person in Task { await made.control.revokeAll(of: person) } }
            await made.control.connect(to: hub)
            let handler = AccessServiceHandler(made.control) {
                AccessServiceHandler.Identity(publicKeySHA256: made.identity.publicKeySHA256)
            }
            rpc.updateRoutes { $0.register(handler) }
            access = made
        }
        let served = ServedHub(
            hub: hub, store: store, server: try await HTTP2Server.listen(rpc, on: address, settings: settings),
            access: access)
        atEnd { try? await served.stop() }
        return served
    }

    var address: String { server.address }

    /// Settings for a client that trusts the hub's key.
    func tls(pin: [UInt8]? = nil, own: TLSIdentity? = nil) throws -> ClientTLS {
        let key = try pin ?? require(access).identity.publicKeySHA256
        return try ClientTLS(trust: .pinned(publicKeySHA256: key), identity: own)
    }

    /// A link to claim it by.
    func link(_ role: Role = .owner) async throws -> HubLink {
        let access = try require(access)
        let code = try await access.control.invite(role, name: role == .provider ? "acme" : "").code
        return HubLink(address: address, publicKeySHA256: access.identity.publicKeySHA256, code: code)
    }

    /// Ends all open connections, and then the hub.
    func stop() async throws {
        await server.shutdown(grace: .zero)
        await access?.control.close()
        try await hub.shutdown()
    }
}
