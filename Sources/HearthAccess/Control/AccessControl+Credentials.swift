public import HearthRPC
public import HearthStore
internal import HearthTraitCore
internal import Synchronization

// What an owner does with those who are in.
extension AccessControl {
    /// Makes a token.
    ///
    /// - Parameters:
    ///   - life: seconds until it ends; nil for never.
    ///   - creator: the credential of who makes it.
    /// - Returns: the token, which is kept nowhere, and what is kept of it.
    public func makeToken(
        _ role: Role, name: String, life: Int64?, by creator: String? = nil
    ) async throws(RPCError) -> (token: String, credential: StoredCredential) {
        try check(name)
        if let life, life < 1 || life > options.limits.longestTokenLife {
            throw RPCError(
                .invalidArgument,
                "a token lives 1 second to \(options.limits.longestTokenLife / 86_400) days, or never ends")
        }
        let token = AccessToken(id: newID(), random: options.random)
        let credential = try now { (state, time) throws(RPCError) in
            try state.checkRoom()
            return StoredCredential(
                id: token.id, kind: AccessState.Kind.token, role: role.rawValue, name: name, hash: token.hash,
                createdAt: time, expiresAt: life.map { time + $0 }, createdBy: creator ?? "")
        }
        try await commit([.addCredential(credential), .sawTime(credential.createdAt)])
        state.withLock { $0.admit(credential) }
        return (token.text, credential)
    }

    /// Puts off the end of a client key, once two thirds of its time are over.
    public func renew(_ id: String) async throws(RPCError) -> StoredCredential {
        let (changes, credential) = try now { (state, time) throws(RPCError) in
            (state.renew(id, at: time), state.credentials[id])
        }
        try await commit(changes)
        guard let credential else { throw Self.noCredential(id) }
        return credential
    }

    /// Everyone who may use the hub or might until lately, in the order in which they came.
    public var credentials: [StoredCredential] {
        state.withLock { state in state.order.compactMap { state.credentials[$0] } }
    }

    /// Ends a credential for good: at once, and whatever it opened.
    public func revoke(_ id: String) async throws(RPCError) -> StoredCredential {
        let (changes, credential) = try now { (state, time) throws(RPCError) in
            (state.revoke(id, at: time), state.credentials[id])
        }
        guard let changes, let credential else { throw Self.noCredential(id) }
        tell(ended: [id])
        do throws(RPCError) {
            try await commit(changes)
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

    func newID() -> String {
        while true {
            let id = Base62.random(AccessToken.idLength, from: options.random)
            if state.withLock({ $0.credentials[id] == nil }) { return id }
        }
    }
}
