internal import CSQLite

extension Database {
    /// Opens a file that is there for reading, whichever version of the schema it has, and changes nothing, nor its log.
    ///
    /// - Parameters:
    ///   - isGuarded: whether the file is held against other processes meanwhile. A file that nobody opens as his own,
    ///     such as a backup, needs no lock beside it.
    ///   - ignoresPageSums: whether pages that are not as they were written are read all the same.
    ///   - ignoresLog: whether the file is read as it is without its log, where that is another's.
    /// - Throws: `.wrongApplication`, `.newerSchema`, `.notADatabase`, `.foreignLog` or `.corrupt` if the program can't use it, and
    ///   `.openElsewhere` if it is guarded and open.
    public convenience init(
        reading path: String, schema: DatabaseSchema, isGuarded: Bool, ignoresPageSums: Bool = false,
        ignoresLog: Bool = false
    ) throws {
        let resolved = try FileLock.resolve(path)
        guard DatabaseFile.exists(resolved) else {
            throw SQLError(code: .cantOpen, message: "'\(path)': there is no such file")
        }
        // Before anything is made beside it.
        try DatabaseFile.checkFormat(resolved, of: path)
        let lock = isGuarded ? try FileLock(guarding: resolved) : nil
        let hadLog = (DatabaseFile.size(resolved + "-wal") ?? 0) > 0
        // Without a log there is nothing to be shared with others, and SQLite makes no files beside it.
        let connection = try Connection(
            path: resolved, file: "'\(path)'", mode: hadLog && !ignoresLog ? .reading : .immutable)
        self.init(connection: connection, lock: lock, hadLog: hadLog)
        if ignoresPageSums { try connection.ignorePageSums(true) }
        try execute("PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; PRAGMA cell_size_check = ON")
        // An empty file is taken for a new database elsewhere. Whoever reads one expects that something was written.
        guard try identify(as: schema) > 0 else {
            throw SQLError(code: .notADatabase, message: "'\(path)': nothing was ever written to it; give another file")
        }
        if !ignoresPageSums { try checkLength() }
    }

    /// Opens a second connection to a database that this process has open, for reading from the disk what is there now.
    /// While it reads, the log does not begin anew.
    ///
    /// - Parameter path: the ``path`` of the other.
    public convenience init(besides path: String) throws {
        try self.init(connection: Connection(path: path, file: "'\(path)'", mode: .reading), lock: nil)
        try execute(
            """
            PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; PRAGMA wal_autocheckpoint = 0;
            PRAGMA busy_timeout = \(Self.busyTimeoutMilliseconds); PRAGMA cell_size_check = ON
            """)
    }

    /// What is wrong with a table and its indexes, by reading all of them; empty for a sound one.
    public func damage(in table: String) throws -> [String] {
        guard let literal = try tables().first(where: { $0.name == table })?.literal else { return [] }
        do {
            return try rows("PRAGMA integrity_check(\(literal))") { row in try row.text(0) }.filter { $0 != "ok" }
                .prefix(3).map { "table \(table): \($0.replacing("\n", with: " "))" }
        } catch let error as SQLError where error.code == .corrupt {
            return ["table \(table) can't be read as a whole: \(error.cause ?? error.message)"]
        }
    }

    /// Opens a copy that nobody else has, to finish it: what is written is durable once ``DatabaseFile/sync(_:)``
    /// returns, and no other file is beside it. After an error it is of no use any more: nothing is rolled back.
    public convenience init(finishing path: String, schema: DatabaseSchema) throws {
        try self.init(connection: Connection(path: path, file: "'\(path)'", mode: .existing), lock: nil)
        // What is removed is overwritten.
        try execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON")
        _ = try identify(as: schema)
        // First out of the log's mode, which the copy has from its original.
        for mode in ["delete", "off"] { _ = try rows("PRAGMA journal_mode = \(mode)") { _ in } }
        try execute("PRAGMA synchronous = OFF")
    }

    /// How many migrations the file has had.
    public func version() throws -> Int {
        Int(clamping: try first("PRAGMA user_version") { row in try row.int64(0) } ?? 0)
    }

    /// Whether the file has a table of this name.
    public func hasTable(_ name: String) throws -> Bool {
        try first("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1", .text(name)) { _ in true } ?? false
    }

    /// What the file lacks of its version of the schema, and what it has beyond it that would do something by itself:
    /// sentences for people. A table or an index more does no harm.
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

    /// What is wrong with the file, by reading all of it: its structure, its indexes and its references; empty for a
    /// sound one.
    public func damage() -> [String] {
        do {
            var findings = try rows("PRAGMA integrity_check(20)") { row in try row.text(0) }.filter { $0 != "ok" }
            for line in try rows("PRAGMA foreign_key_check", read: Self.brokenReference) where findings.count < 40 {
                findings.append(line)
            }
            return findings
        } catch {
            // What to do about it is the caller's to say.
            return ["its structure is damaged: \((error as? SQLError)?.cause ?? "\(error)")"]
        }
    }

    private static func brokenReference(_ row: borrowing Row) throws -> String {
        let number = try row.int64OrNil(1).map { "row \($0) of " } ?? "a row of "
        return "\(number)\(try row.text(0)) refers to one that \(try row.textOrNil(2) ?? "another table") does not have"
    }
}
