public import HearthRPC
public import HearthWire

/// A row of the audit log: who did what, when, and from where.
///
/// Rows are kept for a year, those with people's words for 14 days, by ``StoredAccess/highestTime``, and until their total exceeds ``mostBytes``: then the
/// oldest refusals are removed first, then the oldest rows.
public struct StoredAudit: Hashable, Sendable {
    /// Rises with each row and is never reused. The store assigns it; 0 for a new row.
    public var number: Int64
    /// When it was done, in seconds since 1970.
    public var time: Int64
    /// The raw value of `hearth.v1.AuditEntry.Action`.
    public var action: Int64
    /// Name of the person or client that did it, as it was then.
    public var actor: String
    /// The membership id of the person in the structure. Empty for others.
    public var personID: String
    /// ID of the credential that it was done with; empty if it was done without.
    public var credentialID: String
    /// ID of the structure that it concerns; empty if it concerns the hub.
    public var structureID: String
    /// ID of the object that it concerns.
    public var objectID: String
    /// What was done, in English.
    public var what: String
    /// The origin: an IP address, or ``thisMachine``.
    public var address: String

    /// How long rows are kept, in seconds: a year.
    package static let life: Int64 = 366 * 86_400
    /// How long rows with people's words are kept, in seconds: 14 days.
    package static let wordsLife: Int64 = 14 * 86_400
    /// The action of these rows.
    package static let words = Int64(Hearth_V1_AuditEntry.Action.words.rawValue)
    /// The most bytes that all rows take: 32 MiB.
    package static let mostBytes: Int64 = 32 << 20
    /// The most characters of each text; longer ones end in "…".
    private static let mostCharacters = 300
    /// The ``address`` of callers on the hub's own machine.
    public static let thisMachine = "this machine"

    /// The caller's origin, for ``address``.
    public static func address(of peer: Peer) -> String {
        guard !peer.isLocal else { return thisMachine }
        guard peer.address.hasPrefix("[") else { return String(peer.address.prefix { $0 != ":" }) }
        return String(peer.address.dropFirst().prefix { $0 != "]" })
    }

    /// Creates a row. Texts that are too long are truncated.
    public init(
        number: Int64 = 0, time: Int64, action: Int64, actor: String, personID: String = "", credentialID: String = "",
        structureID: String = "", objectID: String = "", what: String, address: String
    ) {
        self.number = number
        self.time = time
        self.action = action
        self.actor = Self.cut(actor)
        self.personID = Self.cut(personID)
        self.credentialID = Self.cut(credentialID)
        self.structureID = Self.cut(structureID)
        self.objectID = Self.cut(objectID)
        self.what = Self.cut(what)
        self.address = Self.cut(address)
    }

    /// Creates a new row for a `hearth.v1` action.
    public init(
        time: Int64, _ action: Hearth_V1_AuditEntry.Action, actor: String, personID: String = "",
        credentialID: String = "", structureID: String = "", objectID: String = "", what: String, address: String
    ) {
        self.init(
            time: time, action: Int64(action.rawValue), actor: actor, personID: personID, credentialID: credentialID,
            structureID: structureID, objectID: objectID, what: what, address: address)
    }

    private static func cut(_ text: String) -> String {
        // A character may have any number of bytes.
        guard text.utf8.count > mostCharacters, text.unicodeScalars.count > mostCharacters else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(mostCharacters - 1))) + "…"
    }

    /// The approximate size of the row on the disk, in bytes.
    package var bytes: Int64 {
        let texts = [actor, personID, credentialID, structureID, objectID, what, address]
        return Int64(texts.reduce(64) { $0 + $1.utf8.count })
    }
}

/// Which rows of the audit log to read.
public struct AuditRequest: Hashable, Sendable {
    /// IDs of the structures whose rows to read; nil for all rows, including those that concern the hub.
    public var structureIDs: Set<String>?
    /// Only rows of this time or later, in seconds since 1970.
    public var since: Int64
    /// Only rows with a lower number.
    public var before: Int64
    /// The most rows.
    public var limit: Int

    /// Creates a request; without arguments for the newest rows.
    public init(structureIDs: Set<String>? = nil, since: Int64 = .min, before: Int64 = .max, limit: Int = 100) {
        self.structureIDs = structureIDs
        self.since = since
        self.before = before
        self.limit = limit
    }
}
