internal import HearthTraitCore
public import HearthWire

/// What a hub holds at most, and how often it does things. All may be changed, none switched off.
public struct HubLimits: Sendable {
    /// Reports that each structure keeps for clients that were away.
    public var reportLog = 1_024
    /// Events that each structure keeps, on the disk too, for clients that missed them.
    public var eventLog = 10_000
    /// Bytes of an event's fields.
    public var eventBytes = 64 << 10
    /// A watch with nothing to say says so after this time.
    public var heartbeat: Duration = .seconds(15)
    /// Reports that wait for a client to read on before they are drawn together.
    public var queuedReports = 64
    /// Changed traits and objects that are remembered for a client; with more of them it gets a resync.
    public var dirtyPaths = 8_192
    /// Bytes of one message of a snapshot, about.
    public var snapshotBytes = 256 << 10
    /// Entries of each list in a filter.
    public var filterEntries = 10_000
    /// Watches at the same time.
    public var watches = 10_000
    /// States of devices are saved this long after the first of them changed.
    public var saveDelay: Duration = .milliseconds(500)
    /// How long the answer to a request with an idempotency key is kept.
    public var idempotencyTime: Duration = .seconds(600)
    /// Such answers kept for one caller; with more of them the oldest are forgotten.
    public var idempotentAnswers = 1_024
    /// The farthest deadline of a timed command (Matter core specification, timed interaction).
    public var timedInteraction: Duration = .seconds(600)
    /// Commands and updates in one batch.
    public var batchItems = 1_000
    /// Bytes of the answers that are kept for one caller's idempotency keys, beside the newest.
    public var idempotentBytes = 4 << 20
    /// Apps that keep something with one structure, room or device.
    public var appsPerObject = 64
    /// Structures of the hub.
    public var structures = 1_000
    /// Rooms of a structure.
    public var rooms = 1_000
    /// Providers elsewhere that are attached at the same time.
    public var providers = 256
    /// Provider ids that one client with the right to provide may use in its life.
    public var idsPerProvider = 64
    /// Devices of one provider.
    public var devicesPerProvider = 10_000
    /// Schemas that a provider elsewhere may send when it attaches.
    public var schemasPerProvider = 1_000
    /// What each of these schemas may hold.
    public var schema = SchemaLimits()
    /// Traits that the hub serves, its own among them.
    public var traits = 10_000
    /// Different schemas that are looked at between two starts of the hub: each costs memory for good.
    public var schemaVersions = 10_000
    /// Messages that a provider elsewhere may send in a second, in the long run. With more of them it is read more
    /// slowly.
    public var providerMessagesPerSecond = 5_000
    /// A provider elsewhere that sends more than it may for this long is cut off.
    public var floodTime: Duration = .seconds(10)
    /// Commands and updates that wait for one provider elsewhere.
    public var callsInFlight = 1_024
    /// What a device may have remembered beside its attributes: entries.
    public var memoriesPerDevice = 64
    /// Bytes of each of these entries.
    public var memoryBytes = 64 << 10

    /// The defaults.
    public init() {}
}
