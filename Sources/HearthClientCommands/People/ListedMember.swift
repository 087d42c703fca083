internal import Hearth
internal import HearthTerminal

/// A member of a structure.
struct ListedMember: NamedObject {
    var kind: String { "person" }
    let member: StructureMember
    let structure: Structure
    /// Whether it is the caller.
    let isSelf: Bool

    var id: String { member.id }
    var name: String { member.name }

    /// The people of some structures, in the order of the structures.
    static func all(
        of structures: [Structure], _ caller: HubCaller
    ) async throws(CommandError) -> [ListedMember] {
        let own = Set(caller.memberships.map(\.personID))
        var people: [ListedMember] = []
        for structure in structures {
            let members = try await CommandError.ofHome { try await structure.members() }
            people += members.map { ListedMember(member: $0, structure: structure, isSelf: own.contains($0.id)) }
        }
        return people
    }

    /// Changes the person. Returns the changed member.
    func update(
        name: String? = nil, role: StructureRole? = nil, grant: GuestGrant? = nil
    ) async throws(CommandError) -> StructureMember {
        try await CommandError.ofHome(changing: self.name) {
            try await structure.updateMember(id: id, name: name, role: role, grant: grant)
        }
    }

    func remove() async throws(CommandError) {
        try await CommandError.ofHome(changing: name) { try await structure.removeMember(id: id) }
    }
}
