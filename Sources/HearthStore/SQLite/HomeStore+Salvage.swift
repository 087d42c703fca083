internal import HearthBase
internal import HearthSQL
internal import HearthTraitCore

/// The readable content of a damaged store.
public struct SalvagedStore: Hashable, Sendable {
    /// The backup with that content.
    public var backup: StoreBackup
    /// The losses: sentences for people.
    public var losses: [String]
}

extension HomeStore {
    /// Left out, because with these a returning client would resume and never learn what was lost.
    private static let leftOut: Set<String> = [
        "former_epoch", "report_batch", "report_end", "unreported",
        // Recalculated by triggers.
        "history_size", "audit_size",
    ]

    /// Makes a backup of the readable content of a damaged store, without changing the store.
    ///
    /// - Parameters:
    ///   - store: a store that no hub has open.
    ///   - path: the new backup. An existing file is replaced.
    ///   - now: the time since 1970.
    ///   - keys: the hub's key files. The readable keys and tokens of clients are included.
    /// - Throws: ``StoreError``; also if the file is too damaged to be a database.
    public static func salvage(
        storeAt store: String, to path: String, now: Duration, keys: [KeyFile]
    ) async throws(StoreError) -> SalvagedStore {
        try await BackupWorker.shared.run {
            let partial = partial(path)
            defer { removePartial(partial) }
            let losses = try salvage(store, to: partial, now: now)
            try BackupContent.finish(partial, at: now, keys: keys)
            return SalvagedStore(backup: try put(partial, at: path), losses: losses)
        }
    }

    private static func removePartial(_ path: String) {
        for suffix in ["", "-wal", "-shm", ".lock"] { DatabaseFile.remove(path + suffix) }
    }

    /// Returns the losses.
    private static func salvage(_ store: String, to path: String, now: Duration) throws -> [String] {
        do {
            return try reading(store, isGuarded: true) { damaged in try salvage(damaged, to: path, now: now) }
        } catch let error as SQLError where error.code == .corrupt {
            // SQLite reads nothing without the first page.
            removePartial(path)
            let losses = try reading(store, isGuarded: true, ignoresPageSums: true) { damaged in
                try salvage(damaged, to: path, now: now)
            }
            return ["its first page is damaged; some of the values read may be wrong"] + losses
        } catch let error as SQLError where error.code == .foreignLog {
            removePartial(path)
            let losses = try reading(store, isGuarded: true, ignoresLog: true) { damaged in
                try salvage(damaged, to: path, now: now)
            }
            return ["its log (-wal) does not follow it and was left out: the latest changes are missing"] + losses
        }
    }

    /// Returns the losses.
    private static func salvage(_ damaged: Database, to path: String, now: Duration) throws -> [String] {
        var schema = StoreSchema.current
        schema.migrations = Array(schema.migrations.prefix(try damaged.version()))
        let database = try Database(path: path, schema: schema)
        defer { database.close() }
        try database.execute("PRAGMA foreign_keys = OFF")
        let tables = try database.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
        ) { try $0.text(0) }
        var losses: [String] = []
        try database.transaction {
            for table in tables where !leftOut.contains(table) {
                let salvage = try database.salvage(table, from: damaged)
                if !salvage.isWhole { losses.append("table \(table) has lost rows; \(salvage.rows) could be read") }
                if salvage.doubtful > 0 {
                    losses.append(
                        "\(salvage.doubtful) rows of table \(table) were on damaged pages; some values may be wrong"
                    )
                }
            }
            try keepIntegrations(database)
            // A hub needs this row to start; apps then treat the home as a new one.
            guard try database.first("SELECT 1 FROM hub", read: { _ in }) == nil else {
                // Raise the epoch so that no client resumes from the damaged store's positions.
                try database.run(
                    "UPDATE hub SET epoch = max(epoch + 1, ?1)", .integer(Int64(clamping: now.wholeSeconds)))
                return
            }
            let ending = try database.version() < 10 ? "ended_cleanly" : "ending"
            try database.run(
                "INSERT INTO hub(only_row, id, epoch, \(ending)) VALUES (1, ?1, 1, 0)", .text(RandomID.make()))
            losses.append("the hub's id is lost; it has a new one")
        }
        return losses
    }

    /// Adds a row for each integration that has devices but whose row was lost. A hub would remove these devices, as their
    /// integration seems to be removed.
    private static func keepIntegrations(_ database: Database) throws {
        guard try database.hasTable("integration") else { return }
        // Former devices need no integration.
        let isPresent = try isPresent(database)
        // A provider's ID is 'integration/ID'; the ID begins with the kind and "-".
        try database.execute(
            """
            INSERT OR IGNORE INTO integration(id, kind, identity, name, structure_id)
                SELECT id, substr(id, 1, instr(id || '-', '-') - 1), id, id, min(structure_id)
                FROM (SELECT substr(provider_id, length('integration/') + 1) AS id, structure_id FROM device
                    WHERE provider_id GLOB 'integration/?*' AND \(isPresent))
                GROUP BY id;
            """)
    }
}
