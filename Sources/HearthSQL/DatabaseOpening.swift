/// Thrown to roll back a rehearsed transaction.
private enum Rehearsal: Error { case undone }

extension Database {
    /// How long a statement waits for another process's lock, such as a backup's, before it throws `.busy`.
    static let busyTimeoutMilliseconds = 5_000

    /// The size to which the log is truncated when it is empty.
    static let journalSizeLimit = 4 << 20

    /// Opens the file at `path`, creating it if needed, checks everything except log tables, and migrates it to
    /// `schema` in one transaction. Throws `.openElsewhere`, which names the process, if the file is already open, and
    /// `.corrupt` if it is damaged. Damaged files, and those of other programs or of newer versions, are not changed.
    /// If a database was in use at this path, a missing or empty file is not a new one: opening throws `.lost`.
    ///
    /// A new file is readable by its owner only. Its directory must exist and be on a local disk.
    ///
    /// - Parameters:
    ///   - wasUsed: whether other files show that a database was in use here.
    ///   - beforeMigration: called with the database and the version of its file before an older one is migrated. If it
    ///     throws, nothing is changed.
    public convenience init(
        path: String, schema: DatabaseSchema, wasUsed: Bool = false,
        beforeMigration: (Database, Int) throws -> Void = { _, _ in }
    ) throws {
        let resolved = try FileLock.resolve(path)
        let lock = try FileLock(guarding: resolved)
        // SQLite creates a log as soon as it reads.
        let hadLog = (DatabaseFile.size(resolved + "-wal") ?? 0) > 0
        let wasUsed = wasUsed || !lock.formerNote.isEmpty
        if lock.wasTaken, !wasUsed, !hadLog, DatabaseFile.isOnlyBegun(resolved) { try DatabaseFile.empty(resolved) }
        if let size = DatabaseFile.size(resolved), size > 0 {
            try DatabaseFile.checkFormat(resolved, of: path, wasDatabase: wasUsed)
        } else {
            do throws(SQLError) {
                try Self.checkIsNew(resolved, wasUsed: wasUsed || hadLog, wasTaken: lock.wasTaken, of: path)
            } catch {
                lock.withdraw()
                throw error
            }
        }
        try FileLock.makePrivate(resolved)
        try self.init(resolved, of: path, lock: lock, hadLog: hadLog)
        try prepare(for: schema, journalMode: "wal", beforeMigration)
    }

    private convenience init(_ resolved: String, of path: String, lock: FileLock, hadLog: Bool) throws {
        let connection = try Connection(path: resolved, file: "'\(path)'")
        // Not earlier: on overlayfs a file gets a new identity when it is opened for writing.
        lock.noteFile()
        self.init(connection: connection, lock: lock, hadLog: hadLog)
    }

    /// Opens a file of the schema's version on a full disk. Until ``reopen(_:)`` no second connection can read it,
    /// because the log's index is in memory.
    public convenience init(onFullDisk path: String, schema: DatabaseSchema) throws {
        let resolved = try FileLock.resolve(path)
        let lock = try FileLock(guarding: resolved)
        let hadLog = (DatabaseFile.size(resolved + "-wal") ?? 0) > 0
        guard DatabaseFile.size(resolved) ?? 0 > 0 else {
            lock.withdraw()
            throw SQLError(code: .full, message: "'\(path)': \(SQLError.Code.full.explanation)")
        }
        try DatabaseFile.checkFormat(resolved, of: path)
        try self.init(resolved, of: path, lock: lock, hadLog: hadLog)
        try keepIndexInMemory(schema)
    }

    private func keepIndexInMemory(_ schema: DatabaseSchema) throws {
        try execute("PRAGMA locking_mode = EXCLUSIVE")
        try prepare(for: schema, journalMode: "wal") { _, _ in
            throw SQLError(
                code: .full,
                message: """
                    \(connection.file) is of an earlier version, and there is no room to change it; free space on its disk
                    """)
        }
    }

