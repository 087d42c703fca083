internal import HearthAccessControl
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct ClaimTests {
    @Test func claimWithTheCodeMakesTheKeyAnOwner() async throws {
        let test = try await TestAccess()
        expect(!test.access.isClaimed)
        expect(test.access.principal(of: TestAccess.remote(TestAccess.key(1))).isAnonymous)
        let invitation = try await test.access.invite(.owner)
        await expectNil(test.claim(invitation.code))
        expect(test.access.isClaimed)
        let principal = test.access.principal(of: TestAccess.remote(TestAccess.key(1)))
        expect(principal.id, equals: principal.credential.map { "owner/\($0)" })
        expect(principal.rights, equals: .all)
        expect(principal.credential != nil)
        expect(test.access.principal(of: TestAccess.remote(TestAccess.key(2))).isAnonymous)
        expect(test.access.principal(of: TestAccess.remote()).isAnonymous)
        // It stays claimed after a restart.
        let again = try await test.restarted()
        expect(again.access.isClaimed)
        expect(again.access.principal(of: TestAccess.remote(TestAccess.key(1))), equals: principal)
    }

    @Test func aCodeOpensOnce() async throws {
        let test = try await TestAccess()
        let code = try await test.access.invite(.owner).code
        await expectNil(test.claim(code))
        await expect(test.claim(code, key: TestAccess.key(2))?.code, equals: .permissionDenied)
        let again = try await test.restarted()
        await expect(again.claim(code, key: TestAccess.key(2))?.code, equals: .permissionDenied)
    }

    @Test func onlyOneOfConcurrentClaimsSucceeds() async throws {
        let test = try await TestAccess()
        let code = try await test.access.invite(.owner).code
        let results = await withTaskGroup(of: RPCError?.self) { group in
            for seed in UInt8(1)...20 { group.addTask { await test.claim(code, key: TestAccess.key(seed)) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        expect(results.count { $0 == nil }, equals: 1)
        expect(test.access.credentials.count, equals: 1)
    }

    @Test func codeIsValidFor15MinutesEvenIfClockIsSetBack() async throws {
        let test = try await TestAccess()
        let code = try await test.access.invite(.owner).code
        await test.clock.advance(by: .seconds(15 * 60 - 1))
        expect(test.access.invitation(code: code) != nil)
        await test.clock.advance(by: .seconds(1))
        await expect(test.claim(code)?.code, equals: .permissionDenied)
        let back = try await test.restarted(clock: ManualClock())
        await expect(back.claim(code)?.code, equals: .permissionDenied)
    }

    @Test func newOwnerInvitationReplacesOnlyTheOwnerOne() async throws {
        let test = try await TestAccess()
        let first = try await test.access.invite(.owner).code
        let maker = try await test.access.invite(.provider, name: "acme").code
        let second = try await test.access.invite(.owner).code
        await expect(test.claim(first)?.code, equals: .permissionDenied)
        await expectNil(test.claim(second))
        await expectNil(test.claim(maker, key: TestAccess.key(2), name: "who cares"))
        let principal = test.access.principal(of: TestAccess.remote(TestAccess.key(2)))
        expect(principal.id == "provider/acme" && principal.rights == [.public, .provide])
        expect(test.access.credentials.map(\.name), equals: ["laptop", "acme"])
    }

    @Test func knownKeyKeepsItsCredentialAndLeavesTheCode() async throws {
        let test = try await TestAccess()
        let owner = try await test.access.invite(.owner).code
        await expectNil(test.claim(owner))
        let code = try await test.access.invite(.provider, name: "acme").code
        await expect(test.claim(code)?.code, equals: .alreadyExists)
        await expectNil(test.claim(code, key: TestAccess.key(2)))
    }

    @Test func namesAreShortAndOwnersNameProviders() async throws {
        let test = try await TestAccess()
        let code = try await test.access.invite(.owner).code
        for name in ["", String(repeating: "x", count: 101), "a\nb", "\u{1B}[2J", "a\u{9B}b"] {
            await expect(test.claim(code, name: name)?.code, equals: .invalidArgument)
        }
        await expectNil(test.claim(code, name: "Ada's laptop ✓"))
        await expect(throws: RPCError.self) { try await test.access.invite(.provider) }
    }

    @Test func soManyInvitationsAndNoMore() async throws {
        let test = try await TestAccess()
        for number in 0..<16 { _ = try await test.access.invite(.provider, name: "maker \(number)") }
        do {
            _ = try await test.access.invite(.provider, name: "one more")
            Issue.record("was let through")
        } catch {
            expect(error.code, equals: .resourceExhausted)
        }
        await test.clock.advance(by: .seconds(15 * 60))
        _ = try await test.access.invite(.provider, name: "one more")
    }
}
