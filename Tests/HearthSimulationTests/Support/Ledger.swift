internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport

/// An edit of the home by a caller.
enum Edit {
    case createRoom(name: String)
    case renameRoom(id: String, name: String)
    case deleteRoom(id: String)
    case nameDevice(id: String, name: String)
    /// To no room if it is empty.
    case moveDevice(id: String, room: String)
    case createStructure(name: String)
    case renameStructure(id: String, name: String)
    case deleteStructure(id: String)
    /// A value of a lamp, without an idempotency key.
    case write(device: String, value: UInt64)
    /// A device that comes and goes.
    case remove(device: String)
    /// A command to a lamp, with a number of its own.
    case order(device: String, number: UInt64)
}

/// The expected state of the home by the answers to callers: for each object its possible values. An unanswered edit
/// leaves two, an answered one leaves one.
struct Ledger {
    /// By kind and id: a name, a room, a value; empty for a removed object.
    private(set) var possible: [String: Set<String>] = [:]
    /// Kind and name of objects that may have been created without an answer to their caller.
    private(set) var unknown: Set<String> = []

    /// The number of objects with exactly one possible value.
    var certainties: Int { possible.count { $0.value.count == 1 } }

    /// The ids of a kind that certainly exist.
    ///
    /// - Parameter suffix: The end of all their possible names.
    func present(_ kind: String, named suffix: String = "") -> [String] {
        possible.filter { key, names in
            key.hasPrefix(kind + "/") && !names.contains("")
                && names.allSatisfy { suffix.isEmpty || $0.hasSuffix(suffix) }
        }
        .map { String($0.key.dropFirst(kind.count + 1)) }.sorted()
    }

    mutating func know(_ key: String, _ values: String...) { possible[key] = Set(values) }
    mutating func expectUnknown(_ key: String) { unknown.insert(key) }

    /// Notes an edit that is about to be requested.
    mutating func attempt(_ edit: Edit) {
        switch edit {
        case .createRoom(let name): unknown.insert("room/" + name)
        case .createStructure(let name): unknown.insert("structure/" + name)
        default: for (key, value) in effects(edit) { possible[key, default: []].insert(value) }
        }
    }

    /// Notes an answered edit.
    ///
    /// - Parameter id: The id of the created object.
    mutating func done(_ edit: Edit, id: String) {
        switch edit {
        case .createRoom(let name):
            unknown.remove("room/" + name)
            possible["room/" + id] = [name]
        case .createStructure(let name):
            unknown.remove("structure/" + name)
            possible["structure/" + id] = [name]
        case .deleteRoom(let id):
            possible["room/" + id] = [""]
            for (key, values) in possible where key.hasPrefix("place/") && values.contains(id) {
                possible[key]?.remove(id)
            }
        default: for (key, value) in effects(edit) { possible[key] = [value] }
        }
    }

    private func effects(_ edit: Edit) -> [(key: String, value: String)] {
        switch edit {
        case .createRoom, .createStructure, .remove, .order: []
        case .renameRoom(let id, let name): [("room/" + id, name)]
        case .deleteRoom(let id):
            [("room/" + id, "")]
                + possible.filter { $0.key.hasPrefix("place/") && $0.value.contains(id) }
                .map { ($0.key, "") }
        case .nameDevice(let id, let name): [("name/" + id, name)]
        case .moveDevice(let id, let room): [("place/" + id, room)]
        case .renameStructure(let id, let name): [("structure/" + id, name)]
        case .deleteStructure(let id): [("structure/" + id, "")]
        case .write(let device, let value): [("value/" + device, "\(value)")]
        }
    }

    private static func value(of device: String, in home: ClientView) -> String {
        guard case .unsigned(let value) = home.states[TestProvider.onOff(of: device)]?[0x4002] else { return "" }
        return "\(value)"
    }

    /// The contradictions to this ledger in a home.
    func contradictions(in home: ClientView) -> [String] {
        var found: [String] = []
        for (key, values) in possible {
            let parts = key.split(separator: "/", maxSplits: 1)
            let id = String(parts[1])
            let actual =
                switch parts[0] {
                case "room": home.rooms[id]?.name ?? ""
                case "structure": home.structures[id]?.name ?? ""
                case "name": home.devices[id]?.name ?? ""
                case "place": home.devices[id]?.roomID ?? ""
                default: Self.value(of: id, in: home)
                }
            if !values.contains(actual) {
                found.append("\(key) is \"\(actual)\", and callers were told \(values.sorted())")
            }
        }
        for room in home.rooms.values
        where possible["room/" + room.id] == nil && !unknown.contains("room/" + room.name) {
            found.append("the room \"\(room.name)\" (\(room.id)) was never asked for")
        }
        for structure in home.structures.values
        where possible["structure/" + structure.id] == nil && !unknown.contains("structure/" + structure.name) {
            found.append("the structure \"\(structure.name)\" (\(structure.id)) was never asked for")
        }
        let names = home.rooms.values.map { "\($0.structureID)/\($0.name)" }
        if Set(names).count != names.count { found.append("two rooms have one name: \(names.sorted())") }
        return found
    }
}
