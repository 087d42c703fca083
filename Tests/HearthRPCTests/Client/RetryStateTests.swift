internal import HearthRPC
internal import Expectations
internal import Testing

@Suite struct RetryStateTests {
    private let policy = RetryPolicy(
        maxAttempts: 4, initialBackoff: .milliseconds(100), maxBackoff: .milliseconds(300), multiplier: 2,
        retryableCodes: [.unavailable, .aborted])

    @Test func waitsGrowToTheLongest() {
        var (state, tokens) = (RetryState(policy), RetryTokens(RetryThrottling()))
        expect(state.failed(.unavailable, .none, &tokens, random: 0.5), equals: .milliseconds(100))
        expect(state.previousAttempts, equals: 1)
        expect(state.failed(.aborted, .none, &tokens, random: 0.5), equals: .milliseconds(200))
        expect(state.failed(.unavailable, .none, &tokens, random: 0.5), equals: .milliseconds(300))
        // The fourth attempt was the last.
        expectNil(state.failed(.unavailable, .none, &tokens, random: 0.5))
        expect(state.isCommitted)
        expectNil(state.failed(.unavailable, .none, &tokens, random: 0.5))
    }

    @Test func waitsAreSpreadByAFifth() {
        var tokens = RetryTokens(RetryThrottling())
        var (low, high) = (RetryState(policy), RetryState(policy))
        let least = low.failed(.unavailable, .none, &tokens, random: 0) ?? .zero
        let most = high.failed(.unavailable, .none, &tokens, random: 1) ?? .zero
        expect(abs((least - .milliseconds(80)) / .milliseconds(1)), isBelow: 0.001)
        expect(abs((most - .milliseconds(120)) / .milliseconds(1)), isBelow: 0.001)
    }

    @Test func otherCodesStand() {
        var (state, tokens) = (RetryState(policy), RetryTokens(RetryThrottling()))
        expectNil(state.failed(.internal, .none, &tokens, random: 0))
    }

    @Test func startedAnswerIsNotRetried() {
        var (state, tokens) = (RetryState(policy), RetryTokens(RetryThrottling()))
        state.commit()
        expectNil(state.failed(.unavailable, .none, &tokens, random: 0))
    }

    @Test func theServerMayPutItOffOrForbidIt() {
        var (state, tokens) = (RetryState(policy), RetryTokens(RetryThrottling()))
        expect(state.failed(.unavailable, .none, &tokens, random: 0.5), equals: .milliseconds(100))
        expect(state.failed(.unavailable, .after(.seconds(7)), &tokens, random: 0.5), equals: .seconds(7))
        // Afterwards the back-off starts over.
        expect(state.failed(.unavailable, .none, &tokens, random: 0.5), equals: .milliseconds(100))
        var other = RetryState(policy)
        expectNil(other.failed(.unavailable, .never, &tokens, random: 0.5))
    }

    @Test(arguments: [
        (nil, RetryState.Pushback.none), ("0", .after(.zero)), ("1500", .after(.milliseconds(1500))), ("-1", .never),
        ("soon", .never), ("", .never), ("99999999999", .never),
    ])
    func pushbackIsRead(_ text: String?, _ pushback: RetryState.Pushback) {
        expect(RetryState.Pushback(text), equals: pushback)
    }

    @Test func manyFailuresStopRepetitions() {
        var tokens = RetryTokens(RetryThrottling(maxTokens: 4, tokenRatio: 0.5))
        func failOnce() -> Duration? {
            var state = RetryState(policy)
            return state.failed(.unavailable, .none, &tokens, random: 0.5)
        }
        expect(failOnce() != nil)
        // Two of four are left: half is not more than half.
        expectNil(failOnce())
        expectNil(failOnce())
        tokens.succeeded()
        tokens.succeeded()
        tokens.succeeded()
        // 1 + 1.5 - 1
        expectNil(failOnce())
        for _ in 0..<20 { tokens.succeeded() }
        expect(failOnce() != nil)
    }

    @Test func limitsAreKept() {
        var tokens = RetryTokens(RetryThrottling(maxTokens: 1000))
        var state = RetryState(
            RetryPolicy(maxAttempts: 100, initialBackoff: .zero, maxBackoff: .zero, retryableCodes: [.unavailable]))
        var attempts = 1
        while state.failed(.unavailable, .none, &tokens, random: 0) != nil { attempts += 1 }
        expect(attempts, equals: 5)
    }
}
