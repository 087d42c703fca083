public import HearthTraitCore

/// One change of a home, as the hub reported it: everything in it happened together.
public struct HomeReport: Hashable, Sendable {
    /// New values of one trait.
    public struct TraitChange: Hashable, Sendable {
        public let path: TraitPath
        /// The trait's encoded Attributes with what changed; nil when only the connectivity did. The trait's
        /// descriptor reads them.
        public let attributes: [UInt8]?
        /// Set when it changed.
        public let connectivity: SourceConnectivity?
    }

    /// Something that happened on a trait.
    public struct EventOccurrence: Hashable, Sendable {
        public let path: TraitPath
        public let eventID: UInt32
        public let metadata: EventMetadata
        /// The event's encoded message; the trait's descriptor reads it.
        public let payload: [UInt8]
    }

    /// A structure, room or device that came, changed or went.
    public enum ObjectChange: Hashable, Sendable {
        case structureChanged(id: String, name: String)
        case roomChanged(id: String, structureID: String, name: String)
        case deviceChanged(id: String, structureID: String, roomID: String?, name: String)
        case structureRemoved(id: String)
        case roomRemoved(id: String)
        case deviceRemoved(id: String)
    }

    /// Where it stands in the order of its structure's changes; nil for an event that the client missed and that the
    /// hub has sent again.
    public let position: StructurePosition?
    /// nil when changes of different causes are drawn together, for a client that read more slowly than things changed.
    public let cause: ChangeCause?
    /// When the hub saw it, in seconds since 1970.
    public let observedAt: Double
    public let traits: [TraitChange]
    public let events: [EventOccurrence]
    let objects: [ObjectRecord]

    enum ObjectRecord: Hashable, Sendable {
        case structure(StructureRecord)
        case room(RoomRecord)
        case device(DeviceRecord)
        case structureRemoved(String)
        case roomRemoved(String)
        case deviceRemoved(String)
    }

    init(
        position: StructurePosition?, cause: ChangeCause?, observedAt: Double,
        traits: [TraitChange] = [], events: [EventOccurrence] = [], objects: [ObjectRecord] = []
    ) {
        self.position = position
        self.cause = cause
        self.observedAt = observedAt
        self.traits = traits
        self.events = events
        self.objects = objects
    }

    func with(events: [EventOccurrence]) -> HomeReport {
        HomeReport(
            position: position, cause: cause, observedAt: observedAt, traits: traits, events: events, objects: objects)
    }

    var isEmpty: Bool { traits.isEmpty && events.isEmpty && objects.isEmpty }

    /// What became of structures, rooms and devices.
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
            }
        }
    }
}

/// What a home's stream of changes carries.
public enum HomeChange: Hashable, Sendable {
    case report(HomeReport)
    /// The hub could not say what exactly changed in a structure, or, with an empty id, in any; its state was
    /// fetched anew.
    case resynced(structureID: String)
    /// The connection is gone and is being made anew.
    case connectionLost(HomeError)
    /// The connection is back.
    case connectionRestored
}
