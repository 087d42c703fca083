internal import HearthBase
internal import HearthRPC
public import HearthStore
public import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// Serves a home: the structures in its store and the devices of its providers, which callers read, update, command and
/// watch through Swift functions or gRPC services. Knows traits by their descriptors only.
///
/// Thread-safe. A structure's state is changed under a lock of its own that is never held while waiting. Reports and
/// saving follow after the lock is released.
public final class Hub: Sendable {
    /// What `HomeService.GetInfo` returns about a hub.
    public struct Information: Hashable, Sendable {
        /// Version of the program, for example "1.0".
        public var version: String
        /// Fingerprint of the built-in schemas. Clients built from the same schemas have the same one.
        public var schemaFingerprint: String

        /// Creates the information.
        public init(version: String, schemaFingerprint: String) {
            self.version = version
            self.schemaFingerprint = schemaFingerprint
        }
    }

    struct DeviceEntry {
        let cell: StructureCell
        /// nil while no attached provider has the device.
        var port: ProviderPort?
        /// Whether it is behind a bridge; its provider then reports under the bridge's id.
        var isBridged = false
    }

    enum Phase {
        case new, running, ended
    }

    struct Catalog {
        var phase = Phase.new
        /// By the monotonic clock.
        var startedAt: Duration = .zero
        var hubID = ""
        /// Of the positions of all structures, for the life of this run.
        var epoch: UInt64 = 1
        /// In order of creation.
        var cells: [StructureCell] = []
        /// By ID, including those that carry a structure's own traits.
        var devices: [String: DeviceEntry] = [:]
        /// Actions that wait for the provider of a device, by the device's ID.
        var awaiting: [String: [OneShot<Bool>]] = [:]
        /// Removed devices of this process; their provider can't add them again.
        var removedDevices: Set<String> = []
        /// Creates the provider of a structure's own traits.
        var ownTraits: (@Sendable (HubStructure) -> any DeviceProvider)?
        var ports: [ProviderPort] = []
        /// Providers of other processes by ID.
        var remotes: [String: any ProviderConnection] = [:]
        /// The last report received and stored of each.
        var runs = ProviderRuns()
        /// The principal that used each provider ID first. IDs that only the owner used are not listed.
        var providerOwners: [String: String] = [:]
        var subscriptions: [String: Subscription] = [:]
        var ticker: (any ScheduledAction)?
        /// Manufacturer traits by id, including those that are stored and not served.
        var makerTraits: [UInt32: MakerTrait] = [:]
        /// The chosen primary structures by identity; they may be gone.
        var primaries: [String: String] = [:]
        /// The traits whose schemas attached providers of other processes have sent.
        var traitUses: [ObjectIdentifier: Set<UInt32>] = [:]
    }

    /// Closures that are called when traits are added or removed.
    struct TraitObservers {
        var added: [@Sendable ([TraitDescriptor]) -> Void] = []
        var removed: [@Sendable (TraitDescriptor) -> Void] = []
    }

    let store: any HomeStorage
    let traits: TraitTable
    let clock: any HomeClock
    /// Limits unfinished runs over all structures.
    let livingRuns: LivingRuns
    let limits: HubLimits
    let watchLimits: WatchLimits
    let information: Information
    /// The names of device types.
    let deviceTypes: [(id: UInt32, name: String)]
    let makeID: @Sendable () -> String
    let isTimeZone: @Sendable (String) -> Bool
    /// Receives messages for a log.
    let notice: @Sendable (String) -> Void
    let catalog = Mutex(Catalog())
    let edits = EditQueue()
    /// Serializes renewals of structures' own traits.
    let renewals = EditQueue()
    let writes = Mutex(WriteQueue())
    /// Held while a provider's numbered report is taken and its number noted, so that no save comes in between.
    let numberedReports = Mutex(())
    /// Turns for providers with many reports, so that others need not wait.
    let turns = Turns()
    let views = SharedViews()
    let snapshots: SnapshotShelf
    let answers: IdempotentAnswers
    let audit: AuditRecorder
    let saving = Mutex(Saving())
    let retentionTime: Mutex<RetentionTime>
    let liveTraits = Mutex(LiveTraits())
    let traitObservers = Mutex(TraitObservers())
    let noticeObservers = Mutex<[@Sendable (HubNotice) -> Void]>([])
    /// Runs long computations, so that the executors of connections are free.
    let aside = Mutex<any TaskExecutor>(globalConcurrentExecutor)
    /// The readable attributes and events, by rights.
    let accesses: ReadAccesses
    let viewers: ViewerBook
    /// Closures that are called when a person has left the last structure.
    let membershipObservers = Mutex<[@Sendable (String) -> Void]>([])
    /// The next check of guests' hours.
    let hours = Mutex<(any ScheduledAction)?>(nil)
    /// The next wake-ups of structures' automations, by structure id.
    let automationWakes = Mutex<[String: AutomationWake]>([:])
    /// Dry runs in progress, by holder.
    let dryRuns: Mutex<SharedPool<String>>
    /// Running watches, by holder.
    let watchPool: Mutex<SharedPool<String>>
    /// Bytes of app data by structure and holder, for structures in which something was stored since the start.
    let appDataBytes = Mutex<[String: AppDataBytes]>([:])

