internal import HearthBase
internal import HearthHomeState
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

// Checks the offers of invitations, and lets people join.
extension HomePeople {
    /// The most offers in an invitation.
    private static let mostOffers = 100

    func checkOffers(_ offers: [StoredOffer], by principal: Principal) throws(RPCError) {
        do throws(HubError) {
            guard offers.count <= Self.mostOffers else {
                throw HubError(
                    .invalidArgument,
                    "the invitation has \(offers.count) offers; at most \(Self.mostOffers) are allowed")
            }
            guard Set(offers.map(\.structureID)).count == offers.count else {
                throw HubError(.invalidArgument, "the invitation names a structure twice; make one offer for each")
            }
            for offer in offers { try check(offer, by: Caller(principal)) }
        } catch {
            throw error.rpcError
        }
    }

    private func check(_ offer: StoredOffer, by caller: Caller) throws(HubError) {
        let cell = try directory.cell(offer.structureID, toLet: caller, "invite people")
        guard let role = MemberRole(rawValue: offer.role) else {
            throw HubError(.invalidArgument, "people of a structure are owners, administrators or guests; choose one")
        }
        if role == .owner, !directory.isOwner(caller.principal, of: cell) {
            throw HubError.notAllowed(caller, "invite owners, which only owners may", about: cell.id)
        }
        guard role == .guest else {
            guard offer.grant.isEmpty else {
                throw HubError(.invalidArgument, "a grant is for guests only; leave it out for an \(role.name)")
            }
            return
        }
        guard let message = try? Hearth_V1_Grant(serialized: offer.grant.span.bytes) else {
            throw HubError(.invalidArgument, "the offer's grant can't be read; send a hearth.v1.Grant")
        }
        _ = try checked(message, in: cell)
    }

    func admit(
        _ identity: String, name: String, _ offers: [StoredOffer], with access: [AccessChange]
    ) async throws(RPCError) {
        do {
            try await editor.edits.run {
                try directory.checkRunning()
                try await admit(identity, name, offers, access)
            }
        } catch {
            throw RPCError(error)
        }
        membershipsChanged(of: [identity])
    }

    private func admit(
        _ identity: String, _ name: String, _ offers: [StoredOffer], _ access: [AccessChange]
    ) async throws(HubError) {
        var joining: [(cell: StructureCell, person: PersonRecord)] = []
        for offer in offers {
            guard let cell = directory.cells.first(where: { $0.id == offer.structureID }),
                !joining.contains(where: { $0.cell === cell }), cell.read({ $0.member(identity) }) == nil
            else { continue }
            let fitted = NameRules.fitted(name, fallback: "Guest")
            let stored = StoredPerson(
                id: directory.newID(), structureID: cell.id, identity: identity,
                name: cell.read { state in HomeEditor.free(fitted, among: state.people.map(\.name)) }, role: offer.role,
                grant: offer.grant)
            guard var person = PersonRecord(stored) else { continue }
            person.grant?.granted = directory.clock.sinceEpoch
            try checkFits(person, in: cell)
            joining.append((cell, person))
        }
        guard let first = joining.first else {
            throw HubError(
                .failedPrecondition,
                "the structures of the invitation are gone, or the person is a member of them already; ask for another")
        }
        // The first structure of a person becomes the primary one.
        let primary = directory.isMember(identity) ? nil : first.cell.id
        let stored =
            joining.map { StoreChange.putPerson($0.person.stored(in: $0.cell.id)) }
            + (primary.map { [.setPrimary(identity: identity, structureID: $0)] } ?? [])
            + auditJoining(joining, with: access)
        let members = joining
        try await saver.commit(
            StoreEdit(structureID: nil, changes: { _ in stored }, access: access) { [self] in
                if let primary { directory.choosePrimary(primary, of: identity) }
                let time = clock.sinceEpoch
                for (cell, person) in members {
                    changes.change(cell, savedFirst: true) { $0.put(person, .hub, at: time) }
                    changes.change(cell) { $0.notify(.joined(person), .hub, at: time) }
                }
            })
    }

    /// The rows of people who join, with the actor, credential and address of the row of their claim.
    private func auditJoining(
        _ people: [(cell: StructureCell, person: PersonRecord)], with access: [AccessChange]
    ) -> [StoreChange] {
        let claim = access.lazy.compactMap { change -> StoredAudit? in
            if case .addAudit(let row) = change { row } else { nil }
        }.first
        return people.map { cell, person in
            editor.audit.addition(
                ofPerson: person.name, id: person.id, as: person.role.withArticle, in: cell.id,
                by: AuditActor(
                    name: claim?.actor ?? person.name, personID: person.id, credentialID: claim?.credentialID ?? "",
                    address: claim?.address ?? StoredAudit.thisMachine))
        }
    }
}
