internal import HearthAccessControl
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Expectations
internal import Testing

/// The entries that access control writes into the audit log.
@Suite(.timeLimit(.minutes(5)))
struct AccessAuditTests {
    private typealias Action = Hearth_V1_AuditEntry.Action

    private func rows(_ test: TestAccess) async throws -> [StoredAudit] {
        try await test.store.audit(AuditRequest()).reversed()
    }

    @Test func actionsAreLoggedWithActorAndAddress() async throws {
        let test = try await TestPeople()
        let access = test.access.access
        _ = try await test.member(1, [StoredOffer(structureID: "home", role: 3)])
        let ada = test.principal(1)
        _ = try await access.invite(
            to: [StoredOffer(structureID: "home", role: 4)], name: "Bob", by: ada, from: TestAccess.remote())
        let token = try await access.makeToken(
            .member, name: "script", life: nil, by: ada.credential, from: TestAccess.remote(), of: ada.person)
        _ = try await access.revoke(token.credential.id, by: ada, from: TestAccess.remote())
        _ = try await access.revoke(token.credential.id, by: ada, from: TestAccess.remote())
        let rows = try await rows(test.access)
        expect(
            rows.map { Int32($0.action) },
            equals: [Action.invitation, .claim, .invitation, .token, .revocation].map(\.rawValue))
        expect(
            rows.map(\.what),
            equals: [
                "invited an administrator", "became a client of the hub, as member", "invited \"Bob\" as a guest",
                "made the token \"script\" for a member", "revoked \"script\"",
            ])
        expect(rows.map(\.actor), equals: ["the hub's owner", "phone 1", "phone 1", "phone 1", "phone 1"])
        expect(rows.map(\.address), equals: ["this machine", "192.0.2.7", "192.0.2.7", "192.0.2.7", "192.0.2.7"])
        expect(rows.map(\.structureID), equals: ["home", "", "home", "", ""])
        expect(rows.map(\.credentialID), equals: ["", ada.credential, ada.credential, ada.credential, ada.credential])
        expect(rows[4].objectID, equals: token.credential.id)
    }

    @Test func ofAClaimThatIsNotStoredThereIsNoRow() async throws {
        let test = try await TestPeople()
        let code = try await test.invite([StoredOffer(structureID: "home", role: 4)]).code
        test.home.fill(true)
        await expect(test.access.claim(code)?.code, equals: .unavailable)
        try await expect(rows(test.access).count, equals: 1)
    }

    @Test func wrongCodesAndTokensOfAMinuteAreTwoRows() async throws {
        let test = try await TestAccess()
        for number in 0..<5 { _ = await test.claim(TestAccess.wrongCode(number)) }
        for _ in 0..<3 {
            expect(test.refusal("hth_wrong", from: TestAccess.remote(address: "[2001:db8::7]:5")) != nil)
        }
        await test.access.close()
        let rows = try await rows(test)
        expect(rows.allSatisfy { $0.action == Int64(Action.refusal.rawValue) && $0.actor == "somebody" })
        expect(
            rows.map { "\($0.address): \($0.what)" }.sorted(),
            equals: [
                "192.0.2.7: came with a wrong code", "192.0.2.7: came with a wrong code (4 times more)",
                "2001:db8::/64: came with a wrong token",
                "2001:db8::/64: came with a wrong token (2 times more)",
            ])
    }

    @Test func useOfARevokedCredentialNamesItsPerson() async throws {
        let test = try await TestPeople()
        _ = try await test.member(1, [StoredOffer(structureID: "home", role: 4)])
        let id = test.principal(1).credential ?? ""
        _ = try await test.access.access.revoke(id)
        expect(test.principal(1).isAnonymous)
        await test.access.access.close()
        let last = try await rows(test.access).last
        expect(last?.actor, equals: "phone 1")
        expect(last?.credentialID, equals: id)
        expect(last?.what, equals: "came with a key that was revoked")
    }

    @Test func manyNetworksGetNoMoreThanAFewRows() async throws {
        let test = try await TestAccess()
        for number in 0..<200 {
            _ = test.refusal("hth_wrong", from: TestAccess.remote(address: "10.0.0.\(number):5"))
        }
        await test.access.close()
        let rows = try await rows(test)
        expect(rows.count, equals: 31)
        expect(rows.last?.what, equals: "170 more of this kind within a minute, by various callers")
    }

    private func client(_ test: TestAccess, _ server: RPCServer, from peer: Peer) -> Hearth_V1_AccessClient {
        let transport = InProcessTransport(server: server, principal: test.access.principal(of: peer), peer: peer)
        return Hearth_V1_AccessClient(RPCClient(transport: transport))
    }

    private func server(_ test: TestAccess) -> RPCServer {
        let server = RPCServer(router: RPCRouter())
        server.updateRoutes { $0.register(AccessServiceHandler(test.access) { AccessServiceHandler.Identity() }) }
        test.access.noteRefusals(of: server)
        return server
    }

    @Test func callsWithoutCredentialAreLoggedByAddress() async throws {
        let test = try await TestAccess()
        let server = server(test)
        for address in ["192.0.2.7:1", "192.0.2.7:2", "[2001:db8::7]:5", "[2001:db8::8]:6"] {
            let client = client(test, server, from: TestAccess.remote(address: address))
            await expect(throws: RPCError.self) { try await client.listCredentials(.init()) }
            await expect(throws: RPCError.self) { try await client.createToken(.init(role: .owner, name: "x")) }
            _ = try await client.getServerIdentity(.init())
        }
        await test.access.close()
        let rows = try await rows(test)
        expect(rows.allSatisfy { $0.action == Int64(Action.refusal.rawValue) && $0.actor == "somebody" })
        expect(
            rows.map { "\($0.address): \($0.what)" }.sorted(),
            equals: [
                "192.0.2.7: called without a credential", "192.0.2.7: called without a credential (3 times more)",
                "2001:db8::/64: called without a credential",
                "2001:db8::/64: called without a credential (3 times more)",
            ])
    }

    @Test func callsWithARevokedKeyBearItsName() async throws {
        let test = try await TestPeople()
        let server = server(test.access)
        _ = try await test.member(1, [StoredOffer(structureID: "home", role: 4)])
        let id = test.principal(1).credential ?? ""
        _ = try await test.access.access.revoke(id)
        let client = client(test.access, server, from: TestAccess.remote(TestAccess.key(1)))
        for _ in 0..<2 { await expect(throws: RPCError.self) { try await client.listCredentials(.init()) } }
        await test.access.access.close()
        let rows = try await rows(test.access).filter { $0.action == Int64(Action.refusal.rawValue) }
        expect(rows.allSatisfy { $0.actor == "phone 1" && $0.credentialID == id })
        expect(
            rows.map(\.what),
            equals: ["came with a key that was revoked", "came with a key that was revoked (2 times more)"])
    }

    @Test func aTokenInClearTextAndTokensOfALockedNetworkAreRows() async throws {
        let test = try await TestAccess()
        var peer = TestAccess.remote()
        peer.isPrivate = false
        expect(test.refusal("hth_x", from: peer)?.code, equals: .unauthenticated)
        while test.refusal("hth_wrong")?.code != .resourceExhausted {}
        await test.access.close()
        let rows = try await rows(test).map(\.what)
        expect(rows.contains("sent a token in clear text"))
        expect(rows.contains("came with a wrong token"))
        expect(rows.contains { $0.hasPrefix("came with a wrong token (") })
    }
}
