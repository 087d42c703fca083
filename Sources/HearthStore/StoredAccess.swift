/// What a hub keeps of those who may use it. Times are seconds since 1970. No secret is in it: keys and codes are
/// there as their SHA-256.
public struct StoredAccess: Sendable {
    /// In the order in which they were made.
    public var credentials: [StoredCredential]
    public var invitations: [StoredInvitation]
    public var wrongTries: [StoredWrongTries]
    /// The latest time that the hub has seen.
    public var highestTime: Int64
}

/// A client key or a token.
public struct StoredCredential: Hashable, Sendable {
    public var id: String
    public var kind: Int64
    public var role: Int64
    public var name: String
    /// SHA-256 of the public key, or of the token's secret.
    public var hash: [UInt8]
    public var createdAt: Int64
    /// nil when it does not end by itself.
    public var expiresAt: Int64?
    public var lastUsedAt: Int64?
    /// The credential by which it was made; empty for the hub's own machine.
    public var createdBy: String
    public var revokedAt: Int64?

    /// A credential.
    public init(
        id: String, kind: Int64, role: Int64, name: String, hash: [UInt8], createdAt: Int64, expiresAt: Int64? = nil,
        lastUsedAt: Int64? = nil, createdBy: String = "", revokedAt: Int64? = nil
    ) {
        self.id = id
        self.kind = kind
        self.role = role
        self.name = name
        self.hash = hash
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.lastUsedAt = lastUsedAt
        self.createdBy = createdBy
        self.revokedAt = revokedAt
    }
}

/// A code that one client may still use.
public struct StoredInvitation: Hashable, Sendable {
    public var id: String
    public var role: Int64
    /// Empty: the client's to say.
    public var name: String
    /// SHA-256 of the code.
    public var hash: [UInt8]
    public var expiresAt: Int64
    /// Wrong codes that came while it was open.
    public var tries: Int64
    public var createdBy: String

    /// An invitation.
    public init(
        id: String, role: Int64, name: String, hash: [UInt8], expiresAt: Int64, tries: Int64 = 0, createdBy: String = ""
    ) {
        self.id = id
        self.role = role
        self.name = name
        self.hash = hash
        self.expiresAt = expiresAt
        self.tries = tries
        self.createdBy = createdBy
    }
}

/// Wrong tokens that came from one network.
public struct StoredWrongTries: Hashable, Sendable {
    public var network: String
    /// Since `since`, without those before the last lock.
    public var count: Int64
    public var since: Int64
    /// How often it was locked.
    public var locks: Int64
    public var lockedUntil: Int64

    /// A row.
    public init(network: String, count: Int64, since: Int64, locks: Int64, lockedUntil: Int64) {
        self.network = network
        self.count = count
        self.since = since
        self.locks = locks
        self.lockedUntil = lockedUntil
    }
}

/// One step of a change of who may use the hub. Each is right whatever came between: none brings back what another has
/// removed, or sets back what another has raised.
public enum AccessChange: Hashable, Sendable {
    case addCredential(StoredCredential)
    /// Puts off its end.
    case renewCredential(id: String, expiresAt: Int64)
    case usedCredential(id: String, at: Int64)
    case revokeCredential(id: String, at: Int64)
    case removeCredential(id: String)
    case addInvitation(StoredInvitation)
    /// So many wrong codes have come.
    case countTries(invitation: String, tries: Int64)
    case removeInvitation(id: String)
    /// Inserts or replaces.
    case putWrongTries(StoredWrongTries)
    case removeWrongTries(network: String)
    /// The highest of them is kept.
    case sawTime(Int64)
}
