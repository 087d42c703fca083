public import HearthTraitCore

/// Everything that a hub remembers.
public struct StoredHome: Sendable {
    /// The hub's identity: made once, kept for the life of the store.
    public var hubID: String
    /// Rises at every start that did not follow a clean end.
    public var epoch: UInt64
    /// Whether the stored sequences are the last that were used: after a clean end, or at the very first start.
    public var isContinuation: Bool
    /// In the order in which they were made.
    public var structures: [StoredStructure]
    public var rooms: [StoredRoom]
    public var devices: [StoredDevice]
    public var states: [StoredTraitState]
    public var memories: [StoredMemory]
    /// The last events of each structure, by rising number.
    public var events: [StoredEvent]
    /// Traits that makers' devices brought.
    public var schemas: [StoredSchema]
    /// Who brings which provider's devices: principals by provider id. Those of the owner are not in it.
    public var providers: [String: String]
    /// How far the reports of providers were taken, the one that was longest silent first.
    public var runs: [StoredRun]
    /// Devices of the hub's own process that someone removed, by id.
    public var removedDevices: Set<String>
}

/// A structure, and where its changes stand.
public struct StoredStructure: Hashable, Sendable {
    public var id: String
    public var name: String
    /// The last change.
    public var sequence: UInt64
    /// The last event.
    public var eventNumber: UInt64

    /// A structure; a new one has had no change and no event.
    public init(id: String, name: String, sequence: UInt64 = 0, eventNumber: UInt64 = 0) {
        self.id = id
        self.name = name
        self.sequence = sequence
        self.eventNumber = eventNumber
    }
}

/// A room of a structure.
public struct StoredRoom: Hashable, Sendable {
    public var id: String
    public var structureID: String
    public var name: String

    /// A room.
    public init(id: String, structureID: String, name: String) {
        self.id = id
        self.structureID = structureID
        self.name = name
    }
}

/// A device, also one whose provider is away.
public struct StoredDevice: Hashable, Sendable {
    public var id: String
    public var structureID: String
    /// nil when it is in no room.
    public var roomID: String?
    public var name: String
    /// Whether a person gave the name; else it follows the provider's.
    public var isNameGiven: Bool
    /// What the provider last said of it, in the hub's encoding.
    public var description: [UInt8]
    /// Whose it is; empty for one of the hub's own process.
    public var providerID: String

    /// A device.
    public init(
        id: String, structureID: String, roomID: String?, name: String, isNameGiven: Bool, description: [UInt8],
        providerID: String = ""
    ) {
        self.id = id
        self.structureID = structureID
        self.roomID = roomID
        self.name = name
        self.isNameGiven = isNameGiven
        self.description = description
        self.providerID = providerID
    }
}

/// The last values of one trait.
public struct StoredTraitState: Hashable, Sendable {
    public var path: TraitPath
    /// The trait's encoded Attributes message.
    public var attributes: [UInt8]
    /// When the newest of the values was seen: time since 1970.
    public var observedAt: Duration

    /// Values of a trait.
    public init(path: TraitPath, attributes: [UInt8], observedAt: Duration) {
        self.path = path
        self.attributes = attributes
        self.observedAt = observedAt
    }
}

/// Something that a provider wants back of a device when it is started the next time.
public struct StoredMemory: Hashable, Sendable {
    public var deviceID: String
    public var key: String
    /// Empty forgets it.
    public var value: [UInt8]

    /// Something to remember of a device.
    public init(deviceID: String, key: String, value: [UInt8]) {
        self.deviceID = deviceID
        self.key = key
        self.value = value
    }
}

/// Something that happened on a device, kept for clients that missed it.
public struct StoredEvent: Hashable, Sendable {
    public var structureID: String
    /// Its place in the order of the structure's events.
    public var number: UInt64
    public var path: TraitPath
    public var eventID: UInt32
    /// Time since 1970.
    public var time: Duration
    /// The trait's encoded message for the event.
    public var payload: [UInt8]

    /// An event of a structure.
    public init(
        structureID: String, number: UInt64, path: TraitPath, eventID: UInt32, time: Duration, payload: [UInt8]
    ) {
        self.structureID = structureID
        self.number = number
        self.path = path
        self.eventID = eventID
        self.time = time
        self.payload = payload
    }
}

/// How far the reports of a provider were taken; saved with the events of them.
public struct StoredRun: Hashable, Sendable {
    public var providerID: String
    /// The life of the provider that the number belongs to.
    public var runID: String
    /// The number of the newest report.
    public var taken: UInt64

    /// How far the reports of a run were taken.
    public init(providerID: String, runID: String, taken: UInt64) {
        self.providerID = providerID
        self.runID = runID
        self.taken = taken
    }
}

/// A trait that a maker's device brought, so that the hub knows it also while its provider is away.
public struct StoredSchema: Hashable, Sendable {
    public var traitID: UInt32
    /// An encoded `hearth.v1.TraitSchema`.
    public var schema: [UInt8]

    /// A trait's schema.
    public init(traitID: UInt32, schema: [UInt8]) {
        self.traitID = traitID
        self.schema = schema
    }
}

/// One step of a change that must be durable before it is acknowledged.
public enum StoreChange: Hashable, Sendable {
    /// Adds a structure or renames it; its sequence and event number stay as they are stored.
    case putStructure(StoredStructure)
    /// Its rooms, devices and their states go with it.
    case removeStructure(id: String)
    case putRoom(StoredRoom)
    /// Its devices are in no room afterwards.
    case removeRoom(id: String)
    case putDevice(StoredDevice)
    /// Its states and memories go with it.
    case removeDevice(id: String)
    /// Adds a trait, or puts a newer revision in its place.
    case putSchema(StoredSchema)
    /// The hub's own process does not bring this device again by itself.
    case markRemoved(deviceID: String)
    /// It was brought anew.
    case unmarkRemoved(deviceID: String)
    /// What an app keeps with a structure, a room or a device; nil takes it away. It goes when its object goes.
    case setAppData(objectID: String, appID: String, key: String, value: String?)
    /// From now on the devices of a provider are this principal's to bring.
    case putProvider(id: String, principal: String)
}

/// Where a structure's changes stand, saved together with the states that they led to.
public struct StructureProgress: Hashable, Sendable {
    public var structureID: String
    public var sequence: UInt64
    public var eventNumber: UInt64
    /// The first event that is kept: those before it are forgotten. nil forgets none.
    public var firstEvent: UInt64?

    /// The last change and the last event of a structure.
    public init(structureID: String, sequence: UInt64, eventNumber: UInt64, firstEvent: UInt64? = nil) {
        self.structureID = structureID
        self.sequence = sequence
        self.eventNumber = eventNumber
        self.firstEvent = firstEvent
    }
}
