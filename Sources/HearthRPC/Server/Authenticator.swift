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

/// An authenticator for servers without pairing: some users of this machine are the owner, all others anonymous.
public struct LocalOwner: Authenticator {
    /// Which users. Default: ``LocalOwnership/user``.
    public var ownership: LocalOwnership

    /// Creates the authenticator; it keeps no state.
    public init(_ ownership: LocalOwnership = .user) { self.ownership = ownership }

    public func principal(of peer: Peer) -> Principal {
        ownership.includes(peer) ? .owner : .anonymous()
    }
}
