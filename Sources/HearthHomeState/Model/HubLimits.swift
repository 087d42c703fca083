package import HearthBase
internal import HearthTraitCore
public import HearthWire

/// Limits and intervals of a hub. All can be changed, but none can be switched off.
///
/// Shared resources (watches, runs of automations, dry runs, answers kept for idempotency keys, app data) have a limit
/// for all callers, a share for each person and one for each household: a structure that the hub's owner created, with
/// those that its owners created later. A part is reserved for the hub's owner, whom
/// the shares do not limit. A client that belongs to no person counts as one.
public struct HubLimits: Sendable {
    /// The percentage of each shared resource that only the hub's owner can use; at most 50. Default: 10.
    public var percentForOwner = 10
    /// The percentage of watches, dry runs and answers kept for idempotency keys that one household can use, without
    /// what the hub's owner uses there. Of what is not reserved for the owner, the last tenth is for households that
    /// use at most 1/160 of it. Default: 75.
    public var percentPerHousehold = 75
    /// Size in bytes of the log of reports per structure, from which clients resume. Older reports are removed.
    /// Default: 256 MB.
    public var logBytes = 256_000_000
    /// Age up to which reports are kept in the log. Default: 14 days.
    public var logTime: Duration = .seconds(14 * 86_400)
    /// How long the history keeps every value of an attribute. Default: 14 days.
    public var historyValueTime: Duration = .seconds(14 * 86_400)
    /// How long the history keeps a summary per minute. Default: 90 days.
    public var historyMinuteTime: Duration = .seconds(90 * 86_400)
    /// How long the history keeps a summary per hour. Default: 10 years.
    public var historyHourTime: Duration = .seconds(3_653 * 86_400)
    /// Size of the history of all structures in bytes, on disk. Beyond it, the oldest values are removed, then the
    /// oldest summaries. Default: 1 GB.
    public var historyBytes = 1_000_000_000
    /// Reports of the log that are kept in memory, per structure, while it has watches. Default: 1,024.
    public var reportLog = 1_024
    /// Memory in bytes for these reports, per structure. Default: 8 MiB.
    public var reportLogBytes = 8 << 20
    /// Memory in bytes for unsaved reports, per structure, while the disk is full or slow. Beyond it they are left out
    /// of the log. Default: 32 MiB.
    public var unsavedReportBytes = 32 << 20
    /// Traits, by ID, whose changes and events are saved before any watch is notified, so that a crash never undoes
    /// what a client has seen of them. Each costs a write to the disk, which delays later reports of the structure,
    /// too. Default: DoorLock and SmokeCOAlarm.
    public var savedFirst: Set<UInt32> = [0x0101, 0x005C]
    /// Size of a report in bytes. In place of a larger one, watches receive a new snapshot. Default: 1 MiB.
    public var reportBytes = 1 << 20
    /// Events kept per structure, on disk as well, for clients that missed them. Default: 10,000.
    public var eventLog = 10_000
    /// Memory in bytes for these events, per structure. Default: 16 MiB.
    public var eventLogBytes = 16 << 20
    /// Size of an event's fields in bytes. Default: 64 KiB.
    public var eventBytes = 64 << 10
    /// Time without a message after which a watch or provider is sent a keepalive. Default: 15 s.
    public var heartbeat: Duration = .seconds(15)
    /// Reports queued for a client before further ones are coalesced. Default: 64.
    public var queuedReports = 64
    /// Memory in bytes for the reports queued for a watch; further ones are coalesced. A watch that resumes reads a
    /// quarter of this from the log at a time, and none of that is coalesced. All watches together take at most
    /// ``watches`` times this, less what they share. Default: 512 KiB.
    public var queuedReportBytes = 512 << 10
    /// Changed traits and objects remembered per structure for lagging watches. One that lags further receives a
    /// resync. Default: 8,192.
    public var dirtyPaths = 8_192
    /// Approximate size in bytes of the parts of a snapshot, and of the stored state in a provider's welcome. Default:
    /// 64 KiB.
    public var snapshotBytes = 64 << 10
    /// Memory in bytes for encoded parts of snapshots, over all watches. Watches that begin together share parts, which
    /// are encoded once as far as they fit and kept for some seconds. Default: 32 MiB.
    public var sharedSnapshotBytes = 32 << 20
    /// Approximate size in bytes of a page of `HomeService.List` and `Read`. Default: 1 MiB.
    public var pageBytes = 1 << 20
    /// Entries in each list of a filter. Default: 10,000.
    public var filterEntries = 10_000
    /// Concurrent watches. Default: 10,000.
    public var watches = 10_000
    /// Concurrent watches of one person. Default: 1,000.
    public var watchesPerPerson = 1_000
    /// Time from a change of a device's state until it is saved, together with later changes. Default: 500 ms.
    public var saveDelay: Duration = .milliseconds(500)
    /// Time for which the response to a request with an idempotency key is kept, also across a restart of the hub.
    /// Default: 10 min.
    public var idempotencyTime: Duration = .seconds(600)
    /// Memory in bytes for the responses kept for a caller's idempotency keys, enough for some 20,000 commands. None is
    /// dropped before its time; further keys are refused with RESOURCE_EXHAUSTED until the oldest expire. Default: 8
    /// MiB.
    public var idempotentBytesPerCaller = 8 << 20
    /// The same for all clients of one person. Default: 16 MiB.
    public var idempotentBytesPerPerson = 16 << 20
    /// The same for all callers. Default: 64 MiB.
    public var idempotentBytes = 64 << 20
    /// Longest timeout of a timed command (Matter core specification, timed interaction). Default: 10 min.
    public var timedInteraction: Duration = .seconds(600)
    /// Commands and updates in a batch. Default: 1,000.
    public var batchItems = 1_000
    /// Apps that can store data with a structure or an object in it. Default: 64.
    public var appsPerObject = 64
    /// Size in bytes of the data that apps store with a structure and the objects in it, keys included. Default: 16
    /// MiB.
    public var appDataBytes = 16 << 20
    /// Size in bytes of the app data that one person can store in a structure. A value counts for the person who last
    /// wrote it; values that were stored without a writer count for the structure only. Default: 4 MiB.
    public var appDataBytesPerPerson = 4 << 20
    /// Structures of the hub. Default: 1,000.
    public var structures = 1_000
    /// Structures that a person can own, beyond which the person can't create more. Does not apply to the hub's owner.
    /// Default: 8.
    public var structuresPerPerson = 8
    /// Rooms per structure. Default: 1,000.
    public var rooms = 1_000
    /// Zones per structure. Default: 200.
    public var zones = 200
    /// Rooms per zone. Default: 1,000.
    public var roomsPerZone = 1_000
    /// Service groups per structure. Default: 200.
    public var serviceGroups = 200
    /// Services per service group. Default: 1,000.
    public var servicesPerGroup = 1_000
    /// People per structure. Default: 500.
    public var people = 500
    /// Size in bytes of the grants of a structure's guests together. Default: 1 MiB.
    public var grantBytes = 1 << 20
    /// Attached providers of other processes. Default: 256.
    public var providers = 256
    /// Provider IDs that a client with the right to provide can ever use. Default: 64.
    public var idsPerProvider = 64
    /// Devices per provider. Default: 10,000.
    public var devicesPerProvider = 10_000
    /// Endpoints per device. Default: 256.
    public var endpointsPerDevice = 256
    /// Size in bytes of a device's description: its endpoints with their types, trait IDs and tags. Default: 64 KiB.
    public var descriptionBytes = 64 << 10
    /// Memory in bytes for the values of one trait of a device. Default: 512 KiB.
    public var traitBytes = 512 << 10
    /// Memory in bytes for the devices of all providers of one client with the right to provide: descriptions, values
    /// and memories. Default: 128 MiB.
    public var deviceBytesPerPrincipal = 128 << 20
    /// Memory in bytes for the devices of all providers of other processes. Default: 512 MiB.
    public var deviceBytes = 512 << 20
    /// Schemas that a provider of another process can send when it attaches. Default: 1,000.
    public var schemasPerProvider = 1_000
    /// Limits for each of these schemas.
    public var schema = SchemaLimits()
    /// Traits that the hub serves, including its own. Default: 10,000.
    public var traits = 10_000
    /// Memory in bytes that the schemas of one client's providers can take, as estimated from the schemas. Each
    /// provider ID of the owner's own processes counts by itself. Default: 32 MiB.
    public var schemaBytesPerPrincipal = 32 << 20
    /// The same over all providers. Stored schemas beyond it are left out at the next start. Default: 128 MiB.
    public var schemaBytes = 128 << 20
    /// Average rate of messages from a provider of another process. Above it the hub reads more slowly.
    /// Default: 5,000 per second.
    public var providerMessagesPerSecond = 5_000
    /// Average rate of bytes from a provider of another process. Above it the hub reads more slowly. Default: 4 MiB per
    /// second.
    public var providerBytesPerSecond = 4 << 20
    /// Events in one report of a provider of another process. Default: 1,000.
    public var eventsPerReport = 1_000
    /// Time above the rate of messages after which the provider is disconnected. Default: 10 s.
    public var floodTime: Duration = .seconds(10)
    /// Concurrent live views of cameras. Default: 32.
    public var cameraViewers = 32
    /// Concurrent live views of one person. Default: 16.
    public var cameraViewersPerPerson = 16
    /// Concurrent live views of one camera. One person may have half of them. Default: 8.
    public var viewersPerCamera = 8
    /// Concurrent live views over WebRTC, which count as live views, too. Default: 16.
    public var cameraSessions = 16
    /// How long a live view lasts unless its client extends it. Default: 5 min.
    public var cameraViewTime: Duration = .seconds(300)
    /// Concurrent watches of pictures that are taken of a camera. One person may have half of them. Default: 64.
    public var pictureWatches = 64
    /// Average rate of bytes of a live stream from another process. Above it the hub reads more slowly. Default: 8 MiB
    /// per second.
    public var cameraBytesPerSecond = 8 << 20
    /// Commands and updates waiting for a provider of another process. Default: 1,024.
    public var callsInFlight = 1_024
    /// Memories per device: values that a provider stores besides attributes. Default: 64.
    public var memoriesPerDevice = 64
    /// Size of a memory in bytes. Default: 64 KiB.
    public var memoryBytes = 64 << 10

