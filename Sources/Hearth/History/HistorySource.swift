extension HistoryItem {
    /// An object that a history item is about.
    public struct Entity: Hashable, Sendable, Identifiable {
        /// ID of the object.
        public let id: String
        /// The present name, and for a removed object the last one. Empty if the log does not have it any more.
        public let name: String
        /// The kind of object; ``HomeObjectType/any`` for zones, service groups and people, and for app data.
        public let type: HomeObjectType
    }

    /// The object that changed, or at which an event occurred. Rooms are those that devices are in now.
    public enum Source: Hashable, Sendable {
        /// A structure, or its own traits.
        case structure(structure: Entity)
        /// A room; `structure` is nil if it was removed.
        case room(room: Entity, structure: Entity?)
        /// A device; `room` is nil if it is in none, both are nil if it was removed.
        case device(device: Entity, room: Entity?, structure: Entity?)
        /// Another object: an automation, a zone, a service group, a person, or one with changed app data.
        case unknown(entity: Entity)

        /// The object itself.
        var entity: Entity {
            switch self {
            case .structure(let entity), .room(let entity, _), .device(let entity, _, _), .unknown(let entity): entity
            }
        }

        /// ID of the object.
        public var objectID: String { entity.id }
        /// The name of the device, or of the other object.
        public var deviceName: String { entity.name }

        /// The same object, as the cache has it.
        ///
        /// - Parameter lastName: the name if the object was removed.
        func named(_ home: CachedHome, lastName: String?) -> Source {
            let id = objectID
            let entity = Entity(id: id, name: home.name(of: id) ?? lastName ?? "", type: entity.type)
            func structure(_ id: String?) -> Entity? {
                id.flatMap { home.structures[$0] }.map { Entity(id: $0.id, name: $0.name, type: .structure) }
            }
            switch entity.type {
            case .structure: return .structure(structure: entity)
            case .room: return .room(room: entity, structure: structure(home.rooms[id]?.structureID))
            case .device:
                let device = home.devices[id]
                let room = device?.roomID.flatMap { home.rooms[$0] }
                return .device(
                    device: entity, room: room.map { Entity(id: $0.id, name: $0.name, type: .room) },
                    structure: structure(device?.structureID))
            case .endpoint, .component, .automation, .any: return .unknown(entity: entity)
            }
        }
    }
}

extension CachedHome {
    /// The name of the object with an ID; nil for an unknown ID.
    func name(of id: String) -> String? {
        devices[id]?.name ?? structures[id]?.name ?? rooms[id]?.name ?? zones[id]?.name ?? groups[id]?.name
            ?? automations[id]?.name ?? people[id]?.name
    }
}
