internal import HearthSQL
public import HearthTraitCore

/// A hub's memory: one SQLite file, open in one process at a time. Structures, rooms, devices and names are durable
/// when ``commit(_:)`` returns; states of devices are saved in batches.
///
/// It blocks on the disk, on its own executor: awaiting it never holds up a loop.
public actor HomeStore {
    private nonisolated let executor: DatabaseExecutor
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private var database: Database?
    private var isContinuation = false
    private let makeID: @Sendable () -> String

    private init(makeID: @escaping @Sendable () -> String) {
        executor = DatabaseExecutor(label: "hearth.store")
        self.makeID = makeID
    }

    /// Opens the file, making it when it is not there, and begins a run: the epoch rises unless the last run ended
    /// cleanly.
    ///
    /// - Parameter makeID: gives the hub's identity when the file is new.
    /// - Throws: ``StoreError``: `inUse`, `notOurs`, `newerVersion`, `damaged`, `failed`; the file is left as it was.
    public static func open(
        path: String, makeID: @escaping @Sendable () -> String = RandomID.make
    ) async throws(StoreError) -> HomeStore {
        let store = HomeStore(makeID: makeID)
        try await store.begin(path)
        return store
    }

    /// A store that ends with the process, for tests and trials.
    public static func inMemory(
        makeID: @escaping @Sendable () -> String = RandomID.make
    ) async throws(StoreError) -> HomeStore {
        let store = HomeStore(makeID: makeID)
        try await store.begin(nil)
        return store
    }

    private func begin(_ path: String?) throws(StoreError) {
        do {
            let database =
                if let path {
                    try Database(path: path, schema: StoreSchema.current)
                } else {
                    try Database(inMemory: StoreSchema.current)
                }
            isContinuation = try Self.beginRun(database, hubID: makeID)
            self.database = database
        } catch {
            throw StoreError(error)
        }
    }

    /// More events than a run can have had after its last save.
    private static let skippedEventNumbers: Int64 = 1 << 24

    /// Whether the stored sequences are the last that were used: after a clean end, or at the very first start.
    private static func beginRun(_ database: Database, hubID: () -> String) throws -> Bool {
        try database.transaction {
            let clean = try database.first("SELECT ended_cleanly FROM hub") { try $0.bool(0) }
            switch clean {
            case true: try database.run("UPDATE hub SET ended_cleanly = 0")
            case false:
                try database.run("UPDATE hub SET epoch = epoch + 1")
                // Events after the last save have numbers, too, and clients know them: none is given twice.
                try database.run(
                    "UPDATE structure SET event_number = event_number + ?1", .integer(Self.skippedEventNumbers))
            case nil: try database.run("INSERT INTO hub VALUES (1, ?1, 1, 0)", .text(hubID()))
            }
            return clean ?? true
        }
    }

    /// Ends the run. A clean end keeps the epoch, so that clients can go on from where they were: give it only when
    /// every change has been saved.
    public func close(clean: Bool) throws(StoreError) {
        guard let database else { return }
        self.database = nil
        defer { database.close() }
        guard clean else { return }
        do {
            try database.run("UPDATE hub SET ended_cleanly = 1")
        } catch {
            throw StoreError(error)
        }
    }

    /// Reads everything.
    public func load() throws(StoreError) -> StoredHome {
        try with { database in
            let hub = try database.first("SELECT id, epoch FROM hub") { (try $0.text(0), try $0.int64(1)) }
            guard let hub else { throw StoreError(.damaged, "the store has lost its hub; restore a backup") }
            return StoredHome(
                hubID: hub.0, epoch: UInt64(clamping: hub.1), isContinuation: isContinuation,
                structures: try Self.structures(database), rooms: try Self.rooms(database),
                devices: try Self.devices(database), states: try Self.states(database),
                memories: try Self.memories(database), events: try Self.events(database),
                schemas: try Self.schemas(database), providers: try Self.providers(database),
                runs: try Self.runs(database), removedDevices: try Self.removedDevices(database))
        }
    }

    /// Carries out all of these, in order, or none. Durable when it returns.
    public func commit(_ changes: [StoreChange]) throws(StoreError) {
        try with { database in
            try database.transaction {
                for change in changes { try Self.apply(change, to: database) }
            }
        }
    }

    /// So many runs of providers are kept; those that were saved longest ago go first.
    public static let runLimit = 1000

    /// Saves states, memories, events and how far each structure and each provider's run has come, all or none. What is
    /// of devices or structures that are gone is left out.
    public func save(
        _ states: [StoredTraitState], memories: [StoredMemory] = [], events: [StoredEvent] = [],
        runs: [StoredRun] = [], progress: [StructureProgress]
    ) throws(StoreError) {
        try with { database in
            try database.transaction {
                for state in states { try Self.put(state, to: database) }
                for memory in memories { try Self.put(memory, to: database) }
                for event in events { try Self.put(event, to: database) }
                try Self.put(runs, to: database)
                for step in progress {
                    try database.run(
                        "UPDATE structure SET sequence = ?2, event_number = ?3 WHERE id = ?1", .text(step.structureID),
                        .integer(Int64(clamping: step.sequence)), .integer(Int64(clamping: step.eventNumber)))
                    guard let first = step.firstEvent else { continue }
                    try database.run(
                        "DELETE FROM event WHERE structure_id = ?1 AND number < ?2", .text(step.structureID),
                        .integer(Int64(clamping: first)))
                }
            }
        }
    }

    func with<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
        guard let database else { throw StoreError(.closed, "the store is closed; start the hub again") }
        do {
            return try body(database)
        } catch {
            throw StoreError(error)
        }
    }
}
