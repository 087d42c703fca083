internal import HearthHomeKitMapping
internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

// Rooms.
extension HomeEditor {
    /// Creates a room.
    func createRoom(
        name: String, in structureID: String, as caller: Caller
    ) async throws -> (position: StructurePosition, room: Hearth_V1_Room) {
        try caller.require(.manage, to: "create a room")
        let name = try NameRules.checked(name, for: "a room")
        // Rooms are created concurrently, unless the structure is close to its limit.
        let made = try await edits.run(claiming: [.objectName(NameRules.key(name))]) {
            let cell = try directory.cell(structureID, toLet: caller, "create a room")
            guard cell.read({ $0.rooms.count }) <= limits.rooms - EditQueue.mostAtOnce else { return nil as MadeRoom? }
            return try await createRoom(name, in: cell, caller)
        }
        if let made { return made }
        return try await edits.run {
            try await createRoom(name, in: directory.cell(structureID, toLet: caller, "create a room"), caller)
        }
    }

    private typealias MadeRoom = (position: StructurePosition, room: Hearth_V1_Room)

    private func createRoom(_ name: String, in cell: StructureCell, _ caller: Caller) async throws -> MadeRoom {
        try directory.checkName(name, in: cell)
        guard cell.read({ $0.rooms.count }) < limits.rooms else {
            throw HubError(
                homeKit: .maximumObjectLimitReached, of: cell.id,
                "the structure has \(limits.rooms) rooms, the most it may have")
        }
        return try await put(RoomRecord(id: directory.newID(), structureID: cell.id, name: name), in: cell, caller)
    }

    /// Renames a room, or gives it other aliases (``Hub/updateRoom(_:name:aliases:as:)``).
    func updateRoom(
        _ id: String, name: String? = nil, aliases: [String]? = nil, as caller: Caller
    ) async throws -> (position: StructurePosition, room: Hearth_V1_Room) {
        try caller.require(.manage, to: "change a room")
        let name = try name.map { name throws(HubError) in try NameRules.checked(name, for: "the room") }
        let aliases = try aliases.map { aliases throws(HubError) in
            try NameRules.checked(aliases: aliases, for: "the room")
        }
        return try await edits.run(claiming: .renaming(.room(id), to: name, aliases: aliases)) {
            let cell = try directory.cellOfRoom(id, toLet: caller, "change the room")
            var room = cell.read { $0.room(id) } ?? RoomRecord(id: id, structureID: cell.id, name: name ?? id)
            if let name { room.name = try directory.renamed(room.object, from: room.name, to: name, in: cell) }
            room.aliases =
                try aliases.map { aliases throws(HubError) in
                    try directory.checked(aliases: aliases, of: room.object, called: room.name, in: cell)
                } ?? NameRules.aliases(room.aliases, besides: room.name)
            return try await put(room, in: cell, caller)
        }
    }

    private func put(
        _ room: RoomRecord, in cell: StructureCell, _ caller: Caller
    ) async throws -> (position: StructurePosition, room: Hearth_V1_Room) {
        try await edit(cell, storing: [.putRoom(room)], as: caller) {
            $0.put(room, caller.origin, at: $1)
        } result: {
            (position: $0.position, room: $0.message(room))
        }
    }

    /// Deletes a room. Its devices stay in the structure, in no room, and its zones lose it.
    func deleteRoom(_ id: String, as caller: Caller) async throws -> StructurePosition {
        try caller.require(.manage, to: "delete a room")
        return try await edits.run {
            let cell = try directory.cellOfRoom(id, toLet: caller, "delete the room")
            let name = cell.read { $0.room(id)?.name } ?? id
            let row = audit.removal(of: "the room", name, id: id, in: cell.id, by: directory.actor(caller, in: cell))
            return try await edit(cell, storing: [.removeRoom(id: id), row], as: caller) {
                $0.removeRoom(id, caller.origin, at: $1)
            } result: {
                $0.position
            }
        }
    }
}
