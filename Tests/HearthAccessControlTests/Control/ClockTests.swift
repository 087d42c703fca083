internal import HearthAccessControl
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Synchronization
internal import Expectations
internal import Testing

/// Access control while the machine's clock is wrong for a while.
@Suite(.timeLimit(.minutes(5)))
struct ClockTests {
    private static let day = Duration.seconds(86_400)
    private static let start: Int64 = 1_800_000_000

    private static func clock(_ seconds: Int64) -> ManualClock { ManualClock(sinceEpoch: .seconds(start + seconds)) }

    private func knows(_ test: TestAccess, key seed: UInt8 = 1) -> Bool {
        !test.access.principal(of: TestAccess.remote(TestAccess.key(seed))).isAnonymous
    }

    private func claimed(_ test: TestAccess) async throws -> String {
        let code = try await test.access.invite(.owner).code
        return try await test.access.claim(
            code: code, name: "laptop", key: TestAccess.key(1), from: TestAccess.remote()
        ).id
    }

    @Test func expiryFromAWrongTimeIsCorrectedOnce() async throws {
        let test = try await TestAccess()
        await test.access.close()
        let wrong = try await test.restarted(clock: Self.clock(10 * 365 * 86_400))
        let token = try await wrong.access.makeToken(.owner, name: "script", life: 3_600).token
        let code = try await wrong.access.invite(.owner).code
        await wrong.access.close()
        // Killed after each start.
        for (seconds, isGood, isOpen) in [(600, true, true), (1_200, true, true), (4_300, false, false)] {
            let again = try await test.restarted(clock: Self.clock(Int64(seconds)))
            expect((again.refusal(token) == nil), equals: isGood)
            expect((again.access.invitation(code: code) != nil), equals: isOpen)
        }
    }

    @Test func aKeyThatWasRenewedInAWrongTimeLivesNoLonger() async throws {
        let test = try await TestAccess()
        let id = try await claimed(test)
        await test.access.close()
        let clock = Self.clock(70 * 86_400)
        let wrong = try await test.restarted(clock: clock)
        expect(knows(wrong))
        try await expect(wrong.access.renew(id).expiresAt, equals: Self.start + 160 * 86_400)
        clock.step(by: Self.day * -70)
        let credential = try require(wrong.access.credentials.first { $0.id == id })
        expect(credential.expiresAt, equals: Self.start + 90 * 86_400)
        expect(credential.lastUsedAt.map { $0 <= Self.start }, equals: true)
        await wrong.access.close()
        let again = try await test.restarted(clock: Self.clock(60))
        expect(again.access.credentials.first { $0.id == id }, equals: credential)
    }

    /// The same after a power cut, with the clock corrected before the next start.
    @Test func restartAfterWrongTimeClampsRenewalsAndUses() async throws {
        let test = try await TestAccess()
        let id = try await claimed(test)
        await test.access.close()
        let wrong = try await test.restarted(clock: Self.clock(70 * 86_400))
        expect(knows(wrong))
        _ = try await wrong.access.renew(id)
        await wrong.access.close()
        let again = try await test.restarted(clock: Self.clock(60))
        let credential = try require(again.access.credentials.first { $0.id == id })
        expect(credential.expiresAt, equals: Self.start + 60 + 90 * 86_400)
        expect(credential.lastUsedAt, equals: Self.start + 60)
    }

    /// As on a machine without a battery-backed clock, whose time is set some minutes after the start.
    @Test(arguments: [false, true])
    func theFirstOwnersKeySurvivesThatTheClockIsSet(isStartedAgain: Bool) async throws {
        let clock = Self.clock(-200 * 86_400)
        var test = try await TestAccess(clock: clock)
        _ = try await claimed(test)
        let short = try await test.access.makeToken(.owner, name: "short", life: 5_000).token
        await clock.advance(by: .seconds(60))
        clock.step(by: Self.day * 200)
        expect(knows(test))
        await clock.advance(by: .seconds(600))
        if isStartedAgain {
            await test.access.close()
            test = try await test.restarted()
        }
        expect(knows(test))
        await clock.advance(by: .seconds(4_000))
        expect(knows(test))
        expectNil(test.refusal(short))
        // For its whole lifetime, to the second.
        await clock.advance(by: .seconds(339))
        expectNil(test.refusal(short))
        await clock.advance(by: .seconds(1))
        expect(test.refusal(short)?.code, equals: .unauthenticated)
        await test.access.close()
        let again = try await test.restarted()
        expect(knows(again))
        await clock.advance(by: Self.day * 90)
        expect(!knows(again))
    }

    @Test func clockGoingForwardAndBackRevivesNothingExpired() async throws {
        let test = try await TestAccess()
        let token = try await test.access.makeToken(.owner, name: "script", life: 5).token
        await test.clock.advance(by: .seconds(60))
        test.clock.step(by: Self.day * 3_650)
        expect(test.refusal(token)?.code, equals: .unauthenticated)
        await test.access.close()
        let again = try await test.restarted(clock: Self.clock(100))
        expect(again.refusal(token)?.code, equals: .unauthenticated)
    }

    @Test func aFirstStartInTheFutureIsTakenBack() async throws {
        let clock = Self.clock(3_650 * 86_400)
        let test = try await TestAccess(clock: clock)
        _ = try await claimed(test)
        await clock.advance(by: .seconds(60))
        clock.step(by: Self.day * -3_650)
        try await expect(test.access.invite(.owner).expiresAt, equals: Self.start + 60 + 900)
        await test.access.close()
        let again = try await test.restarted(clock: Self.clock(120))
        expect(again.access.credentials.map(\.createdAt), equals: [Self.start])
        expect(!again.notices.all.contains { $0.contains("clock") })
    }

