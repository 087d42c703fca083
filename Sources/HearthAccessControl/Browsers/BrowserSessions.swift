internal import HearthTLS

/// The sessions of web pages: tokens of 15 minutes, in memory only, and the challenges used for them until they expire.
struct BrowserSessions {
    /// The lifetime of a token.
    static let life: Duration = .seconds(15 * 60)
    /// The most sessions of one credential. One more ends its oldest.
    static let mostOfCredential = 32
    /// The most sessions in all. One more ends the oldest of the credential that has the most.
    static let most = 16_384

    private struct Session {
        let credentialID: String
        let hash: [UInt8]
        let end: Duration
    }

    private var challenges = UsedChallenges()
    private var sessions: [String: Session] = [:]
    /// IDs of sessions by their credentials, the oldest first.
    private var ids: [String: [String]] = [:]

    /// The number of sessions, including ended ones that are not yet removed.
    var count: Int { sessions.count }

    /// Whether a session has this ID.
    func has(_ id: String) -> Bool { sessions[id] != nil }

    /// The ID of the credential of a session's token; nil if the token is wrong or has expired.
    func credentialID(of token: BroughtToken, at now: Duration) -> String? {
        guard let session = sessions[token.id], constantTimeEquals(session.hash, token.hash), session.end > now else {
            return nil
        }
        return session.credentialID
    }

    /// Begins a session for an open challenge, if the credential may use it. The token's ID must be unused.
    mutating func begin(
        _ token: AccessToken, of credentialID: String, by challenge: [UInt8], at now: Duration
    ) -> UsedChallenges.Verdict {
        let verdict = challenges.use(challenge, by: credentialID, at: now)
        guard verdict == .new else { return verdict }
        if let own = ids[credentialID], own.count >= Self.mostOfCredential, let oldest = own.first { end(oldest) }
        if sessions.count >= Self.most, let oldest = ids.values.max(by: { $0.count < $1.count })?.first { end(oldest) }
        sessions[token.id] = Session(credentialID: credentialID, hash: token.hash, end: now + Self.life)
        ids[credentialID, default: []].append(token.id)
        return .new
    }

    /// Ends all sessions of a credential.
    mutating func end(of credentialID: String) {
        challenges.forget(credentialID)
        for id in ids.removeValue(forKey: credentialID) ?? [] { sessions[id] = nil }
    }

    /// Removes ended sessions.
    mutating func sweep(at now: Duration) {
        challenges.sweep(at: now)
        for (id, session) in sessions where session.end <= now { end(id) }
    }

    private mutating func end(_ id: String) {
        guard let session = sessions.removeValue(forKey: id) else { return }
        ids[session.credentialID]?.removeAll { $0 == id }
        if ids[session.credentialID]?.isEmpty ?? false { ids[session.credentialID] = nil }
    }
}
