public import HearthRPC
public import HearthStore
internal import HearthTLS
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

// Browsers, whose keys never leave them: instead of a client certificate in TLS they sign a challenge of the hub.
extension AccessControl {
    /// A signed-in page.
    public struct BrowserSession: Sendable {
        /// The token for each call. It is not stored.
        public let token: String
        /// The lifetime of the token.
        public let life: Duration
        /// The browser's credential.
        public let credential: StoredCredential
    }

    /// Creates a challenge that can be signed once, within a minute.
    public func makeChallenge() -> [UInt8] {
        challenges.issue(nonce: options.random(8), at: clock.now)
    }

    /// Redeems a code for a browser's key, as ``claim(code:name:key:from:)`` does for a client's.
    ///
    /// - Parameters:
    ///   - code: the code of an open invitation.
    ///   - name: the browser's name, used if the invitation has none.
    ///   - publicKey: SubjectPublicKeyInfo of a key on P-256.
    ///   - signature: the key's signature over the hub's ID, the origin and the code.
    ///   - origin: the origin of the calling page.
    ///   - peer: the other end of the connection.
    /// - Throws: as for other clients; `INVALID_ARGUMENT` if the key is of another kind, or the signature is wrong.
    public func claim(
        code: String, name: String, publicKey: [UInt8], signature: [UInt8], origin: String, from peer: Peer
    ) async throws(RPCError) -> StoredCredential {
        let key = try Self.key(publicKey)
        // The signature is only verified for a right code, so a guess costs no more than for other clients.
        guard let hash = ClaimCode.hash(code), invitation(code: code) != nil else {
            throw wrong("came with a wrong code", peer, Self.wrongCode)
        }
        let statement = BrowserStatement.claim(hubID: hubID, origin: origin, codeHash: hash)
        guard key.verifies(signature, of: statement) else {
            throw RPCError(
                .invalidArgument,
                "the browser's key has not signed this claim: its code, this hub and \(quoted(origin))")
        }
        return try await claim(code: code, name: name, key: key.sha256, kind: AccessState.Kind.browserKey, from: peer)
    }

    /// Signs a page in.
    ///
    /// - Parameters:
    ///   - publicKey: SubjectPublicKeyInfo of the browser's key.
    ///   - challenge: a challenge from ``makeChallenge()``.
    ///   - signature: the key's signature over the hub's ID, the origin and the challenge.
    ///   - origin: the origin of the calling page.
    ///   - peer: the other end of the connection. Wrong signatures and unknown keys count like wrong tokens.
    /// - Throws: `FAILED_PRECONDITION` if the challenge is too old, used or unknown; `UNAUTHENTICATED` if the key is
    ///   unknown or has ended, or the signature is wrong; `INVALID_ARGUMENT` for another kind of key;
    ///   `RESOURCE_EXHAUSTED` for a wrong one from a locked network, or if too many pages sign in.
    public func signIn(
        publicKey: [UInt8], challenge: [UInt8], signature: [UInt8], origin: String, from peer: Peer
    ) async throws(RPCError) -> BrowserSession {
        let key = try Self.key(publicKey)
        guard challenges.isOpen(challenge, at: clock.now) else { throw Self.oldChallenge }
        guard let known = now({ state, _ in state.credential(key: key.sha256) }) else {
            throw wrong("came with a browser's key that the hub does not know", peer, Self.unknownBrowser)
        }
        let statement = BrowserStatement.signIn(hubID: hubID, origin: origin, challenge: challenge)
        guard key.verifies(signature, of: statement) else {
            throw wrong("came with a wrong signature of a browser's key", peer, Self.unknownBrowser)
        }
        try refuseEnded(key, peer)
        let token = try begin(of: known.id, by: challenge)
        do throws(RPCError) {
            try refuseEnded(key, peer)
        } catch {
            // A concurrent revocation found no session to end.
            browsers.withLock { $0.end(of: known.id) }
            throw error
        }
        // If renewing cannot be stored, the page is signed in anyway.
        let credential = (try? await renew(known.id)) ?? known
        return BrowserSession(token: token.text, life: BrowserSessions.life, credential: credential)
    }

    private func refuseEnded(_ key: P256PublicKey, _ peer: Peer) throws(RPCError) {
        guard case .ended(let credential, let status) = finding(ofKey: key.sha256) else { return }
        refuse(credential, "came with a key that \(Self.end(status))", peer)
        throw RPCError(
            .unauthenticated,
            "the key of \(quoted(credential.name)) \(Self.end(status)); claim again with an invitation")
    }

    private func begin(of credentialID: String, by challenge: [UInt8]) throws(RPCError) -> AccessToken {
        while true {
            let token = AccessToken(.page, id: newID(), random: options.random)
            let beginning = browsers.withLock { browsers in
                browsers.has(token.id) ? nil : browsers.begin(token, of: credentialID, by: challenge, at: clock.now)
            }
            switch beginning {
            case nil: continue
            case .new: return token
            case .used: throw Self.oldChallenge
            case .tooMany: throw RPCError(.resourceExhausted, "too many pages sign in; wait a minute")
            }
        }
    }

    private static func key(_ bytes: [UInt8]) throws(RPCError) -> P256PublicKey {
        guard let key = P256PublicKey(bytes) else {
            throw RPCError(
                .invalidArgument, "a browser's key must be on the curve P-256, as a SubjectPublicKeyInfo of 91 bytes")
        }
        return key
    }

    private static let oldChallenge = RPCError(
        .failedPrecondition, "the challenge is too old, was used, or is of an earlier run of the hub; ask for another")

    private static let unknownBrowser = RPCError(
        .unauthenticated, "the hub does not know this browser; claim again with an invitation")

    /// Counts a wrong key or signature.
    /// - Returns: the error, or that the network is locked.
    private func wrong(_ what: String, _ peer: Peer, _ error: RPCError) -> RPCError {
        let network = Self.countedNetwork(of: peer)
        let verdict = now { state, time in network.map { state.wrongTries.count($0, at: time) } }
        refuse(nil, what, peer)
        if case .locked(let wait) = verdict { return Self.wait(wait) }
        if case .locks(let time) = verdict { noticeLock(peer, time) }
        return error
    }
}
