@testable internal import HearthRPCHTTP2
internal import Testing

@Suite struct KeepaliveTests {
    private let start = ContinuousClock.now
    private func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

    @Test func aSilentServerIsAskedAndThenGivenUp() throws {
        var machine = try #require(KeepaliveMachine(Keepalive(), now: at(0)))
        #expect(machine.begin(hasCalls: false, now: at(0)) == nil)
        #expect(machine.begin(hasCalls: true, now: at(100)) == .wait(.seconds(30)))
        #expect(machine.begin(hasCalls: true, now: at(101)) == nil)
        #expect(machine.timerFired(hasCalls: true, now: at(130)) == .ping(wait: .seconds(10)))
        #expect(machine.timerFired(hasCalls: true, now: at(140)) == .giveUp)
    }

    @Test func anyInputPostponesThePing() throws {
        var machine = try #require(KeepaliveMachine(Keepalive(), now: at(0)))
        _ = machine.begin(hasCalls: true, now: at(0))
        machine.received(now: at(20))
        #expect(machine.timerFired(hasCalls: true, now: at(30)) == .wait(.seconds(20)))
        #expect(machine.timerFired(hasCalls: true, now: at(50)) == .ping(wait: .seconds(10)))
        machine.received(now: at(51))
        #expect(machine.timerFired(hasCalls: true, now: at(60)) == .wait(.seconds(21)))
    }

    @Test func withoutCallsNothingIsAsked() throws {
        var machine = try #require(KeepaliveMachine(Keepalive(), now: at(0)))
        _ = machine.begin(hasCalls: true, now: at(0))
        #expect(machine.timerFired(hasCalls: false, now: at(30)) == nil)
        // The next call starts over.
        #expect(machine.begin(hasCalls: true, now: at(500)) == .wait(.seconds(30)))
        var asking = try #require(KeepaliveMachine(Keepalive(withoutCalls: true), now: at(0)))
        #expect(asking.begin(hasCalls: false, now: at(0)) == .wait(.seconds(30)))
        #expect(asking.timerFired(hasCalls: false, now: at(30)) == .ping(wait: .seconds(10)))
    }

    @Test func keepaliveIsOptionalAndNeverTooFrequent() throws {
        #expect(KeepaliveMachine(Keepalive(interval: nil), now: at(0)) == nil)
        var machine = try #require(KeepaliveMachine(Keepalive(interval: .zero), now: at(0)))
        #expect(machine.begin(hasCalls: true, now: at(0)) == .wait(.seconds(1)))
        #expect(Keepalive().doubled.interval == .seconds(60))
        #expect(Keepalive(interval: .seconds(7000)).doubled.interval == .seconds(7200))
    }
}
