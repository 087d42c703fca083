internal import HearthAccessControl
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Testing

@Suite(.timeLimit(.minutes(2)))
struct ClaimTests {
    @Test func claimWithTheCodeMakesTheKeyAnOwner() async throws {
        let test = try await TestAccess()
        #expect(!test.access.isClaimed)
        #expect(test.access.principal(of: TestAccess.remote(TestAccess.key(1))).isAnonymous)
        let invitation = try await test.access.invite(.owner)
        #expect(await test.claim(invitation.code) == nil)
        #expect(test.access.isClaimed)
        let principal = test.access.principal(of: TestAccess.remote(TestAccess.key(1)))
        #expect(
            principal.id == principal.credential.map { "owner/\($0)" } && principal.rights == .all
                && principal.credential != nil)
        #expect(test.access.principal(of: TestAccess.remote(TestAccess.key(2))).isAnonymous)
        #expect(test.access.principal(of: TestAccess.remote()).isAnonymous)
        // It stays claimed after a restart.
        let again = try await test.restarted()
        #expect(again.access.isClaimed)
        #expect(again.access.principal(of: TestAccess.remote(TestAccess.key(1))) == principal)
    }

    @Test func aCodeOpensOnce() async throws {
        let test = try await TestAccess()
        let code = try await test.access.invite(.owner).code
        #expect(await test.claim(code) == nil)
        #expect(await test.claim(code, key: TestAccess.key(2))?.code == .permissionDenied)
        let again = try await test.restarted()
        #expect(await again.claim(code, key: TestAccess.key(2))?.code == .permissionDenied)
    }

    @Test func onlyOneOfConcurrentClaimsSucceeds() async throws {
        let test = try await TestAccess()
        let code = try await test.access.invite(.owner).code
        let results = await withTaskGroup(of: RPCError?.self) { group in
            for seed in UInt8(1)...20 { group.addTask { await test.claim(code, key: TestAccess.key(seed)) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count { $0 == nil } == 1)
        #expect(test.access.credentials.count == 1)
    }

    @Test func codeIsValidFor15MinutesEvenIfClockIsSetBack() async throws {
        let test = try await TestAccess()
        let code = try await test.access.invite(.owner).code
        await test.clock.advance(by: .seconds(15 * 60 - 1))
        #expect(test.access.invitation(code: code) != nil)
        await test.clock.advance(by: .seconds(1))
        #expect(await test.claim(code)?.code == .permissionDenied)
        let back = try await test.restarted(clock: ManualClock())
        #expect(await back.claim(code)?.code == .permissionDenied)
    }

    @Test func newOwnerInvitationReplacesOnlyTheOwnerOne() async throws {
        let test = try await TestAccess()
        let first = try await test.access.invite(.owner).code
        let maker = try await test.access.invite(.provider, name: "acme").code
        let second = try await test.access.invite(.owner).code
        #expect(await test.claim(first)?.code == .permissionDenied)
        #expect(await test.claim(second) == nil)
        #expect(await test.claim(maker, key: TestAccess.key(2), name: "who cares") == nil)
        let principal = test.access.principal(of: TestAccess.remote(TestAccess.key(2)))
        #expect(principal.id == "provider/acme" && principal.rights == [.public, .provide])
        #expect(test.access.credentials.map(\.name) == ["laptop", "acme"])
    }

    @Test func knownKeyKeepsItsCredentialAndLeavesTheCode() async throws {
        let test = try await TestAccess()
        let owner = try await test.access.invite(.owner).code
        #expect(await test.claim(owner) == nil)
        let code = try await test.access.invite(.provider, name: "acme").code
        #expect(await test.claim(code)?.code == .alreadyExists)
        #expect(await test.claim(code, key: TestAccess.key(2)) == nil)
    }

    @Test func namesAreShortAndOwnersNameProviders() async throws {
        let test = try await TestAccess()
        let code = try await test.access.invite(.owner).code
        for name in ["", String(repeating: "x", count: 101), "a\nb", "\u{1B}[2J", "a\u{9B}b"] {
            #expect(await test.claim(code, name: name)?.code == .invalidArgument)
        }
        #expect(await test.claim(code, name: "Ada's laptop ✓") == nil)
        await #expect(throws: RPCError.self) { try await test.access.invite(.provider) }
    }

    @Test func soManyInvitationsAndNoMore() async throws {
        let test = try await TestAccess()
        for number in 0..<16 { _ = try await test.access.invite(.provider, name: "maker \(number)") }
        do {
            _ = try await test.access.invite(.provider, name: "one more")
            Issue.record("was let through")
        } catch {
            #expect(error.code == .resourceExhausted)
        }
        await test.clock.advance(by: .seconds(15 * 60))
        _ = try await test.access.invite(.provider, name: "one more")
    }
}
