@testable internal import HearthAccessControl
internal import HearthRPC
internal import HearthStore
internal import HearthTLS
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization
internal import Expectations
internal import Testing

/// Keys of browsers: claims, sign-ins, and their limits.
@Suite(.timeLimit(.minutes(5)))
struct BrowserTests {
    private let page = TestAccess.remote()

    private func claimed(
        _ test: TestAccess, _ browser: TestBrowser, _ role: Role = .owner
    ) async throws -> StoredCredential {
        let code = try await test.access.invite(role, name: role == .provider ? "acme" : "").code
        return try await test.access.claim(
            code: code, name: "Ada's phone", publicKey: browser.publicKey, signature: try browser.claimSignature(code),
            origin: browser.origin, from: page)
    }

    private func signIn(
        _ test: TestAccess, _ browser: TestBrowser, challenge: [UInt8]? = nil, signature: [UInt8]? = nil,
        origin: String? = nil, from peer: Peer? = nil
    ) async throws -> AccessControl.BrowserSession {
        let challenge = challenge ?? test.access.makeChallenge()
        return try await test.access.signIn(
            publicKey: browser.publicKey, challenge: challenge,
            signature: try signature ?? browser.signInSignature(challenge), origin: origin ?? browser.origin,
            from: peer ?? page)
    }

