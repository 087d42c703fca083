public import HearthTraitCore

/// A person or an automation whose action led to a change.
public enum ChangeActor: Hashable, Sendable {
    /// A member of the structure, by the id of ``StructureMember`` and the name at the time of the change.
    case person(id: String, name: String)
    /// An automation, by its id and its name at the time of the change. The name is empty if the hub did not keep it.
    case automation(id: String, name: String)
}

/// A change in a home as reported by the hub. Everything in a report happened at once.
public struct HomeReport: Hashable, Sendable {
    /// Changed values of a trait.
    public struct TraitChange: Hashable, Sendable {
        /// The device, endpoint and trait.
        public let path: TraitPath
        /// The encoded `Attributes` message with the changed attributes; nil if only the connectivity changed. Decode
        /// it with the trait's descriptor.
        public let attributes: [UInt8]?
        /// The new connectivity; nil if it didn't change.
        public let connectivity: SourceConnectivity?
    }

    /// An event of a trait.
    public struct EventOccurrence: Hashable, Sendable {
        /// The device, endpoint and trait.
        public let path: TraitPath
        /// Matter's ID of the event in its trait.
        public let eventID: UInt32
        /// Number, time and importance.
        public let metadata: EventMetadata
        /// The event's encoded message. Decode it with the trait's descriptor.
        public let payload: [UInt8]
    }

    /// A structure, room, device, zone, service group, person or automation that was added, changed or removed, or a
    /// change of the data that an app stores with an object.
    public enum ObjectChange: Hashable, Sendable {
        /// A structure was added or renamed.
        case structureChanged(id: String, name: String)
        /// A room was added or renamed.
        case roomChanged(id: String, structureID: String, name: String)
        /// A device was added, or its name, room, types or traits have changed.
        case deviceChanged(id: String, structureID: String, roomID: String?, name: String)
        /// A structure was removed.
        case structureRemoved(id: String)
        /// A room was removed.
        case roomRemoved(id: String)
        /// A device was removed.
        case deviceRemoved(id: String)
        /// A zone was added, renamed, or has other rooms.
        case zoneChanged(id: String, structureID: String, name: String)
        /// A service group was added, renamed, or has other services.
        case serviceGroupChanged(id: String, structureID: String, name: String)
        /// A person became a member of a structure, or has another name, role or grant.
        case personChanged(id: String, structureID: String, name: String, role: StructureRole)
        /// A zone was removed.
        case zoneRemoved(id: String)
        /// A service group was removed.
        case serviceGroupRemoved(id: String)
        /// A person is no longer a member of a structure.
        case personRemoved(id: String)
        /// An automation was added, saved again, or started or stopped running.
        case automationChanged(id: String, structureID: String, name: String)
        /// An automation was removed.
        case automationRemoved(id: String)
        /// The data that an app stores with an object was changed: see ``CustomAppData/changes``.
        case appDataChanged(objectID: String, appID: String)
    }

    /// Position in the order of its structure's changes; nil for missed events that the hub has sent again.
    public let position: StructurePosition?
    /// The cause of the change; nil if changes with several causes were coalesced for a client that reads slowly.
    public let cause: ChangeCause?
    /// The person or automation whose action led to the change, even if the device reported it by itself shortly after
    /// a command. nil if not known, and for guests.
    public let actor: ChangeActor?
    /// When the hub observed the change, in seconds since 1970.
    public let observedAt: Double
    /// Changed traits.
    public let traits: [TraitChange]
    /// Events that occurred.
    public let events: [EventOccurrence]
    package let objects: [ObjectRecord]

    package enum ObjectRecord: Hashable, Sendable {
        case structure(CachedStructure)
        case room(CachedRoom)
        case device(CachedDevice)
        case structureRemoved(String)
        case roomRemoved(String)
        case deviceRemoved(String)
        case zone(CachedZone)
        case serviceGroup(CachedServiceGroup)
        case person(StructureMember)
        case zoneRemoved(String)
        case serviceGroupRemoved(String)
        case personRemoved(String)
        case automation(CachedAutomation)
        case automationRemoved(String)
        case appData(objectID: String, appID: String)
    }

    init(
        position: StructurePosition?, cause: ChangeCause?, actor: ChangeActor? = nil, observedAt: Double,
        traits: [TraitChange] = [], events: [EventOccurrence] = [], objects: [ObjectRecord] = []
    ) {
        self.position = position
        self.cause = cause
        self.actor = actor
        self.observedAt = observedAt
        self.traits = traits
        self.events = events
        self.objects = objects
    }

    func with(events: [EventOccurrence]) -> HomeReport {
        HomeReport(
            position: position, cause: cause, actor: actor, observedAt: observedAt, traits: traits, events: events,
            objects: objects)
    }

    var isEmpty: Bool { traits.isEmpty && events.isEmpty && objects.isEmpty }

    /// Structures, rooms, devices, zones, service groups, people and automations that were added, changed or removed,
    /// and changes of app data.
    public var objectChanges: [ObjectChange] {
        objects.map { object in
            switch object {
            case .structure(let record): .structureChanged(id: record.id, name: record.name)
            case .room(let record): .roomChanged(id: record.id, structureID: record.structureID, name: record.name)
            case .device(let record):
                .deviceChanged(
                    id: record.id, structureID: record.structureID, roomID: record.roomID, name: record.name)
            case .structureRemoved(let id): .structureRemoved(id: id)
            case .roomRemoved(let id): .roomRemoved(id: id)
            case .deviceRemoved(let id): .deviceRemoved(id: id)
            case .zone(let zone): .zoneChanged(id: zone.id, structureID: zone.structureID, name: zone.name)
            case .serviceGroup(let group):
                .serviceGroupChanged(id: group.id, structureID: group.structureID, name: group.name)
            case .person(let person):
                .personChanged(
                    id: person.id, structureID: person.structureID, name: person.name, role: person.role)
            case .zoneRemoved(let id): .zoneRemoved(id: id)
            case .serviceGroupRemoved(let id): .serviceGroupRemoved(id: id)
            case .personRemoved(let id): .personRemoved(id: id)
            case .automation(let automation):
                .automationChanged(id: automation.id, structureID: automation.structureID, name: automation.name)
            case .automationRemoved(let id): .automationRemoved(id: id)
            case .appData(let objectID, let appID): .appDataChanged(objectID: objectID, appID: appID)
            }
        }
    }
}

/// An element of ``Home/changes()``.
public enum HomeChange: Hashable, Sendable {
    /// A change.
    case report(HomeReport)
    /// The hub could not tell exactly what changed, and the state was fetched again. An empty ID means all structures.
    case resynced(structureID: String)
    /// Events of a structure were lost: the hub no longer had them when this client was due to receive them, after a
    /// long absence or because it read too slowly. `count` is an upper limit, for all devices of the structure.
    case eventsLost(structureID: String, count: Int)
    /// The connection was lost. The SDK is reconnecting.
    case connectionLost(HomeError)
    /// The connection was restored.
    case connectionRestored
}
