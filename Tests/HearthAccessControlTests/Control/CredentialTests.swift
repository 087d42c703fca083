@testable internal import HearthAccessControl
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization
internal import Expectations
internal import Testing
internal import RefusalTestSupport

@Suite(.timeLimit(.minutes(5)))
struct CredentialTests {
    private static let day = Duration.seconds(86_400)

    @Test func aTokenIsGoodUntilItEndsByTheClockThatRanFarthest() async throws {
        let test = try await TestAccess()
        let token = try await test.access.makeToken(.owner, name: "script", life: 90 * 86_400).token
        expectNil(test.refusal(token))
        await test.clock.advance(by: Self.day * 89)
        expectNil(test.refusal(token))
        await test.clock.advance(by: Self.day)
        expect(test.refusal(token)?.code, equals: .unauthenticated)
        expect(test.refusal(token)?.message.contains("expired"), equals: true)
        await test.access.close()
        // A year back, and a restart.
        let back = try await test.restarted(clock: ManualClock(sinceEpoch: .seconds(1_800_000_000 - 365 * 86_400)))
        expect(back.refusal(token)?.code, equals: .unauthenticated)
        expect(back.notices.all.contains { $0.contains("clock") })
    }

    @Test func aClockSetForwardAndBackEndsNothing() async throws {
        let test = try await TestAccess()
        let token = try await test.access.makeToken(.owner, name: "script", life: 90 * 86_400).token
        let code = try await test.access.invite(.owner).code
        let key = try await test.access.claim(
            code: code, name: "laptop", key: TestAccess.key(1), from: TestAccess.remote())
        await test.clock.advance(by: .seconds(60))
        test.clock.step(by: Self.day * 3_650)
        await test.clock.advance(by: .seconds(1_800))
        expectNil(test.refusal(token))
        test.clock.step(by: Self.day * -3_650)
        await test.clock.advance(by: .seconds(60))
        await test.access.close()
        let again = try await test.restarted()
        expectNil(again.refusal(token))
        expect(!again.access.principal(of: TestAccess.remote(TestAccess.key(1))).isAnonymous)
        expect(again.access.credentials.contains { $0.id == key.id })
    }

    @Test func aStartWithAWrongClockEndsNothingForGood() async throws {
        let test = try await TestAccess()
        let token = try await test.access.makeToken(.owner, name: "script", life: 90 * 86_400).token
        await test.access.close()
        let clock = ManualClock(sinceEpoch: .seconds(1_800_000_000) + Self.day * 3_650)
        let wrong = try await test.restarted(clock: clock)
        await clock.advance(by: .seconds(600))
        expect(wrong.refusal(token)?.code, equals: .unauthenticated)
        // Made in the wrong time, for its whole lifetime.
        let short = try await wrong.access.makeToken(.owner, name: "short", life: 5).token
        clock.step(by: Self.day * -3_650)
        expectNil(wrong.refusal(token))
        expectNil(wrong.refusal(short))
        await clock.advance(by: .seconds(6))
        expect(wrong.refusal(short)?.code, equals: .unauthenticated)
        await wrong.access.close()
        let again = try await test.restarted(clock: ManualClock(sinceEpoch: .seconds(1_800_000_700)))
        expectNil(again.refusal(token))
    }

    @Test func aClockSetBackDoesNotHoldTimeStill() async throws {
        let test = try await TestAccess()
        let token = try await test.access.makeToken(.owner, name: "script", life: 5).token
        let code = try await test.access.invite(.owner).code
        test.clock.step(by: Self.day * -365)
        expectNil(test.refusal(token))
        await test.clock.advance(by: .seconds(6))
        expect(test.refusal(token)?.code, equals: .unauthenticated)
        await test.clock.advance(by: .seconds(15 * 60 - 7))
        expect(test.access.invitation(code: code) != nil)
        await test.clock.advance(by: .seconds(1))
        expectNil(test.access.invitation(code: code))
    }

