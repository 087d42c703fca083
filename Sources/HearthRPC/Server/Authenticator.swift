#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

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

/// Takes everyone on this machine for the owner and everyone else for nobody: where there is no pairing. A Unix socket
/// tells which user is at its other end: there only this process's own user and root are the owner.
public struct LocalOwner: Authenticator {
    public init() {}

    public func principal(of peer: Peer) -> Principal {
        guard peer.isLocal else { return .anonymous() }
        guard let user = peer.userID else { return .owner }
        return user == 0 || user == geteuid() ? .owner : .anonymous()
    }
}
