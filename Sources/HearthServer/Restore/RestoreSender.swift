internal import HearthAccessControl
internal import HearthRPC
internal import HearthTLS
internal import HearthWire
internal import Synchronization

/// The sender of the backup that a hub receives: it has shown the code of the first claim, so its calls need not be as few and
/// as small as a stranger's. It knows the restore's ID, which it sends as a bearer token, and has no rights by it.
///
/// Its lock guards the ID; nothing is called under it.
final class RestoreSender: Sendable {
    private let id = Mutex<String?>(nil)

    /// - Parameter id: the ID of the restore that begins; nil at its end.
    func set(_ id: String?) { self.id.withLock { $0 = id } }

    /// Whether a call's `authorization` header has the ID.
    func isKnown(by authorization: String) -> Bool {
        guard let id = id.withLock({ $0 }) else { return false }
        return constantTimeEquals(Array(authorization.utf8), Array("Bearer \(id)".utf8))
    }
}

/// Recognizes the sender of a backup besides the hub's own callers.
struct RestoreAuthenticator: Authenticator {
    let access: AccessControl
    let sender: RestoreSender

    func principal(of peer: Peer) -> Principal { access.principal(of: peer) }

    func principal(authorization: String, of peer: Peer) throws(RPCError) -> Principal {
        guard peer.isPrivate || peer.isLocal, sender.isKnown(by: authorization) else {
            return try access.principal(authorization: authorization, of: peer)
        }
        return Principal(id: "restore", rights: .public)
    }
}
