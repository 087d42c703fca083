#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Maps peers and credentials to principals. Called on a transport's event loop: must answer from memory, without
/// blocking.
public protocol Authenticator: Sendable {
    /// The principal of a new connection. Called once, after the TLS handshake where there is one.
    func principal(of peer: Peer) -> Principal

    /// The principal of a call with an `authorization` header. Called for each such call.
    ///
    /// - Throws: `UNAUTHENTICATED` for an unknown, expired or revoked credential.
    func principal(authorization: String, of peer: Peer) throws(RPCError) -> Principal
}

extension Authenticator {
    /// The default, for authenticators without tokens: ignores the header, which is left to the handler.
    public func principal(authorization: String, of peer: Peer) throws(RPCError) -> Principal {
        principal(of: peer)
    }
}

/// An authenticator for servers without pairing: local peers are the owner, all others anonymous. On a Unix socket,
/// where the peer's user id is known, only this process's own user and root are the owner.
public struct LocalOwner: Authenticator {
    /// Creates the authenticator; it keeps no state.
    public init() {}

    public func principal(of peer: Peer) -> Principal {
        guard peer.isLocal else { return .anonymous() }
        guard let user = peer.userID else { return .owner }
        return user == 0 || user == geteuid() ? .owner : .anonymous()
    }
}
