internal import CSQLite

/// A connection to a SQLite database.
///
/// Commits survive a power failure (WAL, `synchronous=EXTRA`). The class is not `Sendable` and its methods block, so
/// keep it in an actor with a ``DatabaseExecutor``. While it is open, no other `Database` in any process can open the
/// file.
///
///     try database.run("INSERT INTO rooms(id, name) VALUES(?1, ?2)", .text(id), .text(name))
///     let names = try database.rows("SELECT name FROM rooms") { row in try row.text(0) }
public final class Database {
    /// Reached only if a program builds SQL dynamically; statements are meant to be constants.
    static let maximumCachedStatements = 256

    let connection: Connection
    var lock: FileLock?
    private var statements: [String: Statement] = [:]
    private var isInTransaction = false
    /// Whether a log was beside the file when it was opened, as after a crash.
    public let hadLog: Bool

    /// Whether that log ended with an unreadable transaction: it was being written when power failed, or the disk has
    /// changed a byte of it.
    public var logHasRest: Bool { connection.logHasRest }

    init(connection: Connection, lock: FileLock?, hadLog: Bool = false) {
        self.connection = connection
        self.lock = lock
        self.hadLog = hadLog
    }

    deinit {
        close()
    }

    /// Writes the log to the file and releases the file and its lock. Later calls throw `.misuse`.
    public func close() {
        statements.removeAll()
        connection.close()
        lock = nil
    }

    /// Runs statements separated by semicolons, without parameters or results.
    public func execute(_ script: String) throws(SQLError) {
        let handle = try writable()
        let result = sqlite3_exec(handle, script, nil, nil, nil)
        guard result == SQLITE_OK else { throw connection.error(result, sql: script) }
    }

    /// Runs one statement with `values` for ?1, ?2 and so on.
    ///
    /// - Returns: the number of changed rows, without those changed by foreign key actions or triggers.
    @discardableResult
    public func run(_ sql: String, _ values: SQLValue...) throws(SQLError) -> Int {
        try run(sql, values: values)
    }

    @discardableResult
    func run(_ sql: String, values: [SQLValue]) throws(SQLError) -> Int {
        let handle = try writable()
        let before = sqlite3_total_changes64(handle)
        let statement = try statement(sql)
        defer { statement.end() }
        try statement.begin(values)
        while try statement.next() {}
        // SQLite reports the changes of the last statement that made any.
        return sqlite3_total_changes64(handle) == before ? 0 : Int(sqlite3_changes64(handle))
    }

    /// Runs one statement with `values` for ?1, ?2 and so on.
    ///
    /// - Returns: the results of `read` for each row.
    public func rows<T>(_ sql: String, _ values: SQLValue..., read: (borrowing Row) throws -> T) throws -> [T] {
        _ = try writable()
        let statement = try statement(sql)
        defer { statement.end() }
        try statement.begin(values)
        var result: [T] = []
        while try statement.next() { result.append(try read(statement.row)) }
        return result
    }

    /// Runs one statement with `values` for ?1, ?2 and so on, and gives `body` one row after the other until it returns
    /// false.
    public func forEach(
        _ sql: String, _ values: SQLValue..., body: (borrowing Row) throws -> Bool
    ) throws {
        _ = try writable()
        let statement = try statement(sql)
        defer { statement.end() }
        try statement.begin(values)
        while try statement.next() { guard try body(statement.row) else { return } }
    }

    /// Runs one statement with `values` for ?1, ?2 and so on.
    ///
    /// - Returns: the result of `read` for the first row; nil without rows.
    public func first<T>(_ sql: String, _ values: SQLValue..., read: (borrowing Row) throws -> T) throws -> T? {
        _ = try writable()
        let statement = try statement(sql)
        defer { statement.end() }
        try statement.begin(values)
        return try statement.next() ? read(statement.row) : nil
    }

