public import HearthRPC
internal import HearthWire

/// A client's role on a hub.
public enum Role: Int64, Hashable, Sendable, CaseIterable {
    /// May do everything.
    case owner = 1
    /// A device maker's process: may provide devices, and sees no others.
    case provider = 2
    /// A person's client: has in each structure the rights of the person's role there, which the hub checks.
    case member = 5

    /// The rights of the role.
    public var rights: Rights {
        switch self {
        case .owner: .all
        case .provider: [.public, .provide]
        case .member: [.public, .view, .operate, .manage]
        }
    }

    /// The role's name on the command line.
    public var name: String {
        switch self {
        case .owner: "owner"
        case .provider: "provider"
        case .member: "member"
        }
    }
}
