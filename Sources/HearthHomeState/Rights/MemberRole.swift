package import HearthWire

/// The role of a person in a structure. The numbers are those of the wire, and are stored.
package enum MemberRole: Int64, Hashable, Sendable {
    /// May do everything in the structure.
    case owner = 1
    /// May do everything but delete the structure, and change what concerns its owners.
    case administrator = 3
    /// May see and use what its grant says.
    case guest = 4

    /// nil for a role that people of a structure can't have.
    package init?(_ role: Hearth_V1_Role) { self.init(rawValue: Int64(role.rawValue)) }

    package var message: Hearth_V1_Role {
        switch self {
        case .owner: .owner
        case .administrator: .administrator
        case .guest: .guest
        }
    }

    /// The role in messages.
    package var name: String {
        switch self {
        case .owner: "owner"
        case .administrator: "administrator"
        case .guest: "guest"
        }
    }

    /// With its article.
    package var withArticle: String { (self == .guest ? "a " : "an ") + name }
}
