internal import HearthHomeState
internal import HearthMessage
internal import HearthStore
internal import HearthWire

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
            grant: grantMessage?.serialized() ?? [])
    }
}
