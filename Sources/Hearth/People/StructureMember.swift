/// A person of a structure, as its other members see it.
public struct StructureMember: Hashable, Sendable, Identifiable {
    /// Identifies the membership: the same person has another ID in another structure.
    public let id: String
    /// ID of the structure.
    public let structureID: String
    /// Display name.
    public let name: String
    /// What the person may do in the structure.
    public let role: StructureRole

    package init(id: String, structureID: String, name: String, role: StructureRole) {
        self.id = id
        self.structureID = structureID
        self.name = name
        self.role = role
    }
}

/// What a person may do in a structure.
public enum StructureRole: Hashable, Sendable {
    /// Everything.
    case owner
    /// Everything but deleting the structure, and changing its owners.
    case administrator
    /// See and use what is granted, and change nothing of how the structure is set up.
    case guest
}

/// What this client's person may do in a structure, and who that is there.
public struct StructurePermissions: Hashable, Sendable {
    let structureID: String
    let reference: ConnectionReference
    /// The person's role; nil if it is not known, because the hub is older or nothing has arrived yet.
    public let role: StructureRole?

    /// Whether the person may change rooms, names and devices, and invite people.
    public var canManage: Bool { role == .owner || role == .administrator }

    /// Who somebody is in a structure.
    public struct UserMetadata: Hashable, Sendable {
        /// ``StructureMember/id`` of the person.
        public let userId: String?
        /// nil: hubs know no addresses.
        public let email: String?
        /// nil: hubs have no pictures of people.
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
}