    /// Creates a hub; ``start()`` loads its store.
    ///
    /// - Parameters:
    ///   - store: where the home is stored.
    ///   - traits: the standard traits. The hub serves each of them.
    ///   - deviceTypes: names of device types in the texts of automations; other types appear as numbers.
    ///   - information: version and schema fingerprint to report.
    ///   - clock: the source of time.
    ///   - limits: limits and intervals.
    ///   - makeID: generates IDs of structures, rooms and watches.
    ///   - isTimeZone: whether the system knows a time zone of this well-formed name. By default all are known.
    ///   - notice: receives messages for a log, such as about a misbehaving provider or a full disk. Called on any
    ///     thread.
    public init(
        store: any HomeStorage, traits: [TraitDescriptor], deviceTypes: [(id: UInt32, name: String)] = [],
        information: Information,
        clock: any HomeClock = SystemClock(),
        limits: HubLimits = HubLimits(), makeID: @escaping @Sendable () -> String = RandomID.make,
        isTimeZone: @escaping @Sendable (String) -> Bool = { _ in true },
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.store = store
        let table = TraitTable(traits)
        self.traits = table
        self.deviceTypes = deviceTypes
        accesses = ReadAccesses(table)
        viewers = ViewerBook(accesses, clock: clock)
        self.clock = clock
        self.limits = limits
        watchLimits = WatchLimits(limits)
        self.information = information
        self.makeID = makeID
        self.isTimeZone = isTimeZone
        self.notice = notice
        answers = IdempotentAnswers(limits: limits)
        audit = AuditRecorder(store: store, clock: clock, notice: notice)
        retentionTime = Mutex(RetentionTime(now: clock.now, sinceEpoch: clock.sinceEpoch))
        snapshots = SnapshotShelf(limits: limits)
        livingRuns = LivingRuns(limits)
        dryRuns = Mutex(SharedPool(limits.pool(limits.dryRuns, share: limits.dryRunsPerPerson)))
        watchPool = Mutex(SharedPool(limits.pool(limits.watches, share: limits.watchesPerPerson)))
    }

    /// Loads the store, and creates a structure named "Home" in a new one. Devices are offline until their providers are
    /// attached.
    ///
    /// - Throws: ``HubError`` if the hub was started before; `StoreError` if the store can't be read.
    public func start() async throws {
        let isFirst = catalog.withLock { catalog in
            guard case .new = catalog.phase else { return false }
            catalog.phase = .running
            catalog.startedAt = clock.now
            return true
        }
        guard isFirst else { throw HubError(.failedPrecondition, "the hub was started before; make another") }
        let home = try await loadHome()
        for finding in home.findings { notice(finding) }
        let newest = home.states.map(\.observedAt).max()
        retentionTime.withLock { $0 = RetentionTime(newest: newest, now: clock.now, sinceEpoch: clock.sinceEpoch) }
        answers.load(home.answers, now: clock.now, sinceEpoch: clock.sinceEpoch)
        loadTraits(home)
        let (cells, unreported) = try await loadCells(home)
        catalog.withLock { catalog in
            catalog.hubID = home.hubID
            catalog.epoch = home.epoch
            catalog.cells = cells
            catalog.providerOwners = home.providers
            catalog.runs = ProviderRuns(home.runs)
            catalog.removedDevices = home.removedDevices
            catalog.primaries = home.primaries
            for cell in cells {
                for device in cell.read({ $0.devices }) {
                    catalog.devices[device.id] = DeviceEntry(cell: cell, isBridged: device.bridgeID != nil)
                }
            }
        }
        let restored = loadAutomations(home)
        // Reports edits that were stored but not reported, for clients that resume.
        let time = clock.sinceEpoch
        for cell in cells {
            let objects = unreported.filter { $0.structureID == cell.id }
            let automations = restored[cell.id] ?? []
            guard !objects.isEmpty || !automations.isEmpty else { continue }
            change(cell) { $0.announce(objects, automations: automations, .hub, at: time) }
        }
        for (id, entry) in catalog.withLock({ $0.devices }) where !entry.isBridged {
            apply(DeviceChange(deviceID: id, connectivity: .offline, cause: .hub), in: entry.cell)
        }
        followHours()
    }

