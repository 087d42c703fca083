@testable internal import HearthAccessControl
internal import HearthRPC
internal import HearthStore
internal import HearthTLS
internal import HearthTraitCore
internal import Testing

@Suite(.timeLimit(.minutes(2)))
struct WrongTriesTests {
    private static func wrong() -> String { AccessToken(id: "AAAAAAAA") { SecureRandom.bytes($0) }.text }

    @Test func fiveWrongTokensLockANetworkWithDoublingWaits() async throws {
        let test = try await TestAccess()
        for time in [30, 60, 120, 240, 480, 900, 900] {
            for _ in 0..<5 { #expect(test.refusal(Self.wrong())?.code == .unauthenticated) }
            #expect(test.refusal(Self.wrong())?.code == .resourceExhausted)
            await test.clock.advance(by: .seconds(time - 1))
            #expect(test.refusal(Self.wrong())?.code == .resourceExhausted)
            await test.access.close()
            #expect(try await test.restarted().refusal(Self.wrong())?.code == .resourceExhausted)
            await test.clock.advance(by: .seconds(1))
        }
        #expect(test.notices.all.contains { $0.contains("192.0.2.7") })
        #expect(!test.notices.all.contains { $0.contains("hth_") })
    }

    @Test func rightTokensNeverWaitAndEndedOnesDoNotCount() async throws {
        let test = try await TestAccess()
        let right = try await test.access.makeToken(.owner, name: "right", life: nil).token
        let expired = try await test.access.makeToken(.owner, name: "expired", life: 1).token
        let revoked = try await test.access.makeToken(.owner, name: "revoked", life: nil)
        _ = try await test.access.revoke(revoked.credential.id)
        await test.clock.advance(by: .seconds(2))
        for _ in 0..<100 {
            #expect(test.refusal(expired)?.code == .unauthenticated)
            #expect(test.refusal(revoked.token)?.code == .unauthenticated)
        }
        #expect(test.refusal(Self.wrong())?.code == .unauthenticated)
        for _ in 0..<100 { _ = test.refusal(Self.wrong()) }
        #expect(test.refusal(Self.wrong())?.code == .resourceExhausted)
        #expect(test.refusal(right) == nil)
        #expect(test.refusal(expired)?.code == .unauthenticated)
    }

    @Test func locksApplyToOneNetworkAndNeverToThisMachine() async throws {
        let test = try await TestAccess()
        let local = Peer(address: "127.0.0.1:40122", isLocal: true, isPrivate: false)
        for _ in 0..<100 { #expect(test.refusal(Self.wrong(), from: local)?.code == .unauthenticated) }
        for number in 0..<100 {
            _ = test.refusal(Self.wrong(), from: TestAccess.remote(address: "[2001:db8:1:2::\(number)]:1"))
        }
        let neighbour = TestAccess.remote(address: "[2001:db8:1:2:ffff::1]:2")
        #expect(test.refusal(Self.wrong(), from: neighbour)?.code == .resourceExhausted)
        let elsewhere = TestAccess.remote(address: "[2001:db8:1:3::1]:2")
        #expect(test.refusal(Self.wrong(), from: elsewhere)?.code == .unauthenticated)
    }

    @Test func wrongCodesLockTheirNetworkNotTheInvitation() async throws {
        let test = try await TestAccess()
        let code = try await test.access.invite(.owner).code
        for number in 0..<5 { #expect(await test.claim(TestAccess.wrongCode(number))?.code == .permissionDenied) }
        #expect(test.notices.all.contains { $0.contains("192.0.2.7") })
        for number in 5..<100 { #expect(await test.claim(TestAccess.wrongCode(number))?.code == .resourceExhausted) }
        #expect(test.refusal(Self.wrong())?.code == .resourceExhausted)
        // A crash: the store is not closed.
        let again = try await test.restarted()
        #expect(await again.claim(TestAccess.wrongCode(100))?.code == .resourceExhausted)
        let elsewhere = TestAccess.remote(address: "192.0.2.8:1")
        #expect(await again.claim(TestAccess.wrongCode(101), from: elsewhere)?.code == .permissionDenied)
        #expect(await again.claim(code) == nil)
    }

    @Test func malformedCodesCountAsWrongTries() async throws {
        let test = try await TestAccess()
        let code = try await test.access.invite(.owner).code
        for wrong in ["", "1", code + "A", String(repeating: "é", count: 11), "2"] {
            #expect(await test.claim(wrong)?.code == .permissionDenied)
        }
        #expect(await test.claim("3")?.code == .resourceExhausted)
    }

    @Test func wrongCodesOfThisMachineAreNotCounted() async throws {
        let test = try await TestAccess()
        let local = Peer(address: "127.0.0.1:40122", isLocal: true, isPrivate: true)
        for number in 0..<100 {
            #expect(await test.claim(TestAccess.wrongCode(number), from: local)?.code == .permissionDenied)
        }
    }

    @Test func fiveWithinFiveMinutesNotFiveEver() async throws {
        let test = try await TestAccess()
        for _ in 0..<20 {
            #expect(test.refusal(Self.wrong())?.code == .unauthenticated)
            await test.clock.advance(by: .seconds(100))
        }
    }

    @Test func rememberedNetworksAreLimited() {
        var limits = AccessLimits()
        limits.networks = 8
        var tries = WrongTries([], limits: limits)
        for number in 0..<100 { _ = tries.count("n\(number)", at: Int64(number)) }
        #expect(tries.networks.count == 8)
        #expect(tries.networks["n99"] != nil && tries.networks["n0"] == nil)
        tries.sweep(at: 200_000)
        #expect(tries.networks.isEmpty)
    }
}
