internal import HearthBase
public import HearthTraitCore

/// The hub's persistent state, without access control, integrations, ignored things and app data.
public struct StoredHome: Sendable {
    /// The hub's ID, generated once for the life of the store.
    public var hubID: String
    /// Rises at every start that does not follow a clean end of the same home; see ``HomeStorage``.
    public var epoch: UInt64
    /// Whether the stored sequences are the last ones used: after a clean close, and for a new store.
    public var isContinuation: Bool
    /// Whether the store was a backup until now: its unfinished work ended long ago.
    package var isFromBackup = false
    /// What was lost or repaired when the store was opened: sentences for a log.
    public var findings: [String]
    /// In order of creation.
    public var structures: [StoredStructure]
    /// Whether a structure was ever removed: a home without structures was then left so on purpose.
    public var hasHadStructures: Bool
    /// All rooms, in order of creation.
    public var rooms: [RoomRecord]
    /// All zones, in order of creation.
    public var zones: [ZoneRecord]
    /// All service groups, in order of creation.
    public var serviceGroups: [StoredServiceGroup]
    /// All devices, including those whose provider is away, in order of creation.
    public var devices: [StoredDevice]
    /// Removed devices that can come back as the same ones, by the time of their removal. Their memories are among
    /// ``memories``.
    public var formerDevices: [FormerDevice]
    /// The last known attributes, in no order.
    public var states: [StoredTraitState]
    /// Values that providers want back at their next start, in no order.
    public var memories: [StoredMemory]
    /// The last events of each structure, by structure and in ascending order of number.
    public var events: [StoredEvent]
    /// Schemas of traits that providers brought, by trait.
    public var schemas: [StoredSchema]
    /// The principals that own provider IDs, by provider ID. Does not contain the owner's.
    public var providers: [String: String]
    /// Progress of provider runs, least recently saved first.
    public var runs: [StoredRun]
    /// IDs of removed devices of the hub's own process.
    public var removedDevices: Set<String>
    /// The former epochs of each structure: at least the last thousand, in no order.
    public var formerEpochs: [FormerEpoch]
    /// Objects edited since the last transaction with progress of their structure, each once: added, removed, renamed,
    /// described again, moved to another room, structure or bridge, or given other members, time zone or location. A
    /// device that leaves a structure is an edit of both; removing a room or device also edits its zones or groups.
    /// Includes the app data of ``StoreChange/noteAppData(structureID:objectID:appID:)``. In no order.
    public var unreported: [UnreportedObject]
    /// All stored answers to requests with an idempotency key, by number, including expired ones.
    public var answers: [StoredAnswer]
    /// The members of structures, in the order in which they joined.
    public var people: [StoredPerson]
    /// The primary structure of each identity that has one, by identity.
    public var primaries: [String: String]
    /// All automations, in order of creation.
    public var automations: [StoredAutomation]
    /// Former programs that runs still use.
    public var formerPrograms: [StoredProgram]
    /// Runs of automations that have not ended, oldest first.
    public var automationRuns: [StoredAutomationRun]
    /// The highest run number of each structure so far, by the structure's ID.
    public var lastAutomationRuns: [String: UInt64]

    /// Creates a home.
    package init(
        hubID: String, epoch: UInt64, isContinuation: Bool, findings: [String] = [],
        structures: [StoredStructure] = [], hasHadStructures: Bool = false, rooms: [RoomRecord] = [],
        zones: [ZoneRecord] = [],
        serviceGroups: [StoredServiceGroup] = [], devices: [StoredDevice] = [],
        formerDevices: [FormerDevice] = [], states: [StoredTraitState] = [],
        memories: [StoredMemory] = [], events: [StoredEvent] = [],
        schemas: [StoredSchema] = [], providers: [String: String] = [:], runs: [StoredRun] = [],
        removedDevices: Set<String> = [], formerEpochs: [FormerEpoch] = [],
        unreported: [UnreportedObject] = [], answers: [StoredAnswer] = [], people: [StoredPerson] = [],
        primaries: [String: String] = [:], automations: [StoredAutomation] = [],
        formerPrograms: [StoredProgram] = [], automationRuns: [StoredAutomationRun] = [],
        lastAutomationRuns: [String: UInt64] = [:]
    ) {
        self.hubID = hubID
        self.epoch = epoch
        self.isContinuation = isContinuation
        self.findings = findings
        self.structures = structures
        self.hasHadStructures = hasHadStructures
        self.rooms = rooms
        self.zones = zones
        self.serviceGroups = serviceGroups
        self.devices = devices
        self.formerDevices = formerDevices
        self.states = states
        self.memories = memories
        self.events = events
        self.schemas = schemas
        self.providers = providers
        self.runs = runs
        self.removedDevices = removedDevices
        self.formerEpochs = formerEpochs
        self.unreported = unreported
        self.answers = answers
        self.people = people
        self.primaries = primaries
        self.automations = automations
        self.formerPrograms = formerPrograms
        self.automationRuns = automationRuns
        self.lastAutomationRuns = lastAutomationRuns
    }
}