    /// The structures, and the objects whose edits were not reported: because of a crash, or because an earlier version
    /// stored them differently.
    private func loadCells(
        _ home: StoredHome
    ) async throws -> (cells: [StructureCell], unreported: [UnreportedObject]) {
        var loader = HomeLoader(traits: traits, limits: limits, clock: clock)
        let cells = loader.cells(of: home)
        for finding in loader.findings { notice(finding) }
        let migration = BridgeMigration(cells.map { cell in cell.read { $0 } })
        guard !migration.changes.isEmpty else { return (cells, home.unreported) }
        try await store.commit(migration.changes)
        let migrated = try await store.load()
        return (loader.cells(of: migrated), migrated.unreported)
    }

    private func loadHome() async throws -> StoredHome {
        do {
            var home = try await store.load()
            if home.structures.isEmpty, !home.hasHadStructures {
                let first = StoredStructure(id: makeID(), name: "Home")
                let owner = hubOwner(in: first.id)
                try await store.commit([.putStructure(first), .putPerson(owner)])
                // Nothing to report: no client knew the home without its owner.
                try await store.commit(
                    StoreTransaction(progress: [StructureProgress(structureID: first.id, sequence: 0, eventNumber: 0)]))
                home.structures = [first]
                home.people = [owner]
            }
            // Homes from versions without people lack an owner.
            let owned = Set(home.people.filter { $0.identity == StoredPerson.hubOwner }.map(\.structureID))
            let missing = home.structures.filter { !owned.contains($0.id) }
            guard !missing.isEmpty else { return home }
            try await store.commit(missing.map { .putPerson(hubOwner(in: $0.id)) })
            return try await store.load()
        } catch {
            catalog.withLock { $0.phase = .ended }
            throw error
        }
    }

    /// Shuts down cleanly: stops providers, ends watches with UNAVAILABLE, saves everything. Later calls fail.
    ///
    /// - Throws: `StoreError` if not everything could be saved. The next start then begins a new epoch.
    public func shutdown() async throws {
        let (subscriptions, ports) = catalog.withLock { catalog -> ([Subscription], [ProviderPort]) in
            guard case .running = catalog.phase else { return ([], []) }
            catalog.phase = .ended
            catalog.ticker?.cancel()
            catalog.ticker = nil
            return (Array(catalog.subscriptions.values), catalog.ports)
        }
        hours.withLock { $0.take() }?.cancel()
        for wake in automationWakes.withLock({ $0.values.map(\.action) }) { wake.cancel() }
        // A provider's reports before the end of its call are taken and counted; later ones are neither.
        let remotes = catalog.withLock { Array($0.remotes.values) }
        for remote in remotes { remote.end(HubError.isEnding.rpcError) }
        for remote in remotes { await remote.waitUntilClosed() }
        for port in ports {
            port.close()
            await port.provider.stop()
        }
        // Watches end last: that devices go offline is reported, too, and clients with those reports resume exactly
        // there after the start.
        for subscription in subscriptions { subscription.end() }
        await audit.flush()
        // Ignore a full disk: there is no later try.
        saving.withLock { $0.full = nil }
        do {
            // In the edit queue, so that edits in progress are applied and saved first.
            try await edits.run { try await save() }
        } catch {
            try? await store.close(clean: false)
            throw error
        }
        try await store.close(clean: true)
    }

    /// Identifies the hub for the life of its store. Empty before ``start()``.
    public var id: String { catalog.withLock { $0.hubID } }

    /// The structures in order of creation.
    var cells: [StructureCell] { catalog.withLock { $0.cells } }

    /// - Throws: ``HubError`` before the start and after the end.
    func checkRunning() throws(HubError) {
        switch catalog.withLock({ $0.phase }) {
        case .running: return
        case .new: throw HubError(.unavailable, "the hub has not started yet; try again in a moment")
        case .ended: throw HubError.isEnding
        }
    }

    /// Changes a structure and schedules saving.
    ///
    /// - Parameters:
    ///   - savedFirst: whether watches get the report only once it is saved.
    ///   - toldLater: whether the caller has more changes, and calls ``StructureCell/tell()`` after them.
    @discardableResult
    func change(
        _ cell: StructureCell, savedFirst: Bool = false, toldLater: Bool = false,
        _ body: (inout StructureState) -> ReportRecord?
    ) -> ReportRecord? {
        let record = cell.change(savedFirst: savedFirst, toldLater: toldLater, body)
        guard let record else { return record }
        // A clock's tick is saved with the next other change, or at shutdown.
        if cell.isSavingUrgent { saveAtOnce() } else if !record.isTick { saveSoon() }
        if !record.events.isEmpty { tellNotices(record, of: cell) }
        if !record.objects.isEmpty { releaseAppBytes(record, of: cell.id) }
        return record
    }

    func apply(_ change: DeviceChange, by origin: ChangeOrigin? = nil, in cell: StructureCell) {
        let time = clock.sinceEpoch
        self.change(cell) { $0.apply(change, by: origin, at: time) }
    }
}
