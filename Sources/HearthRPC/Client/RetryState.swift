internal import HearthBase

/// How many tokens for repetitions a client has left, for all its calls that have a retry policy.
package struct RetryTokens: Sendable {
    private let throttling: RetryThrottling
    private var tokens: Double

    package init(_ throttling: RetryThrottling) {
        var throttling = throttling
        throttling.maxTokens = min(max(throttling.maxTokens, 1), 1000)
        throttling.tokenRatio = max(throttling.tokenRatio, 0.001)
        self.throttling = throttling
        tokens = throttling.maxTokens
    }

    package mutating func succeeded() { tokens = min(throttling.maxTokens, tokens + throttling.tokenRatio) }

    /// A failure that could be repeated, or that the server asks not to repeat.
    package mutating func failed() { tokens = max(0, tokens - 1) }

    package var allowsRetry: Bool { tokens > throttling.maxTokens / 2 }
}

/// Where one call stands with its retry policy (gRFC A6).
package struct RetryState: Sendable {
    /// What `grpc-retry-pushback-ms` in a failed attempt's trailers says.
    package enum Pushback: Hashable, Sendable {
        case none
        /// Not before that.
        case after(Duration)
        /// Not at all.
        case never

        /// Reads the header's value: nothing, a number, or something that means "not at all".
        package init(_ value: String?) {
            guard let value else {
                self = .none
                return
            }
            guard let milliseconds = Int32(value), milliseconds >= 0 else {
                self = .never
                return
            }
            self = .after(.milliseconds(Int(milliseconds)))
        }
    }

    private let policy: RetryPolicy
    private let maxAttempts: Int
    private let backoff: ExponentialBackoff
    /// Delays since the back-off began, which it does anew when the server says how long to wait.
    private var delays = 0
    /// The value of `grpc-previous-rpc-attempts`.
    package private(set) var previousAttempts = 0
    /// Set once the call may not be repeated any more.
    package private(set) var isCommitted = false

    package init(_ policy: RetryPolicy) {
        self.policy = policy
        maxAttempts = min(max(policy.maxAttempts, 1), 5)
        backoff = ExponentialBackoff(
            initial: policy.initialBackoff, multiplier: policy.multiplier, maximum: policy.maxBackoff,
            spread: 0.8...1.2)
    }

    /// The server has begun to answer, or too much was sent to be kept.
    package mutating func commit() { isCommitted = true }

    /// An attempt failed. The answer is how long to wait before the next; nil when the failure stands.
    /// - Parameter random: from 0 to 1: waits are spread by a fifth to either side.
    package mutating func failed(
        _ code: RPCError.Code, _ pushback: Pushback, _ tokens: inout RetryTokens, random: Double
    ) -> Duration? {
        guard !isCommitted else { return nil }
        let isRetryable = policy.retryableCodes.contains(code)
        if isRetryable || pushback == .never { tokens.failed() }
        previousAttempts += 1
        guard isRetryable, pushback != .never, previousAttempts < maxAttempts, tokens.allowsRetry else {
            isCommitted = true
            return nil
        }
        if case .after(let delay) = pushback {
            delays = 0
            return delay
        }
        defer { delays += 1 }
        return backoff.delay(after: delays, random: random)
    }
}
