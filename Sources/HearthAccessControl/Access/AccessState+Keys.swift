internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore

// Credentials and invitations created with an idempotency key, perhaps in an earlier run whose secrets are gone.
extension AccessState {
    enum MadeForKey {
        case token(StoredCredential)
        case invitation(StoredInvitation)
    }

    /// The earlier result of the call's key; nil if the key is new, or the result is too old.
    ///
    /// - Throws: `INVALID_ARGUMENT` if the key was used for another request, `FAILED_PRECONDITION` if its result has
    ///   ended or was used.
    func made(for call: KeyedCall, at now: Int64) throws(RPCError) -> MadeForKey? {
        let isYoung = { (begun: Int64) in now - begun <= limits.idempotencyTime }
        if let credential = credentials.values.first(where: { $0.key?.key == call.key.key && isYoung($0.createdAt) }) {
            guard credential.key == call.key else { throw call.isUsed }
            guard credential.kind == Kind.token, status(of: credential, at: now) == .valid else {
                throw RPCError(
                    .failedPrecondition,
                    "\(quoted(credential.name)), created with the idempotency key \(quoted(call.text)), is in use or "
                        + "has ended; choose a new key")
            }
            return .token(credential)
        }
        let invitation = invitations.first { $0.key?.key == call.key.key && isYoung($0.createdAt) }
        guard let invitation else { return nil }
        guard invitation.key == call.key else { throw call.isUsed }
        return .invitation(invitation)
    }
}
