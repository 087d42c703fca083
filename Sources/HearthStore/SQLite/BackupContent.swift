internal import HearthBase
internal import HearthSQL
internal import HearthTraitCore

/// What makes a copy of a store a backup: a mark that says when it was made, and the hub's keys or none at all.
///
/// Both stand in tables of their own, which no version of the schema has and which go when a store is made of it.
enum BackupContent {
    /// What can be used to come in, or to guess how, and what was answered to those who came in: nothing of it is in a
    /// backup without keys.
    private static let secretTables = ["credential", "invitation", "wrong_tries", "answer"]

    /// Makes a copy that nobody else has a backup, checks all of it and syncs it.
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
            // Programs that don't know the mark begin an epoch as well.
            let ending = try database.first(
                "SELECT name FROM pragma_table_info('hub') WHERE name IN ('ending', 'ended_cleanly')"
            ) { try $0.text(0) }
            if let ending { try database.run("UPDATE hub SET \(ending) = 0") }
            if keys == nil { try removeSecrets(database) }
        }
    }

    /// Leaves all secrets out of a copy that is a backup already, or of one of a store.
    ///
    /// - Parameter original: what it is a copy of, for errors.
    static func removeSecrets(from path: String, of original: String) throws {
        try change(path, of: original, compacts: true) { database in
            try removeSecrets(database)
            guard try database.hasTable("key_file") else { return }
            try database.execute("DELETE FROM key_file; UPDATE backup SET has_keys = 0")
        }
    }

    /// - Parameter compacts: whether what was deleted, lately or long ago, is to be in no free page any more.
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
    }

    /// Checks the whole of a database, which is called `name` in the error.
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

    /// What a file holds that is open for reading.
    static func read(_ database: Database, _ path: String) throws -> StoreBackup {
        func count(_ table: String) throws -> Int {
            guard try database.hasTable(table) else { return 0 }
            return Int(clamping: try database.first("SELECT count(*) FROM \(table)") { try $0.int64(0) } ?? 0)
        }
        let mark = try self.mark(database)
        let hubID = try database.hasTable("hub") ? database.first("SELECT id FROM hub") { try $0.text(0) } : nil
        return StoreBackup(
            madeAt: mark.map { .seconds($0.madeAt) }, hasKeys: mark?.hasKeys ?? true,
            schemaVersion: try database.version(), hubID: hubID ?? "", structures: try count("structure"),
            rooms: try count("room"), devices: try count("device"), bytes: DatabaseFile.size(path) ?? 0)
    }

    /// Whether a store is a backup that nobody has started.
    static func isBackup(_ database: Database) throws -> Bool { try mark(database) != nil }

    private static func mark(_ database: Database) throws -> (madeAt: Int64, hasKeys: Bool)? {
        guard try database.hasTable("backup") else { return nil }
        return try database.first("SELECT made_at, has_keys FROM backup") { (try $0.int64(0), try $0.bool(1)) }
    }

    /// Makes a store of a backup. Its key files stay until they were put in their place.
    ///
    /// - Returns: what to say of it; nil for what is no backup.
    static func takeMark(_ database: Database) throws -> String? {
        guard let mark = try mark(database) else { return nil }
        let time = try database.first("SELECT datetime(made_at, 'unixepoch') FROM backup") { try $0.textOrNil(0) }
        try database.execute("DROP TABLE backup")
        let keys =
            mark.hasKeys ? "" : "; it was made without keys: clients claim the hub again, and scripts need new tokens"
        let when = (time ?? nil).map { "of \($0) UTC" } ?? "of an unknown time"
        return "this is the backup \(when): what changed since is missing\(keys)"
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
