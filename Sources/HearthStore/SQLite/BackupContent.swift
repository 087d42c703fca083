internal import HearthBase
internal import HearthSQL
internal import HearthTraitCore

/// The difference between a backup and a copy of a store: a mark with the time, and the hub's keys, or no secrets at
/// all.
///
/// Both have tables of their own, which are in no version of the schema and are dropped when a backup becomes a store.
enum BackupContent {
    /// Secrets, and data that helps to guess them, such as answers to calls: left out of a backup without keys.
    private static let secretTables = ["credential", "invitation", "wrong_tries", "answer"]

    /// Turns a copy that no other process has open into a backup; checks all of it and syncs it.
    ///
    /// - Parameters:
    ///   - time: when it was copied.
    ///   - keys: the hub's key files; nil leaves all secrets out.
    static func finish(_ path: String, at time: Duration, keys: [KeyFile]?) throws {
        try change(path, of: "the store", compacts: keys == nil) { database in
            try unmark(database)
            try database.execute(
                """
                CREATE TABLE backup(only_row INTEGER PRIMARY KEY CHECK (only_row = 1), made_at INTEGER NOT NULL,
                    has_keys INTEGER NOT NULL);
                CREATE TABLE key_file(name TEXT PRIMARY KEY, content BLOB NOT NULL) WITHOUT ROWID;
                """)
            try database.run(
                "INSERT INTO backup VALUES (1, ?1, ?2)", .integer(time.wholeSeconds), SQLValue(keys != nil))
            for file in keys ?? [] {
                try database.run("INSERT INTO key_file VALUES (?1, ?2)", .text(file.name), .blob(file.content))
            }
            // Older programs do not know the mark; this makes them begin a new epoch, too.
            let ending = try database.first(
                "SELECT name FROM pragma_table_info('hub') WHERE name IN ('ending', 'ended_cleanly')"
            ) { try $0.text(0) }
            if let ending { try database.run("UPDATE hub SET \(ending) = 0") }
            if keys == nil { try removeSecrets(database) }
        }
    }

    /// Removes all secrets from a copy of a store or of a backup.
    ///
    /// - Parameter original: the name of the original, for errors.
    static func removeSecrets(from path: String, of original: String) throws {
        try change(path, of: original, compacts: true) { database in
            try removeSecrets(database)
            guard try database.hasTable("key_file") else { return }
            try database.execute("DELETE FROM key_file; UPDATE backup SET has_keys = 0")
        }
    }

    /// - Parameter compacts: whether to overwrite deleted data in free pages, too.
    private static func change(
        _ path: String, of original: String, compacts: Bool, _ body: (Database) throws -> Void
    ) throws {
        let database = try Database(finishing: path, schema: StoreSchema.current)
        defer { database.close() }
        try check(database, original)
        try database.transaction { try body(database) }
        if compacts { try database.compact() }
        database.close()
        try DatabaseFile.sync(path)
    }

    private static func removeSecrets(_ database: Database) throws {
        for table in secretTables where try database.hasTable(table) { try database.execute("DELETE FROM \(table)") }
        // The row stays, so that the hub knows that there was a secret and does not connect unencrypted.
        if try database.hasTable("integration_secret") {
            try database.execute("UPDATE integration_secret SET value = ''")
        }
    }

    /// Checks the whole database; `name` is its name in the error.
    ///
    /// - Throws: ``StoreError`` with code `damaged`.
    static func check(_ database: Database, _ name: String) throws {
        do {
            try database.checkIntegrity()
        } catch let error as SQLError where error.code == .corrupt || error.code == .notADatabase {
            throw StoreError(.damaged, "\(name) is damaged: \(error.cause ?? error.message)", cause: error)
        }
        if let finding = try database.schemaFindings(StoreSchema.current).first {
            throw StoreError(.damaged, "\(name) is damaged: \(finding)")
        }
    }

    /// The description of a file that is open for reading.
    static func read(_ database: Database, _ path: String) throws -> StoreBackup {
        func count(_ table: String, where condition: String = "TRUE") throws -> Int {
            guard try database.hasTable(table) else { return 0 }
            let count = try database.first("SELECT count(*) FROM \(table) WHERE \(condition)") { try $0.int64(0) }
            return Int(clamping: count ?? 0)
        }
        let mark = try self.mark(database)
        let hubID = try database.hasTable("hub") ? database.first("SELECT id FROM hub") { try $0.text(0) } : nil
        return StoreBackup(
            madeAt: mark.map { .seconds($0.madeAt) }, hasKeys: mark?.hasKeys ?? true,
            schemaVersion: try database.version(), hubID: hubID ?? "", structures: try count("structure"),
            rooms: try count("room"), devices: try count("device", where: HomeStore.isPresent(database)),
            bytes: DatabaseFile.size(path) ?? 0)
    }

    /// Whether a store is a backup that no hub has started with.
    static func isBackup(_ database: Database) throws -> Bool { try mark(database) != nil }

    private static func mark(_ database: Database) throws -> (madeAt: Int64, hasKeys: Bool)? {
        guard try database.hasTable("backup") else { return nil }
        return try database.first("SELECT made_at, has_keys FROM backup") { (try $0.int64(0), try $0.bool(1)) }
    }

    /// Turns a backup into a store. Its key files stay until they are written to their folder.
    ///
    /// - Returns: a sentence for the log; nil if it is not a backup.
    static func takeMark(_ database: Database) throws -> String? {
        guard let mark = try mark(database) else { return nil }
        let time = try database.first("SELECT datetime(made_at, 'unixepoch') FROM backup") { try $0.textOrNil(0) }
        try database.execute("DROP TABLE backup")
        let keys =
            mark.hasKeys ? "" : "; it was made without keys: claim the hub again, and make new tokens for scripts"
        let when = (time ?? nil).map { "of \($0) UTC" } ?? "of an unknown time"
        return "this is the backup \(when): later changes are missing\(keys)"
    }

    static func keyFiles(_ database: Database) throws -> [KeyFile] {
        guard try database.hasTable("key_file") else { return [] }
        return try database.rows("SELECT name, content FROM key_file") {
            KeyFile(name: try $0.text(0), content: try $0.blob(1))
        }
    }

    static func unmark(_ database: Database) throws {
        try database.execute("DROP TABLE IF EXISTS backup; DROP TABLE IF EXISTS key_file")
    }
}
