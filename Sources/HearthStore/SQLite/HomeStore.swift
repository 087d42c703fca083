internal import HearthBase
internal import HearthSQL
public import HearthTraitCore
internal import Synchronization

/// A home in a file, stored with SQLite.
///
/// Disk access blocks the store's own executor, never an event loop.
public actor HomeStore: HomeStorage {
    private nonisolated let executor: any SerialExecutor
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private var database: Database?
    private var isContinuation = false
    private var isFromBackup = false
    private var findings: [String] = []
    /// A run that began while the disk was full and is not stored yet.
    private var unstoredRun: UnstoredRun?
    private nonisolated let path = Mutex<String?>(nil)
    private var historyProgress = HistoryProgress()
    /// Runs large transactions at low priority, so that a flood of changes does not delay the hub's callers. Its thread
    /// starts with the first of them.
    private lazy var yielding = YieldingThread(name: Self.label)
    private let makeID: @Sendable () -> String
    /// The name of its queue in debuggers.
    private static let label = "hearth.store"
    /// The content of new stores in memory.
    private static let empty = Result { try DatabaseTemplate(StoreSchema.current) }

    private init(on executor: any SerialExecutor, makeID: @escaping @Sendable () -> String) {
        self.executor = executor
        self.makeID = makeID
    }

    /// Opens the store, creating the file if needed, and starts a new epoch unless the last run at this path was of
    /// this store and closed it cleanly. A file of an earlier version is migrated, with a backup beside it. If the
    /// store was in use before, a missing or empty file is an error and not a new home: ``setAside(_:as:)`` allows a
    /// new one.
    ///
    /// - Parameters:
    ///   - path: path of the file.
    ///   - now: the time since 1970-01-01 UTC; the number of a new epoch, unless that would be lower than the last.
    ///   - wasUsed: whether other files, such as its keys, show that the store was in use here before.
    ///   - makeID: generates the hub's ID for a new file.
    /// - Throws: ``StoreError`` with code `inUse`, `notOurs`, `newerVersion`, `damaged`, `lost`, `diskFull` or
    ///   `failed`. The file is not changed then.
    public static func open(
        path: String, now: Duration = .zero, wasUsed: Bool = false,
        makeID: @escaping @Sendable () -> String = RandomID.make
    ) async throws(StoreError) -> HomeStore {
        try await open(path: path, on: DatabaseExecutor(label: label), now: now, wasUsed: wasUsed, makeID: makeID)
    }

    /// Opens a store that works on the caller's executor.
    static func open(
        path: String, on executor: any SerialExecutor, now: Duration, wasUsed: Bool = false,
        makeID: @escaping @Sendable () -> String
    ) async throws(StoreError) -> HomeStore {
        let store = HomeStore(on: executor, makeID: makeID)
        try await store.begin(path, now: now, wasUsed: wasUsed)
        return store
    }

    /// Opens a store in memory, for tests. Its content is lost when the process ends.
    public static func inMemory(
        makeID: @escaping @Sendable () -> String = RandomID.make
    ) async throws(StoreError) -> HomeStore {
        let store = HomeStore(on: DatabaseExecutor(label: label), makeID: makeID)
        try await store.begin(nil, now: .zero, wasUsed: false)
        return store
    }

    private func begin(_ path: String?, now: Duration, wasUsed: Bool) throws(StoreError) {
        do {
            let database =
                if let path {
                    try Database(path: path, schema: StoreSchema.current, wasUsed: wasUsed) { database, version in
                        try Self.backUp(database, at: path, before: version, now: now)
                    }
                } else {
                    try Database(inMemory: Self.empty.get())
                }
            // Also stored beside the file, to detect when another file takes its place.
            let run = RandomID.make()
            isFromBackup = try BackupContent.isBackup(database)
            (isContinuation, findings) = try Self.beginRun(database, run, now: now, hubID: makeID)
            database.setNote(run, owner: try database.first("SELECT id FROM hub") { try $0.text(0) } ?? "")
            // The mark "in use" must be in the file itself: it identifies a copy that was made without the log.
            try database.checkpoint()
            // The check has read the whole file.
            database.releaseMemory()
            self.database = database
            self.path.withLock { $0 = database.path }
        } catch {
            let failure = StoreError(error)
            guard failure.code == .diskFull, let path else { throw failure }
            try beginOnFullDisk(path, now: now)
        }
    }

    public nonisolated var room: Int? { path.withLock(\.self).flatMap { DatabaseFile.room(at: $0) } }

    // MARK: A full disk

    /// The state that the hub works with until the run can be stored.
    private struct UnstoredRun {
        let id: String
        let epoch: Int64
        /// The least number of each structure's last event.
        let leastEvent: Int64
        var home: StoredHome
        /// Whether the start is stored and only the file must be opened again for later writes.
        var isStored = false
    }

    /// Begins a run that cannot be stored: the hub serves its devices anyway, and stores the start of the run as soon
    /// as there is space.
    private func beginOnFullDisk(_ path: String, now: Duration) throws(StoreError) {
        do {
            let database = try Database(onFullDisk: path, schema: StoreSchema.current)
            let (run, makeID) = (RandomID.make(), makeID)
            // An epoch that no other unstored run has.
            let later = now.wholeSeconds.addingReportingOverflow(Int64.random(in: 1..<1 << 20)).partialValue
            isFromBackup = try BackupContent.isBackup(database)
            let leastEvent = Self.leastEvent(database, at: now)
            var home = try Self.rehearseRun(
                database, run, now: .seconds(later), leastEvent: leastEvent, hubID: makeID)
            home.isFromBackup = isFromBackup
            findings = home.findings
            database.setNote(run, owner: home.hubID)
            let hasReserved = database.reserve(Self.firstEvent(after: home))
            unstoredRun = UnstoredRun(
                id: run, epoch: Int64(clamping: home.epoch), leastEvent: leastEvent, home: home)
            unstoredRun?.home.findings.append(
                "disk full: the hub uses the stored state, refuses calls that must store something, and recovers when "
                    + "there is space")
            if !hasReserved {
                unstoredRun?.home.findings.append(
                    "disk full: numbers of events could not be reserved beside the store; if the hub is killed before it "
                        + "can store anything, its next run may use them again")
            }
            self.database = database
            self.path.withLock { $0 = database.path }
        } catch {
            throw StoreError(error)
        }
    }

    /// Stores the start of the run before anything else of it.
    private func storeRun() throws(StoreError) {
        guard let run = unstoredRun, let database else { return }
        do {
            let makeID = makeID
            if !run.isStored {
                try Self.beginNewEpoch(
                    database, run.id, now: .seconds(run.epoch), leastEvent: run.leastEvent, hubID: makeID)
                unstoredRun?.isStored = true
            }
            // If the disk fails here, the next write tries again.
            self.database = try database.reopen(StoreSchema.current)
            unstoredRun = nil
        } catch {
            throw StoreError(error)
        }
    }

    /// Runs a writing operation.
    func write<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
        try storeRun()
        return try with(body)
    }

    /// The values of `hub.ending`.
    private enum Ending {
        static let inUse: Int64 = 0
        static let clean: Int64 = 1
        /// The hub was closed, but some changes could not be saved.
        static let unsaved: Int64 = 2
    }

    /// Begins a run. Returns whether the stored sequences are the last ones used (after a clean close, and for a new
    /// file), and the findings.
    ///
    /// - Parameter isNewEpoch: whether to begin an epoch also after a clean close.
    private static func beginRun(
        _ database: Database, _ run: String, now: Duration, hubID: () -> String
    ) throws -> (Bool, [String]) {
        let leastEvent = leastEvent(database, at: now)
        return try database.transaction {
            try beginRun(database, run, now: now, leastEvent: leastEvent, hubID: hubID, isNewEpoch: false)
        }
    }

    /// The home after the start of a run, computed without storing it.
    private static func rehearseRun(
        _ database: Database, _ run: String, now: Duration, leastEvent: Int64, hubID: () -> String
    ) throws -> StoredHome {
        try database.rehearse {
            let (_, findings) = try beginRun(
                database, run, now: now, leastEvent: leastEvent, hubID: hubID, isNewEpoch: true)
            return try loaded(from: database, isContinuation: false, findings)
        }
    }

    private static func beginNewEpoch(
        _ database: Database, _ run: String, now: Duration, leastEvent: Int64, hubID: () -> String
    ) throws {
        _ = try database.transaction {
            try beginRun(database, run, now: now, leastEvent: leastEvent, hubID: hubID, isNewEpoch: true)
        }
    }

    /// The most events of a run on a full disk, which stores none of them.
    private static let mostUnstoredEvents: UInt64 = 1 << 32
    /// The highest number that a run may begin after, far below the highest there is.
    private static let mostReserved: Int64 = 1 << 62

    /// A number above those of all events that clients may have seen. Runs on a full disk stored none of their events, but
    /// reserved the numbers. Where they could not, the clock is a bound.
    private static func leastEvent(_ database: Database, at time: Duration) -> Int64 {
        max(StoredStructure.leastEventNumber(at: time), min(database.reservedNumber, mostReserved))
    }

    /// A number above those of all events that a run can have that begins with this home.
    private static func firstEvent(after home: StoredHome) -> Int64 {
        let last = home.structures.map(\.eventNumber).max() ?? 0
        return Int64(clamping: last.addingReportingOverflow(mostUnstoredEvents).partialValue)
    }

    private static func beginRun(
        _ database: Database, _ run: String, now: Duration, leastEvent: Int64, hubID: () -> String, isNewEpoch: Bool
    ) throws -> (Bool, [String]) {
        let backup = try BackupContent.takeMark(database)
        let last = try database.first("SELECT ending, run_id FROM hub") { (try $0.int64(0), try $0.text(1)) }
        guard let (ending, lastRun) = last else {
            guard try database.formerNote.isEmpty && structures(database).isEmpty && devices(database).isEmpty
            else {
                throw StoreError(
                    .damaged, "the row of the hub is missing; restore a backup, keeping this file for inspection")
            }
            try database.run(
                "INSERT INTO hub(only_row, id, epoch, ending, run_id) VALUES (1, ?1, 1, ?2, ?3)", .text(hubID()),
                .integer(Ending.inUse), .text(run))
            return (true, [])
        }
        var findings: [String] = []
        let clean = ending == Ending.clean
        if let backup {
            findings.append(backup)
        } else if ending == Ending.inUse, !database.hadLog {
            findings.append(
                "the store was in use when it was copied or its log (-wal) was removed: the latest changes may be "
                    + "missing; copy a store only while the hub is stopped")
        }
        if database.logHasRest {
            findings.append(
                "the end of the log (-wal) can't be read; after a power failure no confirmed change is missing, "
                    + "on a damaged disk some may be")
        }
        if clean, lastRun != database.formerNote || database.isAnotherFile {
            findings.append(
                "another store was used last at this path: this one was copied or restored, and clients load "
                    + "everything again")
        }
        findings += try restoreLostStructures(database)
        try database.run("UPDATE hub SET ending = ?1, run_id = ?2", .integer(Ending.inUse), .text(run))
        guard !clean || !findings.isEmpty || isNewEpoch else { return (true, []) }
        try endEpoch(database)
        // At least the clock, since another copy may have counted on.
        try database.run(
            "UPDATE hub SET epoch = max(epoch + 1, ?1)", .integer(Int64(clamping: now.wholeSeconds)))
        // Clients may have seen events after the last save, and of runs that stored nothing. Their numbers must not be
        // used again.
        try database.run(
            "UPDATE structure SET event_number = max(event_number + ?1, ?2)",
            .integer(Int64(clamping: StoredStructure.skippedEventNumbers)), .integer(leastEvent))
        return (false, findings)
    }

    /// Recreates lost structures that rooms and devices refer to, with the same ids, so that these are not lost as
    /// well. Returns a sentence for each.
    private static func restoreLostStructures(_ database: Database) throws -> [String] {
        let lost = try database.rows(
            """
            SELECT structure_id FROM (
                SELECT structure_id FROM room UNION SELECT structure_id FROM device
                UNION SELECT structure_id FROM zone UNION SELECT structure_id FROM service_group
                UNION SELECT structure_id FROM person)
            WHERE structure_id NOT IN (SELECT id FROM structure)
            """
        ) { try $0.text(0) }
        // Their remains would become another structure's, which reuses the row number.
        for table in ["report_batch", "report_end", "former_epoch"] {
            try database.execute("DELETE FROM \(table) WHERE structure NOT IN (SELECT number FROM structure)")
        }
        return try lost.enumerated().map { index, id in
            let name = "Recovered Home" + (index == 0 ? "" : " \(index + 1)")
            try database.run(
                """
                INSERT INTO structure(id, name, sequence, event_number) VALUES
                (?1, ?2, 0, (SELECT coalesce(max(number), 0) FROM event WHERE structure_id = ?1))
                """, .text(id), .text(name))
            return "the store had lost the structure \(id); its rooms and devices are in \"\(name)\" now"
        }
    }

    public func close(clean: Bool) throws(StoreError) {
        guard database != nil else { return }
        let stored = Result { () throws(StoreError) in try storeRun() }
        guard let database else { return }
        self.database = nil
        defer { database.close() }
        do {
            try stored.get()
            try database.run("UPDATE hub SET ending = ?1", .integer(clean ? Ending.clean : Ending.unsaved))
        } catch {
            guard clean else { return }
            throw StoreError(error)
        }
    }

    public func load() throws(StoreError) -> StoredHome {
        if let unstoredRun { return unstoredRun.home }
        var home = try with { database in
            // The hub keeps what was loaded, so SQLite seldom needs these pages again.
            defer { database.releaseMemory() }
            return try Self.loaded(from: database, isContinuation: isContinuation, findings)
        }
        home.isFromBackup = isFromBackup
        return home
    }

    private static func loaded(
        from database: Database, isContinuation: Bool, _ findings: [String]
    ) throws -> StoredHome {
        let hub = try database.first("SELECT id, epoch, had_structures FROM hub") {
            (try $0.text(0), try $0.int64(1), try $0.int64(2) != 0)
        }
        guard let hub else { throw StoreError(.damaged, "the row of the hub is missing; restore a backup") }
        return StoredHome(
            hubID: hub.0, epoch: UInt64(clamping: hub.1), isContinuation: isContinuation,
            findings: findings, structures: try structures(database), hasHadStructures: hub.2,
            rooms: try rooms(database),
            zones: try zones(database), serviceGroups: try serviceGroups(database),
            devices: try devices(database), formerDevices: try formerDevices(database), states: try states(database),
            memories: try memories(database), events: try events(database),
            schemas: try schemas(database), providers: try providers(database),
            runs: try runs(database), removedDevices: try removedDevices(database),
            formerEpochs: try formerEpochs(database),
            unreported: try unreported(database), answers: try answers(database),
            people: try people(database), primaries: try primaries(database),
            automations: try automations(database), formerPrograms: try formerPrograms(database),
            automationRuns: try livingRuns(database), lastAutomationRuns: try lastRuns(database))
    }

    public func commit(_ transaction: StoreTransaction) throws(StoreError) {
        let progress = historyProgress
        historyProgress = try write { database in try Self.commit(transaction, progress, to: database) }
    }

    public func commit(making transaction: @Sendable () -> StoreTransaction) throws(StoreError) {
        let progress = historyProgress
        historyProgress = try write { database in
            try yielding.run { () throws in try Self.commit(transaction(), progress, to: database) }
        }
    }

    private static func commit(
        _ transaction: StoreTransaction, _ historyProgress: HistoryProgress, to database: Database
    ) throws -> HistoryProgress {
        try database.transaction {
            for batch in transaction.reports { try put(batch, to: database) }
            for state in transaction.states { try put(state, to: database) }
            for memory in transaction.memories { try put(memory, to: database) }
            for event in transaction.events { try put(event, to: database) }
            try put(transaction.runs, to: database)
            for step in transaction.progress {
                try put(step, to: database)
                try forgetReports(of: step.structureID, beyond: transaction.retention, in: database)
            }
            for memory in transaction.automations { try put(memory, to: database) }
            for run in transaction.automationRuns {
                try put(run, traceBytes: transaction.traceBytes, to: database)
            }
            for change in transaction.changes { try apply(change, to: database) }
            for change in transaction.access { try apply(change, to: database) }
            for change in transaction.integrations { try apply(change, to: database) }
            return try put(transaction.history, historyProgress, to: database)
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
