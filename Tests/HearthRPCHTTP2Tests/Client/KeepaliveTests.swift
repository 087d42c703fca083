@testable internal import HearthRPCHTTP2
internal import Expectations
internal import Testing

@Suite struct KeepaliveTests {
    private let start = ContinuousClock.now
    private func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

    @Test func aSilentServerIsAskedAndThenGivenUp() throws {
        var machine = try require(KeepaliveMachine(Keepalive(), now: at(0)))
        expectNil(machine.begin(hasCalls: false, now: at(0)))
        expect(machine.begin(hasCalls: true, now: at(100)), equals: .wait(.seconds(30)))
        expectNil(machine.begin(hasCalls: true, now: at(101)))
        expect(machine.timerFired(hasCalls: true, now: at(130)), equals: .ping(wait: .seconds(10)))
        expect(machine.timerFired(hasCalls: true, now: at(140)), equals: .giveUp)
    }

    @Test func anyInputPostponesThePing() throws {
        var machine = try require(KeepaliveMachine(Keepalive(), now: at(0)))
        _ = machine.begin(hasCalls: true, now: at(0))
        machine.received(now: at(20))
        expect(machine.timerFired(hasCalls: true, now: at(30)), equals: .wait(.seconds(20)))
        expect(machine.timerFired(hasCalls: true, now: at(50)), equals: .ping(wait: .seconds(10)))
        machine.received(now: at(51))
        expect(machine.timerFired(hasCalls: true, now: at(60)), equals: .wait(.seconds(21)))
    }

    @Test func withoutCallsNothingIsAsked() throws {
        var machine = try require(KeepaliveMachine(Keepalive(), now: at(0)))
        _ = machine.begin(hasCalls: true, now: at(0))
        expectNil(machine.timerFired(hasCalls: false, now: at(30)))
        // The next call starts over.
        expect(machine.begin(hasCalls: true, now: at(500)), equals: .wait(.seconds(30)))
        var asking = try require(KeepaliveMachine(Keepalive(withoutCalls: true), now: at(0)))
        expect(asking.begin(hasCalls: false, now: at(0)), equals: .wait(.seconds(30)))
        expect(asking.timerFired(hasCalls: false, now: at(30)), equals: .ping(wait: .seconds(10)))
    }

    @Test func keepaliveIsOptionalAndNeverTooFrequent() throws {
        expectNil(KeepaliveMachine(Keepalive(interval: nil), now: at(0)))
        var machine = try require(KeepaliveMachine(Keepalive(interval: .zero), now: at(0)))
        expect(machine.begin(hasCalls: true, now: at(0)), equals: .wait(.seconds(1)))
        expect(Keepalive().doubled.interval, equals: .seconds(60))
        expect(Keepalive(interval: .seconds(7000)).doubled.interval, equals: .seconds(7200))
    }
}
