internal import CSQLite

/// The content of an empty database, of which databases in memory are copies. The migrations run once, for the template; a
/// copy takes a fortieth of their time.
public struct DatabaseTemplate: Sendable {
    /// The pages of the database file.
    private let pages: [UInt8]

    /// Runs the migrations of `schema` in memory.
    public init(_ schema: DatabaseSchema) throws {
        let database = try Database(inMemory: schema)
        pages = try database.connection.pages()
        database.close()
    }

    /// Replaces the content of a database in memory.
    fileprivate func copy(to target: Connection) throws(SQLError) {
        try target.replacePages(by: pages)
    }
}

extension Database {
    /// Creates a database in memory with the content of `template`, which is released with this object.
    public convenience init(inMemory template: DatabaseTemplate) throws {
        try self.init(connection: Connection(path: ":memory:", file: "the database in memory"), lock: nil)
        try template.copy(to: connection)
        try distrustSchema()
        try secureCommits(journalMode: "memory")
    }
}

extension Connection {
    /// The pages of the database.
    fileprivate func pages() throws(SQLError) -> [UInt8] {
        var size: Int64 = 0
        guard let pages = sqlite3_serialize(try open(), "main", &size, 0) else { throw error(SQLITE_NOMEM) }
        defer { sqlite3_free(pages) }
        return Array(UnsafeBufferPointer(start: pages, count: Int(clamping: size)))
    }

    /// Replaces the content of the database by other pages.
    fileprivate func replacePages(by pages: [UInt8]) throws(SQLError) {
        let source = try Connection(path: ":memory:", file: "the template of a database")
        let result = pages.withUnsafeBufferPointer { bytes in
            // `source` reads the array itself, and is closed before the array is released.
            defer { source.close() }
            let size = Int64(bytes.count)
            let opened = sqlite3_deserialize(
                source.handle, "main", UnsafeMutablePointer(mutating: bytes.baseAddress), size, size,
                UInt32(SQLITE_DESERIALIZE_READONLY))
            guard opened == SQLITE_OK else { return opened }
            guard let copy = sqlite3_backup_init(handle, "main", source.handle, "main") else {
                return sqlite3_errcode(handle)
            }
            sqlite3_backup_step(copy, -1)
            return sqlite3_backup_finish(copy)
        }
        guard result == SQLITE_OK else { throw error(result) }
    }
}
