internal import HearthRPC
package import HearthWire

/// A member of a structure as the hub holds it.
package struct PersonRecord: Hashable, Sendable {
    /// The id of the membership.
    package let id: String
    /// The identity of the person. Never sent to clients.
    package let identity: String
    package var name: String
    package var role: MemberRole
    /// The grant of a guest.
    package var grant: Grant?

    package init(id: String, identity: String, name: String, role: MemberRole, grant: Grant? = nil) {
        self.id = id
        self.identity = identity
        self.name = name
        self.role = role
        self.grant = grant
    }

    /// Whether it is the membership of the hub's owner, who is an owner of each structure.
    package var isOfHubOwner: Bool { identity == Principal.hubOwner }

    /// The grant of a guest, as it is stored and sent; nil for other roles.
    package var grantMessage: Hearth_V1_Grant? { role == .guest ? (grant ?? Grant()).message : nil }

    package func message(in structureID: String) -> Hearth_V1_Person {
        Hearth_V1_Person(
            id: id, structureID: structureID, name: name, role: role.message, grant: grantMessage)
    }
}
