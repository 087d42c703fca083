public import HearthRPC
public import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

// Tokens and credentials.
extension AccessControl {
    /// Creates a token.
    ///
    /// - Parameters:
    ///   - role: the holder's role.
    ///   - name: the token's name, for people.
    ///   - life: lifetime in seconds; nil for a token that never expires.
    ///   - creator: ID of the creating credential; nil for the hub's own machine.
    ///   - peer: the caller's connection, for the audit log.
    ///   - person: the identity of a member's person.
    ///   - call: the request, if it has an idempotency key: repeated within ten minutes it returns the same credential.
    ///     If the hub was restarted in between, the secret is a new one, because secrets are not stored, and the former
    ///     becomes invalid.
    /// - Returns: the token, which is not stored, and its stored form.
    /// - Throws: `INVALID_ARGUMENT` for an invalid name or lifetime, and for a key that another request used;
    ///   `RESOURCE_EXHAUSTED` if there are too many credentials; `FAILED_PRECONDITION` if the token was revoked and the
    ///   hub was restarted since.
    public func makeToken(
        _ role: Role, name: String, life: Int64?, by creator: String? = nil, from peer: Peer = .inProcess,
        of person: String? = nil, for call: KeyedCall? = nil
    ) async throws(RPCError) -> (token: String, credential: StoredCredential) {
        try check(name)
        if let life, life < 1 || life > options.limits.longestTokenLife {
            throw RPCError(
                .invalidArgument,
                "a token is valid for 1 second to \(options.limits.longestTokenLife / 86_400) days, or for ever")
        }
        let holder = holder(creator)
        return try await tokens.once(call, of: holder, in: households(of: holder), now: clock.now) {
            () throws(RPCError) in
            if let call,
                case .token(let made) = try now({ (state, time) throws(RPCError) in
                    try state.made(for: call, at: time)
                })
            {
                return try await replaceSecret(of: made)
            }
            let owner = role == .owner ? Principal.hubOwner : role == .member ? person : nil
            let draft = StoredCredential(
                id: "", kind: AccessState.Kind.token, role: role.rawValue, name: name, hash: [], createdAt: 0,
                createdBy: creator ?? "", key: call?.key, person: owner ?? "")
            return try await makeToken(draft, life, from: peer)
        }
    }

    private func replaceSecret(
        of credential: StoredCredential
    ) async throws(RPCError) -> (token: String, credential: StoredCredential) {
        let token = AccessToken(id: credential.id, random: options.random)
        try await commit([.replaceSecret(id: token.id, hash: token.hash)])
        state.withLock { $0.replaceSecret(of: token.id, hash: token.hash) }
        // Ends calls that use the former secret.
        notify(ended: [token.id])
        return (token.text, credential)
    }

    private func makeToken(
        _ draft: StoredCredential, _ life: Int64?, from peer: Peer
    ) async throws(RPCError) -> (token: String, credential: StoredCredential) {
        let token = AccessToken(id: newID(), random: options.random)
        let households = allHouseholds
        let (credential, changes) = try now { (state, time) throws(RPCError) in
            let room = try state.makeRoom(for: draft.person, households, at: time)
            var credential = draft
            (credential.id, credential.hash, credential.createdAt) = (token.id, token.hash, time)
            credential.expiresAt = life.map { time + $0 }
            return (credential, room + state.add(credential))
        }
        let row = row(
            .token, "made the token \(quoted(draft.name)) for a \(Role(rawValue: draft.role)?.name ?? "client")",
            by: draft.createdBy.isEmpty ? nil : draft.createdBy, from: peer, object: token.id)
        let made = try await admit(credential, changes + [row])
        try await checkIsMember(made)
        return (token.text, made)
    }

