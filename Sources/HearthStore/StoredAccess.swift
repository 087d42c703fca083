/// The persistent state of access control. Times are in seconds since 1970. It contains no secrets: keys, codes and
/// tokens are stored as SHA-256.
public struct StoredAccess: Sendable {
    /// In order of creation.
    public var credentials: [StoredCredential]
    /// Invitations that are still open.
    public var invitations: [StoredInvitation]
    /// Failed token attempts by network.
    public var wrongTries: [StoredWrongTries]
    /// The latest time that the hub takes as proven, so that setting the clock back revives no expired credential.
    public var highestTime: Int64
    /// Identifies the hub for the life of its store.
    public var hubID: String

    /// Creates a state.
    package init(
        credentials: [StoredCredential] = [], invitations: [StoredInvitation] = [],
        wrongTries: [StoredWrongTries] = [], highestTime: Int64 = 0, hubID: String = ""
    ) {
        self.credentials = credentials
        self.invitations = invitations
        self.wrongTries = wrongTries
        self.highestTime = highestTime
        self.hubID = hubID
    }
}

/// A client key or an access token.
public struct StoredCredential: Hashable, Sendable {
    /// Unique ID; for tokens also part of the token's text.
    public var id: String
    /// 1 for a client key, 2 for a token, 3 for a client key that a browser keeps.
    public var kind: Int64
    /// The raw value of the role: 1 for owner, 2 for provider, 5 for member.
    public var role: Int64
    /// The client's name, for people.
    public var name: String
    /// SHA-256 of the public key, or of the token's secret.
    public var hash: [UInt8]
    /// When it was created.
    public var createdAt: Int64
    /// When it expires; nil for never.
    public var expiresAt: Int64?
    /// When it was last used, to the hour; nil if it never was.
    public var lastUsedAt: Int64?
    /// ID of the credential that created it. Empty if it was created on the hub's machine.
    public var createdBy: String
    /// When it was revoked; nil if it wasn't.
    public var revokedAt: Int64?
    /// The idempotency key of the request that created it, or of its invitation; nil if there was none.
    public var key: RequestKey?
    /// The identity of its person, as in ``StoredPerson/identity``; empty for a provider's.
    public var person: String

    /// Creates a credential.
    public init(
        id: String, kind: Int64, role: Int64, name: String, hash: [UInt8], createdAt: Int64, expiresAt: Int64? = nil,
        lastUsedAt: Int64? = nil, createdBy: String = "", revokedAt: Int64? = nil, key: RequestKey? = nil,
        person: String = ""
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
        self.key = key
        self.person = person
    }
}

/// An open invitation: a code that one client may claim.
public struct StoredInvitation: Hashable, Sendable {
    /// Unique ID.
    public var id: String
    /// The raw value of the role it grants.
    public var role: Int64
    /// The name for the new client. Empty to let the client choose.
    public var name: String
    /// SHA-256 of the code.
    public var hash: [UInt8]
    /// When it expires.
    public var expiresAt: Int64
    /// Its lifetime from its creation, in seconds.
    public var life: Int64
    /// ID of the credential that created it. Empty if it was created on the hub's machine.
    public var createdBy: String
    /// The idempotency key of the request that created it; nil if there was none.
    public var key: RequestKey?
    /// The identity of the new client's person, as in ``StoredPerson/identity``; empty for a provider's, and for a
    /// person who is not known yet.
    public var person: String
    /// The roles of the new client's person, and their structures.
    public var offers: [StoredOffer]

    /// The lifetime of invitations stored by earlier versions, in seconds.
    public static let formerLife: Int64 = 900

    /// When it was created.
    public var createdAt: Int64 { expiresAt &- life }

    /// Creates an invitation.
    public init(
        id: String, role: Int64, name: String, hash: [UInt8], expiresAt: Int64, life: Int64 = formerLife,
        createdBy: String = "", key: RequestKey? = nil, person: String = "", offers: [StoredOffer] = []
    ) {
        self.id = id
        self.role = role
        self.name = name
        self.hash = hash
        self.expiresAt = expiresAt
        self.life = life
        self.createdBy = createdBy
        self.key = key
        self.person = person
        self.offers = offers
    }
}

/// Wrong tokens and codes from one network.
public struct StoredWrongTries: Hashable, Sendable {
    /// The network: an IPv4 address or an IPv6 /64.
    public var network: String
    /// Failed attempts since `since`.
    public var count: Int64
    /// Start of the counting period.
    public var since: Int64
    /// How many times the network has been locked.
    public var locks: Int64
    /// End of the current or last lock.
    public var lockedUntil: Int64

    /// Creates an entry.
    public init(network: String, count: Int64, since: Int64, locks: Int64, lockedUntil: Int64) {
        self.network = network
        self.count = count
        self.since = since
        self.locks = locks
        self.lockedUntil = lockedUntil
    }
}

/// A change to access control. Changes commute: none restores what another has removed, or lowers what another has
/// raised. The exception is a corrected clock, which sets times outright, but neither revokes nor restores.
public enum AccessChange: Hashable, Sendable {
    /// Adds a credential. Fails if there is one of this ID.
    case addCredential(StoredCredential)
    /// Extends a credential's expiry.
    case renewCredential(id: String, expiresAt: Int64)
    /// Records when a credential was used.
    case usedCredential(id: String, at: Int64)
    /// Marks a credential as revoked.
    case revokeCredential(id: String, at: Int64)
    /// Sets those times that a credential has, after the clock was corrected.
    case restampCredential(StoredCredential)
    /// Replaces a token's secret; `hash` is the new one's.
    case replaceSecret(id: String, hash: [UInt8])
    /// Replaces an invitation's code; `hash` is the new one's.
    case replaceCode(id: String, hash: [UInt8])
    /// Forgets a credential.
    case removeCredential(id: String)
    /// Adds an invitation. Fails if there is one of this ID.
    case addInvitation(StoredInvitation)
    /// Sets an invitation's expiry after the clock was corrected.
    case restampInvitation(id: String, expiresAt: Int64)
    /// Removes an invitation.
    case removeInvitation(id: String)
    /// Inserts or replaces a network's failed attempts.
    case putWrongTries(StoredWrongTries)
    /// Forgets a network's failed attempts.
    case removeWrongTries(network: String)
    /// Raises ``StoredAccess/highestTime``, and removes rows of the audit log that are more than a year older.
    case sawTime(Int64)
    /// Adds a row to the audit log.
    case addAudit(StoredAudit)
}
