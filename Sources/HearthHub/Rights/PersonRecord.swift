internal import HearthMessage
internal import HearthStore
internal import HearthWire

/// A member of a structure as the hub holds it.
struct PersonRecord: Hashable, Sendable {
    /// The id of the membership.
    let id: String
    /// The identity of the person. Never sent to clients.
    let identity: String
    var name: String
    var role: MemberRole
    /// The grant of a guest.
    var grant: Grant?

    /// Whether it is the hub's owner, who is an owner of each structure.
    var isHubOwner: Bool { identity == StoredPerson.hubOwner }

    func message(in structureID: String) -> Hearth_V1_Person {
        Hearth_V1_Person(
            id: id, structureID: structureID, name: name, role: role.message,
            grant: role == .guest ? (grant ?? Grant()).message : nil)
    }
}

extension PersonRecord {
    /// nil for a role or grant that this version does not know, so that it never gives too many rights.
    init?(_ stored: StoredPerson) {
        guard let role = MemberRole(rawValue: stored.role) else { return nil }
        var grant: Grant?
        if role == .guest {
            guard let message = try? Hearth_V1_Grant(serialized: stored.grant.span.bytes),
                let read = try? Grant(message)
            else { return nil }
            grant = read
        }
        self.init(id: stored.id, identity: stored.identity, name: stored.name, role: role, grant: grant)
    }

    func stored(in structureID: String) -> StoredPerson {
        StoredPerson(
            id: id, structureID: structureID, identity: identity, name: name, role: role.rawValue,
            grant: role == .guest ? (grant ?? Grant()).message.serialized() : [])
    }
}
