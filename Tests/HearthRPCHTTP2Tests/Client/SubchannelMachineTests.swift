@testable internal import HearthRPCHTTP2
internal import Expectations
internal import Testing

@Suite struct BackoffTests {
    @Test func waitsAreThoseOfTheProtocol() {
        let backoff = Backoff()
        expect(backoff.delay(failures: 1, random: 0.5), equals: .seconds(1))
        expect(abs(backoff.delay(failures: 2, random: 0.5) / .seconds(1) - 1.6), isBelow: 1e-9)
        expect(abs(backoff.delay(failures: 3, random: 0.5) / .seconds(1) - 2.56), isBelow: 1e-9)
        expect(backoff.delay(failures: 1000, random: 0.5), equals: .seconds(120))
        expect(abs(backoff.delay(failures: 1, random: 0) / .seconds(1) - 0.8), isBelow: 1e-9)
        expect(abs(backoff.delay(failures: 1000, random: 1) / .seconds(1) - 144), isBelow: 1e-6)
    }

    @Test func oddSettingsStillWait() {
        let backoff = Backoff(initial: .seconds(9), multiplier: 0, jitter: 7, maximum: .seconds(3))
        expect(backoff.delay(failures: 0, random: 0.5), equals: .seconds(3))
        expect(backoff.delay(failures: 5, random: 0), isAtLeast: .zero)
    }
}

@Suite struct SubchannelMachineTests {
    private let start = ContinuousClock.now
    private func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(1) * seconds }

    @Test func aFailureIsFollowedByItsWaitAndThenTheNextAttempt() {
        var machine = SubchannelMachine(Backoff())
        expect(machine.state, equals: .idle)
        expectNil(machine.refusal)
        expect(machine.wanted(now: at(0), random: 0.5), equals: .connect(timeout: .seconds(20)))
        expect(machine.state, equals: .connecting)
        expectNil(machine.wanted(now: at(0), random: 0.5))
        // The wait counts from the beginning of the attempt.
        expect(machine.failed("no", now: at(0.25)), equals: .wait(.milliseconds(750)))
        expect((machine.state, machine.refusal), are: (.unavailable(reason: "no"), "no"))
        expectNil(machine.wanted(now: at(0.5), random: 0.5))
        expect(machine.waited(isWanted: true, now: at(1), random: 0.5), equals: .connect(timeout: .seconds(20)))
        expect(machine.failed("no", now: at(30)), equals: .wait(.zero))
    }

    @Test func withoutWaitersThereIsNoAttempt() {
        var machine = SubchannelMachine(Backoff())
        _ = machine.wanted(now: at(0), random: 0.5)
        _ = machine.failed("no", now: at(0))
        expectNil(machine.waited(isWanted: false, now: at(1), random: 0.5))
        // The error is still reported, but the next call is not refused.
        expect(machine.state, equals: .unavailable(reason: "no"))
        expectNil(machine.refusal)
        expect(machine.wanted(now: at(9), random: 0.5) != nil)
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
        guard case .connect(let timeout) = action else { return expect(Bool(false), "\(String(describing: action))") }
        expect(timeout, isAbove: .seconds(40))
        machine.connected()
        expect(machine.state, equals: .ready)
        expectNil(machine.lost("gone", wasUsed: true, now: at(0)))
        expect((machine.state, machine.wanted(now: at(0), random: 0.5)), are: (.idle, .connect(timeout: .seconds(20))))
        expect(machine.failed("no", now: at(0)), equals: .wait(.seconds(1)))
    }

    @Test func aConnectionThatEndsAsSoonAsItIsMadeIsAFailure() {
        var machine = SubchannelMachine(Backoff())
        _ = machine.wanted(now: at(0), random: 0.5)
        machine.connected()
        expect(machine.lost("gone", wasUsed: false, now: at(0.25)), equals: .wait(.milliseconds(750)))
        expect(machine.refusal, equals: "gone")
        _ = machine.waited(isWanted: true, now: at(1), random: 0.5)
        machine.connected()
        // The waits grow.
        guard case .wait(let delay)? = machine.lost("gone", wasUsed: false, now: at(1)) else {
            return expect(Bool(false))
        }
        expect(delay, isAbove: .milliseconds(1500))
        // A connection that lasted longer, or was used, is not a failure.
        _ = machine.waited(isWanted: true, now: at(10), random: 0.5)
        machine.connected()
        expectNil(machine.lost("idle", wasUsed: false, now: at(100)))
        expect(machine.state, equals: .idle)
    }

    @Test func unexpectedEventsAreIgnored() {
        var machine = SubchannelMachine(Backoff())
        machine.connected()
        expectNil(machine.lost("gone", wasUsed: false, now: at(0)))
        expectNil(machine.failed("no", now: at(0)))
        expectNil(machine.waited(isWanted: true, now: at(0), random: 0))
        expect(machine.state, equals: .idle)
    }
}

@Suite struct ConnectivityTests {
    private let down = ConnectionState.unavailable(reason: "down")

    @Test func theBestOfSeveralCounts() {
        var all = Connectivity(count: 3)
        expect(
            (all.whole, all.update(0, .connecting), all.update(1, .ready), all.update(1, .idle), all.update(0, down)),
            are: (.idle, .connecting, .ready, .connecting, .idle))
        expect((all.update(1, down), all.update(2, down)), are: (.idle, down))
    }

    @Test func failedServerCountsAsFailedUntilReady() {
        var all = Connectivity(count: 2)
        _ = all.update(0, down)
        _ = all.update(1, down)
        expect((all.update(0, .connecting), all.update(0, .ready), all.update(0, .idle)), are: (down, .ready, .idle))
    }

    @Test func singleServersStateIsTheWhole() {
        var one = Connectivity(count: 1)
        expect((one.update(0, down), one.update(0, .connecting)), are: (down, .connecting))
        expect(one.update(7, .ready), equals: .connecting)
    }
}
