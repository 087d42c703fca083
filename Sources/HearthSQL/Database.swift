internal import CSQLite

/// One SQLite database, opened for reading and writing by one connection.
///
/// Commits are durable against loss of power (WAL, `synchronous=FULL`). The class is not `Sendable` and its calls
/// block: keep it in an actor whose executor is a ``DatabaseExecutor``. Until it is closed or released, no second
/// `Database` in any process can open the same file.
///
///     try database.run("INSERT INTO rooms(id, name) VALUES(?1, ?2)", .text(id), .text(name))
///     let names = try database.rows("SELECT name FROM rooms") { row in try row.text(0) }
public final class Database {
    /// Texts are constants of the program, so this is only reached by a program that builds them.
    static let maximumCachedStatements = 256

    let connection: Connection
    private var lock: FileLock?
    private var statements: [String: Statement] = [:]
    private var isInTransaction = false

    init(connection: Connection, lock: FileLock?) {
        self.connection = connection
        self.lock = lock
    }

    deinit {
        close()
    }

    /// Writes what is left in the log into the file, and releases the file and its lock. Later calls throw `.misuse`.
    public func close() {
        statements.removeAll()
        connection.close()
        lock = nil
    }

    /// Runs several statements, separated by semicolons, without values and without reading rows.
    public func execute(_ script: String) throws(SQLError) {
        let handle = try writable()
        let result = sqlite3_exec(handle, script, nil, nil, nil)
        guard result == SQLITE_OK else { throw connection.error(result, sql: script) }
    }

    /// Runs one statement with `values` for ?1, ?2 and so on; returns how many rows it changed, without
    /// those that a foreign key's action or a trigger changed with them.
    @discardableResult
    public func run(_ sql: String, _ values: SQLValue...) throws(SQLError) -> Int {
        let handle = try writable()
        let before = sqlite3_total_changes64(handle)
        let statement = try statement(sql)
        defer { statement.end() }
        try statement.begin(values)
        while try statement.next() {}
        // Changes belong to the last statement that made any.
        return sqlite3_total_changes64(handle) == before ? 0 : Int(sqlite3_changes64(handle))
    }

    /// Runs one statement with `values` for ?1, ?2 and so on; returns what `read` makes of each row.
    public func rows<T>(_ sql: String, _ values: SQLValue..., read: (borrowing Row) throws -> T) throws -> [T] {
        _ = try writable()
        let statement = try statement(sql)
        defer { statement.end() }
        try statement.begin(values)
        var result: [T] = []
        while try statement.next() { result.append(try read(statement.row)) }
        return result
    }

    /// Runs one statement with `values` for ?1, ?2 and so on; returns what `read` makes of the first row, or nil.
    public func first<T>(_ sql: String, _ values: SQLValue..., read: (borrowing Row) throws -> T) throws -> T? {
        _ = try writable()
        let statement = try statement(sql)
        defer { statement.end() }
        try statement.begin(values)
        return try statement.next() ? read(statement.row) : nil
    }

    /// Runs `body` in one transaction: committed, durable, when it returns; rolled back when it throws.
    /// Transactions do not nest.
    @discardableResult
    public func transaction<T>(_ body: () throws -> T) throws -> T {
        guard !isInTransaction else {
            throw SQLError(code: .misuse, message: "\(connection.file): a transaction cannot begin within another one")
        }
        // IMMEDIATE, so that a lock is missed here and not in the middle.
        try execute("BEGIN IMMEDIATE")
        isInTransaction = true
        do {
            let result = try body()
            try execute("COMMIT")
            isInTransaction = false
            return result
        } catch {
            isInTransaction = false
            // After some errors SQLite has rolled back already. Should this fail, the next BEGIN reports it.
            if !connection.isAutocommit { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// Reads the whole file and throws `.corrupt` when its structure is damaged.
    public func checkIntegrity() throws {
        let findings = try rows("PRAGMA quick_check(3)") { row in try row.text(0) }
        guard findings == ["ok"] else {
            throw SQLError(
                code: .corrupt, message: "\(connection.file): \(SQLError.Code.corrupt.explanation)",
                cause: findings.joined(separator: "; "))
        }
    }

    /// The handle, unless a transaction has ended under its body: then every further write would be durable alone.
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
        // While the cached one is running, this one serves the inner loop and is then forgotten.
        if statements[sql] == nil { statements[sql] = statement }
        return statement
    }
}
