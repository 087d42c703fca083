internal import Hearth
package import HearthTerminal
internal import HearthTraitCore

/// `hearth zones`: lists, adds, renames and removes zones, and puts rooms into them.
package enum ZonesCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let words = arguments.positional
        let (zone, rest) = (words.dropFirst().first, Array(words.dropFirst(2)))
        switch (words.first ?? "list", zone, rest.count) {
        case ("list", nil, _): try await list(arguments)
        case ("add", let name?, 0): try await add(name, arguments)
        case ("rename", let zone?, 1): try await rename(zone, rest[0], arguments)
        case ("put", let zone?, 1...): try await change(zone, adding: rest, arguments)
        case ("take", let zone?, 1...): try await change(zone, removing: rest, arguments)
        case ("remove", let zone?, 0): try await remove(zone, arguments)
        default:
            throw CommandError(
                .usage, "say list, add NAME, rename ZONE NAME, put ZONE ROOM…, take ZONE ROOM… or remove ZONE")
        }
    }

    private static func list(_ arguments: Arguments) async throws(CommandError) {
        let listing = try await Connection.open(arguments).listing()
        func rooms(_ zone: Zone) -> [Room] {
            zone.roomIDs.compactMap { id in listing.rooms.first { $0.id == id } }
        }
        if arguments.has("json") {
            let list = listing.zones.map { zone in
                JSON.object([
                    ("id", .string(zone.id)), ("name", .string(zone.name)),
                    ("structure", .string(listing.structureName(zone.structureID))),
                    ("rooms", .array(rooms(zone).map { .string($0.name) })),
                ])
            }
            return try printLine(JSON.array(list).text)
        }
        guard !listing.zones.isEmpty else { return try printLine("There are no zones.") }
        var table = Table(["STRUCTURE", "ZONE", "ROOMS"])
        for zone in listing.zones {
            table.add([
                listing.structureName(zone.structureID), zone.name, rooms(zone).map(\.name).joined(separator: ", "),
            ])
        }
        try printLine(table.text(columns: Screen(arguments).columns))
    }

    private static func add(_ name: String, _ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let structure = try await hub.listing().structure(arguments["structure"])
        let new = try await CommandError.ofHome(changing: name) { try await structure.createZone(name: name) }.name
        try GroupsCommand.tell([("zone", new)], "\(new): a zone of \(structure.name) now", arguments)
    }

    private static func rename(_ word: String, _ name: String, _ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        try await RenameCommand.rename(.zone(try await hub.listing().zone(word)), name, arguments)
    }

    private static func change(
        _ word: String, adding added: [String] = [], removing removed: [String] = [], _ arguments: Arguments
    ) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        let zone = try listing.zone(word)
        func ids(_ words: [String]) throws(CommandError) -> [String] {
            try words.map { word throws(CommandError) in try listing.room(word).id }
        }
        let (added, removed) = (try ids(added), try ids(removed))
        let new = try await CommandError.ofHome(changing: zone.name) {
            try await zone.update(addingRooms: added, removingRooms: removed)
        }
        let rooms = new.roomIDs.compactMap { id in listing.rooms.first { $0.id == id }?.name }
        let text = rooms.isEmpty ? "has no rooms" : "has \(rooms.joined(separator: ", "))"
        try GroupsCommand.tell(
            [("zone", zone.name), ("rooms", rooms.joined(separator: ", "))], "\(zone.name): it \(text) now", arguments)
    }

    private static func remove(_ word: String, _ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        let zone = try listing.zone(word)
        try Confirmation.ask(
            "Remove the zone \(quoted(zone.name))? Its rooms stay.", else: "\(zone.name) stays", arguments)
        let structure = try listing.structure(withID: zone.structureID)
        try await CommandError.ofHome(changing: zone.name) { try await structure.deleteZone(id: zone.id) }
        try GroupsCommand.tell([("removed", zone.id)], "\(zone.name) is removed", arguments)
    }
}
