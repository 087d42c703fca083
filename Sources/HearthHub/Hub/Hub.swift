internal import HearthRPC
public import HearthStore
public import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// A hub: the structures of its store, the devices that providers bring, and the four verbs on them (read, update,
/// invoke, watch), as Swift functions and as services of gRPC. It knows traits by their descriptors only.
///
/// Safe from any thread. A structure's state changes under its own lock, in which nothing waits; what a change leads
/// to, messages and saving, comes after.
public final class Hub: Sendable {
    /// What a hub says of itself.
    public struct Information: Hashable, Sendable {
        /// Of the program: "1.0".
        public var version: String
        /// Equal on both ends when both were built from the same schemas.
        public var schemaFingerprint: String

        /// A version and a fingerprint.
        public init(version: String, schemaFingerprint: String) {
            self.version = version
            self.schemaFingerprint = schemaFingerprint
        }
    }

    struct DeviceEntry {
        let cell: StructureCell
        /// nil while no provider has brought the device.
        var port: ProviderPort?
    }

    enum Phase {
        case new, running, ended
    }

    struct Catalog {
        var phase = Phase.new
        var hubID = ""
        /// In the order in which they were made.
        var cells: [StructureCell] = []
        /// By id; those that have structures' own traits among them.
        var devices: [String: DeviceEntry] = [:]
        /// Devices of this process that someone removed: they don't come back by themselves.
        var removedDevices: Set<String> = []
        /// Makes the provider of a structure's own traits, by the structure's id.
        var ownTraits: (@Sendable (String) -> any DeviceProvider)?
        var ports: [ProviderPort] = []
        /// Providers elsewhere, by their ids.
        var remotes: [String: any ProviderConnection] = [:]
        /// How far their reports are taken.
        var runs = ProviderRuns()
        /// Whose each provider id is, by principal: first come, first served. Those that only the owner used are not in
        /// it.
        var providerOwners: [String: String] = [:]
        var subscriptions: [String: Subscription] = [:]
        var ticker: (any ScheduledAction)?
    }

    let store: HomeStore
    let traits: TraitTable
    let clock: any HomeClock
    let limits: HubLimits
    let information: Information
    let makeID: @Sendable () -> String
    /// Told, for a log, what no caller hears of.
    let notice: @Sendable (String) -> Void
    let catalog = Mutex(Catalog())
    let edits = EditQueue()
    let answers: IdempotentAnswers
    let saving = Mutex(Saving())
    /// The schemas of providers that were looked at.
    let schemas = Mutex<[Hearth_V1_TraitSchema: TraitDescriptor]>([:])
    /// Told of traits that come later.
    let traitObservers = Mutex<[@Sendable (TraitDescriptor) -> Void]>([])
    /// By the rights that count.
    let accesses = Mutex<[UInt32: ReadAccess]>([:])

    /// - Parameters:
    ///   - traits: every trait that devices may have; each gets its service.
    ///   - makeID: gives identities to structures, rooms and watches.
    ///   - notice: told, for a log, what no caller hears of: a provider that misbehaves, a disk that is full.
    public init(
        store: HomeStore, traits: [TraitDescriptor], information: Information, clock: any HomeClock = SystemClock(),
        limits: HubLimits = HubLimits(), makeID: @escaping @Sendable () -> String = RandomID.make,
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.store = store
        self.traits = TraitTable(traits)
        self.clock = clock
        self.limits = limits
        self.information = information
        self.makeID = makeID
        self.notice = notice
        answers = IdempotentAnswers(limits: limits)
    }

