internal import CSQLite

extension Database {
    /// Opens an existing file for reading, whatever its schema version, without changing it or its log.
    ///
    /// - Parameters:
    ///   - isGuarded: whether to lock the file against other processes. A file that no process opens for writing, such
    ///     as a backup, needs no lock file beside it.
    ///   - ignoresPageSums: whether to read pages even if their checksum is wrong.
    ///   - ignoresLog: whether to read the file without its log, if that belongs to another.
    /// - Throws: `.wrongApplication`, `.newerSchema`, `.notADatabase`, `.foreignLog` or `.corrupt` if the program
    ///   cannot use it, and `.openElsewhere` if it is guarded and open.
    public convenience init(
        reading path: String, schema: DatabaseSchema, isGuarded: Bool, ignoresPageSums: Bool = false,
        ignoresLog: Bool = false
    ) throws {
        let resolved = try FileLock.resolve(path)
        guard DatabaseFile.exists(resolved) else {
            throw SQLError(code: .cantOpen, message: "'\(path)': there is no such file")
        }
        // Before any file is created beside it.
        try DatabaseFile.checkFormat(resolved, of: path)
        let lock = isGuarded ? try FileLock(guarding: resolved) : nil
        let hadLog = (DatabaseFile.size(resolved + "-wal") ?? 0) > 0
        // Without a log nothing is shared with other processes, and SQLite creates no files.
        let connection = try Connection(
            path: resolved, file: "'\(path)'", mode: hadLog && !ignoresLog ? .reading : .immutable)
        self.init(connection: connection, lock: lock, hadLog: hadLog)
        if ignoresPageSums { try connection.ignorePageSums(true) }
        try execute("PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; PRAGMA cell_size_check = ON")
        // Elsewhere an empty file is a new database. A reader expects a file with content.
        guard try identify(as: schema) > 0 else {
            throw SQLError(code: .notADatabase, message: "'\(path)': nothing was ever written to it; give another file")
        }
        if !ignoresPageSums { try checkLength() }
    }

    /// Opens a second connection to a database that this process has open, for reading the current content of the disk.
    /// Meanwhile the log is not restarted.
    ///
    /// - Parameter path: the ``path`` of the open database.
    public convenience init(besides path: String) throws {
        try self.init(connection: Connection(path: path, file: "'\(path)'", mode: .reading), lock: nil)
        try execute(
            """
            PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; PRAGMA wal_autocheckpoint = 0;
            PRAGMA busy_timeout = \(Self.busyTimeoutMilliseconds); PRAGMA cell_size_check = ON
            """)
    }

    /// The damage in a table and its indexes, found by reading all of them; empty if they are sound.
    public func damage(in table: String) throws -> [String] {
        guard let literal = try tables().first(where: { $0.name == table })?.literal else { return [] }
        do {
            return try rows("PRAGMA integrity_check(\(literal))") { row in try row.text(0) }.filter { $0 != "ok" }
                .prefix(3).map { "table \(table): \($0.replacing("\n", with: " "))" }
        } catch let error as SQLError where error.code == .corrupt {
            return ["table \(table) can't be read as a whole: \(error.cause ?? error.message)"]
        }
    }

    /// Opens a copy that no other process uses, to finish it: writes are durable once ``DatabaseFile/sync(_:)``
    /// returns, and no other file is created. After an error the copy is useless, since nothing is rolled back.
    public convenience init(finishing path: String, schema: DatabaseSchema) throws {
        try self.init(connection: Connection(path: path, file: "'\(path)'", mode: .existing), lock: nil)
        // Overwrites deleted content.
        try execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON")
        _ = try identify(as: schema)
        // First leaves WAL mode, which the copy has from its original.
        for mode in ["delete", "off"] { _ = try rows("PRAGMA journal_mode = \(mode)") { _ in } }
        try execute("PRAGMA synchronous = OFF")
    }

    /// The number of migrations that the file has had.
    public func version() throws -> Int {
        Int(clamping: try first("PRAGMA user_version") { row in try row.int64(0) } ?? 0)
    }

    /// Whether the file has a table of this name.
    public func hasTable(_ name: String) throws -> Bool {
        try first("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1", .text(name)) { _ in true } ?? false
    }

    /// Whether the file has a table with a column of these names.
    public func hasColumn(_ name: String, of table: String) throws -> Bool {
        try first("SELECT 1 FROM pragma_table_info(?1) WHERE name = ?2", .text(table), .text(name)) { _ in true }
            ?? false
    }

    /// Objects that the file lacks of its schema version, and additional ones that act on their own: sentences for
    /// people. Additional tables and indexes are harmless.
    public func schemaFindings(_ schema: DatabaseSchema) throws -> [String] {
        var own = schema
        own.migrations = Array(schema.migrations.prefix(try version()))
        let expected = try Database(inMemory: own).objects()
        let found = try objects()
        let missing = expected.filter { !found.contains($0) }.map { "it lacks \($0)" }
        let strange = found.filter { $0.hasPrefix("trigger ") || $0.hasPrefix("view ") }
            .filter { !expected.contains($0) }.map { "it has \($0), which does not belong to it" }
        return missing + strange
    }

    /// "table room", "trigger app_data_of_room" and so on.
    private func objects() throws -> [String] {
        try rows("SELECT type || ' ' || name FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' ORDER BY 1") {
            try $0.text(0)
        }
    }

    /// The damage in the file, found by reading all of it: structure, indexes and references; empty if it is sound.
    public func damage() -> [String] {
        do {
            var findings = try rows("PRAGMA integrity_check(20)") { row in try row.text(0) }.filter { $0 != "ok" }
            for line in try rows("PRAGMA foreign_key_check", read: Self.brokenReference) where findings.count < 40 {
                findings.append(line)
            }
            return findings
        } catch {
            // The caller says what to do about it.
            return ["its structure is damaged: \((error as? SQLError)?.cause ?? "\(error)")"]
        }
    }

    private static func brokenReference(_ row: borrowing Row) throws -> String {
        let number = try row.int64OrNil(1).map { "row \($0) of " } ?? "a row of "
        return "\(number)\(try row.text(0)) refers to one that \(try row.textOrNil(2) ?? "another table") does not have"
    }
}
