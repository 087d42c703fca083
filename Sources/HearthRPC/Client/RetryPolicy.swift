/// When, and how often, a failed call is retried (gRFC A6). Without a policy a call is retried only when the server has
/// certainly not processed it.
///
/// A call is committed, and no longer retried, once response headers or the first message have arrived. Use a policy
/// only for methods that may run twice: a server can fail after it has done the work.
public struct RetryPolicy: Hashable, Sendable {
    /// Attempts in all, the first included. Values outside 1 to 5 are clamped; 1 means no retry.
    public var maxAttempts: Int
    /// The wait before the second attempt, randomized by ±20 % as every wait is.
    public var initialBackoff: Duration
    /// The upper limit of a wait, before it is randomized.
    public var maxBackoff: Duration
    /// The factor from one wait to the next; values below 1 count as 1.
    public var multiplier: Double
    /// The status codes after which the call is retried.
    public var retryableCodes: Set<RPCError.Code>

    /// Creates a policy; by default three attempts, retried after `UNAVAILABLE` only, with waits that start at 100 ms
    /// and double up to 5 s. Out-of-range values are clamped when a call uses the policy.
    public init(
        maxAttempts: Int = 3, initialBackoff: Duration = .milliseconds(100), maxBackoff: Duration = .seconds(5),
        multiplier: Double = 2, retryableCodes: Set<RPCError.Code> = [.unavailable]
    ) {
        self.maxAttempts = maxAttempts
        self.initialBackoff = initialBackoff
        self.maxBackoff = maxBackoff
        self.multiplier = multiplier
        self.retryableCodes = retryableCodes
    }
}

/// Limits retries to a failing server (gRFC A6, "Throttling Retry Attempts"). A retryable failure takes one token, a
/// success returns ``tokenRatio`` of one. While half of ``maxTokens`` or less are left, no call is retried.
public struct RetryThrottling: Hashable, Sendable {
    /// The initial and largest number of tokens; clamped to 1...1000.
    public var maxTokens: Double
    /// Tokens that a successful call gives back; at least 0.001.
    public var tokenRatio: Double

    /// Creates a limit; with the default of 10 tokens, retries stop after five failures without a success.
    public init(maxTokens: Double = 10, tokenRatio: Double = 0.1) {
        self.maxTokens = maxTokens
        self.tokenRatio = tokenRatio
    }
}
