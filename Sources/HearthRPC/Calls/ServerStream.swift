/// Why a call is over, as its server sees it.
public enum CallEnd: Hashable, Sendable {
    /// Its handler, or the holder of its ``RPCStream``, finished it.
    case finished
    /// The client cancelled it.
    case cancelled
    /// Its deadline passed.
    case deadlineExceeded
    /// The connection was lost.
    case disconnected
    /// The server shut down and the grace period is over.
    case draining
    /// The credential it was made with is no longer valid.
    case revoked
    /// The client received none of its queued messages for too long.
    case notTaken

    /// The status for tasks that still write or read; nil for a call that finished.
    package var error: RPCError? {
        switch self {
        case .finished: nil
        case .cancelled: RPCError(.cancelled, "the client cancelled the call")
        case .deadlineExceeded: RPCError(.deadlineExceeded, "the call's deadline passed")
        case .disconnected: RPCError(.cancelled, "the client's connection is gone")
        case .draining: RPCError(.unavailable, "the server is shutting down")
        case .revoked:
            RPCError(.unauthenticated, "the credential of this call was revoked; ask the hub's owner for another")
        case .notTaken: RPCError(.resourceExhausted, "the client read nothing of this stream for too long; call again")
        }
    }
}

/// A server's half of a call, as a transport offers it. Callable from any thread.
package protocol ServerStream: FrameSink {
    /// Answers a call and ends it. `frame` is sent before the status; nil as `error` is OK. Only the first call counts.
    func finish(_ frame: RPCFrame?, error: RPCError?)

    /// Ends the call with OK, unless its handler handed it over.
    func handlerReturned()

    /// Keeps the call open after its handler has returned, and sends the response's headers.
    func handOver()

    /// Called once, from any thread, when the call is over; at once when it is.
    func onEnd(_ body: @escaping @Sendable (CallEnd) -> Void)
}
