public import HearthRPC
public import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

// Invitations and claims.
extension AccessControl {
    /// Whether the hub has an owner's client key that was not revoked.
    public var isClaimed: Bool { state.withLock { $0.isClaimed } }

    /// Creates an invitation for one client.
    ///
    /// - Parameters:
    ///   - role: the client's role.
    ///   - name: the client's name. Empty lets the client choose, except for providers.
    ///   - creator: ID of the inviting credential; nil for the hub's own machine.
    ///   - peer: the caller's connection, for the audit log.
    ///   - life: the lifetime of the code, in seconds; nil for ``AccessLimits/invitationLife``.
    ///   - call: the request, if it has an idempotency key: repeated within ten minutes it returns the same invitation.
    ///     If the hub was restarted in between, the code is a new one and the former becomes invalid.
    /// - Returns: the code, which is not stored, and when it expires.
    /// - Throws: `INVALID_ARGUMENT` for an invalid name or lifetime, for members, who are invited to structures, and
    ///   for a key that another request used; `RESOURCE_EXHAUSTED` if too many invitations are open;
    ///   `FAILED_PRECONDITION` if the code was used and the hub was restarted since.
    public func invite(
        _ role: Role, name: String = "", by creator: String? = nil, from peer: Peer = .inProcess,
        life: Int64? = nil, for call: KeyedCall? = nil
    ) async throws(RPCError) -> Invitation {
        guard role != .member else {
            throw RPCError(.invalidArgument, "an invitation for a member needs offers of structures")
        }
        if role == .provider || !name.isEmpty { try check(name) }
        let draft = StoredInvitation(
            id: "", role: role.rawValue, name: name, hash: [], expiresAt: 0, createdBy: creator ?? "", key: call?.key,
            person: role == .owner ? Principal.hubOwner : "")
        return try await make(draft, life, from: peer, of: creator, for: call)
    }

    /// Creates an invitation from a draft, once for a call with an idempotency key; ID, code and expiry are new.
    func make(
        _ draft: StoredInvitation, _ life: Int64?, from peer: Peer, of creator: String?, for call: KeyedCall?
    ) async throws(RPCError) -> Invitation {
        let longest = options.limits.longestInvitationLife
        if let life, life < Self.shortestInvitationLife || life > longest {
            throw RPCError(
                .invalidArgument, "an invitation lasts one minute to \(longest / 86_400) days, not \(life) seconds")
        }
        let holder = holder(creator)
        let made = try await codes.once(call, of: holder, in: households(of: holder), now: clock.now) {
            () throws(RPCError) in
            try await open(draft, life ?? options.limits.invitationLife, from: peer, for: call)
        }
        guard now({ state, time in state.isOpen(made.id, at: time) }) else {
            throw RPCError(
                .failedPrecondition,
                "the invitation that was made with this idempotency key was used or withdrawn, or has expired; choose a new "
                    + "key")
        }
        return made
    }

    private static var shortestInvitationLife: Int64 { 60 }

