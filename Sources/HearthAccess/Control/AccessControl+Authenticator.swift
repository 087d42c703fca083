public import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

extension AccessControl: Authenticator {
    /// The result of looking up a certificate or token.
    private enum Finding {
        case known(Principal)
        case ended(StoredCredential, AccessState.CredentialStatus)
        /// Unknown. For a token from a counted network: how many seconds the network was still locked, and for how many
        /// it is locked now.
        case unknown(wait: Int64 = 0, locked: Int64? = nil)
    }

    public func principal(of peer: Peer) -> Principal {
        switch peer.certificate.map(finding) {
        case .known(let principal): return principal
        // An expired or revoked key is refused on this machine too.
        case .ended: return .anonymous(.public)
        case .unknown, nil:
            let isOwner = options.localOwnership.includes(peer, owner: options.user)
            return isOwner ? .owner : .anonymous(.public)
        }
    }

    private func finding(_ certificate: PeerCertificate) -> Finding {
        now { state, time in
            guard let credential = state.credential(key: certificate.publicKeySHA256) else { return .unknown() }
            return Self.judge(credential, &state, time)
        }
    }

    public func principal(authorization: String, of peer: Peer) throws(RPCError) -> Principal {
        guard peer.isPrivate || peer.isLocal else {
            throw RPCError(.unauthenticated, "a token may not travel in clear text; revoke it, and connect with TLS")
        }
        let parts = authorization.split(separator: " ", omittingEmptySubsequences: true)
        let token = parts.count == 2 && parts[0].lowercased() == "bearer" ? AccessToken(String(parts[1])) : nil
        // Never lock out the hub's own machine.
        let network = peer.isLocal ? nil : Network.of(peer.address)
        let finding: Finding = now { state, time in
            if let token, let credential = state.credential(token) { return Self.judge(credential, &state, time) }
            guard let network else { return .unknown() }
            return .unknown(
                wait: state.wrongTries.wait(network, at: time), locked: state.wrongTries.count(network, at: time))
        }
        switch finding {
        case .known(let principal): return principal
        // The secret was right, so this is not a guess to count.
        case .ended(let credential, let status):
            let end = status == .expired ? "has expired" : "was revoked"
            throw RPCError(.unauthenticated, "the token \(quoted(credential.name)) \(end); ask the owner for another")
        case .unknown(let wait, _) where wait > 0:
            throw RPCError(
                .resourceExhausted, "too many wrong tokens came from your network; wait \(wait) seconds")
        case .unknown(_, let locked):
            if let network, let locked { notice("wrong tokens came from \(network); it waits \(locked) seconds") }
            if network != nil { writeSoon() }
            throw RPCError(.unauthenticated, "this is no token of this hub")
        }
    }

    private static func judge(_ credential: StoredCredential, _ state: inout AccessState, _ time: Int64) -> Finding {
        let status = state.status(of: credential, at: time)
        guard status == .valid else { return .ended(credential, status) }
        state.use(credential.id, at: time)
        return .known(principal(credential))
    }

    private static func principal(_ credential: StoredCredential) -> Principal {
        guard let role = Role(rawValue: credential.role) else { return .anonymous(.public) }
        // Credentials with the same name are the same provider: a new one takes over the devices. Owners share nothing:
        // each has idempotency keys and watches of its own.
        let id = "\(role.name)/\(role == .owner ? credential.id : credential.name)"
        return Principal(id: id, rights: role.rights, credential: credential.id)
    }
}
