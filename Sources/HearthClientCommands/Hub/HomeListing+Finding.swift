internal import Hearth
internal import HearthTerminal
internal import HearthTraitCore
internal import HearthPhrases

/// Something that people refer to by name.
protocol NamedObject: Sendable {
    var id: String { get }
    var name: String { get }
    /// "device", "room", "zone", "service group" or "structure".
    var kind: String { get }
    /// All names by which people may refer to it; the one to print comes first.
    var names: [String] { get }
}

extension NamedObject {
    var names: [String] { [name] }
}

extension Structure: NamedObject {
    var kind: String { "structure" }
}

extension Room: NamedObject {
    var kind: String { "room" }
}

extension Zone: NamedObject {
    var kind: String { "zone" }
}

extension HomeAutomation: NamedObject {
    var kind: String { "automation" }
}

extension ServiceGroup: NamedObject {
    var kind: String { "service group" }
}

extension HomeListing {
    /// Something of the home that has a name.
    enum Item: NamedObject {
        case device(Device)
        /// A part of a device that has a name.
        case part(Part)
        case room(Room)
        case zone(Zone)
        case serviceGroup(ServiceGroup)
        case structure(Structure)

        var id: String {
            switch self {
            case .device(let device): device.id
            case .part(let part): part.id
            case .room(let room): room.id
            case .zone(let zone): zone.id
            case .serviceGroup(let group): group.id
            case .structure(let structure): structure.id
            }
        }

        var name: String {
            switch self {
            case .device(let device): device.name
            case .part(let part): part.name
            case .room(let room): room.name
            case .zone(let zone): zone.name
            case .serviceGroup(let group): group.name
            case .structure(let structure): structure.name
            }
        }

        var names: [String] { if case .part(let part) = self { part.names } else { [name] } }

        var kind: String {
            switch self {
            case .device: "device"
            case .part: "part"
            case .room: "room"
            case .zone: "zone"
            case .serviceGroup: "service group"
            case .structure: "structure"
            }
        }
    }

    /// A part of a device, such as a socket of a strip.
    struct Part: NamedObject {
        var kind: String { "part" }
        let device: Device
        let endpoint: UInt16
        let label: String

        /// "Power Strip Monitor".
        var name: String { "\(device.name) \(label)" }
        /// An id that no device has; parts are found only by name.
        var id: String { "\(device.id)/\(endpoint)" }
        /// A label that is only a number needs the device's name before it.
        var names: [String] { Int(label) == nil ? [name, label] : [name] }
    }

    /// The parts of all devices that have a distinct name.
    var parts: [Part] {
        devices.flatMap { device in
            device.deviceState.parts.compactMap { part in
                part.label.map { Part(device: device, endpoint: part.endpoint, label: $0) }
            }
        }
    }

    /// Finds a device or a part of one by name, or a device by ID.
    func deviceOrPart(_ word: String) throws(CommandError) -> Item {
        try find(
            word, in: devices.map(Item.device) + parts.map(Item.part), kind: "device",
            otherwise: "hearth devices lists them")
    }

    /// Finds a device by name or ID.
    func device(_ word: String) throws(CommandError) -> Device {
        try find(word, in: devices, kind: "device", otherwise: "hearth devices lists them")
    }

    /// Finds a device, a part or a room, or anything else that contains devices, by name or ID.
    func deviceOrRoom(_ word: String) throws(CommandError) -> Item {
        var all = rooms.map(Item.room) + devices.map(Item.device) + structures.map(Item.structure)
        all += parts.map(Item.part)
        all += zones.map(Item.zone) + serviceGroups.map(Item.serviceGroup)
        return try find(word, in: all, kind: "device or room", otherwise: "hearth devices lists them")
    }

    /// The devices of an object. For a service group, with only the parts whose services are in it.
    func devices(in item: Item) -> [Device] {
        switch item {
        case .device(let device): return [device]
        case .part(let part):
            var device = part.device
            device.endpoints = device.endpoints.filter { $0.id == part.endpoint }
            return [device]
        case .room(let room): return devices.filter { $0.roomID == room.id }
        case .zone(let zone): return devices.filter { $0.roomID.map(zone.roomIDs.contains) ?? false }
        case .serviceGroup(let group):
            return devices.compactMap { device in
                let parts = Set(group.services.filter { $0.deviceID == device.id }.map(\.endpoint))
                guard !parts.isEmpty else { return nil }
                var device = device
                device.endpoints = device.endpoints.filter { parts.contains($0.id) }
                return device
            }
        case .structure(let structure): return devices.filter { $0.structureID == structure.id }
        }
    }

    /// Finds a room by name or ID, in one structure or in all.
    func room(_ word: String, in structureID: String? = nil) throws(CommandError) -> Room {
        try find(
            word, in: rooms.filter { structureID == nil || $0.structureID == structureID }, kind: "room",
            otherwise: "hearth rooms lists them")
    }

    /// Finds a structure by name or ID. Without a word, returns the only one.
    func structure(_ word: String?) throws(CommandError) -> Structure {
        let names = structures.map { quoted($0.name) }.joined(separator: ", ")
        let known = "there \(structures.count == 1 ? "is" : "are") \(names.isEmpty ? "none" : names)"
        if let word { return try find(word, in: structures, kind: "structure", otherwise: known) }
        guard let only = structures.first, structures.count == 1 else {
            throw CommandError(.usage, "say in which structure with --structure; \(known)")
        }
        return only
    }

    /// The structure of an object.
    ///
    /// - Throws: ``CommandError`` if it has been removed.
    func structure(withID id: String) throws(CommandError) -> Structure {
        guard let structure = structures.first(where: { $0.id == id }) else {
            throw CommandError(.refused, "the structure \(quoted(id)) has been removed; hearth home lists the others")
        }
        return structure
    }

    /// Finds a zone by name or ID.
    func zone(_ word: String) throws(CommandError) -> Zone {
        try find(word, in: zones, kind: "zone", otherwise: "hearth zones lists them")
    }

    /// Finds a service group by name or ID.
    func serviceGroup(_ word: String) throws(CommandError) -> ServiceGroup {
        try find(word, in: serviceGroups, kind: "service group", otherwise: "hearth groups lists them")
    }

    /// Finds any object by name or ID.
    func item(_ word: String) throws(CommandError) -> Item {
        var all = structures.map(Item.structure) + rooms.map(Item.room) + devices.map(Item.device)
        all += zones.map(Item.zone) + serviceGroups.map(Item.serviceGroup) + parts.map(Item.part)
        return try find(
            word, in: all, kind: "device, room, zone, service group or structure",
            otherwise: "hearth devices, rooms, zones, groups and home list them")
    }

    private func find<Found: NamedObject>(
        _ word: String, in items: [Found], kind: String, otherwise: String
    ) throws(CommandError) -> Found {
        switch Names.find(word, in: items, by: { $0.names }, id: { $0.id }) {
        case .one(let item): return item
        case .several(let names):
            // Names that differ only in case are the same to the hub.
            let areShared = Set(names.map { ObjectName.key($0) }).count < names.count
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