    private func open(
        _ draft: StoredInvitation, _ life: Int64, from peer: Peer, for call: KeyedCall?
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
            return Invitation(id: made.id, code: code, expiresAt: made.expiresAt)
        }
        let id = Base62.random(AccessToken.idLength, from: options.random)
        let households = allHouseholds
        let (opened, end) = try now { (state, time) throws(RPCError) in
            let end = time + life
            var invitation = draft
            (invitation.id, invitation.hash, invitation.expiresAt, invitation.life) = (id, hash, end, life)
            return (try state.open(invitation, households, at: time), end)
        }
        do throws(RPCError) {
            try await commit(opened.changes + rows(of: draft, id, from: peer))
        } catch {
            state.withLock { $0.notOpened(id, insteadOf: opened.replaced) }
            throw error
        }
        return Invitation(id: id, code: code, expiresAt: end)
    }

    /// The rows of the audit log for a new invitation: one for each structure.
    private func rows(of draft: StoredInvitation, _ id: String, from peer: Peer) -> [AccessChange] {
        let creator = draft.createdBy.isEmpty ? nil : draft.createdBy
        let name = draft.name.isEmpty ? "" : " \(quoted(draft.name))"
        guard !draft.offers.isEmpty else {
            let whom =
                switch Role(rawValue: draft.role) {
                case .provider: "the provider\(name)"
                case .owner: "another client of the hub's owner"
                default: "another client of the same person"
                }
            return [row(.invitation, "invited \(whom)", by: creator, from: peer, object: id)]
        }
        return draft.offers.map { offer in
            let role =
                switch offer.role {
                case 1: "an owner"
                case 3: "an administrator"
                default: "a guest"
                }
            let whom = draft.name.isEmpty ? role : "\(quoted(draft.name)) as \(role)"
            return row(
                .invitation, "invited \(whom)", by: creator, from: peer, structure: offer.structureID, object: id)
        }
    }

    /// The open invitation with this code; nil if it was used, closed or has expired. Does not count as an attempt.
    public func invitation(code: String) -> Invitation? {
        let found = now { state, time in state.invitation(code: code, at: time) }
        return found.map { Invitation(id: $0.id, code: code, expiresAt: $0.expiresAt) }
    }

    /// Redeems a code: the client key is accepted from now on. With an invitation to structures, a key that belongs to
    /// a person makes that person a member of these too, and keeps its credential.
    ///
    /// - Parameters:
    ///   - code: the code of an open invitation.
    ///   - name: the client's name, used if the invitation has none.
    ///   - key: SHA-256 of the client's public key.
    ///   - peer: the code's connection. Wrong codes from other machines are counted with their wrong tokens, by
    ///     network; a right code is accepted even from a locked network.
    /// - Throws: `PERMISSION_DENIED` if the code is wrong, used or expired, `ALREADY_EXISTS` if the key has a
    ///   credential and the code is not an invitation to structures, `FAILED_PRECONDITION` if none of these exists any
    ///   more, `RESOURCE_EXHAUSTED` if there are too many credentials, or for a wrong code from a locked network.
    public func claim(
        code: String, name: String, key: [UInt8], from peer: Peer
    ) async throws(RPCError) -> StoredCredential {
        try await claim(code: code, name: name, key: key, kind: AccessState.Kind.clientKey, from: peer)
    }

    /// The same for any kind of key.
    func claim(
        code: String, name: String, key: [UInt8], kind: Int64, from peer: Peer
    ) async throws(RPCError) -> StoredCredential {
        try check(name)
        let (id, identity) = (newID(), Base62.random(22, from: options.random))
        let known = allHouseholds
        let (verdict, room) = try now { (state, time) throws(RPCError) in
            // A wrong code is reported before any other error. An invitation to structures creates a new person.
            let invitation = state.isNew(key: key, at: time) ? state.invitation(code: code, at: time) : nil
            let room = try invitation.map { invitation throws(RPCError) in
                guard !invitation.offers.isEmpty else {
                    return try state.makeRoom(for: invitation.person, known, at: time)
                }
                var households = known
                households.ofPeople[identity] = known.of(invitation.offers)
                return try state.makeRoom(for: identity, households, at: time)
            }
            let verdict = state.claim(
                code: code, key: key, kind: kind, name: name, id: id, identity: identity,
                from: Self.countedNetwork(of: peer), at: time)
            return (verdict, room ?? [])
        }
        switch verdict {
        case .refused(let changes, let verdict):
            throw try await wrongCode(changes, verdict, from: peer)
        case .known:
            throw RPCError(.alreadyExists, "the hub knows this client's key already; the code was not used")
        case .joins(let credential, let invitation, let changes):
            let row = row(
                .claim, "accepted an invitation", by: credential.id, from: peer, object: credential.id)
            try await enter(credential, invitation, name: name, changes + [row])
            try await checkIsMember(credential)
            return credential
        case .taken(let new, let invitation, let changes):
            let role = Role(rawValue: new.role)?.name ?? "unknown"
            let row = StoredAudit(
                time: new.createdAt, .claim, actor: new.name, credentialID: id, objectID: id,
                what: "became a client of the hub, as \(role)", address: StoredAudit.address(of: peer))
            let all = room + changes + [.addAudit(row)]
            // If storing fails, the code is unusable until the next start, and the client gets no access.
            let credential =
                invitation.offers.isEmpty
                ? try await admit(new, all) : try await join(new, invitation, name: name, all)
            try await checkIsMember(credential)
            for body in claiming.withLock({ $0 }) { body(credential) }
            notice("\(quoted(credential.name)) is a client now, \(role)")
            return credential
        }
    }

    /// Checks the code of an invitation for the hub's owner. It can still be used afterwards.
    ///
    /// - Parameter peer: the code's connection. Wrong codes from other machines are counted, by network.
    /// - Throws: `PERMISSION_DENIED` if the code is wrong, used or expired; `RESOURCE_EXHAUSTED` for a wrong code from a
    ///   locked network.
    public func checkOwnersCode(_ code: String, from peer: Peer) async throws(RPCError) {
        let refusal = now { state, time in
            state.refusal(ofOwnersCode: code, from: Self.countedNetwork(of: peer), at: time)
        }
        if let refusal { throw try await wrongCode(refusal.changes, refusal.verdict, from: peer) }
    }

    /// Notes a wrong code. Returns what its sender is told.
    private func wrongCode(
        _ changes: [AccessChange], _ verdict: WrongTries.Verdict?, from peer: Peer
    ) async throws(RPCError) -> RPCError {
        try await commit(changes)
        refuse(nil, "came with a wrong code", peer)
        if case .locked(let wait) = verdict { return Self.wait(wait) }
        if case .locks(let time) = verdict { noticeLock(peer, time) }
        return Self.wrongCode
    }

    static let wrongCode = RPCError(
        .permissionDenied, "this code is wrong, used or expired; get another invitation")

    private func join(
        _ new: StoredCredential, _ invitation: StoredInvitation, name: String, _ changes: [AccessChange]
    ) async throws(RPCError) -> StoredCredential {
        do throws(RPCError) {
            try await enter(new, invitation, name: name, changes)
        } catch {
            state.withLock { $0.drop(new) }
            throw error
        }
        return now { state, _ in state.admit(new) }
    }
}
