internal import HearthHomeKitMapping
internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

// Edits of the people of structures. They run alone, so that if two people remove each other, the second one finds
// itself removed.
extension HomePeople {
    /// The members of a structure in the order in which they joined. Guests see no grants but their own.
    func people(
        of structureID: String, as caller: Caller
    ) throws(HubError) -> (position: StructurePosition, people: [Hearth_V1_Person]) {
        let (cell, access) = try directory.found(structureID, for: caller.principal)
        let identity = caller.principal.identity
        return cell.read { state in
            let people = state.people.map { person in
                var message = state.message(person)
                if access.isGuest, person.identity != identity { message.grant = nil }
                return message
            }
            return (state.position, people)
        }
    }

    /// Changes a person's name, role or grant; nil keeps the present one.
    func updatePerson(
        _ id: String, name: String?, role: MemberRole?, grant: Hearth_V1_Grant?, as caller: Caller
    ) async throws -> (position: StructurePosition, person: Hearth_V1_Person) {
        let name = try name.map { name throws(HubError) in try NameRules.checked(name, for: "the person") }
        let (made, identity) = try await editor.edits.run {
            let (cell, old) = try person(id, for: caller.principal)
            var person = old
            if let name {
                try checkMayChange(old, in: cell, "rename the person", isOfSelf: true, caller)
                person.name = try cell.read { state throws(HubError) in
                    try Self.checkPersonName(name, in: state, except: id)
                    return NameRules.kept(name, insteadOf: old.name)
                }
            }
            if role != nil || grant != nil {
                let role = role ?? old.role
                try checkMayChange(old, in: cell, "change the person's role or grant", to: role, caller)
                person.role = role
                person.grant =
                    try grant.map { message throws(HubError) in try checked(message, in: cell) }
                    ?? old.grant
                // A grant that stays the same keeps its time.
                person.grant?.granted = old.grant?.granted
                if person.grant != old.grant { person.grant?.granted = directory.clock.sinceEpoch }
                try Self.check(person, isGrantNew: grant != nil)
                if role != .guest { person.grant = nil }
                try checkFits(person, in: cell)
            }
            let row = auditChange(of: old, to: person, in: cell, by: caller)
            let made = try await editor.edit(
                cell, storing: [.putPerson(person.stored(in: cell.id)), row], as: caller
            ) { [person] in
                $0.put(person, caller.origin, at: $1)
            } result: { [person] state in
                (position: state.position, person: state.message(person))
            }
            return (made, person.identity)
        }
        membershipsChanged(of: [identity])
        return made
    }

    /// Removes a person from a structure.
    func removePerson(_ id: String, as caller: Caller) async throws -> StructurePosition {
        let (position, identity) = try await editor.edits.run {
            let (cell, person) = try person(id, for: caller.principal)
            try checkMayChange(person, in: cell, "remove the person", isOfSelf: true, caller)
            try Self.checkIsNotHubOwner(person)
            let primary = primaryAfter(leaving: cell, person.identity)
            let row = editor.audit.removal(
                ofPerson: person.name, id: id, in: cell.id, by: directory.actor(caller, in: cell))
            let position = try await editor.edit(
                cell, storing: [.removePerson(id: id), row] + primary.changes, as: caller,
                beside: { [self] in directory.choosePrimary(primary.structureID, of: person.identity) }
            ) {
                $0.removePerson(id, caller.origin, at: $1)
            } result: {
                $0.position
            }
            return (position, person.identity)
        }
        membershipsChanged(of: [identity])
        return position
    }

    /// The primary structure of a person who leaves a structure: if that was the primary one, the oldest remaining one
    /// takes its place.
    private func primaryAfter(
        leaving cell: StructureCell, _ identity: String
    ) -> (structureID: String?, changes: [StoreChange]) {
        let present = directory.chosenPrimary(of: identity)
        guard present == cell.id else { return (present, []) }
        let rest = directory.cells.first { other in other !== cell && other.read { $0.member(identity) != nil } }
        return (rest?.id, [.setPrimary(identity: identity, structureID: rest?.id)])
    }

    /// Makes a structure the primary one of the caller's person (HomeKit documentation,
    /// HMHomeManager.updatePrimaryHome).
    func setPrimary(_ structureID: String, as caller: Caller) async throws -> Hearth_V1_Caller {
        let whose = try await editor.edits.run {
            let (cell, _) = try directory.found(structureID, for: caller.principal)
            guard let identity = caller.principal.identity, cell.read({ $0.member(identity) }) != nil else {
                throw HubError(
                    .failedPrecondition,
                    "a structure can be the primary one of its members only; this one is not yours")
            }
            var answer = directory.caller(caller.principal)
            answer.primaryStructureID = structureID
            try await editor.commit(
                [.setPrimary(identity: identity, structureID: structureID)], as: caller, answering: answer
            ) { [self] in
                directory.choosePrimary(structureID, of: identity)
            }
            return identity
        }
        watches.notifyCallers([whose])
        return directory.caller(caller.principal)
    }

