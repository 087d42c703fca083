internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

// The presence of people at home.
extension HomePeople {
    /// Sets a person's presence as a caller states it, mostly for themselves. It is stored when this returns.
    ///
    /// - Parameter personID: empty for the caller's person.
    func setPresence(
        _ structureID: String, person personID: String, _ presence: PersonPresence?, as caller: Caller
    ) async throws -> StructurePosition {
        let (cell, access) = try directory.found(structureID, for: caller.principal)
        let own = caller.principal.identity.flatMap { identity in cell.read { $0.member(identity)?.id } }
        guard let id = personID.isEmpty ? own : personID else {
            throw HubError(
                .failedPrecondition, "you are not one of the structure's people; set person_id")
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
            throw HubError(.failedPrecondition, "this structure has no trait for the presence of people")
        }
        let time = clock.sinceEpoch
        changes.change(cell) { state in
            // The person was removed meanwhile.
            guard state.person(id) != nil else { return nil }
            return state.set(presence, ofPerson: id, caller.origin, at: time)
        }
        do throws(StoreError) {
            try await saver.save()
        } catch {
            throw HubError.notSaved("the presence", error)
        }
        if let identity = cell.read({ $0.person(id)?.identity }) { watches.notifyCallers([identity]) }
        return cell.read { $0.position }
    }
}
