internal import Hearth
package import HearthTerminal
internal import HearthTraitCore

/// `hearth rooms`: lists, adds, renames and removes rooms.
package enum RoomsCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let words = arguments.positional
        switch (words.first ?? "list", words.dropFirst().first, words.dropFirst(2).first) {
        case ("list", nil, nil): try await list(arguments)
        case ("add", let name?, nil): try await add(name, arguments)
        case ("rename", let room?, let name?): try await rename(room, name, arguments)
        case ("remove", let room?, nil): try await remove(room, arguments)
        default: throw CommandError(.usage, "say list, add NAME, rename ROOM NAME or remove ROOM")
        }
    }

    /// The rooms of the structure given by `--structure`, otherwise all.
    private static func rooms(_ listing: HomeListing, _ arguments: Arguments) throws(CommandError) -> [Room] {
        guard let word = arguments["structure"] else { return listing.rooms }
        let structure = try listing.structure(word)
        return listing.rooms.filter { $0.structureID == structure.id }
    }

    private static func list(_ arguments: Arguments) async throws(CommandError) {
        let listing = try await Connection.open(arguments).listing()
        let rooms = try rooms(listing, arguments)
        func devices(_ room: Room) -> [HomeListing.Device] { listing.devices.filter { $0.roomID == room.id } }
        func zones(_ room: Room) -> [String] {
            listing.zones.filter { $0.roomIDs.contains(room.id) }.map(\.name)
        }
        if arguments.has("json") {
            let list = rooms.map { room in
                JSON.object([
                    ("id", .string(room.id)), ("name", .string(room.name)),
                    ("structure", .string(listing.structureName(room.structureID))),
                    ("devices", .array(devices(room).map { .string($0.id) })),
                    ("zones", .array(zones(room).map { .string($0) })),
                ])
            }
            return try printLine(JSON.array(list).text)
        }
        let hasZones = rooms.contains { !zones($0).isEmpty }
        var table = Table(["STRUCTURE", "ROOM", "DEVICES"] + (hasZones ? ["ZONES"] : []))
        for room in rooms {
            let cells = [listing.structureName(room.structureID), room.name, String(devices(room).count)]
            table.add(cells + (hasZones ? [zones(room).joined(separator: ", ")] : []))
        }
        try printLine(table.text(columns: Screen(arguments).columns))
    }

    private static func add(_ name: String, _ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let structure = try await hub.listing().structure(arguments["structure"])
        let room = try await CommandError.ofHome(changing: name) { try await structure.createRoom(name: name) }
        if arguments.has("json") {
            let line = JSON.object([
                ("room", .string(room.id)), ("name", .string(room.name)), ("structure", .string(structure.name)),
            ])
            try printLine(line.text)
        } else {
            try printLine("\(room.name): a room of \(structure.name) now")
        }
    }

    private static func rename(_ word: String, _ name: String, _ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let room = try room(word, await hub.listing(), arguments)
        try await RenameCommand.rename(.room(room), name, arguments)
    }

    private static func remove(_ word: String, _ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        let room = try room(word, listing, arguments)
        let count = listing.devices.count { $0.roomID == room.id }
        try Confirmation.ask(
            "Remove the room \(quoted(room.name))? \(count) \(count == 1 ? "device stays" : "devices stay") in no room.",
            else: "\(room.name) stays", arguments)
        let structure = try listing.structure(withID: room.structureID)
        try await CommandError.ofHome(changing: room.name) { try await structure.deleteRoom(id: room.id) }
        if arguments.has("json") { return try printLine(JSON.object([("removed", .string(room.id))]).text) }
        let left = count == 0 ? "" : "; \(count) \(count == 1 ? "device is" : "devices are") in no room now"
        try printLine("\(room.name) is removed\(left)")
    }

    private static func room(_ word: String, _ listing: HomeListing, _ arguments: Arguments) throws(CommandError)
        -> Room
    {
        var structureID: String?
        if let structure = arguments["structure"] { structureID = try listing.structure(structure).id }
        return try listing.room(word, in: structureID)
    }
}
