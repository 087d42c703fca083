/// Options of a single call.
public struct CallOptions: Sendable {
    /// The time for the call, from its start and all attempts included. A call made while another is served also ends
    /// with that one's deadline (``CallDeadline``). nil: a unary call has the client's
    /// ``RPCClient/Options/defaultTimeout``, other calls have no limit.
    public var timeout: Duration?

    /// Request headers to send.
    public var metadata: Metadata

    /// Whether the call waits for a connection, up to its deadline, instead of failing with `UNAVAILABLE` at once.
    public var waitForReady: Bool

    /// When a failed call is retried; nil for the client's policy (``RPCClient/Options/retryPolicies``).
    public var retryPolicy: RetryPolicy?

    /// Compression of the requests; that of the responses is the server's choice. A server that does not support it
    /// fails the call with `UNIMPLEMENTED`.
    public var compression: Compression

    /// Creates options; by default the client's timeout and retry policy, no extra headers, no compression.
    public init(
        timeout: Duration? = nil, metadata: Metadata = Metadata(), waitForReady: Bool = false,
        compression: Compression = .none, retryPolicy: RetryPolicy? = nil
    ) {
        self.timeout = timeout
        self.metadata = metadata
        self.waitForReady = waitForReady
        self.compression = compression
        self.retryPolicy = retryPolicy
    }
}