    /// Automations per structure. Default: 1,000.
    public var automations = 1_000
    /// Size in bytes of an automation's program. Default: 64 KiB.
    public var automationBytes = 64 << 10
    /// Nodes of an automation's graph, flows included. Default: 512.
    public var automationNodes = 512
    /// Nesting depth of nodes. Default: 16.
    public var automationDepth = 16
    /// Parts of all expressions of an automation: constants, fields, variables and operations. Default: 1,024.
    public var automationExpressions = 1_024
    /// Concurrent runs of an automation that sets no limit itself. Default: 10.
    public var defaultRunsPerAutomation = 10
    /// Concurrent runs of an automation, whatever limit it sets. Default: 100.
    public var runsPerAutomation = 100
    /// Concurrent runs over the whole hub; most runs only wait. Default: 10,000.
    public var runs = 10_000
    /// Concurrent runs in a household, except those of automations that the hub's owner saved. Default: 5,000.
    public var runsPerHousehold = 5_000
    /// Concurrent runs of the automations that one person saved. Default: 2,500.
    public var runsPerPerson = 2_500
    /// Concurrent dry runs. Default: 4.
    public var dryRuns = 4
    /// Concurrent dry runs of one person. Default: 1.
    public var dryRunsPerPerson = 1
    /// Size in bytes of the traces kept of ended runs, per structure. Beyond it, runs in which nothing went wrong are
    /// removed first. Default: 5 MB.
    public var traceBytes = 5_000_000

    /// Creates the default limits.
    public init() {}

    /// The limits of a shared resource.
    package func pool(_ total: Int, share: Int) -> PoolLimits {
        let percent = max(0, min(percentForOwner, 50))
        // Rounded up, so that the owner has one of a few, as of dry runs.
        return PoolLimits(
            total: total, share: share, reserve: total / 100 * percent + (total % 100 * percent + 99) / 100,
            ofHousehold: PoolLimits.part(percentPerHousehold, of: total))
    }
}