    /// Opens the file again, keeping its lock, so that second connections can read it. This object is then closed.
    /// Throws if there is still no space for that; nothing is lost then.
    public func reopen(_ schema: DatabaseSchema) throws -> Database {
        guard let lock, let path else { return self }
        let name = String(connection.file.dropFirst().dropLast())
        close()
        do {
            do {
                let database = try Database(path, of: name, lock: lock, hadLog: false)
                try database.prepare(for: schema, journalMode: "wal") { _, _ in }
                return database
            } catch let error as SQLError where error.code == .full {
                let database = try Database(path, of: name, lock: lock, hadLog: true)
                try database.keepIndexInMemory(schema)
                return database
            }
        } catch {
            // The lock is kept, so that the next call can try again.
            self.lock = lock
            throw error
        }
    }

    /// Runs `body` in a transaction that is always rolled back.
    public func rehearse<T>(_ body: () throws -> T) throws -> T {
        var result: T?
        do {
            try transaction { () throws -> Void in
                result = try body()
                throw Rehearsal.undone
            }
        } catch {
            if let result, error is Rehearsal { return result }
            throw error
        }
        throw SQLError(code: .transactionLost, message: "\(connection.file): the transaction was not undone")
    }

    /// Throws `.lost` if a missing or empty file is not a new database.
    ///
    /// - Parameter wasTaken: whether a process has locked the path before; it may have ended before it wrote anything.
    private static func checkIsNew(_ path: String, wasUsed: Bool, wasTaken: Bool, of name: String) throws(SQLError) {
        let isThere = DatabaseFile.exists(path)
        guard wasUsed || isThere && !wasTaken else { return }
        let message =
            if wasUsed {
                "'\(name)' is \(isThere ? "empty" : "missing"), though a home was kept there"
            } else {
                "'\(name)' is an empty file; its content is lost"
            }
        throw SQLError(code: .lost, message: message)
    }

    /// Creates a database in memory, which is released with this object.
    public convenience init(inMemory schema: DatabaseSchema) throws {
        try self.init(connection: Connection(path: ":memory:", file: "the database in memory"), lock: nil)
        try prepare(for: schema, journalMode: "memory") { _, _ in }
    }

    private func prepare(
        for schema: DatabaseSchema, journalMode: String, _ beforeMigration: (Database, Int) throws -> Void
    ) throws {
        try distrustSchema()
        let version = try identify(as: schema)
        if version == 0 { try connection.makeRoomForPageSums() } else { try checkLength() }
        // Checked before anything is written, so that the remains of damage are not taken for the whole content.
        try checkIntegrity(except: schema.logs)
        try secureCommits(journalMode: journalMode)
        if version > 0, version < schema.version { try beforeMigration(self, version) }
        if version > 0 { try? addPageSums() }
        try migrate(to: schema, from: version)
    }

    /// Lets the schema of an untrusted file call no functions, and checks what is read of the file.
    func distrustSchema() throws {
        try execute(
            """
            PRAGMA trusted_schema = OFF;
            PRAGMA busy_timeout = \(Self.busyTimeoutMilliseconds);
            PRAGMA cell_size_check = ON;
            """)
    }

    /// Makes commits durable, and checks references between tables.
    func secureCommits(journalMode: String) throws {
        // EXTRA, because a new file enters WAL mode in a transaction with a rollback journal. The journal's removal
        // must be durable before anything else is: otherwise, after a power failure, it would undo everything since. In
        // WAL mode EXTRA equals FULL. fullfsync, because on macOS fsync leaves data in the drive's cache.
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
    }

    /// Throws `.corrupt` if the file ends within a page, unless the log has that page.
    func checkLength() throws {
        guard !hadLog, connection.path != ":memory:", let size = DatabaseFile.size(connection.path) else { return }
        guard try Int64(size) % max(1, integer("PRAGMA page_size")) != 0 else { return }
        throw SQLError(
            code: .corrupt, message: "\(connection.file): \(SQLError.Code.corrupt.explanation)",
            cause: "the file ends within a page")
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
            // References broken by earlier damage do not prevent a migration.
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

    /// The table of each row with a broken reference.
    private func brokenReferences() throws -> [String] {
        try rows("PRAGMA foreign_key_check") { row in try row.textOrNil(0) ?? "" }
    }

    private func integer(_ sql: String) throws -> Int64 {
        try first(sql) { row in try row.int64(0) } ?? 0
    }
}