/// A structure and its progress.
public struct StoredStructure: Hashable, Sendable {
    /// Unique ID.
    public var id: String
    /// The name that people see.
    public var name: String
    /// Sequence of the last change.
    public var sequence: UInt64
    /// Number of the last event.
    public var eventNumber: UInt64
    /// Name of its time zone in the IANA database; empty for the hub's.
    public var timeZone: String
    /// Its geographic location; nil if unknown.
    public var location: StoredLocation?
    /// The IDs of the households in which it counts; empty for its own, which has its ID. Stored when it is created;
    /// later changes are ignored.
    public var households: Set<String>

    /// By how much the event number rises after a crash: more events than can occur between two saves.
    package static let skippedEventNumbers: UInt64 = 1 << 24

    /// A bound of the numbers of events that were seen but not stored before a time: 4,096 for each millisecond since
    /// 1970.
    package static func leastEventNumber(at time: Duration) -> Int64 {
        let (seconds, rest) = time.wholeAndRest
        let milliseconds = min(max(0, seconds), 1 << 40) * 1_000 + rest / 1_000_000_000_000_000  // in range: 1 << 51
        return milliseconds << 12
    }

    /// Creates a structure.
    public init(
        id: String, name: String, sequence: UInt64 = 0, eventNumber: UInt64 = 0, timeZone: String = "",
        location: StoredLocation? = nil, households: Set<String> = []
    ) {
        self.id = id
        self.name = name
        self.sequence = sequence
        self.eventNumber = eventNumber
        self.timeZone = timeZone
        self.location = location
        self.households = households
    }
}

/// A device; its provider may be away.
public struct StoredDevice: Hashable, Sendable {
    /// Unique ID.
    public var id: String
    /// ID of the structure it belongs to.
    public var structureID: String
    /// ID of its room; nil if it is in none.
    public var roomID: String?
    /// The name that people see.
    public var name: String
    /// Whether a person chose the name. Otherwise it follows the provider's.
    public var isNameGiven: Bool
    /// The provider's latest description of the device, in the hub's encoding.
    public var description: [UInt8]
    /// ID of its provider; empty for devices of the hub's own process.
    public var providerID: String
    /// ID of its bridge, with which it is removed; nil if it has none.
    public var bridgeID: String?

    /// Creates a device.
    public init(
        id: String, structureID: String, roomID: String?, name: String, isNameGiven: Bool, description: [UInt8],
        providerID: String = "", bridgeID: String? = nil
    ) {
        self.id = id
        self.structureID = structureID
        self.roomID = roomID
        self.name = name
        self.isNameGiven = isNameGiven
        self.description = description
        self.providerID = providerID
        self.bridgeID = bridgeID
    }
}

/// A removed device that can come back as the same one.
public struct FormerDevice: Hashable, Sendable {
    /// The device as it was when it was removed; its room may be gone.
    public var device: StoredDevice
    /// When it was removed, since 1970.
    public var removedAt: Duration

    /// Creates an entry.
    public init(device: StoredDevice, removedAt: Duration) {
        self.device = device
        self.removedAt = removedAt
    }
}

/// The last known attributes of a trait.
public struct StoredTraitState: Hashable, Sendable {
    /// The device, endpoint and trait.
    public var path: TraitPath
    /// The trait's encoded `Attributes` message.
    public var attributes: [UInt8]
    /// When the newest value was observed, since 1970.
    public var observedAt: Duration

    /// Creates an entry.
    public init(path: TraitPath, attributes: [UInt8], observedAt: Duration) {
        self.path = path
        self.attributes = attributes
        self.observedAt = observedAt
    }
}

/// A value that a provider wants back when the device is started again.
public struct StoredMemory: Hashable, Sendable {
    /// ID of the device.
    public var deviceID: String
    /// The provider's name for the value.
    public var key: String
    /// The value. Empty to forget it.
    public var value: [UInt8]

    /// Creates an entry.
    public init(deviceID: String, key: String, value: [UInt8]) {
        self.deviceID = deviceID
        self.key = key
        self.value = value
    }
}

/// A device's event, kept for clients that missed it.
public struct StoredEvent: Hashable, Sendable {
    /// ID of the structure that numbers it.
    public var structureID: String
    /// Its number in the structure.
    public var number: UInt64
    /// The device, endpoint and trait.
    public var path: TraitPath
    /// Matter's ID of the event in its trait.
    public var eventID: UInt32
    /// When it occurred, since 1970.
    public var time: Duration
    /// The event's encoded message.
    public var payload: [UInt8]

    /// Creates an event.
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

/// The number of a provider's reports that are stored. Saved together with their events.
public struct StoredRun: Hashable, Sendable {
    /// ID of the provider.
    public var providerID: String
    /// ID of the provider process's run that the number belongs to.
    public var runID: String
    /// The number of the newest stored report.
    public var taken: UInt64

    /// The most entries kept; those saved least recently are removed first.
    public static let mostKept = 1000