    private func refusal(_ body: () async throws -> Void) async -> RPCError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? RPCError)?.code
        }
    }

    @Test func browserClaimWithCodeAndKeyMakesAClient() async throws {
        let test = try await TestAccess()
        let browser = try TestBrowser()
        let credential = try await claimed(test, browser)
        expect(credential.kind, equals: AccessState.Kind.browserKey)
        expect(credential.hash, equals: browser.hash)
        expect(credential.name, equals: "Ada's phone")
        expect(credential.expiresAt, equals: credential.createdAt + 90 * 86_400)
        expect(test.access.isClaimed)
        // The key survives a restart of the hub.
        let again = try await test.restarted()
        expect(again.access.credentials.map(\.kind), equals: [AccessState.Kind.browserKey])
        _ = try await signIn(again, browser)
    }

    @Test func misboundBrowserClaimIsRefusedAndCodeStaysValid() async throws {
        let test = try await TestAccess()
        let (browser, other) = (try TestBrowser(), try TestBrowser())
        let code = try await test.access.invite(.owner).code
        let wrong: [(String, [UInt8])] = [
            ("origin", try browser.claimSignature(code, origin: "https://evil.example")),
            ("hub", try browser.claimSignature(code, hub: "another-hub")),
            ("code", try browser.claimSignature(TestAccess.wrongCode(1))),
            ("key", try other.claimSignature(code)),
            ("purpose", try browser.signInSignature(ClaimCode.hash(code) ?? [])),
            ("no signature", []), ("zeros", [UInt8](repeating: 0, count: 64)),
            ("too large", [UInt8](repeating: 0xFF, count: 64)), ("longer", try browser.claimSignature(code) + [0]),
        ]
        for (what, signature) in wrong {
            let code = await refusal {
                _ = try await test.access.claim(
                    code: code, name: "x", publicKey: browser.publicKey, signature: signature, origin: browser.origin,
                    from: page)
            }
            expect(code, equals: .invalidArgument, "\(what)")
        }
        _ = try await test.access.claim(
            code: code, name: "x", publicKey: browser.publicKey, signature: try browser.claimSignature(code),
            origin: browser.origin, from: page)
    }

    @Test func replayedBrowserClaimGrantsNothing() async throws {
        let test = try await TestAccess()
        let (browser, other) = (try TestBrowser(), try TestBrowser())
        let code = try await test.access.invite(.owner).code
        func claim(_ browser: TestBrowser) async throws {
            _ = try await test.access.claim(
                code: code, name: "x", publicKey: browser.publicKey, signature: try browser.claimSignature(code),
                origin: browser.origin, from: page)
        }
        try await claim(browser)
        await expect(refusal { try await claim(browser) }, equals: .permissionDenied)
        await expect(refusal { try await claim(other) }, equals: .permissionDenied)
    }

    @Test func otherKindsOfKeysAreRefused() async throws {
        let test = try await TestAccess()
        let browser = try TestBrowser()
        let invitation = try await test.access.invite(.owner).code
        let offCurve = Array(browser.publicKey.dropLast()) + [browser.publicKey[90] ^ 1]
        for key in [
            [], Array(browser.publicKey.dropLast()), browser.publicKey + [0], [UInt8](repeating: 0x30, count: 91),
            offCurve,
        ] {
            let code = await refusal {
                _ = try await test.access.claim(
                    code: invitation, name: "x", publicKey: key,
                    signature: try browser.claimSignature(invitation), origin: browser.origin, from: page)
            }
            expect(code, equals: .invalidArgument)
        }
    }

    @Test func pageTokenIsValidForFifteenMinutes() async throws {
        let test = try await TestAccess()
        let browser = try TestBrowser()
        let credential = try await claimed(test, browser)
        let session = try await signIn(test, browser)
        expect(session.life, equals: .seconds(900))
        expect(session.credential.id, equals: credential.id)
        let principal = try test.access.principal(authorization: TestAccess.bearer(session.token), of: page)
        expect(principal.credential, equals: credential.id)
        expect(principal.isHubOwner)
        await test.clock.advance(by: .seconds(899))
        expectNil(test.refusal(session.token))
        await test.clock.advance(by: .seconds(1))
        expect(test.refusal(session.token)?.code, equals: .unauthenticated)
    }

    @Test func tabsHaveOwnTokensAndRestartEndsThem() async throws {
        let test = try await TestAccess()
        let browser = try TestBrowser()
        _ = try await claimed(test, browser)
        let (one, two) = (try await signIn(test, browser), try await signIn(test, browser))
        expect(one.token, differsFrom: two.token)
        expectNil(test.refusal(one.token))
        expectNil(test.refusal(two.token))
        let again = try await test.restarted()
        expect(again.refusal(one.token)?.code, equals: .unauthenticated)
        let stored = try await test.store.loadAccess()
        expect(stored.credentials.count, equals: 1)
    }

    @Test func revokedKeyEndsItsTokensAndSignsInNoMore() async throws {
        let test = try await TestAccess()
        let browser = try TestBrowser()
        let credential = try await claimed(test, browser)
        let session = try await signIn(test, browser)
        _ = try await test.access.revoke(credential.id)
        expect(test.refusal(session.token)?.code, equals: .unauthenticated)
        await expect(refusal { _ = try await signIn(test, browser) }, equals: .unauthenticated)
        // The token was known: this is not a guess.
        try await expect(test.store.loadAccess().wrongTries.isEmpty)
    }

    @Test func expiredKeyIsRefusedAndUsedKeyIsRenewed() async throws {
        let test = try await TestAccess()
        let (kept, left) = (try TestBrowser(), try TestBrowser())
        _ = try await claimed(test, kept)
        _ = try await claimed(test, left)
        await test.clock.advance(by: .seconds(61 * 86_400))
        _ = try await signIn(test, kept)
        await test.clock.advance(by: .seconds(30 * 86_400))
        _ = try await signIn(test, kept)
        await expect(refusal { _ = try await signIn(test, left) }, equals: .unauthenticated)
    }

    @Test func challengeIsValidOnceAndForAMinute() async throws {
        let test = try await TestAccess()
        let browser = try TestBrowser()
        _ = try await claimed(test, browser)
        let challenge = test.access.makeChallenge()
        expect(challenge.count, equals: 32)
        _ = try await signIn(test, browser, challenge: challenge)
        await expect(refusal { _ = try await signIn(test, browser, challenge: challenge) }, equals: .failedPrecondition)

        let late = test.access.makeChallenge()
        await test.clock.advance(by: .seconds(60))
        await expect(refusal { _ = try await signIn(test, browser, challenge: late) }, equals: .failedPrecondition)
        await expect(refusal { _ = try await signIn(test, browser, challenge: challenge) }, equals: .failedPrecondition)

        let own = [UInt8](repeating: 7, count: 32)
        await expect(refusal { _ = try await signIn(test, browser, challenge: own) }, equals: .failedPrecondition)
        let before = test.access.makeChallenge()
        let again = try await test.restarted()
        await expect(refusal { _ = try await signIn(again, browser, challenge: before) }, equals: .failedPrecondition)
    }

    @Test func signatureForOtherOriginHubOrPurposeIsRefused() async throws {
        let test = try await TestAccess()
        let (browser, other) = (try TestBrowser(), try TestBrowser())
        _ = try await claimed(test, browser)
        let challenge = test.access.makeChallenge()
        let wrong = [
            try browser.signInSignature(challenge, origin: "https://evil.example"),
            try browser.signInSignature(challenge, hub: "another-hub"),
            try browser.signInSignature(test.access.makeChallenge()), try other.signInSignature(challenge),
        ]
        for signature in wrong {
            let code = await refusal {
                _ = try await signIn(test, browser, challenge: challenge, signature: signature)
            }
            expect(code, equals: .unauthenticated)
        }
        // A wrong one doesn't use the challenge up.
        _ = try await signIn(test, browser, challenge: challenge)
    }

    @Test func failedSignInsCountAndRightOnesPassALock() async throws {
        let test = try await TestAccess()
        let (browser, stranger) = (try TestBrowser(), try TestBrowser())
        _ = try await claimed(test, browser)
        for _ in 0..<5 { await expect(refusal { _ = try await signIn(test, stranger) }, equals: .unauthenticated) }
        await expect(refusal { _ = try await signIn(test, stranger) }, equals: .resourceExhausted)
        let bad = try browser.signInSignature(Array(repeating: 1, count: 32))
        await expect(refusal { _ = try await signIn(test, browser, signature: bad) }, equals: .resourceExhausted)
        _ = try await signIn(test, browser)
    }

    @Test func endedPageTokensDoNotCountAsGuesses() async throws {
        let test = try await TestAccess()
        let browser = try TestBrowser()
        _ = try await claimed(test, browser)
        let tokens = [try await signIn(test, browser).token, try await signIn(test, browser).token]
        let again = try await test.restarted()
        // Twenty tabs of one network reconnect to a restarted hub.
        for _ in 0..<20 { expect(tokens.allSatisfy { again.refusal($0)?.code == .unauthenticated }) }
        expect(
            again.refusal(AccessToken(id: "AAAAAAAA") { SecureRandom.bytes($0) }.text)?.code, equals: .unauthenticated)
        _ = try await signIn(again, browser)
        // A program's token is not a page's, and the reverse.
        let made = try await again.access.makeToken(.owner, name: "script", life: nil)
        let secret = try require(AccessToken(made.token)?.secret)
        expect(again.refusal(AccessToken(.page, id: made.credential.id) { _ in Array(secret.utf8) }.text) != nil)
    }

    @Test func challengesAreNotStored() throws {
        let challenges = Challenges(key: Array(0..<32))
        for number in 0..<100_000 { expect(challenges.isOpen(Self.challenge(number, challenges), at: .seconds(2))) }
    }

    private static func challenge(_ number: Int, _ challenges: Challenges) -> [UInt8] {
        challenges.issue(nonce: (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }, at: .seconds(1))
    }

    @Test func usedChallengesAreBoundedAndFair() throws {
        let challenges = Challenges(key: Array(0..<32))
        var used = UsedChallenges()
        func use(_ number: Int, by credential: String, at time: Duration = .seconds(2)) -> UsedChallenges.Verdict {
            used.use(Self.challenge(number, challenges), by: credential, at: time)
        }
        let (most, own, share) = (UsedChallenges.most, UsedChallenges.mostOfCredential, UsedChallenges.share)
        // Fill the memory for used challenges, each credential up to its share.
        for number in 0..<most { expect(use(number, by: "many-\(number / own)"), equals: .new) }
        expect(use(most, by: "many-0"), equals: .tooMany)
        expect(use(0, by: "many-0"), equals: .used)
        // Tabs of all other browsers can still sign in, up to their shares.
        for browser in 0..<100 {
            for tab in 0..<share { expect(use(tab, by: "other-\(browser)"), equals: .new) }
            expect(use(share, by: "other-\(browser)"), equals: .tooMany)
        }
        expect(used.count, equals: most + 100 * share)
        // A credential's end makes room for one that is there, and expiry makes room for all.
        used.forget("many-0")
        for browser in 0..<25 { used.forget("other-\(75 + browser)") }
        expect(used.count, equals: most - own + 75 * share)
        expect(use(most, by: "many-1", at: .seconds(62)), equals: .new)
        used.sweep(at: .seconds(62))
        expect(used.count, equals: 1)
    }

    @Test func sessionLimitEndsOldestOfThePrincipalWithMost() throws {
        let challenges = Challenges(key: Array(0..<32))
        var sessions = BrowserSessions()
        var next = 0
        func begin(_ credential: String) -> BroughtToken? {
            next += 1
            let token = AccessToken(.page, id: "\(10_000_000 + next)") { SecureRandom.bytes($0) }
            guard sessions.begin(token, of: credential, by: Self.challenge(next, challenges), at: .seconds(2)) == .new
            else { return nil }
            return BroughtToken("Bearer \(token.text)")
        }
        let alone = try require(begin("alone"))
        for number in 0..<BrowserSessions.most - 1 { expect(begin("many-\(number / 31)") != nil) }
        for number in 0..<100 { expect(begin("late-\(number)") != nil) }
        expect(sessions.credentialID(of: alone, at: .seconds(3)), equals: "alone")
        expect(sessions.count, equals: BrowserSessions.most)
    }

    @Test func keyRevokedAfterChallengeGetsNoToken() async throws {
        let test = try await TestAccess()
        let browser = try TestBrowser()
        let credential = try await claimed(test, browser)
        let challenge = test.access.makeChallenge()
        _ = try await test.access.revoke(credential.id)
        await expect(refusal { _ = try await signIn(test, browser, challenge: challenge) }, equals: .unauthenticated)
        // Its key was known: neither this sign-in nor later ones are guesses.
        for _ in 0..<10 { await expect(refusal { _ = try await signIn(test, browser) }, equals: .unauthenticated) }
        try await expect(test.store.loadAccess().wrongTries.isEmpty)
    }

    @Test func keyRevokedBeforeFirstSignInGetsNoToken() async throws {
        let test = try await TestAccess()
        let (owner, browser) = (try TestBrowser(), try TestBrowser())
        _ = try await claimed(test, owner)
        // The page has its challenge before the claim is answered.
        let challenge = test.access.makeChallenge()
        let credential = try await claimed(test, browser)
        _ = try await test.access.revoke(credential.id)
        await expect(refusal { _ = try await signIn(test, browser, challenge: challenge) }, equals: .unauthenticated)
        let again = try await test.restarted()
        await expect(refusal { _ = try await signIn(again, browser) }, equals: .unauthenticated)
        // A new invitation lets the same key in again.
        _ = try await claimed(again, browser)
        _ = try await signIn(again, browser)
    }

    @Test func keyRevokedDuringSignInLeavesNoSession() async throws {
        let test = try await TestAccess()
        for _ in 0..<100 {
            let browser = try TestBrowser()
            let credential = try await claimed(test, browser)
            async let session = try? signIn(test, browser)
            async let revoked = test.access.revoke(credential.id)
            _ = try await revoked
            if let token = await session?.token { expect(test.refusal(token)?.code, equals: .unauthenticated) }
            expect(test.access.browsers.withLock { $0.count }, equals: 0)
        }
    }

    @Test func theTabsOfOneBrowserAreBoundedAndTheOldestGoes() async throws {
        let test = try await TestAccess()
        let browser = try TestBrowser()
        _ = try await claimed(test, browser)
        var tokens: [String] = []
        for _ in 0..<BrowserSessions.mostOfCredential { tokens.append(try await signIn(test, browser).token) }
        // Too many within a minute for tabs.
        await expect(refusal { _ = try await signIn(test, browser) }, equals: .resourceExhausted)
        await test.clock.advance(by: .seconds(60))
        tokens.append(try await signIn(test, browser).token)
        expect(test.refusal(tokens[0])?.code, equals: .unauthenticated)
        expect(tokens.dropFirst().allSatisfy { test.refusal($0) == nil })
    }

    @Test func aTokenOfAPageMayNotTravelInClearText() async throws {
        let test = try await TestAccess()
        let browser = try TestBrowser()
        _ = try await claimed(test, browser)
        let token = try await signIn(test, browser).token
        let clear = Peer(address: "192.0.2.7:1", isLocal: false, isPrivate: false)
        expect(test.refusal(token, from: clear)?.code, equals: .unauthenticated)
    }

    @Test func aClockThatIsADayWrongChangesNothing() async throws {
        let test = try await TestAccess()
        let browser = try TestBrowser()
        _ = try await claimed(test, browser)
        let challenge = test.access.makeChallenge()
        test.clock.step(by: .seconds(86_400))
        let session = try await signIn(test, browser, challenge: challenge)
        test.clock.step(by: .seconds(-2 * 86_400))
        expectNil(test.refusal(session.token))
    }
}
