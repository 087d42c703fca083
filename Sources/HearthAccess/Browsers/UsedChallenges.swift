/// The challenges that browsers have used, until they are too old anyway (SEC-19).
///
/// Each credential has its own: what one has signed is of no use to another. So one that signs in all the time keeps none of
/// the others out.
struct UsedChallenges {
    /// The most of one credential: a browser signs in for each tab. So many within the life of a challenge are no tabs.
    static let mostOfCredential = 32
    /// So many each credential may use, however many are remembered of others: the tabs of a browser that come back to a
    /// hub after its start.
    static let share = 8
    /// The most that are remembered beyond the shares.
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
    /// How many are remembered.
    private(set) var count = 0
    private var nextSweep: Duration = .zero

    /// A credential uses a challenge that is open. It is remembered if it is new.
    mutating func use(_ challenge: [UInt8], by credentialID: String, at now: Duration) -> Verdict {
        sweep(credentialID, at: now)
        let own = ofCredential[credentialID] ?? []
        guard !own.contains(where: { $0.challenge == challenge }) else { return .used }
        if own.count >= Self.share {
            guard own.count < Self.mostOfCredential else { return .tooMany }
            // Once a second: it looks at all.
            if count >= Self.most, now >= nextSweep { sweep(at: now) }
            guard count < Self.most else { return .tooMany }
        }
        ofCredential[credentialID, default: []].append(Used(challenge: challenge, end: now + Challenges.life))
        count += 1
        return .new
    }

    /// Forgets what a credential has used: it has ended, and signs in no more.
    mutating func forget(_ credentialID: String) { count -= ofCredential.removeValue(forKey: credentialID)?.count ?? 0 }

    /// Forgets what is too old.
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
