internal import HearthBase

/// The retry tokens of a client, shared by all its calls that have a retry policy.
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

    /// Counts a failure that the policy would retry, or whose server asks not to retry.
    package mutating func failed() { tokens = max(0, tokens - 1) }

    package var allowsRetry: Bool { tokens > throttling.maxTokens / 2 }
}

/// The progress of one call through its retry policy (gRFC A6).
package struct RetryState: Sendable {
    /// The meaning of `grpc-retry-pushback-ms` in a failed attempt's trailers.
    package enum Pushback: Hashable, Sendable {
        case none
        /// Retry after this time.
        case after(Duration)
        /// Do not retry.
        case never

        /// Reads the header's value: absent, a number of milliseconds, or anything else, which means "do not retry".
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
    /// Delays since the back-off began. It restarts when the server says how long to wait.
    private var delays = 0
    /// The value of `grpc-previous-rpc-attempts`.
    package private(set) var previousAttempts = 0
    /// Set once the call may no longer be retried.
    package private(set) var isCommitted = false

    package init(_ policy: RetryPolicy) {
        self.policy = policy
        maxAttempts = min(max(policy.maxAttempts, 1), 5)
        backoff = ExponentialBackoff(
            initial: policy.initialBackoff, multiplier: policy.multiplier, maximum: policy.maxBackoff,
            spread: 0.8...1.2)
    }

    /// Rules out retries: the server has begun to answer, or more was sent than is kept for a retry.
    package mutating func commit() { isCommitted = true }

    /// Records a failed attempt. Returns how long to wait before the next; nil when the failure is final.
    /// - Parameter random: from 0 to 1; spreads the wait by ±20 %.
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