    /// Creates an entry.
    public init(providerID: String, runID: String, taken: UInt64) {
        self.providerID = providerID
        self.runID = runID
        self.taken = taken
    }
}

/// The schema of a trait that a provider brought, so that the hub knows it while the provider is away.
public struct StoredSchema: Hashable, Sendable {
    /// Matter's ID of the trait.
    public var traitID: UInt32
    /// An encoded `hearth.v1.TraitSchema`.
    public var schema: [UInt8]
    /// ID of the provider that the trait belongs to; nil if no provider has claimed it.
    public var providerID: String?

    /// Creates an entry.
    public init(traitID: UInt32, schema: [UInt8], providerID: String? = nil) {
        self.traitID = traitID
        self.schema = schema
        self.providerID = providerID
    }
}

/// A change that must be durable before it is acknowledged. Changing or removing an object that does not exist does
/// nothing.
public enum StoreChange: Hashable, Sendable {
    /// Adds or changes a structure. Does not change its stored sequence and event number.
    case putStructure(StoredStructure)
    /// Removes a structure with its rooms, zones, service groups, devices, people, reports and events, and everything
    /// that belongs to them.
    case removeStructure(id: String)
    /// Adds or renames a room. Fails if its structure isn't there.
    case putRoom(RoomRecord)
    /// Removes a room. Its devices are in no room afterwards, and its zones lose it.
    case removeRoom(id: String)
    /// Adds a zone, or gives it another name or other rooms. Fails if its structure or a room isn't there.
    case putZone(ZoneRecord)
    /// Removes a zone. Its rooms stay.
    case removeZone(id: String)
    /// Adds a service group, or changes its name or services. Fails if its structure or a device isn't there.
    case putServiceGroup(StoredServiceGroup)
    /// Removes a service group.
    case removeServiceGroup(id: String)
    /// Adds an automation, or saves it again. Its runs keep their program.
    case putAutomation(StoredAutomation)
    /// Removes an automation with its programs and runs.
    case removeAutomation(id: String)
    /// Adds or changes a device, or brings a former one back with its memories, app data and histories. Fails if
    /// its structure, room or bridge isn't there: a bridge comes before the devices behind it.
    case putDevice(StoredDevice)
    /// Removes a device with its state, memories and histories, and the devices behind it; service groups lose their
    /// services. Its events stay.
    case removeDevice(id: String)
    /// Makes a device and those behind it former ones (``StoredHome/formerDevices``), without their state. Service groups
    /// lose their services.
    case retireDevice(id: String, at: Duration)
    /// Moves an endpoint's state and events to another device; fails if that has state of this endpoint already.
    case moveEndpoint(UInt16, from: String, to: String)
    /// Adds a trait's schema, or replaces it and the provider it belongs to.
    case putSchema(StoredSchema)
    /// Removes a trait's schema, with its values on all devices.
    case removeSchema(traitID: UInt32)
    /// Prevents the hub's own process from bringing this device again.
    case markRemoved(deviceID: String)
    /// Reverts ``markRemoved(deviceID:)``.
    case unmarkRemoved(deviceID: String)
    /// Sets a value that an app stores for a structure or an object in it; nil removes it. Removed together with its
    /// object. `writer` is the identity of the person whose app it is, nil for the hub's owner.
    case setAppData(objectID: String, appID: String, key: String, value: String?, writer: String?)
    /// Notes that an app edited its data of an object, until the structure's progress is stored
    /// (``StoredHome/unreported``). Fails if the structure isn't there.
    case noteAppData(structureID: String, objectID: String, appID: String)
    /// Makes a principal the owner of a provider ID.
    case putProvider(id: String, principal: String)
    /// Adds or replaces the answer to a request with an idempotency key.
    case putAnswer(StoredAnswer)
    /// Removes such a request, because it failed without an effect.
    case removeAnswer(number: Int64)
    /// Removes all such requests before this one.
    case removeAnswers(before: Int64)
    /// Adds a member, or changes the name, role and grant of one. Fails if the structure isn't there, or the identity
    /// is another member of it.
    case putPerson(StoredPerson)
    /// Removes a member. An identity's primary structure stays what it is.
    case removePerson(id: String)
    /// Makes a structure the primary one of an identity; nil removes the choice. Fails if the structure isn't there.
    case setPrimary(identity: String, structureID: String?)
    /// Adds a row to the audit log.
    case addAudit(StoredAudit)
}

/// A structure's progress, saved together with its changes.
public struct StructureProgress: Hashable, Sendable {
    /// ID of the structure.
    public var structureID: String
    /// Sequence of the last change.
    public var sequence: UInt64
    /// Number of the last event.
    public var eventNumber: UInt64
    /// Number of the oldest event to keep; earlier ones are removed. nil keeps all.
    public var firstEvent: UInt64?

    /// Creates an entry.
    public init(structureID: String, sequence: UInt64, eventNumber: UInt64, firstEvent: UInt64? = nil) {
        self.structureID = structureID
        self.sequence = sequence
        self.eventNumber = eventNumber
        self.firstEvent = firstEvent
    }
}
