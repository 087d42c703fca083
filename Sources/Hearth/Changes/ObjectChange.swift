extension HomeReport {
    /// An object that was added, changed or removed, or a change of the data that an app stores with an object.
    public struct ObjectChange: Hashable, Sendable {
        /// A kind of object.
        public enum Kind: Hashable, Sendable {
            /// A structure. It changes with its name, time zone, location and own traits.
            case structure
            /// A room. It changes with its name.
            case room
            /// A device. It changes with its name, room, types, traits and connectivity.
            case device
            /// A zone. It changes with its name and rooms.
            case zone
            /// A service group. It changes with its name and services.
            case serviceGroup
            /// A member of a structure. It changes with its name, role and grant.
            case person
            /// An automation. It changes when it is saved again, and when it starts or stops running.
            case automation
            /// The data that an app stores with an object: see ``CustomAppData/changes``.
            case appData
        }

        /// The kind of object.
        public let kind: Kind
        /// ID of the object; for app data, of the object that it is stored with.
        public let id: String
        /// ID of its structure; nil if the object was removed, and for app data.
        public let structureID: String?
        /// The name that people see; nil if the object was removed, and for app data.
        public let name: String?
        /// ID of a device's room; nil if the device is not in a room, and for other kinds.
        public let roomID: String?
        /// A person's role in the structure; nil for other kinds, and for a person who was removed.
        public let role: StructureRole?
        /// The app whose data was changed; nil for other kinds.
        public let appID: String?

        /// Whether the object was removed. Otherwise it was added or changed.
        public var isRemoval: Bool { name == nil && kind != .appData }

        /// Creates the public form of a record.
        package init(_ record: ObjectRecord) {
            switch record {
            case .structure(let record): self.init(.structure, record.id, in: record.id, record.name)
            case .room(let record): self.init(.room, record.id, in: record.structureID, record.name)
            case .device(let record):
                self.init(.device, record.id, in: record.structureID, record.name, roomID: record.roomID)
            case .zone(let record): self.init(.zone, record.id, in: record.structureID, record.name)
            case .serviceGroup(let record): self.init(.serviceGroup, record.id, in: record.structureID, record.name)
            case .person(let record):
                self.init(.person, record.id, in: record.structureID, record.name, role: record.role)
            case .automation(let record): self.init(.automation, record.id, in: record.structureID, record.name)
            case .structureRemoved(let id): self.init(.structure, id)
            case .roomRemoved(let id): self.init(.room, id)
            case .deviceRemoved(let id): self.init(.device, id)
            case .zoneRemoved(let id): self.init(.zone, id)
            case .serviceGroupRemoved(let id): self.init(.serviceGroup, id)
            case .personRemoved(let id): self.init(.person, id)
            case .automationRemoved(let id): self.init(.automation, id)
            case .appData(let objectID, let appID): self.init(.appData, objectID, appID: appID)
            }
        }

        private init(
            _ kind: Kind, _ id: String, in structureID: String? = nil, _ name: String? = nil, roomID: String? = nil,
            role: StructureRole? = nil, appID: String? = nil
        ) {
            self.kind = kind
            self.id = id
            self.structureID = structureID
            self.name = name
            self.roomID = roomID
            self.role = role
            self.appID = appID
        }
    }

    /// An object as it is after a change, its removal, or a change of its app data.
    package enum ObjectRecord: Hashable, Sendable {
        case structure(CachedStructure)
        case room(CachedRoom)
        case device(CachedDevice)
        case zone(CachedZone)
        case serviceGroup(CachedServiceGroup)
        case person(StructureMember)
        case automation(CachedAutomation)
        case structureRemoved(String)
        case roomRemoved(String)
        case deviceRemoved(String)
        case zoneRemoved(String)
        case serviceGroupRemoved(String)
        case personRemoved(String)
        case automationRemoved(String)
        case appData(objectID: String, appID: String)
    }
}
