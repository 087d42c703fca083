internal import HearthAccessControl
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization
internal import Testing

/// Invitations of people, and the clients of their claims.
@Suite(.timeLimit(.minutes(2)))
struct PeopleTests {
    private static let guest = [StoredOffer(structureID: "home", role: 4)]
    private static let owner = TestPeople.owner

    @Test func claimMakesAPersonWithTheOfferedRoles() async throws {
        let test = try await TestPeople()
        let code = try await test.invite([StoredOffer(structureID: "home", role: 3), Self.guest[0]].suffix(1)).code
        #expect(await test.access.claim(code, name: "Ada's phone") == nil)
        let principal = test.principal(1)
        #expect(principal.rights == [.public, .view, .operate, .manage])
        #expect(principal.credential.map { "member/\($0)" } == principal.id)
        let identity = try #require(principal.person)
        #expect(identity.count == 22)
        #expect(
            test.home.members
                == [.init(identity: identity, structureID: "home", name: "Ada's phone", role: 4)])
        #expect(!test.access.access.isClaimed)
        // The same after a restart.
        let again = try await test.restarted()
        #expect(again.principal(1) == principal)
    }

    @Test func invitationNamesPersonAndClientNamesItself() async throws {
        let test = try await TestPeople()
        let code = try await test.invite(Self.guest, name: "Ada").code
        #expect(await test.access.claim(code, name: "phone") == nil)
        #expect(test.home.members.map(\.name) == ["Ada"])
        #expect(test.access.access.credentials.map(\.name) == ["phone"])
    }

    @Test func aCodeOpensOnceAlsoAfterAStartAndForFifteenMinutes() async throws {
        let test = try await TestPeople()
        let (used, old) = (try await test.invite(Self.guest).code, try await test.invite(Self.guest).code)
        #expect(await test.access.claim(used) == nil)
        #expect(await test.access.claim(used, key: TestAccess.key(2))?.code == .permissionDenied)
        let again = try await test.restarted()
        #expect(await again.access.claim(used, key: TestAccess.key(2))?.code == .permissionDenied)
        await test.access.clock.advance(by: .seconds(15 * 60))
        #expect(await again.access.claim(old, key: TestAccess.key(2))?.code == .permissionDenied)
        await again.access.access.close()
        // A guest sets the clock back, and the hub restarts.
        let back = try await test.restarted(clock: ManualClock())
        #expect(await back.access.claim(old, key: TestAccess.key(2))?.code == .permissionDenied)
        #expect(test.home.members.count == 1)
    }

    @Test func openInvitationsAreListedAndWithdrawnByWhoMadeThem() async throws {
        let test = try await TestPeople()
        _ = try await test.member(1, [StoredOffer(structureID: "home", role: 3)])
        let (ada, access) = (test.principal(1), test.access.access)
        let mine = try await access.invite(
            to: Self.guest, name: "Gus", by: ada, from: TestAccess.remote(), life: 7 * 86_400)
        let owners = try await test.invite(Self.guest, name: "Bob")
        func names(_ principal: Principal) -> [String] { access.openInvitations(for: principal).map(\.name) }
        #expect(names(ada) == ["Gus"] && names(Self.owner) == ["Bob", "Gus"])
        #expect(access.openInvitations(for: ada).map(\.expiresAt) == [mine.expiresAt])
        // Another person's invitation and a missing one give the same error.
        for id in [owners.id, "nothing"] {
            await #expect { try await access.withdraw(invitation: id, by: ada, from: TestAccess.remote()) } throws: {
                ($0 as? RPCError)?.code == .notFound
            }
        }
        await test.access.clock.advance(by: .seconds(86_400))
        #expect(names(Self.owner) == ["Gus"])
        // The chosen time, the list and the expiry survive a restart.
        var again = try await test.restarted()
        #expect(again.access.access.openInvitations(for: Self.owner).map(\.expiresAt) == [mine.expiresAt])
        await test.access.clock.advance(by: .seconds(5 * 86_400))
        again = try await test.restarted()
        #expect(again.access.access.openInvitations(for: Self.owner).map(\.id) == [mine.id])
        try await again.access.access.withdraw(invitation: mine.id, by: again.principal(1), from: TestAccess.remote())
        #expect(await again.access.claim(mine.code, key: TestAccess.key(2))?.code == .permissionDenied)
        #expect(try await test.restarted().access.access.openInvitations(for: Self.owner) == [])
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
            #expect(error?.code == (isRight ? nil : .invalidArgument), "\(life)")
        }
    }

    @Test func knownPersonsKeyJoinsAndKeepsItsCredential() async throws {
        let test = try await TestPeople()
        let identity = try await test.member(1, Self.guest)
        let cabin = try await test.invite([StoredOffer(structureID: "cabin", role: 1)]).code
        let credential = try await test.access.access.claim(
            code: cabin, name: "phone", key: TestAccess.key(1), from: TestAccess.remote())
        #expect(credential.id == test.principal(1).credential)
        #expect(Set(test.home.members.map(\.structureID)) == ["home", "cabin"])
        #expect(Set(test.home.members.map(\.identity)) == [identity])
        #expect(test.access.access.credentials.count == 1)
        #expect(await test.access.claim(cabin, key: TestAccess.key(2))?.code == .permissionDenied)
        // A present member does not use up a code.
        let again = try await test.invite(Self.guest).code
        #expect(await test.access.claim(again, key: TestAccess.key(1))?.code == .failedPrecondition)
        #expect(await test.access.claim(again, key: TestAccess.key(2)) == nil)
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
        #expect(results.contains(nil) && results.allSatisfy { $0 == nil || $0 == .alreadyExists })
        for code in codes { _ = await test.access.claim(code) }
        #expect(Set(test.home.members.map(\.identity)).count == 1)
        #expect(Set(test.home.members.map(\.structureID)) == ["home", "cabin"])
    }

    @Test func keyOfAProviderHasNoPerson() async throws {
        let test = try await TestPeople()
        let maker = try await test.access.access.invite(.provider, name: "acme").code
        #expect(await test.access.claim(maker) == nil)
        #expect(test.principal(1).person == nil)
        let code = try await test.invite(Self.guest).code
        #expect(await test.access.claim(code)?.code == .alreadyExists)
        #expect(await test.access.claim(code, key: TestAccess.key(2)) == nil)
    }

    @Test func theOwnerIsOnePersonOnTheMachineAndByEachKey() async throws {
        let test = try await TestPeople()
        #expect(await test.access.claim(try await test.access.access.invite(.owner).code) == nil)
        #expect(test.principal(1).person == Principal.hubOwner)
        #expect(test.access.access.principal(of: .inProcess).person == Principal.hubOwner)
        let token = try await test.access.access.makeToken(.owner, name: "script", life: nil)
        #expect(token.credential.person == Principal.hubOwner)
        // Another client of the owner's own person is an owner's.
        let code = try await test.access.access.invite(to: [], by: Self.owner, from: .inProcess).code
        #expect(await test.access.claim(code, key: TestAccess.key(2)) == nil)
        #expect(test.principal(2).rights == .all)
    }

    @Test func theSecondDeviceJoinsByALinkFromTheFirst() async throws {
        let test = try await TestPeople()
        let identity = try await test.member(1, Self.guest)
        let code = try await test.access.access.invite(to: [], by: test.principal(1), from: TestAccess.remote()).code
        #expect(await test.access.claim(code, key: TestAccess.key(1))?.code == .alreadyExists)
        #expect(await test.access.claim(code, key: TestAccess.key(2), name: "laptop") == nil)
        #expect(test.principal(2).person == identity)
        #expect(test.principal(2).id != test.principal(1).id)
        #expect(test.home.members.count == 1)
    }

    @Test func guestsCanNotInviteAndAdministratorsNoOwners() async throws {
        let test = try await TestPeople()
        _ = try await test.member(1, Self.guest)
        _ = try await test.member(2, [StoredOffer(structureID: "home", role: 3)])
        #expect(await test.refusal(Self.guest, by: test.principal(1)) == .permissionDenied)
        #expect(await test.refusal(Self.guest, by: test.principal(2)) == nil)
        #expect(
            await test.refusal([StoredOffer(structureID: "home", role: 1)], by: test.principal(2)) == .permissionDenied)
        #expect(await test.refusal([StoredOffer(structureID: "cabin", role: 4)], by: test.principal(2)) == .notFound)
        #expect(await test.refusal(Self.guest + Self.guest, by: Self.owner) == .invalidArgument)
        let huge = [StoredOffer(structureID: "home", role: 4, grant: [UInt8](repeating: 1, count: 70_000))]
        #expect(await test.refusal(huge, by: Self.owner) == .invalidArgument)
        #expect(
            await test.refusal([], by: Principal(id: "provider/acme", rights: [.public, .provide])) == .permissionDenied
        )
    }

    @Test func personHasAtMostSixteenInvitations() async throws {
        let test = try await TestPeople(invitationsOfMembers: 20)
        for seed in UInt8(1)...2 { _ = try await test.member(seed, [StoredOffer(structureID: "home", role: 3)]) }
        for _ in 0..<16 { #expect(await test.refusal(Self.guest, by: test.principal(1)) == nil) }
        #expect(await test.refusal(Self.guest, by: test.principal(1)) == .resourceExhausted)
        for _ in 0..<4 { #expect(await test.refusal(Self.guest, by: test.principal(2)) == nil) }
        #expect(await test.refusal(Self.guest, by: test.principal(2)) == .resourceExhausted)
        #expect(await test.refusal(Self.guest, by: Self.owner) == nil)
    }

    @Test func anInvitationThatCouldNotBeStoredKeepsNoRoom() async throws {
        let test = try await TestPeople()
        _ = try await test.member(1, [StoredOffer(structureID: "home", role: 3)])
        let ada = test.principal(1)
        let first = try await test.access.access.invite(.owner, from: .inProcess).code
        try await test.access.store.close(clean: false)
        for _ in 0..<20 { #expect(await test.refusal(Self.guest, by: ada) == .unavailable) }
        await #expect(throws: RPCError.self) { _ = try await test.access.access.invite(.owner, from: .inProcess) }
        // The invitation that it was to replace is still open.
        #expect(test.access.access.invitation(code: first) != nil)
    }

    @Test func anInvitationEndsWithWhatItsMakerMayDo() async throws {
        let test = try await TestPeople()
        let maker = try await test.member(1, [StoredOffer(structureID: "home", role: 3)])
        let code = try await test.access.access.invite(to: Self.guest, by: test.principal(1), from: TestAccess.remote())
            .code
        test.home.remove(maker)
        test.home.put(.init(identity: maker, structureID: "home", name: "Ada", role: 4))
        #expect(await test.access.claim(code, key: TestAccess.key(2))?.code == .failedPrecondition)
        #expect(test.principal(2).isAnonymous)
        #expect(test.home.members.count == 1)
    }

    @Test func ofAStructureThatIsGoneNothingIsLeft() async throws {
        let test = try await TestPeople()
        let cabin = StoredOffer(structureID: "cabin", role: 4)
        let (one, both) = (try await test.invite([cabin]).code, try await test.invite(Self.guest + [cabin]).code)
        test.home.remove(structure: "cabin")
        #expect(await test.access.claim(one)?.code == .failedPrecondition)
        #expect(await test.access.claim(both) == nil)
        #expect(test.home.members.map(\.structureID) == ["home"])
    }

    @Test func failedStoreGrantsNothingAndKeepsTheCode() async throws {
        let test = try await TestPeople()
        let code = try await test.invite(Self.guest).code
        test.home.fill(true)
        #expect(await test.access.claim(code)?.code == .unavailable)
        #expect(test.principal(1).isAnonymous && test.access.access.credentials.isEmpty)
        test.home.fill(false)
        #expect(await test.access.claim(code) == nil)
    }

    @Test func anInvitationThatIsAskedForAgainIsTheSame() async throws {
        let test = try await TestPeople()
        func request(_ name: String) -> Hearth_V1_CreateInvitationRequest {
            .init(
                role: .member, name: name, options: .init(idempotencyKey: "k"),
                offers: [.init(structureID: "home", role: .guest, grant: .init(everything: true))])
        }
        let first = try await test.service(Self.owner).createInvitation(request("Ada"))
        #expect(try await test.service(Self.owner).createInvitation(request("Ada")) == first)
        let reused = await #expect(throws: RPCError.self) {
            _ = try await test.service(Self.owner).createInvitation(request("Bob"))
        }
        #expect(reused?.code == .invalidArgument)
        let again = try await test.restarted()
        let second = try await again.service(Self.owner).createInvitation(request("Ada"))
        #expect(second.code != first.code && second.expiresAt == first.expiresAt)
        #expect(await again.access.claim(first.code)?.code == .permissionDenied)
        #expect(await again.access.claim(second.code) == nil)
        #expect(test.home.members.map(\.name) == ["Ada"])
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
            #expect(await code { try await service.createToken(.init(role: role, name: "x")) } == .permissionDenied)
            #expect(
                await code { try await service.createInvitation(.init(role: role, name: "x")) } == .permissionDenied)
        }
        for role in [Hearth_V1_Role.unspecified, .administrator, .guest] {
            #expect(await code { try await service.createToken(.init(role: role, name: "x")) } == .invalidArgument)
        }
        let made = try await service.createToken(.init(role: .member, name: "script"))
        #expect(made.credential?.role == .member)
        let peer = TestAccess.remote()
        #expect(
            try test.access.access.principal(authorization: TestAccess.bearer(made.token), of: peer).person
                == ada.person)
        #expect(
            try await service.listCredentials(.init()).credentials.map(\.id)
                == [ada.credential, made.credential?.id])
        #expect(try await test.service(Self.owner).listCredentials(.init()).credentials.count == 3)
        let other = test.principal(2).credential ?? ""
        #expect(await code { try await service.revokeCredential(.init(id: other)) } == .notFound)
        #expect(await code { try await service.revokeCredential(.init(id: made.credential?.id ?? "")) } == nil)
        let offered = Hearth_V1_CreateInvitationRequest(
            role: .provider, name: "x", offers: [.init(structureID: "home")])
        #expect(await code { try await test.service(Self.owner).createInvitation(offered) } == .invalidArgument)
    }
}
