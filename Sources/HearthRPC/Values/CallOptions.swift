/// How one call is to be made.
public struct CallOptions: Sendable {
    /// How long the call may take, beginning when it is made, all attempts included. A call that is made while another
    /// is served takes no longer than what is left of that one's time (``CallDeadline``). Without one a unary call takes
    /// the client's default (``RPCClient/Options/defaultTimeout``) and every other has all the time there is.
    public var timeout: Duration?

    /// Headers to send.
    public var metadata: Metadata

    /// While there is no connection: wait for one until the deadline, instead of failing with `UNAVAILABLE` at once.
    public var waitForReady: Bool

    /// When the call is made again after a failure. Without one the client's says so
    /// (``RPCClient/Options/retryPolicies``).
    public var retryPolicy: RetryPolicy?

    /// How the requests are compressed. Without it they are not; whether the responses are is the server's choice. A
    /// server that cannot inflate them refuses the call with `UNIMPLEMENTED`.
    public var compression: Compression

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