    // MARK: Permissions

    /// A member of a structure that the caller sees.
    private func person(
        _ id: String, for principal: Principal
    ) throws(HubError) -> (StructureCell, PersonRecord) {
        try directory.checkRunning()
        for cell in directory.cells(for: principal) {
            if let person = cell.read({ $0.person(id) }) { return (cell, person) }
        }
        throw HubError(
            .notFound, "there is no person with the id \(quotedBeginning(id)); list the people of a structure")
    }

    /// - Parameters:
    ///   - isOfSelf: whether people may always do it to themselves.
    ///   - role: the role that the person is to have; nil for the one it has.
    private func checkMayChange(
        _ person: PersonRecord, in cell: StructureCell, _ action: String, isOfSelf: Bool = false,
        to role: MemberRole? = nil, _ caller: Caller
    ) throws(HubError) {
        if isOfSelf, person.identity == caller.principal.identity { return }
        try directory.access(of: caller.principal, in: cell).require(.manage, of: caller, to: action, about: person.id)
        if let role, role != .owner { try Self.checkIsNotHubOwner(person) }
        guard person.role == .owner || role == .owner, !directory.isOwner(caller.principal, of: cell) else { return }
        throw HubError(
            .permissionDenied, "\(caller.principal.subject) may not \(action): what concerns owners is for owners",
            homeKit: HomeKitDetail(.insufficientPrivileges, of: person.id))
    }

    /// The hub's owner stays an owner, so that each structure has one.
    private static func checkIsNotHubOwner(_ person: PersonRecord) throws(HubError) {
        guard person.isOfHubOwner else { return }
        throw HubError(
            .failedPrecondition,
            "\(quoted(person.name)) is the hub's owner, who stays an owner of each structure; delete the structure instead"
        )
    }

    private static func check(_ person: PersonRecord, isGrantNew: Bool) throws(HubError) {
        guard person.role == .guest else {
            guard !isGrantNew else {
                throw HubError(
                    .invalidArgument, "a grant is for guests only; leave it out for an \(person.role.name)")
            }
            return
        }
        guard person.grant != nil else {
            throw HubError(.invalidArgument, "a guest needs a grant; say which rooms and devices are granted")
        }
    }

    private static func checkPersonName(
        _ name: String, in state: StructureState, except id: String
    ) throws(HubError) {
        let key = NameRules.key(name)
        guard let other = state.people.first(where: { $0.id != id && NameRules.key($0.name) == key }) else { return }
        throw HubError(
            .alreadyExists, "the structure has a person called \(quoted(other.name)); choose another name")
    }

    /// Checks that a grant is valid and names only rooms and devices of a structure.
    func checked(_ message: Hearth_V1_Grant, in cell: StructureCell) throws(HubError) -> Grant {
        let grant: Grant
        do throws(InvalidGrant) {
            grant = try Grant(message)
        } catch {
            throw HubError(.invalidArgument, error.message)
        }
        let missing = cell.read { state -> String? in
            let rooms = Set(state.rooms.map(\.id))
            return grant.rooms.first { !rooms.contains($0) } ?? grant.devices.first { state.device($0) == nil }
        }
        if let missing {
            throw HubError(
                .notFound,
                "the grant names \(quotedBeginning(missing)), which is no room or device of the structure; leave it out"
            )
        }
        return grant
    }

    /// Checks that the people of a structure stay within their limits, so that all of them fit a message.
    func checkFits(_ person: PersonRecord, in cell: StructureCell) throws(HubError) {
        let others = cell.read { $0.people.filter { $0.id != person.id } }
        guard others.count < limits.people else {
            throw HubError(.resourceExhausted, "the structure has \(limits.people) people, the most it may have")
        }
        let bytes = others.reduce(person.grant?.size ?? 0) { $0 + ($1.grant?.size ?? 0) }
        guard person.grant == nil || bytes <= limits.grantBytes else {
            throw HubError(
                .resourceExhausted,
                "the grants of the structure's guests would have \(bytes) bytes, more than \(limits.grantBytes); grant "
                    + "rooms in place of devices")
        }
    }

    /// The row of a person whose name, role or grant changes.
    private func auditChange(
        of old: PersonRecord, to new: PersonRecord, in cell: StructureCell, by caller: Caller
    ) -> StoreChange {
        var changes: [String] = []
        if new.name != old.name { changes.append("is called \(quoted(new.name)) now") }
        if new.role != old.role { changes.append("is \(new.role.withArticle) now") }
        if new.grant != old.grant, new.role == .guest { changes.append("has another grant now") }
        return editor.audit.change(
            ofPerson: old.name, id: old.id, changes.isEmpty ? "stays as before" : changes.joined(separator: ", "),
            in: cell.id, by: directory.actor(caller, in: cell))
    }
}