    @Test func aFirstStartBeforeTheProgramWasMadeIsAfterIt() async throws {
        let test = try await TestAccess(clock: ManualClock(sinceEpoch: .zero))
        _ = try await claimed(test)
        let earliest = AccessLimits().earliestTime
        expect(test.access.credentials.map(\.createdAt), equals: [earliest])
        expect(test.notices.all.contains { $0.contains("clock") })
    }

    @Test func credentialEndedByAWrongClockIsReportedAgain() async throws {
        let test = try await TestAccess()
        let id = try await test.access.makeToken(.owner, name: "script", life: 86_400).credential.id
        await test.access.close()
        let clock = Self.clock(3_650 * 86_400)
        let wrong = try await TestAccess(store: test.store, clock: clock, sweep: .seconds(30))
        let told = Mutex<[String]>([])
        wrong.access.onEnd { id in told.withLock { $0.append(id) } }
        await clock.advance(by: .seconds(31))
        expect(told.withLock { $0 }, equals: [id])
        clock.step(by: Self.day * -3_650)
        await clock.advance(by: .seconds(31))
        expect(told.withLock { $0 }, equals: [id])
        await clock.advance(by: Self.day)
        expect(told.withLock { $0 }, equals: [id, id])
    }

    /// Its lifetime is over by the monotonic clock, whatever the time was.
    @Test func tokenExpiredInWrongTimeStaysExpired() async throws {
        let test = try await TestAccess()
        await test.access.close()
        let clock = Self.clock(3_650 * 86_400)
        let wrong = try await TestAccess(store: test.store, clock: clock, sweep: .seconds(30))
        let short = try await wrong.access.makeToken(.owner, name: "short", life: 5).token
        let long = try await wrong.access.makeToken(.owner, name: "long", life: 3_600).token
        await clock.advance(by: .seconds(61))
        expect(wrong.refusal(short)?.code, equals: .unauthenticated)
        // Killed, and the clock is set before the next start.
        let again = try await test.restarted(clock: Self.clock(600))
        expect(again.refusal(short)?.code, equals: .unauthenticated)
        expectNil(again.refusal(long))
    }

    /// The hub trusts the machine's clock at its next start, however soon that comes.
    @Test func credentialMadeByAFastClockSurvivesACrash() async throws {
        let test = try await TestAccess()
        await test.clock.advance(by: .seconds(60))
        test.clock.step(by: Self.day * 200)
        _ = try await claimed(test)
        let token = try await test.access.makeToken(.owner, name: "script", life: 5_000).token
        let again = try await test.restarted()
        expect(knows(again))
        expectNil(again.refusal(token))
        await test.clock.advance(by: .seconds(4_999))
        expectNil(again.refusal(token))
        await test.clock.advance(by: .seconds(1))
        expect(again.refusal(token)?.code, equals: .unauthenticated)
    }

    @Test func unconfirmedTimeDeletesNoInvitationsOrLocks() async throws {
        let test = try await TestAccess()
        let code = try await test.access.invite(.provider, name: "acme").code
        for _ in 0..<5 { _ = test.refusal("no token") }
        expect(test.refusal("no token")?.code, equals: .resourceExhausted)
        await test.access.close()
        let clock = Self.clock(10 * 86_400)
        let wrong = try await TestAccess(store: test.store, clock: clock, sweep: .seconds(30))
        expectNil(wrong.access.invitation(code: code))
        await expect(wrong.claim(code)?.code, equals: .permissionDenied)
        _ = try await wrong.access.invite(.provider, name: "other")
        await clock.advance(by: .seconds(31))
        clock.step(by: Self.day * -10 - .seconds(30))
        expect(wrong.refusal("no token")?.code, equals: .resourceExhausted)
        await expectNil(wrong.claim(code))
    }

    @Test func aTokenLivesItsTimeHoweverOftenTheClockIsSet() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("tokens and the clock: seed \(seed)")
        var dice = Dice(seed: seed)
        let rounds = FaultRounds.count(200)
        var steps = 0
        for round in 0..<rounds {
            let test = try await TestAccess()
            let token = try await test.access.makeToken(.owner, name: "script", life: 20_000).token
            var left = 20_000
            while left > 0 {
                expectNil(test.refusal(token), "round \(round): \(left) s before its end")
                let step = [3_600, -3_600, 365 * 86_400, -365 * 86_400].randomElement(using: &dice) ?? 0
                test.clock.step(by: .seconds(step))
                steps += 1
                let time = min(left, 1 + dice.below(3_000))
                await test.clock.advance(by: .seconds(time))
                left -= time
            }
            expect(test.refusal(token)?.code, equals: .unauthenticated, "round \(round): it has not ended")
        }
        print("FAULTS clock set while a token lives | \(rounds) | \(steps) steps, each token expired on time")
    }

    @Test func invitationsThatEndedInThisRunMakeRoom() async throws {
        let test = try await TestAccess()
        for round in 0..<3 {
            for number in 0..<16 {
                _ = try await test.access.invite(.provider, name: "acme \(round) \(number)")
            }
            await test.clock.advance(by: .seconds(900))
        }
        try await expect(test.store.loadAccess().invitations.count, isAtMost: 16)
    }
}
