internal import HearthAccessControl
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

/// The access control of a hub with homes and people.
struct TestPeople {
    let access: TestAccess
    let home: FakeHome

    /// The hub's owner on its own machine.
    static let owner = Principal(id: "owner", rights: .all, person: Principal.hubOwner)

    init(invitationsOfMembers: Int = 256) async throws {
        var options = AccessControl.Options()
        options.limits.invitationsOfMembers = invitationsOfMembers
        let access = try await TestAccess(options: options)
        await self.init(access, FakeHome(access.store))
    }

    private init(_ access: TestAccess, _ home: FakeHome) async {
        (self.access, self.home) = (access, home)
        await access.access.connect(to: home)
    }

    /// The same hub after a crash.
    func restarted(clock: ManualClock? = nil) async throws -> TestPeople {
        await TestPeople(try await access.restarted(clock: clock), home)
    }

    func invite(
        _ offers: some Sequence<StoredOffer>, name: String = ""
    ) async throws(RPCError) -> AccessControl.Invitation {
        try await access.access.invite(to: Array(offers), name: name, by: Self.owner, from: .inProcess)
    }

    /// The refusal of an invitation; nil for one that was made.
    func refusal(_ offers: [StoredOffer], by principal: Principal) async -> RPCError.Code? {
        do throws(RPCError) {
            _ = try await access.access.invite(to: offers, by: principal, from: TestAccess.remote())
            return nil
        } catch {
            return error.code
        }
    }

    /// The principal of a key.
    func principal(_ seed: UInt8) -> Principal { access.access.principal(of: TestAccess.remote(TestAccess.key(seed))) }

    /// Makes a person with a key. Returns its identity.
    func member(_ seed: UInt8, _ offers: [StoredOffer]) async throws -> String {
        let code = try await invite(offers).code
        let credential = try await access.access.claim(
            code: code, name: "phone \(seed)", key: TestAccess.key(seed), from: TestAccess.remote())
        return credential.person
    }

    /// The service for a caller on the hub's machine.
    func service(_ principal: Principal) -> Hearth_V1_AccessClient {
        let server = RPCServer(router: RPCRouter())
        let handler = AccessServiceHandler(access.access) { AccessServiceHandler.Identity() }
        server.updateRoutes { $0.register(handler) }
        return Hearth_V1_AccessClient(RPCClient(transport: InProcessTransport(server: server, principal: principal)))
    }
}
