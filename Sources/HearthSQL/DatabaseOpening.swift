extension Database {
    /// How long a statement waits for another process's lock, such as a backup's, before it throws `.busy`.
    static let busyTimeoutMilliseconds = 5_000

    /// The size to which the log is truncated when it is empty.
    static let journalSizeLimit = 4 << 20

    /// Opens the file at `path`, creating it if needed, checks it but for its logs, and migrates it to `schema` in one
    /// transaction. Throws `.openElsewhere`, which names the process, if the file is already open, and `.corrupt` if it
    /// is damaged. Damaged files, and those of other programs or of newer versions, are not changed.
    ///
    /// A new file is readable by its owner only. Its directory must exist and be on a local disk.
    ///
    /// - Parameter beforeMigration: called with the database and the version of its file before an older one is
    ///   migrated. If it throws, nothing is changed.
    public convenience init(
        path: String, schema: DatabaseSchema, beforeMigration: (Database, Int) throws -> Void = { _, _ in }
    ) throws {
        let resolved = try FileLock.resolve(path)
        let lock = try FileLock(guarding: resolved)
        try FileLock.makePrivate(resolved)
        // SQLite makes one as soon as it reads.
        let hadLog = (DatabaseFile.size(resolved + "-wal") ?? 0) > 0
        let connection = try Connection(path: resolved, file: "'\(path)'")
        // Not before: on some file systems a file becomes another when it is opened for writing (overlayfs).
        lock.noteFile()
        self.init(connection: connection, lock: lock, hadLog: hadLog)
        try prepare(for: schema, journalMode: "wal", beforeMigration)
    }

    /// Creates a database in memory, which ends with this object.
    public convenience init(inMemory schema: DatabaseSchema) throws {
        try self.init(connection: Connection(path: ":memory:", file: "the database in memory"), lock: nil)
        try prepare(for: schema, journalMode: "memory") { _, _ in }
    }

    private func prepare(
        for schema: DatabaseSchema, journalMode: String, _ beforeMigration: (Database, Int) throws -> Void
    ) throws {
        // The schema of an untrusted file must not call functions.
        try execute(
            """
            PRAGMA trusted_schema = OFF;
            PRAGMA busy_timeout = \(Self.busyTimeoutMilliseconds);
            PRAGMA cell_size_check = ON;
            """)
        let version = try identify(as: schema)
        if version == 0 { try connection.makeRoomForPageSums() }
        // Before anything is written: what damage has left would be taken for all that there is.
        try checkIntegrity(except: schema.logs)
        // EXTRA, because a new file becomes one with a write-ahead log in a transaction with a rollback journal. That the
        // journal is gone must be on the disk before anything else is: found again it would undo all that came since.
        // With a write-ahead log EXTRA is FULL. fullfsync, because on macOS fsync leaves data in the drive's cache.
        try execute("PRAGMA synchronous = EXTRA; PRAGMA fullfsync = ON")
        let mode = try first("PRAGMA journal_mode = \(journalMode)") { row in try row.text(0) }
        guard mode == journalMode else {
            throw SQLError(
                code: .cantOpen,
                message: "\(connection.file): the file system cannot hold a write-ahead log; choose a local disk")
        }
        try execute(
            """
            PRAGMA foreign_keys = ON;
            PRAGMA journal_size_limit = \(Self.journalSizeLimit);
            """)
        if version > 0, version < schema.version { try beforeMigration(self, version) }
        if version > 0 { try? addPageSums() }
        try migrate(to: schema, from: version)
    }

    /// The file's version. Throws if the file belongs to another program or is newer. Doesn't write.
    func identify(as schema: DatabaseSchema) throws -> Int {
        let owner = try integer("PRAGMA application_id")
        let version = try integer("PRAGMA user_version")
        let objects = try integer("SELECT count(*) FROM sqlite_schema")
        if owner == 0, version == 0, objects == 0 { return 0 }
        guard owner == Int64(schema.applicationID) else {
            throw SQLError(
                code: .wrongApplication,
                message: """
                    \(connection.file) \(SQLError.Code.wrongApplication.explanation) \
                    (its application id is \(owner), not \(schema.applicationID))
                    """)
        }
        guard version <= Int64(schema.version) else {
            throw SQLError(
                code: .newerSchema,
                message: """
                    \(connection.file) \(SQLError.Code.newerSchema.explanation) \
                    (its schema is \(version), this program knows \(schema.version))
                    """)
        }
        guard try version >= 0 && (hasPageSums || !mustHavePageSums()) else {
            throw SQLError(code: .corrupt, message: "\(connection.file): \(SQLError.Code.corrupt.explanation)")
        }
        return Int(version)
    }

    private func migrate(to schema: DatabaseSchema, from version: Int) throws {
        guard try version < schema.version || integer("PRAGMA application_id") == 0 else { return }
        try transaction {
            if version == 0, hasPageSums { try notePageSums() }
            // Those that damage has left are no reason to stay with the old version.
            let before = try brokenReferences()
            for step in schema.migrations.dropFirst(version) { try execute(step) }
            let after = try brokenReferences()
            if after.count > before.count, let broken = after.first(where: { !before.contains($0) }) ?? after.first {
                throw SQLError(
                    code: .constraint,
                    message: "\(connection.file): the migration leaves a broken reference in table \(broken)")
            }
            try execute(
                "PRAGMA application_id = \(schema.applicationID); PRAGMA user_version = \(schema.version)")
        }
    }

    /// The table of each row that refers to none.
    private func brokenReferences() throws -> [String] {
        try rows("PRAGMA foreign_key_check") { row in try row.textOrNil(0) ?? "" }
    }

    private func integer(_ sql: String) throws -> Int64 {
        try first(sql) { row in try row.int64(0) } ?? 0
    }
}
