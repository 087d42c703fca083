internal import HearthStore

/// The time for access decisions, and how stored times move when it jumps.
struct Times {
    private var clock: TrustedTime
    /// When this run began: later times were set in it.
    private var began: Int64
    /// The last reading.
    private(set) var reading: TrustedTime.Reading
    private let limits: AccessLimits

    init(stored: Int64, wallClock: Int64, monotonic: Duration, limits: AccessLimits) {
        clock = TrustedTime(
            stored: stored, earliest: limits.earliestTime, wallClock: wallClock, monotonic: monotonic,
            trust: limits.clockTrust)
        reading = clock.read(wallClock: wallClock, monotonic: monotonic)
        began = reading.now
        self.limits = limits
    }

    /// Reads the time.
    ///
    /// - Returns: by how much times set in this run must move in memory, and whether they must move in the store.
    mutating func read(wallClock: Int64, monotonic: Duration) -> (jump: Int64, isStoreBehind: Bool) {
        let ahead = reading.ahead
        reading = clock.read(wallClock: wallClock, monotonic: monotonic)
        return (reading.jump, reading.ahead != ahead)
    }

    /// Records that the times of this run have moved.
    mutating func jumped() { began &+= reading.jump }

    /// Whether an expiry has passed that no correction of the clock can revert.
    func isOver(_ end: Int64) -> Bool { end <= reading.now && (end >= began || end <= reading.confirmed) }

    func moved(_ time: Int64, by jump: Int64) -> Int64 { time >= began ? time &+ jump : time }

    func moved(_ credential: StoredCredential, by jump: Int64) -> StoredCredential {
        var moved = credential
        if let end = credential.expiresAt {
            // A key's lifetime starts again at each renewal.
            let beginning = credential.isKey ? end &- limits.keyLife : credential.createdAt
            moved.expiresAt = end &+ (self.moved(beginning, by: jump) &- beginning)
        }
        moved.createdAt = self.moved(credential.createdAt, by: jump)
        moved.lastUsedAt = credential.lastUsedAt.map { self.moved($0, by: jump) }
        moved.revokedAt = credential.revokedAt.map { self.moved($0, by: jump) }
        return moved
    }

    /// The form in the store. If the time will jump to the machine's clock, it already has that clock's times, since a
    /// start before the jump trusts the clock. An ended credential keeps its times, so that it has ended by any clock.
    func stored(_ credential: StoredCredential) -> StoredCredential {
        guard let end = credential.expiresAt, end <= reading.now else { return moved(credential, by: reading.ahead) }
        var ended = credential
        if isOnlyOverHere(credential) { ended.expiresAt = credential.createdAt }
        return ended
    }

    /// Whether a token has expired in this run, by a time that a later start may find wrong: the token would be valid
    /// again.
    func isOnlyOverHere(_ credential: StoredCredential) -> Bool {
        guard credential.kind == AccessState.Kind.token, let end = credential.expiresAt else { return false }
        return end <= reading.now && end > reading.confirmed && credential.createdAt >= began
    }

    /// Replaces times in the future, set with a wrong clock, by the current time.
    func clamped(_ credential: StoredCredential) -> StoredCredential {
        let now = reading.now
        var clamped = credential
        clamped.createdAt = min(credential.createdAt, now)
        clamped.expiresAt = credential.expiresAt.map { end in
            credential.isKey
                ? min(end, now + limits.keyLife) : end &- (credential.createdAt &- clamped.createdAt)
        }
        clamped.lastUsedAt = credential.lastUsedAt.map { min($0, now) }
        clamped.revokedAt = credential.revokedAt.map { min($0, now) }
        return clamped
    }

    func clamped(_ invitation: StoredInvitation) -> StoredInvitation {
        var clamped = invitation
        clamped.expiresAt = min(invitation.expiresAt, reading.now &+ invitation.life)
        return clamped
    }

    func moved(_ invitation: StoredInvitation, by jump: Int64) -> StoredInvitation {
        var moved = invitation
        moved.expiresAt = self.moved(invitation.createdAt, by: jump) &+ invitation.life
        return moved
    }
}
