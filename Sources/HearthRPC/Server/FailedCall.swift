/// A call that a server answered with an error, for observers that record refusals.
public struct FailedCall: Sendable {
    /// The method that was called.
    public let method: MethodDescriptor
    /// The caller.
    public let principal: Principal
    /// The other end of the caller's connection.
    public let peer: Peer
    /// The reason: that the caller lacks the method's right, or the handler's error as thrown. The caller received
    /// `RPCError(error)`, except for a request that could not be decoded.
    public let error: any Error

    /// Describes a call; servers do so for each that fails.
    public init(method: MethodDescriptor, principal: Principal, peer: Peer, error: any Error) {
        self.method = method
        self.principal = principal
        self.peer = peer
        self.error = error
    }
}
