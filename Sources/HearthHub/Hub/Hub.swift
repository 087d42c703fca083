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
        /// nil while no provider has brought the device.
        var port: ProviderPort?
        /// Whether it is behind a bridge: providers speak of the bridge.
        var isBridged = false
    }

    enum Phase {
        case new, running, ended
    }

    struct Catalog {
        var phase = Phase.new
        /// By the clock that never jumps.
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
        /// Creates the provider of a structure's own traits, given the structure's ID.
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
        /// What makers' devices brought, by trait id; also what is stored and not served.
        var makerTraits: [UInt32: MakerTrait] = [:]
        /// The primary structure of identities that have one, which may be gone.
        var primaries: [String: String] = [:]
        /// The traits that the schemas of providers of other processes are of.
        var traitUses: [ObjectIdentifier: Set<UInt32>] = [:]
    }

    /// Those who are told of traits.
    struct TraitObservers {
        var added: [@Sendable ([TraitDescriptor]) -> Void] = []
        var removed: [@Sendable (TraitDescriptor) -> Void] = []
    }

    let store: any HomeStorage
    let traits: TraitTable
    let clock: any HomeClock
    /// Over all structures (AU-12).
    let livingRuns: LivingRuns
    let limits: HubLimits
    let watchLimits: WatchLimits
    let information: Information
    /// What device types are called.
    let deviceTypes: [(id: UInt32, name: String)]
    let makeID: @Sendable () -> String
    let isTimeZone: @Sendable (String) -> Bool
    /// Receives messages for a log.
    let notice: @Sendable (String) -> Void
    let catalog = Mutex(Catalog())
    let edits = EditQueue()
    /// Those of structures' own traits.
    let renewals = EditQueue()
    let writes = Mutex(WriteQueue())
    /// Held while a report that its provider has numbered is taken and its number noted: no save comes in between.
    let numberedReports = Mutex(())
    /// For providers that report more than others should wait for.
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
    /// Runs what takes long, so that the executors of connections are free.
    let aside = Mutex<any TaskExecutor>(globalConcurrentExecutor)
    /// By the rights that matter for reading.
    let accesses: ReadAccesses
    let viewers: ViewerBook
    /// Those who are told of a person who is a member nowhere any more.
    let membershipObservers = Mutex<[@Sendable (String) -> Void]>([])
    /// What has the watches of guests follow their hours.
    let hours = Mutex<(any ScheduledAction)?>(nil)
    /// When the automations of structures are told of the time next, by the structures' ids.
    let automationWakes = Mutex<[String: AutomationWake]>([:])
    /// Dry runs of automations that are under way, by who asked for them.
    let dryRuns: Mutex<SharedPool<String>>
    /// Watches that run, by whose they are.
    let watchPool: Mutex<SharedPool<String>>
    /// Bytes that apps have stored, by structure and by who stored them; of structures in which something was stored since
    /// the start.
    let appDataBytes = Mutex<[String: AppDataBytes]>([:])

    /// Creates a hub; ``start()`` loads its store.
    ///
    /// - Parameters:
    ///   - store: where the home is stored.
    ///   - traits: all traits that devices can have. The hub serves each of them.
    ///   - deviceTypes: what device types are called in the texts of automations; those that have no name here go by
    ///     their numbers.
    ///   - information: version and schema fingerprint to report.
    ///   - clock: the source of time.
    ///   - limits: limits and intervals.
    ///   - makeID: generates IDs of structures, rooms and watches.
    ///   - isTimeZone: whether the system knows a time zone of this name, which has the form of one. By default it knows
    ///     all.
    ///   - notice: receives messages for a log that no caller gets: a provider that misbehaves, a full disk. Called on
    ///     any thread.
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
        // A client that resumes learns in this way of edits that were stored and not reported.
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

    /// The structures, and what in them was edited without a report: before a kill, and what earlier versions had stored
    /// otherwise.
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
                // Nobody knew the home without its owner.
                try await store.commit(
                    StoreTransaction(progress: [StructureProgress(structureID: first.id, sequence: 0, eventNumber: 0)]))
                home.structures = [first]
                home.people = [owner]
            }
            // Of homes from before there were people.
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
        // What a provider told before its call ends is taken and counted, what comes later is neither.
        let remotes = catalog.withLock { Array($0.remotes.values) }
        for remote in remotes { remote.end(HubError.isEnding.rpcError) }
        for remote in remotes { await remote.waitUntilClosed() }
        for port in ports {
            port.close()
            await port.provider.stop()
        }
        // Last: that devices go offline is a report as well, and who has it resumes exactly after the start.
        for subscription in subscriptions { subscription.end() }
        await audit.flush()
        // There is no later try.
        saving.withLock { $0.full = nil }
        do {
            // Alone: edits that have begun are made and saved.
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
    ///   - savedFirst: whether nobody is told before the report is saved.
    ///   - toldLater: whether the caller has more changes, and calls ``StructureCell/tell()`` after them.
    @discardableResult
    func change(
        _ cell: StructureCell, savedFirst: Bool = false, toldLater: Bool = false,
        _ body: (inout StructureState) -> ReportRecord?
    ) -> ReportRecord? {
        let record = cell.change(savedFirst: savedFirst, toldLater: toldLater, body)
        guard let record else { return record }
        // What time it is can wait until something else is saved, or the hub ends.
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
