internal import HearthAccessControl
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// Invitations of people, and the clients of their claims.
@Suite(.timeLimit(.minutes(5)))
struct PeopleTests {
    private static let guest = [StoredOffer(structureID: "home", role: 4)]
    private static let owner = TestPeople.owner

    @Test func claimMakesAPersonWithTheOfferedRoles() async throws {
        let test = try await TestPeople()
        let code = try await test.invite([StoredOffer(structureID: "home", role: 3), Self.guest[0]].suffix(1)).code
        await expectNil(test.access.claim(code, name: "Ada's phone"))
        let principal = test.principal(1)
        expect(principal.rights, equals: [.public, .view, .operate, .manage])
        expect(principal.credential.map { "member/\($0)" }, equals: principal.id)
        let identity = try require(principal.person)
        expect(identity.count, equals: 22)
        expect(
            test.home.members,
            equals: [.init(identity: identity, structureID: "home", name: "Ada's phone", role: 4)])
        expect(!test.access.access.isClaimed)
        // The same after a restart.
        let again = try await test.restarted()
        expect(again.principal(1), equals: principal)
    }

    @Test func invitationNamesPersonAndClientNamesItself() async throws {
        let test = try await TestPeople()
        let code = try await test.invite(Self.guest, name: "Ada").code
        await expectNil(test.access.claim(code, name: "phone"))
        expect(test.home.members.map(\.name), equals: ["Ada"])
        expect(test.access.access.credentials.map(\.name), equals: ["phone"])
    }

    @Test func aCodeOpensOnceAlsoAfterAStartAndForFifteenMinutes() async throws {
        let test = try await TestPeople()
        let (used, old) = (try await test.invite(Self.guest).code, try await test.invite(Self.guest).code)
        await expectNil(test.access.claim(used))
        await expect(test.access.claim(used, key: TestAccess.key(2))?.code, equals: .permissionDenied)
        let again = try await test.restarted()
        await expect(again.access.claim(used, key: TestAccess.key(2))?.code, equals: .permissionDenied)
        await test.access.clock.advance(by: .seconds(15 * 60))
        await expect(again.access.claim(old, key: TestAccess.key(2))?.code, equals: .permissionDenied)
        await again.access.access.close()
        // A guest sets the clock back, and the hub restarts.
        let back = try await test.restarted(clock: ManualClock())
        await expect(back.access.claim(old, key: TestAccess.key(2))?.code, equals: .permissionDenied)
        expect(test.home.members.count, equals: 1)
    }

