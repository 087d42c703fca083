@testable internal import HearthRPCHTTP2
internal import Testing

@Suite struct BackoffTests {
    @Test func waitsAreThoseOfTheProtocol() {
        let backoff = Backoff()
        #expect(backoff.delay(failures: 1, random: 0.5) == .seconds(1))
        #expect(abs(backoff.delay(failures: 2, random: 0.5) / .seconds(1) - 1.6) < 1e-9)
        #expect(abs(backoff.delay(failures: 3, random: 0.5) / .seconds(1) - 2.56) < 1e-9)
        #expect(backoff.delay(failures: 1000, random: 0.5) == .seconds(120))
        #expect(abs(backoff.delay(failures: 1, random: 0) / .seconds(1) - 0.8) < 1e-9)
        #expect(abs(backoff.delay(failures: 1000, random: 1) / .seconds(1) - 144) < 1e-6)
    }

    @Test func oddSettingsStillWait() {
        let backoff = Backoff(initial: .seconds(9), multiplier: 0, jitter: 7, maximum: .seconds(3))
        #expect(backoff.delay(failures: 0, random: 0.5) == .seconds(3))
        #expect(backoff.delay(failures: 5, random: 0) >= .zero)
    }
}

@Suite struct SubchannelMachineTests {
    private let start = ContinuousClock.now
    private func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(1) * seconds }

    @Test func aFailureIsFollowedByItsWaitAndThenTheNextAttempt() {
        var machine = SubchannelMachine(Backoff())
        #expect(machine.state == .idle && machine.refusal == nil)
        #expect(machine.wanted(now: at(0), random: 0.5) == .connect(timeout: .seconds(20)))
        #expect(machine.state == .connecting)
        #expect(machine.wanted(now: at(0), random: 0.5) == nil)
        // The wait counts from the beginning of the attempt.
        #expect(machine.failed("no", now: at(0.25)) == .wait(.milliseconds(750)))
        #expect(machine.state == .unavailable(reason: "no") && machine.refusal == "no")
        #expect(machine.wanted(now: at(0.5), random: 0.5) == nil)
        #expect(machine.waited(isWanted: true, now: at(1), random: 0.5) == .connect(timeout: .seconds(20)))
        #expect(machine.failed("no", now: at(30)) == .wait(.zero))
    }

    @Test func withoutWaitersThereIsNoAttempt() {
        var machine = SubchannelMachine(Backoff())
        _ = machine.wanted(now: at(0), random: 0.5)
        _ = machine.failed("no", now: at(0))
        #expect(machine.waited(isWanted: false, now: at(1), random: 0.5) == nil)
        // The error is still reported, but the next call is not refused.
        #expect(machine.state == .unavailable(reason: "no") && machine.refusal == nil)
        #expect(machine.wanted(now: at(9), random: 0.5) != nil)
    }

    @Test func aConnectionEndsTheBackoff() {
        var machine = SubchannelMachine(Backoff())
        for _ in 0..<8 {
            _ = machine.wanted(now: at(0), random: 0.5)
            _ = machine.failed("no", now: at(0))
            _ = machine.waited(isWanted: false, now: at(1), random: 0.5)
        }
        // After a wait of more than 20 s an attempt may take as long.
        let action = machine.wanted(now: at(0), random: 0.5)
        guard case .connect(let timeout) = action else { return #expect(Bool(false), "\(String(describing: action))") }
        #expect(timeout > .seconds(40))
        machine.connected()
        #expect(machine.state == .ready)
        #expect(machine.lost("gone", wasUsed: true, now: at(0)) == nil)
        #expect(machine.state == .idle)
        #expect(machine.wanted(now: at(0), random: 0.5) == .connect(timeout: .seconds(20)))
        #expect(machine.failed("no", now: at(0)) == .wait(.seconds(1)))
    }

    @Test func aConnectionThatEndsAsSoonAsItIsMadeIsAFailure() {
        var machine = SubchannelMachine(Backoff())
        _ = machine.wanted(now: at(0), random: 0.5)
        machine.connected()
        #expect(machine.lost("gone", wasUsed: false, now: at(0.25)) == .wait(.milliseconds(750)))
        #expect(machine.refusal == "gone")
        _ = machine.waited(isWanted: true, now: at(1), random: 0.5)
        machine.connected()
        // The waits grow.
        guard case .wait(let delay)? = machine.lost("gone", wasUsed: false, now: at(1)) else {
            return #expect(Bool(false))
        }
        #expect(delay > .milliseconds(1500))
        // A connection that lasted longer, or was used, is not a failure.
        _ = machine.waited(isWanted: true, now: at(10), random: 0.5)
        machine.connected()
        #expect(machine.lost("idle", wasUsed: false, now: at(100)) == nil)
        #expect(machine.state == .idle)
    }

    @Test func unexpectedEventsAreIgnored() {
        var machine = SubchannelMachine(Backoff())
        machine.connected()
        #expect(machine.lost("gone", wasUsed: false, now: at(0)) == nil)
        #expect(machine.failed("no", now: at(0)) == nil)
        #expect(machine.waited(isWanted: true, now: at(0), random: 0) == nil)
        #expect(machine.state == .idle)
    }
}

@Suite struct ConnectivityTests {
    private let down = ConnectionState.unavailable(reason: "down")

    @Test func theBestOfSeveralCounts() {
        var all = Connectivity(count: 3)
        #expect(all.whole == .idle)
        #expect(all.update(0, .connecting) == .connecting)
        #expect(all.update(1, .ready) == .ready)
        #expect(all.update(1, .idle) == .connecting)
        #expect(all.update(0, down) == .idle)
        #expect(all.update(1, down) == .idle)
        #expect(all.update(2, down) == down)
    }

    @Test func failedServerCountsAsFailedUntilReady() {
        var all = Connectivity(count: 2)
        _ = all.update(0, down)
        _ = all.update(1, down)
        #expect(all.update(0, .connecting) == down)
        #expect(all.update(0, .ready) == .ready)
        #expect(all.update(0, .idle) == .idle)
    }

    @Test func singleServersStateIsTheWhole() {
        var one = Connectivity(count: 1)
        #expect(one.update(0, down) == down)
        #expect(one.update(0, .connecting) == .connecting)
        #expect(one.update(7, .ready) == .connecting)
    }
}
