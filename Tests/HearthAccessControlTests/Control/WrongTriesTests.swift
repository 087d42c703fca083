@testable internal import HearthAccessControl
internal import HearthRPC
internal import HearthStore
internal import HearthTLS
internal import HearthTraitCore
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct WrongTriesTests {
    private static func wrong() -> String { AccessToken(id: "AAAAAAAA") { SecureRandom.bytes($0) }.text }

    @Test func fiveWrongTokensLockANetworkWithDoublingWaits() async throws {
        let test = try await TestAccess()
        for time in [30, 60, 120, 240, 480, 900, 900] {
            for _ in 0..<5 { expect(test.refusal(Self.wrong())?.code, equals: .unauthenticated) }
            expect(test.refusal(Self.wrong())?.code, equals: .resourceExhausted)
            await test.clock.advance(by: .seconds(time - 1))
            expect(test.refusal(Self.wrong())?.code, equals: .resourceExhausted)
            await test.access.close()
            try await expect(test.restarted().refusal(Self.wrong())?.code, equals: .resourceExhausted)
            await test.clock.advance(by: .seconds(1))
        }
        expect(test.notices.all.contains { $0.contains("192.0.2.7") })
        expect(!test.notices.all.contains { $0.contains("hth_") })
    }

    @Test func rightTokensNeverWaitAndEndedOnesDoNotCount() async throws {
        let test = try await TestAccess()
        let right = try await test.access.makeToken(.owner, name: "right", life: nil).token
        let expired = try await test.access.makeToken(.owner, name: "expired", life: 1).token
        let revoked = try await test.access.makeToken(.owner, name: "revoked", life: nil)
        _ = try await test.access.revoke(revoked.credential.id)
        await test.clock.advance(by: .seconds(2))
        for _ in 0..<100 {
            expect(test.refusal(expired)?.code, equals: .unauthenticated)
            expect(test.refusal(revoked.token)?.code, equals: .unauthenticated)
        }
        expect(test.refusal(Self.wrong())?.code, equals: .unauthenticated)
        for _ in 0..<100 { _ = test.refusal(Self.wrong()) }
        expect(test.refusal(Self.wrong())?.code, equals: .resourceExhausted)
        expectNil(test.refusal(right))
        expect(test.refusal(expired)?.code, equals: .unauthenticated)
    }

    @Test func locksApplyToOneNetworkAndNeverToThisMachine() async throws {
        let test = try await TestAccess()
        let local = Peer(address: "127.0.0.1:40122", isLocal: true, isPrivate: false)
        for _ in 0..<100 { expect(test.refusal(Self.wrong(), from: local)?.code, equals: .unauthenticated) }
        for number in 0..<100 {
            _ = test.refusal(Self.wrong(), from: TestAccess.remote(address: "[2001:db8:1:2::\(number)]:1"))
        }
        let neighbour = TestAccess.remote(address: "[2001:db8:1:2:ffff::1]:2")
        expect(test.refusal(Self.wrong(), from: neighbour)?.code, equals: .resourceExhausted)
        let elsewhere = TestAccess.remote(address: "[2001:db8:1:3::1]:2")
        expect(test.refusal(Self.wrong(), from: elsewhere)?.code, equals: .unauthenticated)
    }

    @Test func wrongCodesLockTheirNetworkNotTheInvitation() async throws {
        let test = try await TestAccess()
        let code = try await test.access.invite(.owner).code
        for number in 0..<5 { await expect(test.claim(TestAccess.wrongCode(number))?.code, equals: .permissionDenied) }
        expect(test.notices.all.contains { $0.contains("192.0.2.7") })
        for number in 5..<100 {
            await expect(test.claim(TestAccess.wrongCode(number))?.code, equals: .resourceExhausted)
        }
        expect(test.refusal(Self.wrong())?.code, equals: .resourceExhausted)
        // A crash: the store is not closed.
        let again = try await test.restarted()
        await expect(again.claim(TestAccess.wrongCode(100))?.code, equals: .resourceExhausted)
        let elsewhere = TestAccess.remote(address: "192.0.2.8:1")
        await expect(again.claim(TestAccess.wrongCode(101), from: elsewhere)?.code, equals: .permissionDenied)
        await expectNil(again.claim(code))
    }

    @Test func malformedCodesCountAsWrongTries() async throws {
        let test = try await TestAccess()
        let code = try await test.access.invite(.owner).code
        for wrong in ["", "1", code + "A", String(repeating: "é", count: 11), "2"] {
            await expect(test.claim(wrong)?.code, equals: .permissionDenied)
        }
        await expect(test.claim("3")?.code, equals: .resourceExhausted)
    }

    @Test func wrongCodesOfThisMachineAreNotCounted() async throws {
        let test = try await TestAccess()
        let local = Peer(address: "127.0.0.1:40122", isLocal: true, isPrivate: true)
        for number in 0..<100 {
            await expect(test.claim(TestAccess.wrongCode(number), from: local)?.code, equals: .permissionDenied)
        }
    }

    @Test func fiveWithinFiveMinutesNotFiveEver() async throws {
        let test = try await TestAccess()
        for _ in 0..<20 {
            expect(test.refusal(Self.wrong())?.code, equals: .unauthenticated)
            await test.clock.advance(by: .seconds(100))
        }
    }

    @Test func rememberedNetworksAreLimited() {
        var limits = AccessLimits()
        limits.networks = 8
        var tries = WrongTries([], limits: limits)
        for number in 0..<100 { _ = tries.count("n\(number)", at: Int64(number)) }
        expect(tries.networks.count, equals: 8)
        expect(tries.networks["n99"] != nil && tries.networks["n0"] == nil)
        tries.sweep(at: 200_000)
        expect(tries.networks.isEmpty)
    }
}
