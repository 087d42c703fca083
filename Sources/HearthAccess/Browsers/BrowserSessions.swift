internal import HearthTLS

/// Who has signed in by a web page: tokens of 15 minutes that live in memory only, and the challenges that were used for
/// them, until they are too old anyway (SEC-09, SEC-19).
struct BrowserSessions {
    /// How long a token is good.
    static let life: Duration = .seconds(15 * 60)
    /// The most of one credential: a browser has one for each tab. One more ends the oldest; so many within the life of a
    /// challenge are no tabs.
    static let mostOfCredential = 32
    /// The most challenges that are remembered.
    static let mostChallenges = 16_384
    /// The most of all. One more ends the one that ends first anyway.
    static let most = 16_384

    private struct Session {
        let credentialID: String
        let hash: [UInt8]
        let end: Duration
    }

    private var challenges: [[UInt8]: Duration] = [:]
    private var sessions: [String: Session] = [:]
    /// IDs of sessions by their credentials, the oldest first.
    private var ids: [String: [String]] = [:]

    /// Whether a session has this ID.
    func has(_ id: String) -> Bool { sessions[id] != nil }

    /// The ID of the credential whose page has this token; nil if it is none, or has ended.
    func credentialID(of token: BroughtToken, at now: Duration) -> String? {
        guard let session = sessions[token.id], constantTimeEquals(session.hash, token.hash), session.end > now else {
            return nil
        }
        return session.credentialID
    }

    enum Beginning: Equatable {
        case begun
        /// The challenge was used before.
        case usedChallenge
        case tooMany
    }

    /// Begins a session for a challenge that is open. The token's ID is that of no other.
    mutating func begin(
        _ token: AccessToken, of credentialID: String, by challenge: [UInt8], at now: Duration
    ) -> Beginning {
        guard challenges[challenge] == nil else { return .usedChallenge }
        if challenges.count >= Self.mostChallenges { challenges = challenges.filter { $0.value > now } }
        guard challenges.count < Self.mostChallenges else { return .tooMany }
        if let own = ids[credentialID], own.count >= Self.mostOfCredential, let oldest = own.first {
            let end = sessions[oldest]?.end ?? now
            guard end - Self.life + Challenges.life <= now else { return .tooMany }
            self.end(oldest)
        }
        if sessions.count >= Self.most, let first = sessions.min(by: { $0.value.end < $1.value.end }) { end(first.key) }
        challenges[challenge] = now + Challenges.life
        sessions[token.id] = Session(credentialID: credentialID, hash: token.hash, end: now + Self.life)
        ids[credentialID, default: []].append(token.id)
        return .begun
    }

    /// Ends all sessions of a credential.
    mutating func end(of credentialID: String) {
        for id in ids.removeValue(forKey: credentialID) ?? [] { sessions[id] = nil }
    }

    /// Forgets what has ended.
    mutating func sweep(at now: Duration) {
        challenges = challenges.filter { $0.value > now }
        for (id, session) in sessions where session.end <= now { end(id) }
    }

    private mutating func end(_ id: String) {
        guard let session = sessions.removeValue(forKey: id) else { return }
        ids[session.credentialID]?.removeAll { $0 == id }
        if ids[session.credentialID]?.isEmpty ?? false { ids[session.credentialID] = nil }
    }
}
