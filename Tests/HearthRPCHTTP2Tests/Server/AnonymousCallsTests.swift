@testable internal import HearthRPCHTTP2
internal import Expectations
internal import Testing

@Suite struct AnonymousCallsTests {
    private let start = ContinuousClock.now

    private func calls(_ change: (inout HTTP2Server.AnonymousLimits) -> Void = { _ in }) -> AnonymousCalls {
        var limits = HTTP2Server.AnonymousLimits()
        limits.callsPerSecond = 1_000
        change(&limits)
        return AnonymousCalls(limits)
    }

    @Test func soManyRunAtOnce() {
        var calls = calls()
        for _ in 0..<4 { expect(calls.begin(at: start), equals: .begins) }
        expect(calls.begin(at: start), equals: .tooMany)
        calls.ended(isHandlerRunning: false)
        expect(calls.begin(at: start), equals: .begins)
    }

    /// A client that resets its calls does not get an unlimited number of handlers.
    @Test func handlersOfCallsThatAreOverCount() {
        var calls = calls()
        for _ in 0..<8 {
            expect(calls.begin(at: start), equals: .begins)
            calls.ended(isHandlerRunning: true)
        }
        expect(calls.begin(at: start), equals: .tooMany)
        calls.handlerIsDone()
        expect(calls.begin(at: start), equals: .begins)
    }

    @Test func twoSecondsWorthComesAtOnceThenAtTheRate() {
        var calls = calls { $0.callsPerSecond = 10 }
        func begin(at seconds: Double) -> AnonymousCalls.Verdict {
            let verdict = calls.begin(at: start + .seconds(seconds))
            if verdict == .begins { calls.ended(isHandlerRunning: false) }
            return verdict
        }
        for _ in 0..<20 { expect(begin(at: 0), equals: .begins) }
        expect((begin(at: 0), begin(at: 0.11), begin(at: 0.11)), are: (.tooOften, .begins, .tooOften))
        // After a rest the allowance is as at first, not larger.
        for _ in 0..<20 { expect(begin(at: 100), equals: .begins) }
        expect(begin(at: 100), equals: .tooOften)
    }
}
