public import HearthTraitCore

/// A person, an automation or a program whose action led to a change.
public enum ChangeActor: Hashable, Sendable {
    /// A member of the structure, by the id of ``StructureMember`` and the name at the time of the change.
    case person(id: String, name: String)
    /// An automation, by its id and its name at the time of the change. The name is empty if the hub did not keep it.
    case automation(id: String, name: String)
    /// A program that acts for no person, by the name that the hub vouches for: an integration that uses the home, such
    /// as a Home Assistant.
    case program(name: String)
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

    /// Position in the order of its structure's changes; nil for missed events that the hub has sent again.
    public let position: StructurePosition?
    /// The cause of the change; nil if changes with several causes were coalesced for a client that reads slowly.
    public let cause: ChangeCause?
    /// The person, automation or program whose action led to the change, even if the device reported it by itself shortly
    /// after a command. nil if not known, and for guests.
    public let actor: ChangeActor?
    /// When the hub observed the change, in seconds since 1970.
    public let observedAt: Double
    /// Changed traits.
    public let traits: [TraitChange]
    /// Events that occurred.
    public let events: [EventOccurrence]
    package let objects: [ObjectRecord]

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
        objects.map { ObjectChange($0) }
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
