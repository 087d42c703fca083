internal import HearthRPC
internal import HearthWire

/// What a caller may do in a structure at a moment.
enum StructureAccess: Hashable, Sendable {
    /// To the caller the structure does not exist.
    case none
    /// It sees everything, with these of Matter's privileges.
    case full(Rights)
    /// It sees and uses what a grant says, and nothing else.
    case guest(Grant)

    static let privileges: Rights = [.view, .operate, .manage, .administer]

    /// The one place that says what a caller may do.
    ///
    /// - Parameters:
    ///   - member: what its person is in the structure; nil for no member.
    ///   - time: the time since 1970, asked for where a grant has hours or an end.
    ///   - zone: the structure's time zone, for the same.
    static func of(
        _ principal: Principal, as member: @autoclosure () -> PersonRecord?, at time: @autoclosure () -> Duration,
        in zone: @autoclosure () -> String
    ) -> StructureAccess {
        // The hub's owner, which needs no look at who is a member.
        if principal.isHubOwner { return .full(principal.rights) }
        guard principal.person != nil else {
            // A provider, a stranger, or somebody whom a program that runs the hub gives rights in all structures.
            return principal.rights.isSuperset(of: .view) ? .full(principal.rights) : .none
        }
        guard principal.rights.isSuperset(of: .view), let member = member() else { return .none }
        switch member.role {
        case .owner, .administrator:
            let isWhole = principal.rights.isSuperset(of: .manage)
            return .full(isWhole ? principal.rights.union(privileges) : principal.rights)
        case .guest:
            guard let grant = member.grant, !grant.isTimed || grant.holds(at: time(), in: zone()) else {
                return .none
            }
            return .guest(grant)
        }
    }

    /// Which of Matter's privileges it has with what it sees.
    var rights: Rights {
        switch self {
        case .none: []
        case .full(let rights): rights
        case .guest: [.view, .operate]
        }
    }

    var isGuest: Bool { if case .guest = self { true } else { false } }
}

/// What of a structure a guest sees at a moment. Those with equal grants have equal ones.
struct GuestScope: Hashable, Sendable {
    let structureID: String
    /// Whether it sees the structure's own traits.
    let hasEverything: Bool
    let rooms: Set<String>
    /// With the structure's id where its own traits are seen.
    let devices: Set<String>
    /// The scenes that act on nothing but these devices.
    let scenes: Set<String>
}
