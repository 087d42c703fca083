internal import HearthHomeKitMapping
internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

// Zones, which group rooms (HomeKit documentation, HMZone).
extension HomeEditor {
    /// Creates a zone without rooms.
    func createZone(
        name: String, in structureID: String, as caller: Caller
    ) async throws -> (position: StructurePosition, zone: Hearth_V1_Zone) {
        try caller.require(.manage, to: "create a zone")
        let name = try NameRules.checked(name, for: "a zone")
        return try await edits.run {
            let cell = try directory.cell(structureID, toLet: caller, "create a zone")
            try directory.checkName(name, in: cell)
            guard cell.read({ $0.groupings.zones.count }) < limits.zones else {
                throw HubError(
                    homeKit: .maximumObjectLimitReached, of: structureID,
                    "the structure has \(limits.zones) zones, the most it may have")
            }
            return try await put(ZoneRecord(id: directory.newID(), structureID: cell.id, name: name), in: cell, caller)
        }
    }

    /// Changes a zone (``Hub/updateZone(_:name:adding:removing:aliases:as:)``).
    func updateZone(
        _ id: String, name: String? = nil, adding added: [String] = [], removing removed: [String] = [],
        aliases: [String]? = nil, as caller: Caller
    ) async throws -> (position: StructurePosition, zone: Hearth_V1_Zone) {
        try caller.require(.manage, to: "change a zone")
        let name = try name.map { name throws(HubError) in try NameRules.checked(name, for: "the zone") }
        let aliases = try aliases.map { aliases throws(HubError) in
            try NameRules.checked(aliases: aliases, for: "the zone")
        }
        return try await edits.run(claiming: .renaming(.zone(id), to: name, aliases: aliases)) {
            var (cell, zone) = try directory.zone(id, toLet: caller, "change the zone")
            if let name { zone.name = try directory.renamed(zone.object, from: zone.name, to: name, in: cell) }
            zone.aliases =
                try aliases.map { aliases throws(HubError) in
                    try directory.checked(aliases: aliases, of: zone.object, called: zone.name, in: cell)
                } ?? NameRules.aliases(zone.aliases, besides: zone.name)
            let before = Set(zone.roomIDs)
            zone.roomIDs = zone.roomIDs.members(adding: added, removing: removed)
            guard zone.roomIDs.count <= limits.roomsPerZone else {
                throw HubError(
                    homeKit: .maximumObjectLimitReached, of: id,
                    "the zone would have \(zone.roomIDs.count) rooms; at most \(limits.roomsPerZone) are allowed")
            }
            // Checked after the limit, since each is looked up.
            for roomID in zone.roomIDs where !before.contains(roomID) { try checkCanBeInZone(roomID, cell, caller) }
            return try await put(zone, in: cell, caller)
        }
    }

    private func checkCanBeInZone(_ roomID: String, _ cell: StructureCell, _ caller: Caller) throws(HubError) {
        guard !directory.cells(for: caller.principal).contains(where: { $0.id == roomID }) else {
            throw HubError(
                homeKit: .roomForHomeCannotBeInZone, of: roomID,
                "\(quoted(roomID)) is a structure, whose default room can't be in a zone; choose a room")
        }
        try directory.checkRoom(roomID, isIn: cell, of: "the zone", caller)
    }

    private func put(
        _ zone: ZoneRecord, in cell: StructureCell, _ caller: Caller
    ) async throws -> (position: StructurePosition, zone: Hearth_V1_Zone) {
        try await edit(cell, storing: [.putZone(zone)], as: caller) {
            $0.put(zone, caller.origin, at: $1)
        } result: {
            (position: $0.position, zone: $0.message(zone))
        }
    }

    /// Deletes a zone. Its rooms stay.
    func deleteZone(_ id: String, as caller: Caller) async throws -> StructurePosition {
        try caller.require(.manage, to: "delete a zone")
        return try await edits.run(claiming: [.zone(id)]) {
            let (cell, zone) = try directory.zone(id, toLet: caller, "delete the zone")
            let row = audit.removal(
                of: "the zone", zone.name, id: id, in: cell.id, by: directory.actor(caller, in: cell))
            return try await edit(cell, storing: [.removeZone(id: id), row], as: caller) {
                $0.removeZone(id, caller.origin, at: $1)
            } result: {
                $0.position
            }
        }
    }
}
