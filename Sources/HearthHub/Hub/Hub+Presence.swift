internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

// Who is at home (AU-32).
extension Hub {
    /// Takes what somebody says of a person, themselves for most. It is stored when this returns.
    ///
    /// - Parameter personID: empty for the caller's person.
    func setPresence(
        _ structureID: String, person personID: String, _ presence: PersonPresence?, as caller: Caller
    ) async throws -> StructurePosition {
        let (cell, access) = try found(structureID, for: caller.principal)
        let own = identity(of: caller.principal).flatMap { identity in cell.read { $0.member(identity)?.id } }
        guard let id = personID.isEmpty ? own : personID else {
            throw HubError(
                .failedPrecondition, "you are none of the structure's people; say in person_id whom you mean")
        }
        if id != own {
            try access.require(.manage, of: caller, to: "say whether others are at home", about: id)
            guard cell.read({ $0.person(id) != nil }) else {
                throw HubError(
                    .notFound, "there is no person with the id \(quotedBeginning(id)); list the people of the structure"
                )
            }
        }
        guard cell.read({ $0.presenceOfPeople != nil }) else {
            throw HubError(.failedPrecondition, "this hub does not keep who is at home")
        }
        let time = clock.sinceEpoch
        change(cell) { state in
            // Removed meanwhile.
            guard state.person(id) != nil else { return nil }
            return state.set(presence, ofPerson: id, caller.origin, at: time)
        }
        do throws(StoreError) {
            try await save()
        } catch {
            throw HubError(error, "it is taken, but could not be stored: a start of the hub may undo it")
        }
        if let identity = cell.read({ $0.person(id)?.identity }) { tellCallers([identity]) }
        return cell.read { $0.position }
    }
}
