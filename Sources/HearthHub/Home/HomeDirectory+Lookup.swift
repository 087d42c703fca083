internal import HearthHomeKitMapping
internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

// Lookup of the objects of an edit, and checks of names.
extension HomeDirectory {
    /// The structure that a provider names. The error lists no others.
    func cell(_ id: String) throws(HubError) -> StructureCell {
        try checkRunning()
        if let cell = structure(id) { return cell }
        throw HubError(homeKit: .notFound, of: id, "there is no structure with the id \(quoted(id))")
    }

    /// A device, if the caller may change its configuration.
    ///
    /// - Parameter action: what it wants to do, as "remove the device".
    func device(
        _ id: String, toLet caller: Caller, _ action: String
    ) throws(HubError) -> (StructureCell, DeviceRecord) {
        try checkRunning()
        if let access = access(to: id, for: caller.principal), let cell = entry(of: id)?.cell,
            let device = cell.read({ $0.device(id) })
        {
            try access.require(.manage, of: caller, to: action, about: id)
            return (cell, device)
        }
        // Only a caller that may restore devices learns which were removed.
        if caller.principal.isHubOwner, isRemoved(id) {
            throw HubError(
                homeKit: .objectNotAssociatedToAnyHome, of: id,
                "there is no device \(quoted(id)) any more: it was removed; RestoreDevices brings it back")
        }
        let near = nearDevices(id, for: caller.principal)
        throw HubError(homeKit: .notFound, of: id, "there is no device \(quoted(id))\(near)")
    }

    /// The structure of a room that the caller may change.
    ///
    /// - Throws: ``HubError``: `.notFound`; `.failedPrecondition` for a structure's id, which stands for HomeKit's
    ///   `roomForEntireHome` and can't be changed.
    func cellOfRoom(_ id: String, toLet caller: Caller, _ action: String) throws(HubError) -> StructureCell {
        try checkRunning()
        let seen = seen(by: caller.principal)
        for (cell, access) in seen where access.shows(room: id) && cell.read({ $0.room(id) }) != nil {
            try access.require(.manage, of: caller, to: action, about: id)
            return cell
        }
        if seen.contains(where: { $0.cell.id == id }) {
            throw HubError(
                homeKit: .roomForHomeCannotBeUpdated, of: id,
                "\(quoted(id)) is a structure, whose default room can't be changed; rename the structure")
        }
        throw notFound("room", id, for: caller.principal) { state, access in
            state.rooms.lazy.map { Suggested(id: $0.id, name: $0.name, isSeen: access.shows(room: $0.id)) }
        }
    }

    /// A zone that the caller may change.
    func zone(
        _ id: String, toLet caller: Caller, _ action: String
    ) throws(HubError) -> (StructureCell, ZoneRecord) {
        try checkRunning()
        let seen = seen(by: caller.principal)
        for (cell, access) in seen {
            guard let zone = cell.read({ $0.groupings.zone(id) }), access.shows(zone) else { continue }
            try access.require(.manage, of: caller, to: action, about: id)
            return (cell, zone)
        }
        throw notFound("zone", id, for: caller.principal) { state, access in
            state.groupings.zones.lazy.map { Suggested(id: $0.id, name: $0.name, isSeen: access.shows($0)) }
        }
    }

    /// A service group that the caller may change.
    func serviceGroup(
        _ id: String, toLet caller: Caller, _ action: String
    ) throws(HubError) -> (StructureCell, ServiceGroupRecord) {
        try checkRunning()
        let seen = seen(by: caller.principal)
        for (cell, access) in seen {
            let group = cell.read { state in
                state.groupings.serviceGroup(id).flatMap { access.shows($0, in: state) ? $0 : nil }
            }
            guard let group else { continue }
            try access.require(.manage, of: caller, to: action, about: id)
            return (cell, group)
        }
        throw notFound("service group", id, for: caller.principal) { state, access in
            state.groupings.serviceGroups.lazy.map {
                Suggested(id: $0.id, name: $0.name, isSeen: access.shows($0, in: state))
            }
        }
    }

    /// The structures that a caller sees, and what it may do there.
    private func seen(by principal: Principal) -> [(cell: StructureCell, access: StructureAccess)] {
        cells.map { ($0, access(of: principal, in: $0)) }.filter { $0.1 != .none }
    }

    /// - Parameter what: what the room is to be used for, such as "the device".
    func checkRoom(
        _ id: String, isIn cell: StructureCell, of what: String, _ caller: Caller
    ) throws(HubError) {
        guard cell.read({ $0.room(id) }) == nil else { return }
        if !cells(for: caller.principal).contains(where: { $0.id == id }) {
            _ = try cellOfRoom(id, toLet: caller, "use the room")
        }
        throw HubError(
            homeKit: .objectAssociatedToAnotherHome, of: id,
            "the room \(quoted(id)) is in another structure than \(what); choose a room of its structure")
    }

    // MARK: Names

    /// Checks that no other structure that the caller sees has the name. Structures that it does not see are ignored,
    /// so that the error reveals none.
    ///
    /// - Parameter id: the structure that is renamed; nil for a new one.
    func checkStructureName(_ name: String, except id: String?, _ caller: Caller) throws(HubError) {
        let key = NameRules.key(name)
        let other = cells(for: caller.principal).first { cell in
            cell.id != id && cell.read { NameRules.key($0.name) == key }
        }
        guard let other else { return }
        throw HubError(
            homeKit: id == nil ? .homeWithSimilarNameExists : .renameWithSimilarName, of: other.id,
            "there is a structure called \(quoted(other.read { $0.name })); choose another name")
    }

    /// Checks that no room, zone, service group or device of the structure has the name. Only names that people gave
    /// count.
    ///
    /// - Parameter object: the object that is renamed, whose own name is free; nil for a new object.
    func checkName(_ name: String, in cell: StructureCell, of object: NamedObject? = nil) throws(HubError) {
        let holder = cell.read { state in
            state.holder(of: name, except: object).map { (object: $0, name: state.name(of: $0) ?? name) }
        }
        guard let holder else { return }
        throw HubError(
            homeKit: object == nil ? .objectWithSimilarNameExistsInHome : .renameWithSimilarName,
            of: holder.object.id,
            "the structure has a \(holder.object.kind.noun) called \(quoted(holder.name)) (\(holder.object.id))"
                + (NameRules.key(holder.name) == NameRules.key(name) ? "" : ", whose alias is \(quoted(name))")
                + "; choose another name")
    }

    /// Checks new aliases as names, and returns them without the one that is the object's name.
    func checked(
        aliases: [String], of object: NamedObject, called name: String, in cell: StructureCell
    ) throws(HubError) -> [String] {
        for alias in aliases { try checkName(alias, in: cell, of: object) }
        return NameRules.aliases(aliases, besides: name)
    }

    /// The name of an object after a rename.
    ///
    /// - Parameter name: as ``NameRules`` has checked it.
    /// - Throws: ``HubError`` if another object of the structure has this name.
    func renamed(
        _ object: NamedObject, from former: String, to name: String, in cell: StructureCell
    ) throws(HubError) -> String {
        try checkName(name, in: cell, of: object)
        return NameRules.kept(name, insteadOf: former)
    }
}