    @Test func credentialsExpireUnlessAskedAndTooLongIsRefused() async throws {
        let test = try await TestAccess()
        let token = try await test.access.makeToken(.owner, name: "script", life: nil).token
        await test.clock.advance(by: Self.day * 400)
        expectNil(test.refusal(token))
        for life in [Int64.min, -1, 0, 3_650 * 86_400 + 1, .max] {
            await expect(throws: RPCError.self) {
                try await test.access.makeToken(.owner, name: "script", life: life)
            }
        }
    }

    @Test func aKeyEndsAfter90DaysUnlessItIsRenewedAfter60() async throws {
        let test = try await TestAccess()
        let code = try await test.access.invite(.owner).code
        let credential = try await test.access.claim(
            code: code, name: "laptop", key: TestAccess.key(1), from: TestAccess.remote())
        await test.clock.advance(by: Self.day * 59)
        try await expect(test.access.renew(credential.id).expiresAt, equals: credential.expiresAt)
        await test.clock.advance(by: Self.day * 2)
        try await expect(test.access.renew(credential.id).expiresAt, equals: credential.createdAt + (61 + 90) * 86_400)
        let again = try await test.restarted()
        await test.clock.advance(by: Self.day * 89)
        expect(!again.access.principal(of: TestAccess.remote(TestAccess.key(1))).isAnonymous)
        await test.clock.advance(by: Self.day)
        expect(again.access.principal(of: TestAccess.remote(TestAccess.key(1))).isAnonymous)
        // Too late.
        _ = try await again.access.renew(credential.id)
        expect(again.access.principal(of: TestAccess.remote(TestAccess.key(1))).isAnonymous)
    }

    @Test func revocationIsImmediateFinalAndEndsOpenCalls() async throws {
        let test = try await TestAccess()
        let ended = Ended()
        test.access.onEnd { ended.add($0) }
        let made = try await test.access.makeToken(.owner, name: "script", life: 3_600)
        let code = try await test.access.invite(.owner).code
        let key = try await test.access.claim(
            code: code, name: "laptop", key: TestAccess.key(1), from: TestAccess.remote())
        _ = try await test.access.revoke(made.credential.id)
        _ = try await test.access.revoke(key.id)
        expect(ended.all, equals: [made.credential.id, key.id])
        for access in [test, try await test.restarted()] {
            expect(access.refusal(made.token)?.code, equals: .unauthenticated)
            expect(access.access.principal(of: TestAccess.remote(TestAccess.key(1))).isAnonymous)
            // Even on this machine such a key is not the owner's.
            var local = TestAccess.remote(TestAccess.key(1))
            local.isLocal = true
            expect(access.access.principal(of: local).isAnonymous)
        }
        await expect(throws: RPCError.self) { try await test.access.revoke("nobody") }
        // The client may come back with another code.
        let other = try await test.access.invite(.provider, name: "acme").code
        await expectNil(test.claim(other))
        expect(test.access.principal(of: TestAccess.remote(TestAccess.key(1))).id, equals: "provider/acme")
    }

    /// At once, not with the next sweep.
    @Test func aCredentialIsValidUntilItEnds() async throws {
        let test = try await TestAccess()
        let ids = [
            try await test.access.makeToken(.owner, name: "short", life: 60).credential.id,
            try await test.access.makeToken(.owner, name: "long", life: 3_600).credential.id, "unknown",
        ]
        expect(ids.map(test.access.isValid), equals: [true, true, false])
        await test.clock.advance(by: .seconds(60))
        expect(ids.map(test.access.isValid), equals: [false, true, false])
        _ = try await test.access.revoke(ids[1])
        expect(ids.map(test.access.isValid), equals: [false, false, false])
    }

    @Test func expiryEndsTheCallsOfACredential() async throws {
        let test = try await TestAccess(sweep: .seconds(60))
        let ended = Ended()
        test.access.onEnd { ended.add($0) }
        let made = try await test.access.makeToken(.owner, name: "script", life: 3_600)
        await test.clock.advance(by: .seconds(3_590))
        expect(ended.all.isEmpty)
        await test.clock.advance(by: .seconds(60))
        expect(ended.all, equals: [made.credential.id])
        let later = try await TestAccess(store: test.store, clock: test.clock)
        await test.access.close()
        await test.clock.advance(by: Self.day * 91)
        expect(later.access.credentials.isEmpty)
        expect(ended.all.count, equals: 1)
        try await expect(test.store.loadAccess().credentials.isEmpty)
    }

