/// A member of a structure, as seen by its other members.
public struct StructureMember: Hashable, Sendable, Identifiable {
    /// Identifies the membership: the same person has another ID in another structure.
    public let id: String
    /// ID of the structure.
    public let structureID: String
    /// Display name.
    public let name: String
    /// The person's role in the structure.
    public let role: StructureRole
    /// What a guest may see and use; nil for other roles, and if this client may not see it.
    public let grant: GuestGrant?

    package init(id: String, structureID: String, name: String, role: StructureRole, grant: GuestGrant? = nil) {
        self.id = id
        self.structureID = structureID
        self.name = name
        self.role = role
        self.grant = grant
    }
}

/// A role in a structure.
public enum StructureRole: Hashable, Sendable {
    /// May do everything.
    case owner
    /// May do everything except delete the structure and change its owners.
    case administrator
    /// May see and use what is granted, but not change how the structure is set up.
    case guest
    /// A role that this version doesn't know.
    case unknown
}

/// The role of this client's person in a structure, and the person's metadata.
public struct StructurePermissions: Hashable, Sendable {
    let structureID: String
    let reference: ConnectionReference
    /// The person's role; nil if it is not known, because the hub is older or has not sent it yet.
    public let role: StructureRole?

    /// Whether the person may change rooms, names and devices, and invite people.
    public var canManage: Bool { role == .owner || role == .administrator }

    /// A person's metadata in a structure.
    public struct UserMetadata: Hashable, Sendable {
        /// ``StructureMember/id`` of the person.
        public let userId: String?
        /// Always nil: hubs have no e-mail addresses.
        public let email: String?
        /// Always nil: hubs have no pictures of people.
        public let profilePicUrl: String?
        /// The display name, which all members of the structure see.
        public let name: String?

        /// Creates metadata.
        public init(userId: String?, email: String?, profilePicUrl: String?, name: String?) {
            self.userId = userId
            self.email = email
            self.profilePicUrl = profilePicUrl
            self.name = name
        }
    }
}

/// A place on Earth.
public struct StructureLocation: Hashable, Sendable {
    /// In degrees, -90 to 90; north is positive.
    public let latitude: Double
    /// In degrees, -180 to 180; east is positive.
    public let longitude: Double

    /// Creates a place.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
