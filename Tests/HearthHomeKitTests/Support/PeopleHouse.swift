@testable internal import HearthHomeKit
internal import Hearth
internal import HearthAccessControl
internal import HearthHub
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthStore
internal import HearthTLS
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization
internal import Expectations
internal import Testing

/// A hub with people: its owner's programs are in this process, those of others connect over TLS with keys from their
/// invitations.
final class PeopleHouse: Sendable {
    let house: HomeKitHouse
    /// The address at which it listens.
    let address: String
    private let access: AccessControl
    private let identity: TLSIdentity
    private let listener: Mutex<HTTP2Server?>
    /// The homes connected over TLS.
    private let connections = Mutex<[Home]>([])

    /// A house with the owner's program.
    static func open() async throws -> (PeopleHouse, Program) {
        let house = try await start()
        return (house, try await house.program("owner"))
    }

    /// - Parameter clock: The hub's clock. Keys and invitations use the machine's, as TLS does.
    static func start(
        clock: any HomeClock = SystemClock(), limits: HubLimits = HubLimits(),
        access accessLimits: AccessLimits = .init()
    ) async throws -> PeopleHouse {
        let house = try await HomeKitHouse.start(clock: clock, limits: limits)
        var options = AccessControl.Options()
        options.limits = accessLimits
        // Local callers have to authenticate.
        options.localOwnership = .nobody
        let access = try await AccessControl.open(store: house.store, options: options)
        access.onEnd { [weak server = house.server] in server?.revoke(credential: $0) }
        house.hub.onNoMembership { person in Task { await access.revokeAll(of: person) } }
        await access.connect(to: house.hub)
        let identity = try TLSIdentity.make(names: ["localhost"])
        let listener = try await listen(house.server, access, identity, on: "127.0.0.1:0")
        let address = listener.address
        let handler = AccessServiceHandler(access) {
            AccessServiceHandler.Identity(
                publicKeySHA256: identity.publicKeySHA256, certificate: identity.certificateDER, address: address)
        }
        house.server.updateRoutes { $0.register(handler) }
        let people = PeopleHouse(house, access, identity, listener)
        atEnd { await people.stop() }
        return people
    }

    private init(
        _ house: HomeKitHouse, _ access: AccessControl, _ identity: TLSIdentity, _ listener: HTTP2Server
    ) {
        (self.house, self.access, self.identity) = (house, access, identity)
        address = listener.address
        self.listener = Mutex(listener)
    }

    /// How long each open invitation is valid, in seconds.
    var invitationLives: [Int64] { access.openInvitations(for: Principal(id: "owner", rights: .all)).map(\.life) }

    private static func listen(
        _ server: RPCServer, _ access: AccessControl, _ identity: TLSIdentity, on address: String
    ) async throws -> HTTP2Server {
        var settings = HTTP2Server.Settings()
        settings.tls = try ServerTLS(identity, clientCertificates: .asked)
        settings.authenticator = access
        return try await HTTP2Server.listen(server, on: address, settings: settings)
    }

    func stop() async {
        for connection in connections.withLock({ $0 }) { await connection.disconnect() }
        await cut()
        await access.close()
        await house.stop()
    }

    // MARK: The network

    /// Ends all connections; none is accepted until ``open()``. The hub keeps running.
    func cut() async {
        let present = listener.withLock { listener in
            defer { listener = nil }
            return listener
        }
        await present?.shutdown(grace: .zero)
    }

    /// Accepts connections again, at the same address.
    func open() async throws {
        let new = try await Self.listen(house.server, access, identity, on: address)
        listener.withLock { $0 = new }
    }

    /// The TLS settings of a client with a key.
    fileprivate func tls(_ key: TLSIdentity) throws -> ClientTLS {
        try ClientTLS(trust: .pinned(publicKeySHA256: identity.publicKeySHA256), identity: key)
    }

    fileprivate func note(_ connection: Home) { connections.withLock { $0.append(connection) } }

    // MARK: The owner's actions

    /// A program of the hub's owner.
    func program(_ name: String) async throws -> Program { try await house.program(name) }

    /// Invites a person to homes, who joins.
    ///
    /// - Parameter grant: A guest's grant; everything by default.
    func join(
        _ name: String, as role: Hearth_V1_Role = .guest, _ grant: Hearth_V1_Grant? = nil, in homes: HMHome...
    ) async throws -> Member {
        let member = try Member(name, self)
        try await member.accept(invite(name, as: role, grant, to: homes))
        return member
    }

    /// A link to homes.
    func invite(
        _ name: String, as role: Hearth_V1_Role, _ grant: Hearth_V1_Grant? = nil, to homes: [HMHome]
    ) async throws -> HubLink {
        let offered = role == .guest ? grant ?? Hearth_V1_Grant(everything: true) : nil
        let offers = homes.map { Hearth_V1_Offer(structureID: $0.id, role: role, grant: offered) }
        let made = try await Hearth_V1_AccessClient(house.client).createInvitation(
            Hearth_V1_CreateInvitationRequest(role: .member, name: name, offers: offers))
        return HubLink(address: made.address, publicKeySHA256: made.publicKeySha256, code: made.code)
    }

    /// Changes the rights of a user.
    func change(_ user: HMUser, to role: Hearth_V1_Role, _ grant: Hearth_V1_Grant? = nil) async throws {
        _ = try await Hearth_V1_PeopleClient(house.client).updatePerson(
            Hearth_V1_UpdatePersonRequest(personID: user.id, role: role, grant: grant))
    }
}

/// Another person than the hub's owner, with a key that the hub learns.
struct Member: Sendable {
    let name: String
    private let house: PeopleHouse
    private let key: TLSIdentity

    init(_ name: String, _ house: PeopleHouse) throws {
        (self.name, self.house) = (name, house)
        key = try TLSIdentity.make(names: [])
    }

    /// Accepts an invitation.
    func accept(_ link: HubLink) async throws {
        var settings = HTTP2Transport.Settings()
        settings.tls = try ClientTLS(trust: .pinned(publicKeySHA256: link.publicKeySHA256), identity: key)
        let client = RPCClient(transport: try HTTP2Transport(connectingTo: link.address, settings: settings))
        _ = try await Hearth_V1_AccessClient(client).claim(
            Hearth_V1_ClaimRequest(code: try require(link.code), name: name))
        await client.close()
    }

    /// Connects one of the person's programs.
    func connect(_ program: String) async throws -> Home {
        let home = try await Home.connect(
            to: house.address, tls: house.tls(key), configuration: HomeClientConfiguration(clientID: program))
        house.note(home)
        return home
    }

    /// One of the person's programs, whose homes are loaded.
    func program(_ name: String) async throws -> Program { try await Program.start(connect(name)) }
}
