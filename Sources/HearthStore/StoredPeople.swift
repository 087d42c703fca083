/// A member of a structure.
public struct StoredPerson: Hashable, Sendable {
    /// The identity of the hub's owner, who is an owner of each structure.
    public static let hubOwner = "owner"

    /// Unique ID of the membership.
    public var id: String
    /// ID of the structure.
    public var structureID: String
    /// Which person it is: the same in all structures, and with all of the person's credentials. Never shown to anyone.
    public var identity: String
    /// The name that people see.
    public var name: String
    /// The raw value of the role: 1 for owner, 3 for administrator, 4 for guest.
    public var role: Int64
    /// An encoded `hearth.v1.Grant`, for guests; otherwise empty.
    public var grant: [UInt8]

    /// Creates a member.
    public init(id: String, structureID: String, identity: String, name: String, role: Int64, grant: [UInt8] = []) {
        self.id = id
        self.structureID = structureID
        self.identity = identity
        self.name = name
        self.role = role
        self.grant = grant
    }
}

/// What somebody is to be in a structure, in an invitation.
public struct StoredOffer: Hashable, Sendable {
    /// ID of the structure.
    public var structureID: String
    /// As in ``StoredPerson``.
    public var role: Int64
    /// As in ``StoredPerson``.
    public var grant: [UInt8]

    /// Creates an offer.
    public init(structureID: String, role: Int64, grant: [UInt8] = []) {
        self.structureID = structureID
        self.role = role
        self.grant = grant
    }
}
