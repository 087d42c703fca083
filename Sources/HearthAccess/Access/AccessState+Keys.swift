internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore

// What was made for a request with an idempotency key, perhaps in an earlier run: then the secret is gone.
extension AccessState {
    enum MadeForKey {
        case token(StoredCredential)
        case invitation(StoredInvitation)
    }

    /// What the call's key has made before; nil if nothing, or too long ago.
    ///
    /// - Parameter life: the lifetime of what the call makes, if that is an invitation.
    /// - Throws: `INVALID_ARGUMENT` if the key was used for another request, `FAILED_PRECONDITION` if what it made has
    ///   ended or was used.
    func made(for call: KeyedCall, life: Int64? = nil, at now: Int64) throws(RPCError) -> MadeForKey? {
        let isYoung = { (begun: Int64) in now - begun <= limits.idempotencyTime }
        if let credential = credentials.values.first(where: { $0.key?.key == call.key.key && isYoung($0.createdAt) }) {
            guard credential.key == call.key else { throw call.isUsed }
            guard credential.kind == Kind.token, status(of: credential, at: now) == .valid else {
                throw RPCError(
                    .failedPrecondition,
                    "\(quoted(credential.name)), which came of the idempotency key \(quoted(call.text)), is in use or "
                        + "has ended; choose a new key")
            }
            return .token(credential)
        }
        // When it was made is not stored. One of another lifetime is of another request, and its key is used.
        let invitation = invitations.first {
            $0.key?.key == call.key.key && isYoung($0.expiresAt - (life ?? limits.invitationLife))
        }
        guard let invitation else { return nil }
        guard invitation.key == call.key else { throw call.isUsed }
        return .invitation(invitation)
    }
}
