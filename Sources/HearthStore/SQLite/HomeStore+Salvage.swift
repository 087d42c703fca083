internal import HearthBase
internal import HearthSQL
internal import HearthTraitCore

/// What could be saved of a damaged store.
public struct SalvagedStore: Hashable, Sendable {
    /// The backup that was made of it.
    public var backup: StoreBackup
    /// What could not be read: sentences for people.
    public var losses: [String]
}

extension HomeStore {
    /// By what these have, a client that was away would be told what changed, and never what was lost.
    private static let leftOut: Set<String> = [
        "former_epoch", "report_batch", "unreported",
        // Counted anew, by triggers.
        "history_size", "audit_size",
    ]

    /// Makes a backup of what can be read of a damaged store, and changes nothing about the store.
    ///
    /// - Parameters:
    ///   - store: a store that no hub has open.
    ///   - path: the new backup. A file of this name is replaced.
    ///   - now: the time since 1970.
    ///   - keys: the hub's key files. What can be read of clients' keys and tokens goes along.
    /// - Throws: ``StoreError``; also if so much is damaged that it is no database any more.
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

    /// Returns what was lost.
    private static func salvage(_ store: String, to path: String, now: Duration) throws -> [String] {
        do {
            return try reading(store, isGuarded: true) { damaged in try salvage(damaged, to: path, now: now) }
        } catch let error as SQLError where error.code == .corrupt {
            // Nothing can be read without the first page.
            removePartial(path)
            let losses = try reading(store, isGuarded: true, ignoresPageSums: true) { damaged in
                try salvage(damaged, to: path, now: now)
            }
            return ["its first page is damaged; something in what was read may be wrong"] + losses
        } catch let error as SQLError where error.code == .foreignLog {
            removePartial(path)
            let losses = try reading(store, isGuarded: true, ignoresLog: true) { damaged in
                try salvage(damaged, to: path, now: now)
            }
            return ["its log (-wal) does not follow it and was left out: what was changed last is missing"] + losses
        }
    }

    /// Returns what was lost.
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
                        "\(salvage.doubtful) rows of table \(table) were on damaged pages; something in them may be wrong"
                    )
                }
            }
            // No hub starts without it; apps take the home for a new one.
            guard try database.first("SELECT 1 FROM hub", read: { _ in }) == nil else {
                // Nobody goes on from where he was.
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
}
