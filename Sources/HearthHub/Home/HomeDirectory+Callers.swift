internal import HearthAccessControl
internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

// Callers and their memberships.
extension HomeDirectory {
    /// The membership of a caller's person in a structure; nil if it is no member.
    func member(_ principal: Principal, of cell: StructureCell) -> PersonRecord? {
        principal.identity.flatMap { identity in cell.read { $0.member(identity) } }
    }

    func isOwner(_ principal: Principal, of cell: StructureCell) -> Bool {
        principal.isHubOwner || member(principal, of: cell)?.role == .owner
    }

    /// The caller's credential, role and memberships.
    func caller(_ principal: Principal) -> Hearth_V1_Caller {
        let identity = principal.identity
        let memberships = cells.compactMap { cell in
            cell.read { state -> Hearth_V1_Membership? in
                guard let person = identity.flatMap({ state.member($0) }) else { return nil }
                return Hearth_V1_Membership(
                    structureID: state.id, personID: person.id, role: person.role.message,
                    grant: person.message(in: state.id).grant,
                    isOutsideHours: person.role == .guest
                        && state.access(of: principal, at: clock.sinceEpoch) == .none,
                    presence: PersonPresence.message(state.presence(ofPerson: person.id)))
            }
        }
        return Hearth_V1_Caller(
            credentialID: principal.credential ?? "", role: Self.role(of: principal), memberships: memberships,
            primaryStructureID: identity.flatMap { primary(of: $0) } ?? "")
    }

    private static func role(of principal: Principal) -> Hearth_V1_Role {
        if principal.isHubOwner { return .owner }
        if principal.rights.isSuperset(of: .provide) { return .provider }
        return principal.person == nil ? .unspecified : .member
    }

    /// The primary structure of a person (HomeKit documentation, HMHomeManager.primaryHome): the one chosen, or else
    /// the oldest in which the person is a member; nil for people without a structure.
    func primary(of identity: String) -> String? {
        let chosen = chosenPrimary(of: identity)
        let all = cells.filter { cell in cell.read { $0.member(identity) != nil } }.map(\.id)
        return all.first { $0 == chosen } ?? all.first
    }

    /// Whether a person is a member of a structure.
    func isMember(_ identity: String) -> Bool {
        cells.contains { cell in cell.read { $0.member(identity) != nil } }
    }

    /// The IDs of the households of the structures in which a person lives. Of a person who lives in none, of those in
    /// which a guest's grant holds now.
    func households(of identity: String) -> Set<String> {
        let (time, present) = (clock.sinceEpoch, cells)
        let own = present.filter { cell in cell.read { $0.member(identity).map { $0.role != .guest } ?? false } }
        let found = own.isEmpty ? present.filter { cell in cell.read { $0.hasGuest(identity, at: time) } } : own
        return found.households
    }

    /// The IDs of the households of all people, and of all structures.
    func households() -> Households {
        let (time, present) = (clock.sinceEpoch, cells)
        var (own, guest): ([String: Set<String>], [String: Set<String>]) = ([:], [:])
        for cell in present {
            for person in cell.read({ $0.people }) {
                if person.role != .guest {
                    own[person.identity, default: []].formUnion(cell.households)
                } else if cell.read({ $0.hasGuest(person.identity, at: time) }) {
                    guest[person.identity, default: []].formUnion(cell.households)
                }
            }
        }
        return Households(
            ofPeople: own.merging(guest) { own, _ in own },
            ofStructures: Dictionary(
                uniqueKeysWithValues: present.map { ($0.id, $0.households) }))  // our bug: a structure twice
    }
}

extension [StructureCell] {
    /// The IDs of the households of these structures.
    var households: Set<String> { reduce(into: []) { $0.formUnion($1.households) } }
}
