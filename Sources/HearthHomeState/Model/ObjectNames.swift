internal import HearthBase
internal import HearthTraitCore

/// An object of a structure with a name that no other may have.
package struct NamedObject: Hashable, Comparable, Sendable {
    package enum Kind: Int, Sendable {
        case device, room, zone, serviceGroup

        /// The noun for messages.
        package var noun: String {
            switch self {
            case .device: "device"
            case .room: "room"
            case .zone: "zone"
            case .serviceGroup: "service group"
            }
        }
    }

    package let kind: Kind
    package let id: String

    package init(kind: Kind, id: String) {
        self.kind = kind
        self.id = id
    }

    package static func < (left: NamedObject, right: NamedObject) -> Bool {
        (left.kind.rawValue, left.id) < (right.kind.rawValue, right.id)
    }
}

extension RoomRecord {
    package var object: NamedObject { NamedObject(kind: .room, id: id) }
    /// Its name and aliases.
    package var names: [String] { [name] + aliases }
}

extension ZoneRecord {
    package var object: NamedObject { NamedObject(kind: .zone, id: id) }
    /// Its name and aliases.
    package var names: [String] { [name] + aliases }
}

extension ServiceGroupRecord {
    package var object: NamedObject { NamedObject(kind: .serviceGroup, id: id) }
}

extension DeviceRecord {
    package var object: NamedObject { NamedObject(kind: .device, id: id) }
    /// Its name and aliases.
    package var names: [String] { [name] + aliases }
}

/// An index of a structure's objects by name. All kinds share one namespace, as in HomeKit. Objects from providers may
/// have a taken name, so that a name never keeps one out.
struct ObjectNames: Sendable {
    private struct Entry: SortedElement, Comparable {
        /// The key of a name (``NameRules/key(_:)``).
        let name: String
        let object: NamedObject

        var sortKey: Entry { self }

        static func < (left: Entry, right: Entry) -> Bool {
            left.name == right.name ? left.object < right.object : left.name < right.name
        }
    }

    private var entries = SortedTable<Entry>()

    init() {}

    init(_ names: some Sequence<(object: NamedObject, names: [String])>) {
        // An object may have an alias that its provider has made its name.
        entries = SortedTable(
            names.flatMap { object, names in
                Set(names.map(NameRules.key)).map { Entry(name: $0, object: object) }
            }.sorted())
    }

    mutating func insert(_ object: NamedObject, called names: [String]) {
        for name in names { entries.insert(Entry(name: NameRules.key(name), object: object)) }
    }

    /// - Parameter names: all names of the object.
    mutating func remove(_ object: NamedObject, called names: [String]) {
        for name in names { entries.remove(Entry(name: NameRules.key(name), object: object)) }
    }

    /// The objects with a name: devices first, by id.
    func holders(of name: String) -> some Sequence<NamedObject> {
        let key = NameRules.key(name)
        let first = Entry(name: key, object: NamedObject(kind: .device, id: ""))
        return entries[entries.firstIndex(notBefore: first)...].lazy.prefix { $0.name == key }.map(\.object)
    }
}
