internal import Hearth
package import HearthTerminal
internal import HearthTraitCore

/// `hearth aliases`: lists the other names that people say for devices, rooms, zones and scenes; `hearth aliases OBJECT
/// NAME…` sets those of one, and `--none` removes them.
package enum AliasesCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        let scenes = try await hub.automations(of: listing.structures).filter { ScenesCommand.isScene($0) }
        let words = arguments.positional
        guard let word = words.first else {
            guard !arguments.has("none") else { throw CommandError(.usage, "say whose aliases to remove") }
            return try list(objects(listing, scenes), arguments)
        }
        let object = try find(word, listing, scenes)
        let names = Array(words.dropFirst())
        guard names.isEmpty || !arguments.has("none") else {
            throw CommandError(.usage, "say aliases, or --none to remove them")
        }
        guard !names.isEmpty || arguments.has("none") else { return try list([object], arguments) }
        let new = try await CommandError.ofHome(changing: object.name) { try await object.set(names) }
        try tell(object.with(new), arguments)
    }

    /// An object that has aliases.
    private struct Aliased {
        let kind: String
        let id: String
        let name: String
        var aliases: [String]
        let set: @Sendable ([String]) async throws -> [String]

        func with(_ aliases: [String]) -> Aliased {
            var changed = self
            changed.aliases = aliases
            return changed
        }

        var json: JSON {
            .object([
                (kind, .string(id)), ("name", .string(name)), ("aliases", .array(aliases.map { .string($0) })),
            ])
        }

        init(_ device: HomeDevice) {
            (kind, id, name, aliases) = ("device", device.id, device.name, device.aliases)
            set = { try await device.setAliases($0).aliases }
        }

        init(_ room: Room) {
            (kind, id, name, aliases) = ("room", room.id, room.name, room.aliases)
            set = { try await room.setAliases($0).aliases }
        }

        init(_ zone: Zone) {
            (kind, id, name, aliases) = ("zone", zone.id, zone.name, zone.aliases)
            set = { try await zone.setAliases($0).aliases }
        }

        init(_ scene: HomeAutomation) {
            (kind, id, name, aliases) = ("scene", scene.id, scene.name, scene.aliases)
            set = { try await scene.setAliases($0).aliases }
        }
    }

    private static func find(
        _ word: String, _ listing: HomeListing, _ scenes: [HomeAutomation]
    ) throws(CommandError) -> Aliased {
        let item: HomeListing.Item
        do throws(CommandError) {
            item = try listing.item(word)
        } catch {
            guard let scene = try? AutomationsCommand.find(word, in: scenes, "scene", "hearth scenes lists them") else {
                throw error
            }
            return Aliased(scene)
        }
        switch item {
        case .device(let device): return Aliased(device.object)
        case .room(let room): return Aliased(room)
        case .zone(let zone): return Aliased(zone)
        case .part, .serviceGroup, .structure:
            throw CommandError(.usage, "\(quoted(word)) is no device, room, zone or scene; others have no aliases")
        }
    }

    private static func objects(_ listing: HomeListing, _ scenes: [HomeAutomation]) -> [Aliased] {
        let all =
            listing.devices.map { Aliased($0.object) } + listing.rooms.map { Aliased($0) }
            + listing.zones.map { Aliased($0) } + scenes.map { Aliased($0) }
        return all.filter { !$0.aliases.isEmpty }
    }

    private static func list(_ objects: [Aliased], _ arguments: Arguments) throws(CommandError) {
        if arguments.has("json") { return try printLine(JSON.array(objects.map(\.json)).text) }
        guard objects.contains(where: { !$0.aliases.isEmpty }) else { return try printLine("There are no aliases.") }
        var table = Table(["NAME", "KIND", "ALIASES"])
        for object in objects { table.add([object.name, object.kind, object.aliases.joined(separator: ", ")]) }
        try printLine(table.text(columns: try Screen(arguments).columns))
    }

    private static func tell(_ object: Aliased, _ arguments: Arguments) throws(CommandError) {
        if arguments.has("json") { return try printLine(object.json.text) }
        let names = object.aliases.map { quoted($0) }.joined(separator: ", ")
        try printLine("\(object.name): " + (names.isEmpty ? "it has no aliases now" : "it is also called \(names) now"))
    }
}
