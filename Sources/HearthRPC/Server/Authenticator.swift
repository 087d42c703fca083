/// Says who calls. Asked by transports on their loops: it answers from memory, without waiting.
public protocol Authenticator: Sendable {
    /// Who is at the other end of a new connection. Asked once, after the TLS handshake where there is one.
    func principal(of peer: Peer) -> Principal

    /// Who makes a call that brings the header `authorization`. Asked for each such call.
    /// - Throws: `UNAUTHENTICATED` for what is not, or no more, a credential.
    func principal(authorization: String, of peer: Peer) throws(RPCError) -> Principal
}

extension Authenticator {
    /// Without credentials of its own making, the header belongs to the handler.
    public func principal(authorization: String, of peer: Peer) throws(RPCError) -> Principal {
        principal(of: peer)
    }
}

/// Takes everyone on this machine for the owner and everyone else for nobody: where there is no pairing.
public struct LocalOwner: Authenticator {
    public init() {}

    public func principal(of peer: Peer) -> Principal { peer.isLocal ? .owner : .anonymous() }
}
