internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

extension HomeDirectory {
    /// The caller, by the name that its person has in the structure concerned.
    func actor(_ caller: Caller, in cell: StructureCell?) -> AuditActor {
        let principal = caller.principal
        let person = cell.flatMap { member(principal, of: $0) }
        let name =
            if let person {
                person.name
            } else if principal.isHubOwner {
                "the hub's owner"
            } else if principal.person != nil {
                "a member"
            } else {
                principal.program ?? principal.id
            }
        return AuditActor(
            name: name, personID: person?.id ?? "", credentialID: principal.credential ?? "", address: caller.address)
    }
}
