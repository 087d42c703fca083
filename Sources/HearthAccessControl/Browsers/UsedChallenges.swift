/// The challenges that browsers have used, until they expire.
///
/// Counted by credential, because a challenge signed with one is useless to others. So a credential that signs in all
/// the time does not lock out others.
struct UsedChallenges {
    /// The most used challenges of one credential: a browser signs in for each tab, and rarely opens this many in a
    /// challenge's lifetime.
    static let mostOfCredential = 32
    /// The number that each credential may use however many are remembered of others: enough for a browser's tabs that
    /// reconnect after the hub's start.
    static let share = 8
    /// The most remembered challenges beyond the shares.
    static let most = 16_384

    enum Verdict: Equatable {
        case new
        /// The credential has used it before.
        case used
        case tooMany
    }

    private struct Used {
        let challenge: [UInt8]
        let end: Duration
    }

    private var ofCredential: [String: [Used]] = [:]
    /// The number of remembered challenges.
    private(set) var count = 0
    private var nextSweep: Duration = .zero

    /// Uses an open challenge; remembers it if it is new.
    mutating func use(_ challenge: [UInt8], by credentialID: String, at now: Duration) -> Verdict {
        sweep(credentialID, at: now)
        let own = ofCredential[credentialID] ?? []
        guard !own.contains(where: { $0.challenge == challenge }) else { return .used }
        if own.count >= Self.share {
            guard own.count < Self.mostOfCredential else { return .tooMany }
            // At most once a second, because it checks all credentials.
            if count >= Self.most, now >= nextSweep { sweep(at: now) }
            guard count < Self.most else { return .tooMany }
        }
        ofCredential[credentialID, default: []].append(Used(challenge: challenge, end: now + Challenges.life))
        count += 1
        return .new
    }

    /// Forgets the challenges of a credential that has ended and signs in no more.
    mutating func forget(_ credentialID: String) { count -= ofCredential.removeValue(forKey: credentialID)?.count ?? 0 }

    /// Forgets expired challenges.
    mutating func sweep(at now: Duration) {
        nextSweep = now + .seconds(1)
        for id in Array(ofCredential.keys) { sweep(id, at: now) }
    }

    private mutating func sweep(_ credentialID: String, at now: Duration) {
        guard let own = ofCredential[credentialID] else { return }
        let left = own.filter { $0.end > now }
        count -= own.count - left.count
        ofCredential[credentialID] = left.isEmpty ? nil : left
    }
}