    /// Loads the store. The first start makes a structure called "Home". Devices are offline until their providers
    /// are attached.
    ///
    /// - Throws: ``HubError``; `StoreError`, naming the file and the way out.
    public func start() async throws {
        let isFirst = catalog.withLock { catalog in
            guard case .new = catalog.phase else { return false }
            catalog.phase = .running
            return true
        }
        guard isFirst else { throw HubError(.failedPrecondition, "the hub was started before; make another") }
        let home = try await loadHome()
        loadTraits(home.schemas)
        let cells = HomeLoader(traits: traits, limits: limits).cells(of: home)
        catalog.withLock { catalog in
            catalog.hubID = home.hubID
            catalog.cells = cells
            catalog.providerOwners = home.providers
            catalog.runs = ProviderRuns(home.runs)
            catalog.removedDevices = home.removedDevices
            for cell in cells {
                for id in cell.read({ Array($0.devices.keys) }) { catalog.devices[id] = DeviceEntry(cell: cell) }
            }
        }
        // A client that goes on from before a clean end learns in this way that its devices are away.
        for (id, entry) in catalog.withLock({ $0.devices }) {
            apply(DeviceChange(deviceID: id, connectivity: .offline, cause: .hub), in: entry.cell)
        }
    }

    private func loadHome() async throws -> StoredHome {
        do {
            var home = try await store.load()
            if home.structures.isEmpty {
                let first = StoredStructure(id: makeID(), name: "Home")
                try await store.commit([.putStructure(first)])
                home.structures = [first]
            }
            return home
        } catch {
            catalog.withLock { $0.phase = .ended }
            throw error
        }
    }

    /// Ends cleanly: watches end with UNAVAILABLE, providers stop, everything is saved. Further calls are refused.
    ///
    /// - Throws: `StoreError` when not everything could be saved; the next start then begins a new epoch.
    public func shutdown() async throws {
        let (subscriptions, ports) = catalog.withLock { catalog -> ([Subscription], [ProviderPort]) in
            guard case .running = catalog.phase else { return ([], []) }
            catalog.phase = .ended
            catalog.ticker?.cancel()
            catalog.ticker = nil
            return (Array(catalog.subscriptions.values), catalog.ports)
        }
        for subscription in subscriptions { subscription.finish(Self.isEnding) }
        // What a provider told before its call ends is taken and counted, what comes later is neither.
        let remotes = catalog.withLock { Array($0.remotes.values) }
        for remote in remotes { remote.end(Self.isEnding) }
        for remote in remotes { await remote.waitUntilClosed() }
        for port in ports {
            port.close()
            await port.provider.stop()
        }
        do {
            try await edits.run { try await saveNow() }
        } catch {
            try? await store.close(clean: false)
            throw error
        }
        try await store.close(clean: true)
    }

    static let isEnding = RPCError(.unavailable, "the hub is shutting down; connect again in a moment")

    /// The hub's identity: stays the same for the life of its store; empty before ``start()``.
    public var id: String { catalog.withLock { $0.hubID } }

    /// The structures, in the order in which they were made.
    var cells: [StructureCell] { catalog.withLock { $0.cells } }

    /// - Throws: ``HubError`` before the start and after the end.
    func checkRunning() throws(HubError) {
        switch catalog.withLock({ $0.phase }) {
        case .running: return
        case .new: throw HubError(.unavailable, "the hub has not started yet; try again in a moment")
        case .ended: throw HubError(.unavailable, Self.isEnding.message)
        }
    }

    /// Makes a change of a structure and has it saved.
    @discardableResult
    func change(_ cell: StructureCell, _ body: (inout StructureState) -> ReportRecord?) -> ReportRecord? {
        let record = cell.change(body)
        guard let record else { return record }
        // A structure's clock ticks each minute: that can wait until something else is saved, or the hub ends.
        let isTick =
            record.cause == .device && record.events.isEmpty && record.objects.isEmpty
            && record.states.allSatisfy { $0.path.target.deviceID == cell.id }
        if !isTick { saveSoon() }
        return record
    }

    func apply(_ change: DeviceChange, in cell: StructureCell) {
        let time = clock.sinceEpoch
        self.change(cell) { $0.apply(change, at: time) }
    }
}