    @Test func tokensDoNotTravelInClearTextExceptOnThisMachine() async throws {
        let test = try await TestAccess()
        let token = try await test.access.makeToken(.owner, name: "script", life: 60).token
        var peer = TestAccess.remote()
        peer.isPrivate = false
        expect(test.refusal(token, from: peer)?.code, equals: .unauthenticated)
        peer.isLocal = true
        expectNil(test.refusal(token, from: peer))
    }

    @Test func malformedTokenIsRefusedFromThisMachineToo() async throws {
        let test = try await TestAccess()
        let token = try await test.access.makeToken(.owner, name: "script", life: 60).token
        let headers = [
            "", "Bearer", "Bearer ", token, "Basic \(token)", "Bearer \(token) x", "Bearer \(token)x",
            "Bearer " + String(repeating: "x", count: 100_000), "Bearer \(token.dropLast(8))00000000",
        ]
        for header in headers {
            do throws(RPCError) {
                _ = try test.access.principal(authorization: header, of: .inProcess)
                Issue.record("\(header.prefix(80)) was taken")
            } catch {
                expect(error.code, equals: .unauthenticated)
            }
        }
        try expect(test.access.principal(authorization: "bearer  \(token)", of: .inProcess).rights, equals: .all)
    }

    @Test func oftenUsedTokenExpiresLikeAnUnusedOne() async throws {
        let test = try await TestAccess()
        let revoked = try await test.access.makeToken(.owner, name: "revoked", life: 3_600)
        let expired = try await test.access.makeToken(.owner, name: "expired", life: 60)
        for _ in 0..<1_000 {
            expectNil(test.refusal(revoked.token))
            expectNil(test.refusal(expired.token))
        }
        // As long as the known one, and nearly equal.
        let wrong = revoked.token.replacing(#/_[^_]*$/#, with: "_aaaaaa")
        expect(test.refusal(wrong)?.message.contains("is not valid"), equals: true)
        _ = try await test.access.revoke(revoked.credential.id)
        await test.clock.advance(by: .seconds(61))
        expect(test.refusal(revoked.token)?.message.contains("was revoked"), equals: true)
        expect(test.refusal(expired.token)?.message.contains("has expired"), equals: true)
    }

    @Test func tokensThatAreKnownToBeRightTakeBoundedRoom() {
        var tokens = RightTokens()
        for number in 0..<3 * RightTokens.most { tokens.add("Bearer \(number)", of: "\(number)") }
        let known = (0..<3 * RightTokens.most).count { tokens.id(of: "Bearer \($0)") != nil }
        expect(known, isAtLeast: 1)
        expect(known, isAtMost: RightTokens.most)
        tokens.add("Bearer former", of: "id")
        tokens.forget("id")
        expectNil(tokens.id(of: "Bearer former"))
        tokens.add("Bearer" + String(repeating: " ", count: 10_000) + "x", of: "x")
        expectNil(tokens.id(of: "Bearer" + String(repeating: " ", count: 10_000) + "x"))
    }

    @Test func ownersAreTwoCallersAndAProviderOfTheSameNameIsOne() async throws {
        let test = try await TestAccess()
        func caller(_ role: Role, _ name: String) async throws -> String {
            let token = try await test.access.makeToken(role, name: name, life: 60).token
            return try test.access.principal(authorization: TestAccess.bearer(token), of: TestAccess.remote()).id
        }
        try await expect(caller(.owner, "Ada"), differsFrom: caller(.owner, "Ada"))
        try await expect(caller(.provider, "acme"), equals: caller(.provider, "acme"))
        try await expect(caller(.provider, "acme"), differsFrom: caller(.provider, "other"))
    }

    @Test func localCallerIsOwnerUnlessDisabledOrOtherUser() async throws {
        var options = AccessControl.Options()
        options.user = Peer.User(id: 1_000, groupIDs: [100])
        let test = try await TestAccess(options: options)
        let loopback = Peer(address: "127.0.0.1:40122", isLocal: true, isPrivate: true, user: Peer.User(id: 1_000))
        var socket = Peer(
            address: "unix:/run/hearth.sock", isLocal: true, isPrivate: true,
            user: Peer.User(id: 1_000, groupIDs: [100]))
        var owner = Principal.owner
        owner.person = Principal.hubOwner
        expect(test.access.principal(of: loopback), equals: owner)
        expect(test.access.principal(of: socket), equals: owner)
        socket.user?.id = 1_001
        expect(test.access.principal(of: socket).isAnonymous)
        options.localOwnership = .nobody
        let strict = try await TestAccess(options: options)
        socket.user?.id = 1_000
        for peer in [loopback, socket, .inProcess] {
            let principal = strict.access.principal(of: peer)
            expect(principal.isAnonymous)
            expect(principal.rights, equals: .public)
        }
    }

    /// Including the owner, where the system doesn't identify the user of a TCP connection.
    @Test func unknownLocalCallerLearnsWhyAndHowToGetIn() async throws {
        func refusal(
            _ peer: Peer, _ ownership: LocalOwnership, _ installation: Installation = .program
        ) async throws -> RPCError? {
            var options = AccessControl.Options()
            options.installation = installation
            options.user = Peer.User(id: 1_000, groupIDs: [100])
            options.localOwnership = ownership
            let test = try await TestAccess(options: options)
            return RPCServer(router: RPCRouter()).refusal(
                MethodDescriptor(service: "a.B", method: "C", kind: .unary, right: .administer),
                test.access.principal(of: peer))
        }
        var peer = Peer(address: "127.0.0.1:40122", isLocal: true, isPrivate: true)
        try await expect(
            refusal(peer, .user), is: .unauthenticated, saying: "does not tell which user", "--listen unix:PATH",
            "hearth claim", "--local-owner")
        peer.user = Peer.User(id: 1_001)
        let other = try await refusal(peer, .user)
        for words in ["the user 1001 of this machine", "hearth claim", "--local-owner"] {
            expect(other?.message.contains(words), equals: true, "\(other?.message ?? "")")
        }
        let group = try await refusal(peer, .group)
        expect(group?.message.contains("come by its Unix socket as root or a member of its group"), equals: true)
        try await expect(
            refusal(peer, .group, .service), is: .unauthenticated,
            saying: "the user 1001 of this machine is not its owner by TCP; use sudo and leave out --hub, claim the hub"
        )
        try await expect(
            refusal(peer, .group, .container), is: .unauthenticated,
            saying: "run the command in its container (podman exec CONTAINER hearth devices), claim the hub")
        let nobody = try await refusal(peer, .nobody)
        expect(nobody?.message.contains("--local-owner nobody"), equals: true)
        let elsewhere = try await refusal(TestAccess.remote(), .user)
        expect(elsewhere?.message, equals: "/a.B/C requires an authenticated caller; pair first, or send a token")
    }

    @Test func theLastUseIsKeptToTheHour() async throws {
        let test = try await TestAccess()
        let token = try await test.access.makeToken(.owner, name: "script", life: nil).token
        expectNil(test.access.credentials.first?.lastUsedAt)
        await test.clock.advance(by: .seconds(100))
        expectNil(test.refusal(token))
        await test.clock.advance(by: .seconds(100))
        expectNil(test.refusal(token))
        expect(test.access.credentials.first?.lastUsedAt, equals: 1_800_000_100)
        await test.clock.advance(by: .seconds(3_600))
        expectNil(test.refusal(token))
        await test.access.close()
        try await expect(test.store.loadAccess().credentials.first?.lastUsedAt, equals: 1_800_003_800)
    }

    final class Ended: Sendable {
        private let ids = Mutex<[String]>([])
        func add(_ id: String) { ids.withLock { $0.append(id) } }
        var all: [String] { ids.withLock { $0 } }
    }
}
