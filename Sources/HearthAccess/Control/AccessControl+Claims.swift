public import HearthRPC
public import HearthStore
internal import HearthTraitCore
internal import Synchronization

// How clients come in.
extension AccessControl {
    /// Whether an owner has claimed the hub, and was not removed since.
    public var isClaimed: Bool { state.withLock { $0.isClaimed } }

    /// Opens an invitation for one client.
    ///
    /// - Parameters:
    ///   - name: what the client will be called; empty for the client to say, which a provider may not.
    ///   - creator: the credential of who invites.
    public func invite(_ role: Role, name: String = "", by creator: String? = nil) async throws(RPCError) -> Invitation
    {
        if role == .provider || !name.isEmpty { try check(name) }
        let code = ClaimCode.make(random: options.random)
        let id = Base62.random(AccessToken.idLength, from: options.random)
        let (changes, end) = try now { (state, time) throws(RPCError) in
            let end = time + options.limits.invitationLife
            let invitation = StoredInvitation(
                id: id, role: role.rawValue, name: name, hash: ClaimCode.hash(code) ?? [], expiresAt: end,
                createdBy: creator ?? "")
            return (try state.open(invitation, at: time), end)
        }
        try await commit(changes)
        return Invitation(code: code, expiresAt: end)
    }

    /// The invitation of a code that was kept outside, as far as it is still open. Wrong tries stay counted.
    public func invitation(code: String) -> Invitation? {
        let found = now { state, time in state.invitation(code: code, at: time) }
        return found.map { Invitation(code: code, expiresAt: $0.expiresAt) }
    }

    /// Makes a client's key known, in return for a code.
    ///
    /// - Throws: `PERMISSION_DENIED` for a code that opens nothing, whyever; `ALREADY_EXISTS` for a key that is known.
    public func claim(code: String, name: String, key: [UInt8]) async throws(RPCError) -> StoredCredential {
        try check(name)
        let id = newID()
        let verdict = try now { (state, time) throws(RPCError) in
            try state.checkRoom()
            return state.claim(code: code, key: key, name: name, id: id, at: time)
        }
        switch verdict {
        case .refused(let changes):
            try await commit(changes)
            if changes.contains(where: { if case .removeInvitation = $0 { true } else { false } }) {
                notice("an invitation was closed: it was too old, or too many wrong codes came")
            }
            throw RPCError(
                .permissionDenied,
                "This code opens nothing: it is wrong, used or too old, or too many wrong ones came. Get another.")
        case .known:
            throw RPCError(.alreadyExists, "The hub knows this client's key already; the code was not used.")
        case .taken(let credential, let changes):
            // Should this fail, the code is gone until the next start, and nobody is in.
            try await commit(changes)
            state.withLock { $0.admit(credential) }
            for body in claiming.withLock({ $0 }) { body(credential) }
            notice("\(quoted(credential.name)) is a client now, \(Role(rawValue: credential.role)?.name ?? "unknown")")
            return credential
        }
    }
}
