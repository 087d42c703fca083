public import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

extension AccessControl: Authenticator {
    /// The result of looking up a certificate or token.
    enum Finding {
        case known(Principal)
        case ended(StoredCredential, AccessState.CredentialStatus)
        /// A page's token that has expired or is from an earlier run of the hub; not counted, since such tokens cannot
        /// be guessed.
        case endedPage
        /// Unknown, with the verdict on a token from a counted network.
        case unknown(WrongTries.Verdict? = nil)
    }

    public func principal(of peer: Peer) -> Principal {
        switch peer.certificate.map(finding) {
        case .known(let principal): return principal
        // An expired or revoked key is refused on this machine too.
        case .ended(let credential, let status):
            refuse(credential, "came with a key that \(Self.end(status))", peer)
            return .anonymous(.public)
        case .unknown, .endedPage, nil:
            if isCamerasUser(peer) { return .camerasProgram }
            if options.localOwnership.includes(peer, owner: options.user) { return Self.localOwner }
            var stranger = Principal.anonymous(.public)
            stranger.wayIn = wayIn(of: peer)
            return stranger
        }
    }

    private func isCamerasUser(_ peer: Peer) -> Bool {
        guard peer.isLocal, let user = peer.user, let camerasUser = options.camerasUser else { return false }
        return user.id == camerasUser
    }

    static let localOwner: Principal = {
        var owner = Principal.owner
        owner.person = Principal.hubOwner
        return owner
    }()

    /// Why a local caller is not the owner, and how to become one; nil for remote callers.
    private func wayIn(of peer: Peer) -> String? {
        guard peer.isLocal else { return nil }
        let claim = "claim the hub (hearth claim), or start it with another --local-owner"
        if options.localOwnership == .nobody { return "it is started with --local-owner nobody; \(claim)" }
        guard let user = peer.user else {
            return "the system does not tell which user of this machine calls by TCP; let the hub listen on a Unix "
                + "socket (--listen unix:PATH), \(claim)"
        }
        let group = options.localOwnership == .group ? ownerWay : ""
        let way = group.isEmpty || user.groupIDs != nil ? "" : " by TCP"
        return "the user \(user.id) of this machine is not its owner\(way); \(group)\(claim)"
    }

    /// How users who may own the hub come to it, where its group may.
    private var ownerWay: String {
        switch options.installation {
        case .program: "come by its Unix socket as root or a member of its group, "
        case .service: "use sudo and leave out --hub, "
        case .container: "run the command in its container (podman exec CONTAINER hearth devices), "
        }
    }

    func finding(_ certificate: PeerCertificate) -> Finding { finding(ofKey: certificate.publicKeySHA256) }

    /// Whether the credential with an ID is neither revoked nor expired.
    public func isValid(_ credential: String) -> Bool {
        now { state, time in
            state.credentials[credential].map { state.status(of: $0, at: time) == .valid } ?? false
        }
    }

    /// - Parameter key: SHA-256 of a public key whose possession is proven.
    func finding(ofKey key: [UInt8]) -> Finding {
        now { state, time in
            guard let credential = state.credential(key: key) else { return .unknown() }
            return Self.judge(credential, &state, time)
        }
    }

    public func principal(authorization: String, of peer: Peer) throws(RPCError) -> Principal {
        guard peer.isPrivate || peer.isLocal else {
            refuse(nil, "sent a token in clear text", peer)
            throw RPCError(.unauthenticated, "a token must not be sent in clear text; revoke it, and connect with TLS")
        }
        let network = Self.countedNetwork(of: peer)
        let finding = finding(authorization, from: network)
        switch finding {
        case .known(let principal): return principal
        // The secret was right, so this is not a guess to count.
        case .ended(let credential, let status):
            refuse(credential, "came with a token that \(Self.end(status))", peer)
            throw RPCError(
                .unauthenticated, "the token \(quoted(credential.name)) \(Self.end(status)); ask the owner for another")
        case .endedPage:
            throw RPCError(.unauthenticated, "the page's token has ended; sign in again")
        case .unknown(.locked(let wait)):
            refuse(nil, "came with a wrong token", peer)
            throw Self.wait(wait)
        case .unknown(let verdict):
            if case .locks(let time) = verdict { noticeLock(peer, time) }
            refuse(nil, "came with a wrong token", peer)
            throw RPCError(.unauthenticated, "this token is not valid on this hub")
        }
    }

    /// Only the lookup takes the lock: parsing a token and hashing its secret happen outside of it, so that invalid
    /// tokens do not delay other calls.
    private func finding(_ authorization: String, from network: String?) -> Finding {
        if RightTokens.isKept(authorization) {
            let known: Finding? = now { state, time in
                state.credential(knownBy: authorization).map { Self.judge($0, &state, time) }
            }
            if let known { return known }
        }
        let token = BroughtToken(authorization)
        if let token, token.kind == .page {
            let id = browsers.withLock { $0.credentialID(of: token, at: clock.now) }
            return now { state, time in
                id.flatMap { state.credentials[$0] }.map { Self.judge($0, &state, time) } ?? .endedPage
            }
        }
        return now { state, time in
            if let credential = token.flatMap({ state.credential(of: $0) }) {
                return Self.judge(credential, &state, time)
            }
            return .unknown(network.map { state.wrongTries.count($0, at: time) })
        }
    }

    /// The network in which wrong tokens and codes are counted; nil on the hub's own machine, which is never locked
    /// out.
    static func countedNetwork(of peer: Peer) -> String? { peer.isLocal ? nil : peer.network }

    static func wait(_ seconds: Int64) -> RPCError {
        RPCError(
            .resourceExhausted, "too many wrong tokens and codes came from your network; wait \(seconds) seconds")
    }

    func noticeLock(_ peer: Peer, _ seconds: Int64) {
        notice("too many wrong tokens and codes from \(peer.network); locked for \(seconds) seconds")
    }

    static func end(_ status: AccessState.CredentialStatus) -> String {
        status == .expired ? "has expired" : "was revoked"
    }

    private static func judge(_ credential: StoredCredential, _ state: inout AccessState, _ time: Int64) -> Finding {
        let status = state.status(of: credential, at: time)
        guard status == .valid else { return .ended(credential, status) }
        state.use(credential.id, at: time)
        return .known(principal(credential))
    }

    static func principal(_ credential: StoredCredential) -> Principal {
        guard let role = Role(rawValue: credential.role) else { return .anonymous(.public) }
        // Provider credentials with the same name are the same provider: a new one takes over the devices. Credentials
        // of people share nothing: each has its own idempotency keys and watches.
        let id = "\(role.name)/\(role == .provider ? credential.name : credential.id)"
        return Principal(
            id: id, rights: role.rights, credential: credential.id,
            person: credential.person.isEmpty ? nil : credential.person)
    }
}