    /// Runs `body` in a transaction, which is committed and durable when this returns, and rolled back if `body`
    /// throws. Transactions can't be nested.
    @discardableResult
    public func transaction<T>(_ body: () throws -> T) throws -> T {
        guard !isInTransaction else {
            throw SQLError(code: .misuse, message: "\(connection.file): a transaction cannot begin within another one")
        }
        // IMMEDIATE, so that a lock conflict occurs here and not in the middle.
        try execute("BEGIN IMMEDIATE")
        isInTransaction = true
        do {
            let result = try body()
            // Changes to a file that has lost its name would be lost.
            try lock?.check()
            try execute("COMMIT")
            isInTransaction = false
            return result
        } catch {
            isInTransaction = false
            // After some errors SQLite has already rolled back. If this fails, the next BEGIN reports it.
            if !connection.isAutocommit { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// The ``note`` of the last process that had the file open; empty when there was none, and for one in memory.
    public var formerNote: String { lock?.formerNote ?? "" }

    /// Whether the last process that opened a file of this path opened another file: this one was copied, together with
    /// the files beside it.
    public var isAnotherFile: Bool { lock?.isAnotherFile ?? false }

    /// Stores up to 200 bytes beside the file, for the next process that opens it; copies of the file do not have it.
    ///
    /// - Parameter owner: identifies the database's owner if the file is damaged or missing; see
    ///   ``DatabaseFile/owner(of:)``.
    public func setNote(_ note: String, owner: String = "") { lock?.setNote(note, owner: owner) }

    /// The number that a process has last reserved beside the file; 0 if none has. Copies of the file do not have it.
    public var reservedNumber: Int64 { lock?.reserved ?? 0 }

    /// Reserves a number beside the file, durably, also on a full disk if its file system overwrites files in place.
    ///
    /// - Returns: whether it is stored.
    public func reserve(_ number: Int64) -> Bool { lock?.reserve(number) ?? false }

    /// Copies the log into the file, as far as no reader needs the old content.
    public func checkpoint() throws {
        _ = try rows("PRAGMA wal_checkpoint(PASSIVE)") { _ in }
    }

    /// Frees the pages of the file that are in memory and not in use. They are read again when they are needed.
    public func releaseMemory() {
        if let handle = connection.handle { sqlite3_db_release_memory(handle) }
    }

    /// Reads the whole file, or all tables except some. Throws `.corrupt` if its structure or an index is damaged.
    public func checkIntegrity(except left: Set<String> = []) throws {
        let parts = try left.isEmpty ? ["3"] : tables().filter { !left.contains($0.name) }.map(\.literal)
        let findings = try parts.flatMap { try rows("PRAGMA integrity_check(\($0))") { row in try row.text(0) } }
        guard findings.allSatisfy({ $0 == "ok" }) else {
            throw SQLError(
                code: .corrupt, message: "\(connection.file): \(SQLError.Code.corrupt.explanation)",
                cause: findings.filter { $0 != "ok" }.prefix(3).joined(separator: "; "))
        }
    }

    /// The path of the file; nil for a database in memory.
    public var path: String? { lock == nil ? nil : connection.path }

    /// The tables, without SQLite's own.
    public func tableNames() throws -> [String] { try tables().map(\.name) }

    /// The tables with their quoted names, without SQLite's own.
    func tables() throws -> [(name: String, literal: String)] {
        try rows("SELECT name, quote(name) FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'") {
            row in
            (try row.text(0), try row.text(1))
        }
    }

    /// The handle. Throws if the transaction has ended inside its body, because later writes would then be committed
    /// individually.
    private func writable() throws(SQLError) -> OpaquePointer {
        let handle = try connection.open()
        if isInTransaction, connection.isAutocommit {
            throw SQLError(
                code: .transactionLost,
                message: "\(connection.file): \(SQLError.Code.transactionLost.explanation)")
        }
        return handle
    }

    private func statement(_ sql: String) throws(SQLError) -> Statement {
        if let cached = statements[sql], !cached.isRunning { return cached }
        let statement = try Statement(sql, on: connection)
        if statements.count >= Self.maximumCachedStatements { statements.removeAll() }
        // While the cached statement is in use, this one serves the inner loop. It is not cached.
        if statements[sql] == nil { statements[sql] = statement }
        return statement
    }
}