    /// Stores a new credential, which is valid from then on.
    ///
    /// - Returns: the credential; its times may differ if the clock was corrected meanwhile.
    func admit(
        _ credential: StoredCredential, _ changes: [AccessChange]
    ) async throws(RPCError) -> StoredCredential {
        do throws(RPCError) {
            try await commit(changes)
        } catch {
            state.withLock { $0.drop(credential) }
            throw error
        }
        return now { state, _ in state.admit(credential) }
    }

    /// Extends a client key's expiry, if at least two thirds of its lifetime have passed; otherwise returns it
    /// unchanged.
    ///
    /// - Throws: `NOT_FOUND` if there is no such credential.
    public func renew(_ id: String) async throws(RPCError) -> StoredCredential {
        let (changes, credential) = try now { (state, time) throws(RPCError) in
            (state.renew(id, at: time), state.credentials[id])
        }
        try await commit(changes)
        guard let credential else { throw Self.noCredential(id) }
        return credential
    }

    /// All credentials in order of creation, including expired and revoked ones that are still listed.
    public var credentials: [StoredCredential] {
        now { state, _ in state.order.compactMap { state.credentials[$0] } }
    }

    /// Revokes a credential, and ends its calls and connections.
    ///
    /// - Parameters:
    ///   - id: the credential.
    ///   - principal: the caller; nil for the hub's owner on its own machine.
    ///   - peer: the caller's connection, for the audit log.
    /// - Throws: `NOT_FOUND` if there is no such credential that the caller may see; `UNAVAILABLE` if it could not be
    ///   stored. Even then it is revoked until the hub's next start.
    public func revoke(
        _ id: String, by principal: Principal? = nil, from peer: Peer = .inProcess
    ) async throws(RPCError) -> StoredCredential {
        let known = credentials(for: principal ?? Self.localOwner).first { $0.id == id }
        guard let known else { throw Self.noCredential(id) }
        let (changes, credential) = now { state, time in (state.revoke(id, at: time), state.credentials[id]) }
        guard let changes, let credential else { throw Self.noCredential(id) }
        notify(ended: [id])
        var rows: [AccessChange] = []
        if known.revokedAt == nil {
            let what = "revoked \(quoted(credential.name))"
            rows = [row(.revocation, what, by: principal?.credential, from: peer, object: id)]
        }
        do throws(RPCError) {
            try await commit(changes + rows)
        } catch {
            throw RPCError(
                error.code, "\(id) is revoked until the hub's next start only; revoke it again then: \(error.message)",
                cause: error)
        }
        notice("\(quoted(credential.name)) (\(id)) was revoked")
        return credential
    }

    private static func noCredential(_ id: String) -> RPCError {
        RPCError(.notFound, "there is no credential \(quoted(id)); hearth tokens lists them")
    }

    func check(_ name: String) throws(RPCError) {
        let length = name.count
        guard (1...options.limits.nameLength).contains(length), name.utf8.count <= 4 * options.limits.nameLength,
            name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F && !(0x80...0x9F).contains($0.value) }
            )
        else {
            throw RPCError(
                .invalidArgument,
                "a client's name has 1 to \(options.limits.nameLength) characters that can be printed")
        }
    }

    /// The holder of the maker's share of common limits; nil for the hub's owner.
    ///
    /// - Parameter creator: the maker's credential; nil on the hub's own machine.
    func holder(_ creator: String?) -> String? {
        state.withLock { AccessState.holder($0.maker(creator ?? "")) }
    }

    /// The households of people and structures, in which what a person holds counts.
    var allHouseholds: Households { home.withLock { $0 }?.households() ?? Households() }

    /// The IDs of the households in which what a caller's person holds counts.
    public func households(of principal: Principal) -> Set<String> { households(of: principal.person) }

    func households(of holder: String?) -> Set<String> {
        holder.flatMap { home.withLock { $0 }?.households(of: $0) } ?? []
    }

    func newID() -> String {
        while true {
            let id = Base62.random(AccessToken.idLength, from: options.random)
            if state.withLock({ $0.credentials[id] == nil }) { return id }
        }
    }
}
