internal import Expectations
internal import Testing
@testable internal import HearthRPCHTTP2

@Suite struct ConnectionLifetimeTests {
    private let start = ContinuousClock.now
    private let limits = ConnectionLifetime.Limits(
        keepAliveInterval: .seconds(10), keepAliveTimeout: .seconds(5), idle: .seconds(100), age: .seconds(1000),
        grace: .seconds(30))

    private func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

    private func lifetime(random: Double = 0) -> ConnectionLifetime {
        ConnectionLifetime(limits, random: random, at: start)
    }

    @Test func aSilentPeerIsAskedAndThenGone() {
        var lifetime = lifetime()
        expect(lifetime.check(at: at(0), openStreams: 1), equals: .wait(until: at(10)))
        expect(lifetime.check(at: at(10), openStreams: 1), equals: .ping)
        expect(lifetime.check(at: at(10), openStreams: 1), equals: .wait(until: at(15)))
        expect(lifetime.check(at: at(15), openStreams: 1), equals: .close)
    }

    @Test func anyInputIsASignOfLife() {
        var lifetime = lifetime()
        lifetime.heard(at: at(7))
        expect(lifetime.check(at: at(10), openStreams: 1), equals: .wait(until: at(17)))
        expect(lifetime.check(at: at(17), openStreams: 1), equals: .ping)
        lifetime.heard(at: at(18))
        expect(lifetime.check(at: at(22), openStreams: 1), equals: .wait(until: at(28)))
    }

    @Test func idlenessEndsIt() {
        var lifetime = lifetime()
        for second in stride(from: 5.0, to: 100, by: 5) {
            lifetime.heard(at: at(second))
            let action = lifetime.check(at: at(second), openStreams: 0)
            expect(action, equals: .wait(until: min(at(second + 10), at(100))))
        }
        expect(lifetime.check(at: at(100), openStreams: 0), equals: .drain)
        lifetime.heard(at: at(100))
        expect(lifetime.check(at: at(100), openStreams: 0), equals: .wait(until: at(110)))
    }

    @Test func streamsKeepItFromBeingIdle() {
        var lifetime = lifetime()
        lifetime.heard(at: at(500))
        expect(lifetime.check(at: at(500), openStreams: 1), equals: .wait(until: at(510)))
        lifetime.isIdle(at: at(502))
        lifetime.heard(at: at(600))
        expect(lifetime.check(at: at(601), openStreams: 0), equals: .wait(until: at(602)))
        expect(lifetime.check(at: at(602), openStreams: 0), equals: .drain)
    }

    @Test func ageEndsItWithAGrace() {
        var lifetime = lifetime()
        lifetime.heard(at: at(999))
        expect(lifetime.check(at: at(999), openStreams: 3), equals: .wait(until: at(1000)))
        expect(lifetime.check(at: at(1000), openStreams: 3), equals: .drain)
        lifetime.heard(at: at(1025))
        expect(lifetime.check(at: at(1025), openStreams: 3), equals: .wait(until: at(1030)))
        expect(lifetime.check(at: at(1030), openStreams: 3), equals: .endCalls)
    }

    @Test(arguments: [(-1.0, 900.0), (0.5, 1050.0), (1.0, 1100.0), (7.0, 1100.0)])
    func agesDiffer(_ random: Double, _ end: Double) {
        var lifetime = lifetime(random: random)
        lifetime.heard(at: at(end - 1))
        let early = lifetime.check(at: at(end - 0.01), openStreams: 1)
        expect(early, differsFrom: .drain)
        expect(lifetime.check(at: at(end + 0.01), openStreams: 1), equals: .drain)
    }
}

@Suite struct PingPolicyTests {
    private let start = ContinuousClock.now
    private func policy() -> PingPolicy { PingPolicy(interval: .seconds(10), maxStrikes: 2) }

    @Test func pingsInTheirTimeAreWelcome() {
        var policy = policy()
        for number in 0..<100 { expect(policy.pinged(at: start + .seconds(10 * number)), equals: false) }
    }

    @Test func theThirdThatIsTooEarlyIsOneTooMany() {
        var policy = policy()
        let answers = [0, 1, 2, 3].map { policy.pinged(at: start + .seconds($0)) }
        expect(answers, equals: [false, false, false, true])
    }

    @Test func sentDataClearsThePingCount() {
        var policy = policy()
        for number in 0..<100 {
            expect(policy.pinged(at: start + .seconds(number)), equals: false)
            expect(policy.pinged(at: start + .seconds(number)), equals: false)
            policy.answered(1)
        }
    }

    @Test func eachPieceOfAnAnswerMayBePingedOnce() {
        var policy = policy()
        policy.answered(5)
        // The first is on time, five belong to data frames, two are tolerated.
        let answers = (0..<9).map { _ in policy.pinged(at: start) }
        expect(answers, equals: [Bool](repeating: false, count: 8) + [true])
    }
}
