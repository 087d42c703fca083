internal import HearthAccessories
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

// What an edit is about, and whether names are free.
extension Hub {
    /// - Throws: ``HubError`` naming the structures that are near, or all when they are few.
    func cell(_ id: String) throws(HubError) -> StructureCell {
        try checkRunning()
        if let cell = cells.first(where: { $0.id == id }) { return cell }
        let known = cells.map { cell in cell.read { "\($0.name) (\(cell.id))" } }
        throw HubError(
            homeKit: .notFound, of: id,
            "there is no structure with the id \(quoted(id)); there is \(known.prefix(10).joined(separator: ", "))")
    }

    func device(_ id: String) throws(HubError) -> (StructureCell, DeviceRecord) {
        try checkRunning()
        if let cell = catalog.withLock({ $0.devices[id]?.cell }), let device = cell.read({ $0.device(id) }) {
            return (cell, device)
        }
        let (known, isRemoved) = catalog.withLock { (Array($0.devices.keys), $0.removedDevices.contains(id)) }
        if isRemoved {
            throw HubError(
                homeKit: .objectNotAssociatedToAnyHome, of: id,
                "there is no device \(quoted(id)) any more: it was removed; RestoreDevices brings it back")
        }
        throw HubError(homeKit: .notFound, of: id, "there is no device \(quoted(id))\(didYouMean(id, known))")
    }

    /// - Throws: ``HubError``: `.notFound`; `.failedPrecondition` for a structure's id, which stands for the room of what
    ///   is in no other (HomeKit's `roomForEntireHome`): nothing can be done to it.
    func cellOfRoom(_ id: String) throws(HubError) -> StructureCell {
        try checkRunning()
        if let cell = cells.first(where: { $0.read { $0.room(id) } != nil }) { return cell }
        if cells.contains(where: { $0.id == id }) {
            throw HubError(
                homeKit: .roomForHomeCannotBeUpdated, of: id,
                "\(quoted(id)) is a structure, whose default room can't be changed; rename the structure")
        }
        let known = cells.flatMap { cell in cell.read { $0.rooms.map { "\($0.name) (\($0.id))" } } }
        throw Self.notFound("room", id, known)
    }

    func cell(ofZone id: String) throws(HubError) -> (StructureCell, ZoneRecord) {
        try checkRunning()
        for cell in cells {
            if let zone = cell.read({ $0.groupings.zone(id) }) { return (cell, zone) }
        }
        throw Self.notFound(
            "zone", id, cells.flatMap { cell in cell.read { $0.groupings.zones.map { "\($0.name) (\($0.id))" } } })
    }

    func cell(ofServiceGroup id: String) throws(HubError) -> (StructureCell, ServiceGroupRecord) {
        try checkRunning()
        for cell in cells {
            if let group = cell.read({ $0.groupings.serviceGroup(id) }) { return (cell, group) }
        }
        throw Self.notFound(
            "service group", id,
            cells.flatMap { cell in cell.read { $0.groupings.serviceGroups.map { "\($0.name) (\($0.id))" } } })
    }

    private static func notFound(_ noun: String, _ id: String, _ known: [String]) -> HubError {
        let hint = known.isEmpty ? "there are no \(noun)s" : "there is \(known.prefix(20).joined(separator: ", "))"
        return HubError(
            homeKit: .notFound, of: id, "there is no \(noun) with the id \(quoted(id)); \(hint)")
    }

    /// - Parameter what: what the room is to be used for, such as "the device".
    func checkRoom(_ id: String, isIn cell: StructureCell, of what: String) throws(HubError) {
        guard cell.read({ $0.room(id) }) == nil else { return }
        if !cells.contains(where: { $0.id == id }) { _ = try cellOfRoom(id) }
        throw HubError(
            homeKit: .objectAssociatedToAnotherHome, of: id,
            "the room \(quoted(id)) is in another structure than \(what); choose a room of its structure")
    }

    // MARK: Names

    /// All structures of the hub have different names.
    ///
    /// - Parameter id: the structure that is renamed; nil for a new one.
    func checkStructureName(_ name: String, except id: String?) throws(HubError) {
        let key = NameRules.key(name)
        let other = cells.first { cell in cell.id != id && cell.read { NameRules.key($0.name) == key } }
        guard let other else { return }
        throw HubError(
            homeKit: id == nil ? .homeWithSimilarNameExists : .renameWithSimilarName, of: other.id,
            "there is a structure called \(quoted(other.read { $0.name })); choose another name")
    }

    /// All rooms, zones, service groups and devices of a structure have different names, as far as people gave them.
    ///
    /// - Parameter object: what is renamed; nil for a new object. It may be spelt anew.
    func checkName(_ name: String, in cell: StructureCell, of object: NamedObject? = nil) throws(HubError) {
        let holder = cell.read { state in
            state.holder(of: name, except: object).map { (object: $0, name: state.name(of: $0) ?? name) }
        }
        guard let holder else { return }
        throw HubError(
            homeKit: object == nil ? .objectWithSimilarNameExistsInHome : .renameWithSimilarName,
            of: holder.object.id,
            "the structure has a \(holder.object.kind.noun) called \(quoted(holder.name)) (\(holder.object.id)); "
                + "choose another name")
    }
}
