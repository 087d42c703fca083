internal import HearthTraitCore

/// Something that people refer to by name.
protocol HouseItem {
    var id: String { get }
    var name: String { get }
    /// "device", "room" or "structure".
    var kind: String { get }
}

extension House {
    /// A device, a room or a structure.
    enum Item: HouseItem {
        case device(Device)
        case room(Room)
        case structure(Structure)

        var id: String {
            switch self {
            case .device(let device): device.id
            case .room(let room): room.id
            case .structure(let structure): structure.id
            }
        }

        var name: String {
            switch self {
            case .device(let device): device.name
            case .room(let room): room.name
            case .structure(let structure): structure.name
            }
        }

        var kind: String {
            switch self {
            case .device: "device"
            case .room: "room"
            case .structure: "structure"
            }
        }
    }

    /// Finds a device by name or ID, or a unique prefix of either.
    func device(_ word: String) throws(CommandError) -> Device {
        try find(word, in: devices, kind: "device", otherwise: "hearth devices lists them")
    }

    /// Finds a device or room by name or ID, or the structure by its own.
    func deviceOrRoom(_ word: String) throws(CommandError) -> Item {
        let all = rooms.map(Item.room) + devices.map(Item.device) + structures.map(Item.structure)
        return try find(word, in: all, kind: "device or room", otherwise: "hearth devices lists them")
    }

    /// Finds a room by name or ID, in one structure or in all.
    func room(_ word: String, in structureID: String? = nil) throws(CommandError) -> Room {
        try find(
            word, in: rooms.filter { structureID == nil || $0.structureID == structureID }, kind: "room",
            otherwise: "hearth rooms lists them")
    }

    /// Finds a structure by name or ID; without a word, the only one.
    func structure(_ word: String?) throws(CommandError) -> Structure {
        let known = structures.map { quoted($0.name) }.joined(separator: ", ")
        if let word { return try find(word, in: structures, kind: "structure", otherwise: "there are \(known)") }
        guard let only = structures.first, structures.count == 1 else {
            throw CommandError(.usage, "say in which structure with --structure; there are \(known)")
        }
        return only
    }

    /// Finds a device, room or structure by name or ID.
    func item(_ word: String) throws(CommandError) -> Item {
        let all = structures.map(Item.structure) + rooms.map(Item.room) + devices.map(Item.device)
        return try find(
            word, in: all, kind: "device, room or structure", otherwise: "hearth devices and hearth rooms list them")
    }

    private func find<Found: HouseItem>(
        _ word: String, in items: [Found], kind: String, otherwise: String
    ) throws(CommandError) -> Found {
        switch Names.find(word, in: items, by: { [$0.name, $0.id] }) {
        case .one(let item): return item
        case .several(let names):
            // Names that differ only in case match each other.
            let areShared = Set(names.map { $0.lowercased() }).count < names.count
            let choices =
                areShared
                ? items.filter { names.contains($0.name) }.map { "\($0.kind) \(quoted($0.name)) (\($0.id))" }
                : names.map(quoted)
            throw CommandError(
                .refused,
                "\(quoted(word)) could be \(choices.joined(separator: ", "))"
                    + (areShared ? "; say which by its id" : ""))
        case .none(let nearest):
            throw CommandError(.refused, "there is no \(kind) \(quoted(word))" + Names.hint(nearest, otherwise))
        }
    }
}
