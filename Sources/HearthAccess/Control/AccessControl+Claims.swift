public import HearthRPC
public import HearthStore
internal import HearthTraitCore
internal import Synchronization

// Invitations and claims.
extension AccessControl {
    /// Whether the hub has an owner's client key that was not revoked.
    public var isClaimed: Bool { state.withLock { $0.isClaimed } }

    /// Creates an invitation for one client.
    ///
    /// - Parameters:
    ///   - role: what the client may do.
    ///   - name: the client's name. Empty lets the client choose, except for providers.
    ///   - creator: ID of the inviting credential; nil for the hub's own machine.
    ///   - call: the request, if it has an idempotency key: repeated within ten minutes it returns the same invitation. Its
    ///     code is another one if the hub was started in between, and the former opens nothing any more.
    /// - Returns: the code, which is not stored, and when it expires.
    /// - Throws: `INVALID_ARGUMENT` for an invalid name, and for a key that another request used; `RESOURCE_EXHAUSTED`
    ///   if too many invitations are open; `FAILED_PRECONDITION` if the code was used and the hub started since.
    public func invite(
        _ role: Role, name: String = "", by creator: String? = nil, for call: KeyedCall? = nil
    ) async throws(RPCError) -> Invitation {
        if role == .provider || !name.isEmpty { try check(name) }
        return try await codes.once(call, now: clock.now) { () throws(RPCError) in
            try await invite(role, name, creator, call)
        }
    }

    private func invite(
        _ role: Role, _ name: String, _ creator: String?, _ call: KeyedCall?
    ) async throws(RPCError) -> Invitation {
        let code = ClaimCode.make(random: options.random)
        let hash = ClaimCode.hash(code) ?? []
        if let call,
            case .invitation(let made) = try now({ (state, time) throws(RPCError) in
                try state.made(for: call, at: time)
            })
        {
            try await commit([.replaceCode(id: made.id, hash: hash)])
            state.withLock { $0.replaceCode(of: made.id, hash: hash) }
            return Invitation(code: code, expiresAt: made.expiresAt)
        }
        let id = Base62.random(AccessToken.idLength, from: options.random)
        let (changes, end) = try now { (state, time) throws(RPCError) in
            let end = time + options.limits.invitationLife
            let invitation = StoredInvitation(
                id: id, role: role.rawValue, name: name, hash: hash, expiresAt: end, createdBy: creator ?? "",
                key: call?.key)
            return (try state.open(invitation, at: time), end)
        }
        try await commit(changes)
        return Invitation(code: code, expiresAt: end)
    }

    /// The open invitation with this code; nil if it was used, closed or has expired. Does not count as an attempt.
    public func invitation(code: String) -> Invitation? {
        let found = now { state, time in state.invitation(code: code, at: time) }
        return found.map { Invitation(code: code, expiresAt: $0.expiresAt) }
    }

    /// Redeems a code: the client key is accepted from now on.
    ///
    /// - Parameters:
    ///   - code: the code of an open invitation.
    ///   - name: the client's name, used if the invitation has none.
    ///   - key: SHA-256 of the client's public key.
    ///   - peer: where the code comes from. Wrong codes of other machines are counted with their wrong tokens, by
    ///     network; a right one is good whatever came before.
    /// - Throws: `PERMISSION_DENIED` if the code is wrong, used or has expired, `ALREADY_EXISTS` if the key has a
    ///   credential, `RESOURCE_EXHAUSTED` if there are too many credentials, or for a wrong code from a network that
    ///   has to wait.
    public func claim(
        code: String, name: String, key: [UInt8], from peer: Peer
    ) async throws(RPCError) -> StoredCredential {
        try check(name)
        let id = newID()
        let verdict = try now { (state, time) throws(RPCError) in
            try state.checkRoom()
            return state.claim(
                code: code, key: key, name: name, id: id, from: Self.countedNetwork(of: peer), at: time)
        }
        switch verdict {
        case .refused(let changes, let verdict):
            try await commit(changes)
            if case .locked(let wait) = verdict { throw Self.wait(wait) }
            if case .locks(let time) = verdict { noticeLock(peer, time) }
            throw RPCError(.permissionDenied, "this code opens nothing: it is wrong, used or too old; get another")
        case .known:
            throw RPCError(.alreadyExists, "the hub knows this client's key already; the code was not used")
        case .taken(let new, let changes):
            // If storing fails, the code is unusable until the next start, and the client gets no access.
            let credential = try await admit(new, changes)
            for body in claiming.withLock({ $0 }) { body(credential) }
            notice("\(quoted(credential.name)) is a client now, \(Role(rawValue: credential.role)?.name ?? "unknown")")
            return credential
        }
    }
}
