package import HearthRPC
internal import HearthWire

/// The access of a caller to a structure at a moment.
package enum StructureAccess: Hashable, Sendable {
    /// The structure does not exist for the caller.
    case none
    /// The caller sees everything, with these of Matter's privileges.
    case full(Rights)
    /// The caller sees and uses what a grant says, and nothing else.
    case guest(Grant)

    static let privileges: Rights = [.view, .operate, .manage, .administer]

    /// Decides what a caller may do. All checks of access start here.
    ///
    /// - Parameters:
    ///   - member: the membership of its person in the structure; nil for no member.
    ///   - time: the time since 1970, evaluated only if a grant has hours or an end.
    ///   - zone: the structure's time zone, for the same.
    static func of(
        _ principal: Principal, as member: @autoclosure () -> PersonRecord?, at time: @autoclosure () -> Duration,
        in zone: @autoclosure () -> String
    ) -> StructureAccess {
        // The hub's owner needs no membership.
        if principal.isHubOwner { return .full(principal.rights) }
        guard principal.person != nil else {
            // A provider, a stranger, or a principal to which an embedding program gives rights in all structures.
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

    /// The Matter privileges that it has for everything it sees.
    package var rights: Rights {
        switch self {
        case .none: []
        case .full(let rights): rights
        case .guest: [.view, .operate]
        }
    }

    package var isGuest: Bool { if case .guest = self { true } else { false } }
}

/// The part of a structure that a guest sees at a moment. Equal grants have equal scopes.
package struct GuestScope: Hashable, Sendable {
    let structureID: String
    /// Whether it sees the structure's own traits.
    let hasEverything: Bool
    let rooms: Set<String>
    /// Includes the structure's id if its own traits are seen.
    let devices: Set<String>
    /// The scenes that act only on these devices.
    let scenes: Set<String>
}
