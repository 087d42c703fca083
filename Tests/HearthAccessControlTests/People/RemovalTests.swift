internal import HearthAccessControl
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// Persons who are not members of any structure any more.
@Suite(.timeLimit(.minutes(5)))
struct RemovalTests {
    private static let guest = [StoredOffer(structureID: "home", role: 4)]

    @Test func removedPersonLosesCredentialsAndInvitations() async throws {
        let test = try await TestPeople()
        let access = test.access.access
        let ended = Mutex<[String]>([])
        access.onEnd { id in ended.withLock { $0.append(id) } }
        let person = try await test.member(1, [StoredOffer(structureID: "home", role: 3)])
        let other = try await test.member(2, Self.guest)
        let own = try await access.invite(to: [], by: test.principal(1), from: TestAccess.remote()).code
        await expectNil(test.access.claim(own, key: TestAccess.key(3)))
        let token = try await access.makeToken(
            .member, name: "script", life: nil, by: test.principal(1).credential, of: person)
        let open = [
            try await access.invite(to: [], by: test.principal(1), from: TestAccess.remote()).code,
            try await access.invite(to: Self.guest, by: test.principal(3), from: TestAccess.remote()).code,
        ]
        test.home.remove(person)
        await access.revokeAll(of: person)
        expect(ended.withLock { $0.count }, equals: 3)
        expect(test.principal(1).isAnonymous)
        expect(test.principal(3).isAnonymous)
        expect(test.access.refusal(token.token)?.code, equals: .unauthenticated)
        for code in open {
            await expect(test.access.claim(code, key: TestAccess.key(9))?.code, equals: .permissionDenied)
        }
        expect(test.principal(2).person, equals: other)
        // A removed phone stays removed, and may be invited again as a new person.
        let again = try await test.restarted()
        expect(again.principal(1).isAnonymous)
        let code = try await again.invite(Self.guest).code
        await expectNil(again.access.claim(code))
        expect(again.principal(1).person, differsFrom: person)
        expect(again.principal(1).person != nil)
    }

    @Test func theHubsOwnerIsNeverRevokedThisWay() async throws {
        let test = try await TestPeople()
        await expectNil(test.access.claim(try await test.access.access.invite(.owner).code))
        await test.access.access.revokeAll(of: Principal.hubOwner)
        await test.access.access.revokeAll(of: "")
        expect(test.principal(1).rights, equals: .all)
    }

    @Test func restartRevokesAfterCrashBetweenRemovalSteps() async throws {
        let test = try await TestPeople()
        let person = try await test.member(1, Self.guest)
        test.home.remove(person)
        expect(test.principal(1).person, equals: person)
        let again = try await test.restarted()
        expect(again.principal(1).isAnonymous)
    }

    @Test func membersSeeAndEndTheirOwnCredentialsOnly() async throws {
        let test = try await TestPeople()
        let access = test.access.access
        _ = try await test.member(1, Self.guest)
        _ = try await test.member(2, Self.guest)
        let (one, two) = (test.principal(1), test.principal(2))
        expect(access.credentials(for: one).map(\.id), equals: [one.credential])
        expect(access.credentials(for: TestPeople.owner).count, equals: 2)
        expect(access.credentials(for: Principal(id: "provider/acme", rights: [.public, .provide])).isEmpty)
        let error = await expect(refused: .notFound) {
            _ = try await access.revoke(two.credential ?? "", by: one, from: TestAccess.remote())
        }
        let unknown = await expect(throws: RPCError.self) {
            _ = try await access.revoke("nothing", by: one, from: TestAccess.remote())
        }
        expect(
            unknown?.message.replacing("nothing", with: two.credential ?? ""), equals: error?.message)
        _ = try await access.revoke(one.credential ?? "", by: one, from: TestAccess.remote())
        expect(test.principal(1).isAnonymous)
        expect(!test.principal(2).isAnonymous)
        _ = try await access.revoke(two.credential ?? "", by: TestPeople.owner, from: .inProcess)
        expect(test.principal(2).isAnonymous)
    }

    /// Otherwise the holder of a stolen phone could bring in the next one.
    @Test func revocationWithdrawsInvitationsOfTheCredential() async throws {
        let test = try await TestPeople()
        let access = test.access.access
        _ = try await test.member(1, [StoredOffer(structureID: "home", role: 3)])
        let stolen = test.principal(1)
        let laptop = try await access.invite(to: [], by: stolen, from: TestAccess.remote()).code
        await expectNil(test.access.claim(laptop, key: TestAccess.key(2)))
        let codes = [
            try await access.invite(to: [], by: stolen, from: TestAccess.remote()).code,
            try await access.invite(to: Self.guest, by: stolen, from: TestAccess.remote()).code,
        ]
        _ = try await access.revoke(stolen.credential ?? "", by: test.principal(2), from: TestAccess.remote())
        let again = try await test.restarted()
        for hub in [test, again] {
            for code in codes {
                await expect(hub.access.claim(code, key: TestAccess.key(3))?.code, equals: .permissionDenied)
            }
        }
        expect(!test.principal(2).isAnonymous)
    }

    @Test func credentialsOfAMemberAreLimited() async throws {
        var options = AccessControl.Options()
        options.limits.credentialsOfMember = 3
        let base = try await TestAccess(options: options)
        let home = FakeHome(base.store)
        await base.access.connect(to: home)
        home.put(.init(identity: "ada", structureID: "home", name: "Ada", role: 4))
        for number in 0..<3 {
            _ = try await base.access.makeToken(.member, name: "script \(number)", life: nil, of: "ada")
        }
        await expect(refused: .resourceExhausted) {
            _ = try await base.access.makeToken(.member, name: "one more", life: nil, of: "ada")
        }
        _ = try await base.access.makeToken(.owner, name: "the owner's", life: nil)
    }

    /// Members have a share of the remembered idempotency keys, which leaves some for the owner; so have households.
    @Test func aMembersIdempotencyKeysHaveAShare() async throws {
        var options = AccessControl.Options()
        (options.limits.keyedRequests, options.limits.keyedRequestsOfMember) = (4, 2)
        options.limits.percentPerHousehold = 50
        options.limits.percentForOwner = 25
        let base = try await TestAccess(options: options)
        let home = FakeHome(base.store)
        await base.access.connect(to: home)
        let server = RPCServer(router: RPCRouter())
        server.updateRoutes { $0.register(AccessServiceHandler(base.access) { AccessServiceHandler.Identity() }) }
        var callers = ["owner": TestPeople.owner]
        for (name, structure) in [("ada", "home"), ("eve", "home"), ("bob", "cabin")] {
            home.put(.init(identity: name, structureID: structure, name: name, role: 3))
            let token = try await base.access.makeToken(.member, name: name, life: nil, of: name).token
            callers[name] = try base.access.principal(
                authorization: TestAccess.bearer(token), of: TestAccess.remote())
        }
        var outcomes: [String?] = []
        for (number, name) in ["ada", "ada", "ada", "eve", "bob", "bob", "owner", "owner"].enumerated() {
            let transport = InProcessTransport(server: server, principal: callers[name] ?? .anonymous())
            do throws(RPCError) {
                _ = try await Hearth_V1_AccessClient(RPCClient(transport: transport)).createToken(
                    .init(
                        role: name == "owner" ? .owner : .member, name: "script",
                        options: .init(idempotencyKey: "\(number)")))
                outcomes.append(nil)
            } catch {
                outcomes.append(String(error.message.prefix(11)))
            }
        }
        expect(outcomes, equals: [nil, nil, "you have 2 ", "there are 2", nil, "there are 3", nil, "there are 4"])
    }
}
