internal import HearthWire

/// A client's role on a hub.
public enum HubRole: Hashable, Sendable {
    /// Manages the hub and all structures.
    case owner
    /// A client of a person, with the rights of that person in each structure.
    case member
    /// A maker's process, which brings devices.
    case provider
}

/// A client as its hub has authenticated it.
public struct HubCaller: Hashable, Sendable {
    /// The membership of the client's person in a structure.
    public struct Membership: Hashable, Sendable {
        /// ID of the structure.
        public let structureID: String
        /// ``StructureMember/id`` of the person.
        public let personID: String
        /// The person's role.
        public let role: StructureRole
        /// What a guest may see and use; nil for other roles.
        public let grant: GuestGrant?
        /// Whether it is outside a guest's hours, so that nothing of the structure is visible.
        public let isOutsideHours: Bool
    }

    /// ID of the credential that the client has shown; nil for a client without one.
    public let credentialID: String?
    /// The client's role; nil without a valid credential.
    public let role: HubRole?
    /// The structures that the client's person is a member of, in their order.
    public let memberships: [Membership]
    /// ID of the person's primary structure; nil if it has none.
    public let primaryStructureID: String?
}

/// A membership that an invitation offers.
public struct MembershipOffer: Hashable, Sendable {
    /// ID of the structure.
    public let structureID: String
    /// The person's role in it.
    public let role: StructureRole
    /// What a guest may see and use; nil for other roles.
    public let grant: GuestGrant?

    /// Creates an offer.
    public init(structureID: String, role: StructureRole, grant: GuestGrant? = nil) {
        self.structureID = structureID
        self.role = role
        self.grant = grant
    }
}

/// An invitation that was just made. Its code can't be read again.
public struct NewInvitation: Hashable, Sendable {
    /// Unique ID, for ``HubAccess/withdrawInvitation(id:)``.
    public let id: String
    /// The code alone, 22 characters.
    public let code: String
    /// The link with the code; nil if the hub listens on its own machine only.
    public let link: HubLink?
    /// When the invitation expires, in seconds since 1970.
    public let expiresAt: Double
}

/// An invitation that is not accepted yet.
public struct OpenInvitation: Hashable, Sendable, Identifiable {
    /// Unique ID.
    public let id: String
    /// The role on the hub of the client that accepts it; nil for one that this version doesn't know.
    public let role: HubRole?
    /// Display name of the invited person or client; nil if the client can choose it.
    public let name: String?
    /// The offered memberships. Empty for another client of the person who made the invitation.
    public let offers: [MembershipOffer]
    /// When it expires, in seconds since 1970.
    public let expiresAt: Double
}

/// An entry of a hub's audit log.
public struct AuditEntry: Hashable, Sendable {
    /// A kind of action.
    public enum Action: Hashable, Sendable {
        /// A client claimed the hub with a code.
        case claim
        /// An invitation was made.
        case invitation
        /// A token was made.
        case token
        /// A credential was revoked.
        case revocation
        /// A person became a member of a structure.
        case personAdded
        /// A person's role or grant changed.
        case personChanged
        /// A person left a structure or was removed from it.
        case personRemoved
        /// A command was sent to a lock, an alarm, a garage door, a valve or a camera, one of its attributes was
        /// written, or a camera was watched.
        case sensitiveCommand
        /// A device, room, zone or structure was removed.
        case removal
        /// A call was refused for lack of a right, or came with a wrong code or token.
        case refusal
        /// A structure was created.
        case structureCreated
        /// An integration was added, changed or removed.
        case integration
        /// Words of a person were carried out as commands. Kept for 14 days.
        case words
        /// A kind that this version doesn't know.
        case unknown
    }

    /// Rises with each entry.
    public let number: UInt64
    /// In seconds since 1970; nil if the hub did not say it.
    public let time: Double?
    /// The kind of action.
    public let action: Action
    /// Name at that time of the person or client that did it.
    public let actor: String
    /// ``StructureMember/id`` of the actor; nil if it is not a member of the structure.
    public let personID: String?
    /// ID of the credential it was done with; nil on the hub's own machine without one.
    public let credentialID: String?
    /// ID of the structure that it concerns; nil if it concerns the hub.
    public let structureID: String?
    /// ID of the object that it concerns: a person, a device, a credential. nil if the entry concerns no object.
    public let objectID: String?
    /// The action in English: "made Ada an administrator of Home".
    public let summary: String
    /// The origin of the call: an IP address, or "this machine".
    public let address: String
}

/// Whether a person is at home.
public enum MemberPresence: Hashable, Sendable {
    /// The person is at home.
    case atHome
    /// The person is away.
    case away
    /// The person doesn't share it.
    case notShared
}
