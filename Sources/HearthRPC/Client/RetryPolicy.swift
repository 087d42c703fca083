/// When, and how often, a call that failed is made again (gRFC A6). Without a policy a call is repeated only where the
/// server has certainly not seen it.
///
/// A call is repeated until the server's response headers or its first message are here: then it is committed. Give a
/// policy only to methods that may happen twice: a server can fail after it has done what was asked.
public struct RetryPolicy: Hashable, Sendable {
    /// How often the call is made at most, the first time included: 2 to 5; what is outside is taken for the nearest.
    public var maxAttempts: Int
    /// How long to wait before the second attempt.
    public var initialBackoff: Duration
    /// The longest wait.
    public var maxBackoff: Duration
    /// What each wait is multiplied by for the next; at least 1.
    public var multiplier: Double
    /// The codes after which it is worth trying again.
    public var retryableCodes: Set<RPCError.Code>

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

/// Keeps clients from burying a server that fails under repetitions (gRFC A6, "Throttling Retry Attempts"): each
/// failure takes one of the tokens, each success gives a part of one back; with half of them or less nothing is
/// repeated.
public struct RetryThrottling: Hashable, Sendable {
    /// How many tokens there are at the beginning, and at most: 1 to 1,000.
    public var maxTokens: Double
    /// How much of a token a success gives back; more than 0.
    public var tokenRatio: Double

    public init(maxTokens: Double = 10, tokenRatio: Double = 0.1) {
        self.maxTokens = maxTokens
        self.tokenRatio = tokenRatio
    }
}