    @Test func openInvitationsAreListedAndWithdrawnByWhoMadeThem() async throws {
        let test = try await TestPeople()
        _ = try await test.member(1, [StoredOffer(structureID: "home", role: 3)])
        let (ada, access) = (test.principal(1), test.access.access)
        let mine = try await access.invite(
            to: Self.guest, name: "Gus", by: ada, from: TestAccess.remote(), life: 7 * 86_400)
        let owners = try await test.invite(Self.guest, name: "Bob")
        func names(_ principal: Principal) -> [String] { access.openInvitations(for: principal).map(\.name) }
        expect(names(ada) == ["Gus"] && names(Self.owner) == ["Bob", "Gus"])
        expect(access.openInvitations(for: ada).map(\.expiresAt), equals: [mine.expiresAt])
        // Another person's invitation and a missing one give the same error.
        for id in [owners.id, "nothing"] {
            await #expect { try await access.withdraw(invitation: id, by: ada, from: TestAccess.remote()) } throws: {
                ($0 as? RPCError)?.code == .notFound
            }
        }
        await test.access.clock.advance(by: .seconds(86_400))
        expect(names(Self.owner), equals: ["Gus"])
        // The chosen time, the list and the expiry survive a restart.
        var again = try await test.restarted()
        expect(again.access.access.openInvitations(for: Self.owner).map(\.expiresAt), equals: [mine.expiresAt])
        await test.access.clock.advance(by: .seconds(5 * 86_400))
        again = try await test.restarted()
        expect(again.access.access.openInvitations(for: Self.owner).map(\.id), equals: [mine.id])
        try await again.access.access.withdraw(invitation: mine.id, by: again.principal(1), from: TestAccess.remote())
        await expect(again.access.claim(mine.code, key: TestAccess.key(2))?.code, equals: .permissionDenied)
        try await expect(test.restarted().access.access.openInvitations(for: Self.owner), equals: [])
    }

    @Test func anInvitationLastsAMinuteToAWeek() async throws {
        let test = try await TestPeople()
        let lives: [(Int64, Bool)] = [
            (59, false), (60, true), (604_800, true), (604_801, false), (.max, false), (-1, false),
        ]
        for (life, isRight) in lives {
            var error: RPCError?
            do throws(RPCError) {
                _ = try await test.access.access.invite(
                    to: Self.guest, by: Self.owner, from: .inProcess, life: life)
            } catch let refusal {
                error = refusal
            }
            expect(error?.code, equals: (isRight ? nil : .invalidArgument), "\(life)")
        }
    }

    @Test func knownPersonsKeyJoinsAndKeepsItsCredential() async throws {
        let test = try await TestPeople()
        let identity = try await test.member(1, Self.guest)
        let cabin = try await test.invite([StoredOffer(structureID: "cabin", role: 1)]).code
        let credential = try await test.access.access.claim(
            code: cabin, name: "phone", key: TestAccess.key(1), from: TestAccess.remote())
        expect(credential.id, equals: test.principal(1).credential)
        expect(Set(test.home.members.map(\.structureID)), equals: ["home", "cabin"])
        expect(Set(test.home.members.map(\.identity)), equals: [identity])
        expect(test.access.access.credentials.count, equals: 1)
        await expect(test.access.claim(cabin, key: TestAccess.key(2))?.code, equals: .permissionDenied)
        // A present member does not use up a code.
        let again = try await test.invite(Self.guest).code
        await expect(test.access.claim(again, key: TestAccess.key(1))?.code, equals: .failedPrecondition)
        await expectNil(test.access.claim(again, key: TestAccess.key(2)))
    }

    @Test func concurrentClaimsWithOneKeyMakeOnePerson() async throws {
        let test = try await TestPeople()
        var codes: [String] = []
        for id in ["home", "cabin"] {
            codes.append(try await test.invite([StoredOffer(structureID: id, role: 4)]).code)
        }
        let results = await withTaskGroup(of: RPCError.Code?.self) { group in
            for code in codes { group.addTask { await test.access.claim(code)?.code } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        // The second was asked to retry, or came after the first.
        expect(results.contains(nil))
        expect(results.allSatisfy { $0 == nil || $0 == .alreadyExists })
        for code in codes { _ = await test.access.claim(code) }
        expect(Set(test.home.members.map(\.identity)).count, equals: 1)
        expect(Set(test.home.members.map(\.structureID)), equals: ["home", "cabin"])
    }

    @Test func keyOfAProviderHasNoPerson() async throws {
        let test = try await TestPeople()
        let maker = try await test.access.access.invite(.provider, name: "acme").code
        await expectNil(test.access.claim(maker))
        expectNil(test.principal(1).person)
        let code = try await test.invite(Self.guest).code
        await expect(test.access.claim(code)?.code, equals: .alreadyExists)
        await expectNil(test.access.claim(code, key: TestAccess.key(2)))
    }

    @Test func theOwnerIsOnePersonOnTheMachineAndByEachKey() async throws {
        let test = try await TestPeople()
        await expectNil(test.access.claim(try await test.access.access.invite(.owner).code))
        expect(test.principal(1).person, equals: Principal.hubOwner)
        expect(test.access.access.principal(of: .inProcess).person, equals: Principal.hubOwner)
        let token = try await test.access.access.makeToken(.owner, name: "script", life: nil)
        expect(token.credential.person, equals: Principal.hubOwner)
        // Another client of the owner's own person is an owner's.
        let code = try await test.access.access.invite(to: [], by: Self.owner, from: .inProcess).code
        await expectNil(test.access.claim(code, key: TestAccess.key(2)))
        expect(test.principal(2).rights, equals: .all)
    }

    @Test func theSecondDeviceJoinsByALinkFromTheFirst() async throws {
        let test = try await TestPeople()
        let identity = try await test.member(1, Self.guest)
        let code = try await test.access.access.invite(to: [], by: test.principal(1), from: TestAccess.remote()).code
        await expect(test.access.claim(code, key: TestAccess.key(1))?.code, equals: .alreadyExists)
        await expectNil(test.access.claim(code, key: TestAccess.key(2), name: "laptop"))
        expect(test.principal(2).person, equals: identity)
        expect(test.principal(2).id, differsFrom: test.principal(1).id)
        expect(test.home.members.count, equals: 1)
    }

    @Test func guestsCanNotInviteAndAdministratorsNoOwners() async throws {
        let test = try await TestPeople()
        _ = try await test.member(1, Self.guest)
        _ = try await test.member(2, [StoredOffer(structureID: "home", role: 3)])
        await expect(test.refusal(Self.guest, by: test.principal(1)), equals: .permissionDenied)
        await expectNil(test.refusal(Self.guest, by: test.principal(2)))
        await expect(
            test.refusal([StoredOffer(structureID: "home", role: 1)], by: test.principal(2)), equals: .permissionDenied)
        await expect(
            test.refusal([StoredOffer(structureID: "cabin", role: 4)], by: test.principal(2)), equals: .notFound)
        await expect(test.refusal(Self.guest + Self.guest, by: Self.owner), equals: .invalidArgument)
        let huge = [StoredOffer(structureID: "home", role: 4, grant: [UInt8](repeating: 1, count: 70_000))]
        await expect(test.refusal(huge, by: Self.owner), equals: .invalidArgument)
        await expect(
            test.refusal([], by: Principal(id: "provider/acme", rights: [.public, .provide])), equals: .permissionDenied
        )
    }

    @Test func personHasAtMostSixteenInvitations() async throws {
        let test = try await TestPeople(invitationsOfMembers: 24)
        let (home, cabin) = (StoredOffer(structureID: "home", role: 3), StoredOffer(structureID: "cabin", role: 3))
        _ = try await test.member(1, [home])
        _ = try await test.member(2, [home, cabin])
        for _ in 0..<16 { await expectNil(test.refusal(Self.guest, by: test.principal(1))) }
        await expect(test.refusal(Self.guest, by: test.principal(1)), equals: .resourceExhausted)
        // The home has 18 of 24, and the others are left to the cabin.
        for _ in 0..<2 { await expectNil(test.refusal(Self.guest, by: test.principal(2))) }
        let full = await refusal {
            _ = try await test.access.access.invite(to: Self.guest, by: test.principal(2), from: .inProcess)
        }
        expect(
            full?.message,
            equals:
                "there are 18 open invitations in the household, the most a structure may have with those that its owners "
                + "created; ask the household's members or the hub's owner to withdraw one that is not needed")
        // The last two of 24 are for households with at most one.
        let guest = [StoredOffer(structureID: "cabin", role: 4)]
        for _ in 0..<4 { await expectNil(test.refusal(guest, by: test.principal(2))) }
        await expect(test.refusal(guest, by: test.principal(2)), equals: .resourceExhausted)
        await expectNil(test.refusal(Self.guest, by: Self.owner))
    }

    @Test func anInvitationThatCouldNotBeStoredKeepsNoRoom() async throws {
        let test = try await TestPeople()
        _ = try await test.member(1, [StoredOffer(structureID: "home", role: 3)])
        let ada = test.principal(1)
        let first = try await test.access.access.invite(.owner, from: .inProcess).code
        try await test.access.store.close(clean: false)
        for _ in 0..<20 { await expect(test.refusal(Self.guest, by: ada), equals: .unavailable) }
        await expect(throws: RPCError.self) { _ = try await test.access.access.invite(.owner, from: .inProcess) }
        // The invitation that it was to replace is still open.
        expect(test.access.access.invitation(code: first) != nil)
    }

    @Test func anInvitationEndsWithWhatItsMakerMayDo() async throws {
        let test = try await TestPeople()
        let maker = try await test.member(1, [StoredOffer(structureID: "home", role: 3)])
        let code = try await test.access.access.invite(to: Self.guest, by: test.principal(1), from: TestAccess.remote())
            .code
        test.home.remove(maker)
        test.home.put(.init(identity: maker, structureID: "home", name: "Ada", role: 4))
        await expect(test.access.claim(code, key: TestAccess.key(2))?.code, equals: .failedPrecondition)
        expect(test.principal(2).isAnonymous)
        expect(test.home.members.count, equals: 1)
    }

    @Test func ofAStructureThatIsGoneNothingIsLeft() async throws {
        let test = try await TestPeople()
        let cabin = StoredOffer(structureID: "cabin", role: 4)
        let (one, both) = (try await test.invite([cabin]).code, try await test.invite(Self.guest + [cabin]).code)
        test.home.remove(structure: "cabin")
        await expect(test.access.claim(one)?.code, equals: .failedPrecondition)
        await expectNil(test.access.claim(both))
        expect(test.home.members.map(\.structureID), equals: ["home"])
    }

    @Test func failedStoreGrantsNothingAndKeepsTheCode() async throws {
        let test = try await TestPeople()
        let code = try await test.invite(Self.guest).code
        test.home.fill(true)
        await expect(test.access.claim(code)?.code, equals: .unavailable)
        expect(test.principal(1).isAnonymous)
        expect(test.access.access.credentials.isEmpty)
        test.home.fill(false)
        await expectNil(test.access.claim(code))
    }

    @Test func anInvitationThatIsAskedForAgainIsTheSame() async throws {
        let test = try await TestPeople()
        func request(_ name: String) -> Hearth_V1_CreateInvitationRequest {
            .init(
                role: .member, name: name, options: .init(idempotencyKey: "k"),
                offers: [.init(structureID: "home", role: .guest, grant: .init(everything: true))])
        }
        let first = try await test.service(Self.owner).createInvitation(request("Ada"))
        try await expect(test.service(Self.owner).createInvitation(request("Ada")), equals: first)
        await expect(refused: .invalidArgument) {
            _ = try await test.service(Self.owner).createInvitation(request("Bob"))
        }
        let again = try await test.restarted()
        let second = try await again.service(Self.owner).createInvitation(request("Ada"))
        expect(second.code, differsFrom: first.code)
        expect(second.expiresAt, equals: first.expiresAt)
        await expect(again.access.claim(first.code)?.code, equals: .permissionDenied)
        await expectNil(again.access.claim(second.code))
        expect(test.home.members.map(\.name), equals: ["Ada"])
    }

    /// The methods' rights admit all people; each method then checks the object.
    @Test func theServiceGivesMembersNothingButTheirOwn() async throws {
        let test = try await TestPeople()
        _ = try await test.member(1, Self.guest)
        _ = try await test.member(2, Self.guest)
        let (ada, service) = (test.principal(1), test.service(test.principal(1)))
        func code<R>(_ body: () async throws -> R) async -> RPCError.Code? {
            do {
                _ = try await body()
                return nil
            } catch {
                return (error as? RPCError)?.code
            }
        }
        for role in [Hearth_V1_Role.owner, .provider] {
            await expect(
                code { try await service.createToken(.init(role: role, name: "x")) }, equals: .permissionDenied)
            await expect(
                code { try await service.createInvitation(.init(role: role, name: "x")) }, equals: .permissionDenied)
        }
        for role in [Hearth_V1_Role.unspecified, .administrator, .guest] {
            await expect(code { try await service.createToken(.init(role: role, name: "x")) }, equals: .invalidArgument)
        }
        let made = try await service.createToken(.init(role: .member, name: "script"))
        expect(made.credential?.role, equals: .member)
        let peer = TestAccess.remote()
        try expect(
            test.access.access.principal(authorization: TestAccess.bearer(made.token), of: peer).person,
            equals: ada.person)
        try await expect(
            service.listCredentials(.init()).credentials.map(\.id),
            equals: [ada.credential, made.credential?.id])
        try await expect(test.service(Self.owner).listCredentials(.init()).credentials.count, equals: 3)
        let other = test.principal(2).credential ?? ""
        await expect(code { try await service.revokeCredential(.init(id: other)) }, equals: .notFound)
        await expectNil(code { try await service.revokeCredential(.init(id: made.credential?.id ?? "")) })
        let offered = Hearth_V1_CreateInvitationRequest(
            role: .provider, name: "x", offers: [.init(structureID: "home")])
        await expect(code { try await test.service(Self.owner).createInvitation(offered) }, equals: .invalidArgument)
    }
}
