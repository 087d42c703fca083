internal import CSQLite

/// Copies an open database to a new file in steps, between which the database may be written to: such writes are
/// included, and at its end the copy equals the database (SQLite's online backup).
///
/// The copy is neither checked nor synced. A caller that abandons it must remove its file.
public final class DatabaseBackup {
    /// The progress of a copy.
    public struct Progress: Hashable, Sendable {
        /// The bytes copied so far.
        public var copiedBytes: Int
        /// The bytes to copy in all; may change while the database is written to.
        public var totalBytes: Int
    }

    private let source: Connection
    private let target: Connection
    private let pageSize: Int
    private var handle: OpaquePointer?
    /// The current progress.
    public private(set) var progress = Progress(copiedBytes: 0, totalBytes: 0)

    fileprivate init(of source: Connection, pageSize: Int, to path: String) throws(SQLError) {
        self.source = source
        self.pageSize = pageSize
        _ = try source.open()
        try DatabaseFile.create(path)
        target = try Connection(path: path, file: "'\(path)'", mode: .existing)
        // No other process reads it before it is complete; it is synced then.
        sqlite3_exec(try target.open(), "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF", nil, nil, nil)
        if source.hasPageSums { try target.writePageSums() }
        handle = sqlite3_backup_init(try target.open(), "main", try source.open(), "main")
        guard handle != nil else { throw target.error(sqlite3_errcode(try target.open())) }
    }

    deinit { finish() }

    /// Copies up to `pages` more pages.
    ///
    /// - Returns: whether the copy is complete; it is then closed.
    public func step(pages: Int32) throws(SQLError) -> Bool {
        // Closing the database ends its backups.
        _ = try source.open()
        guard let handle else { throw SQLError(code: .misuse, message: "\(target.file): the copy has ended") }
        let result = source.allowingEmptyPages {
            target.allowingEmptyPages { sqlite3_backup_step(handle, pages) }
        }
        let total = Int(sqlite3_backup_pagecount(handle))
        let left = min(Int(sqlite3_backup_remaining(handle)), total)
        progress = Progress(copiedBytes: (total - left) * pageSize, totalBytes: total * pageSize)
        switch result {
        case SQLITE_OK: return false
        case SQLITE_DONE:
            finish()
            return true
        default:
            let error = SQLError(
                result: result, detail: String(cString: sqlite3_errstr(result)),
                file: "\(target.file), a copy of \(source.file)")
            finish()
            throw error
        }
    }

    private func finish() {
        sqlite3_backup_finish(handle)
        handle = nil
        target.close()
    }
}

extension Database {
    /// Begins a copy to a new file, readable by its owner only.
    ///
    /// - Throws: `.cantOpen` if the file exists.
    public func backup(to path: String) throws -> DatabaseBackup {
        // Reads from the disk instead of the cache, so that checking the copy checks the file.
        sqlite3_db_release_memory(try connection.open())
        let pageSize = try first("PRAGMA page_size") { row in try row.int64(0) } ?? 0
        return try DatabaseBackup(of: connection, pageSize: Int(clamping: pageSize), to: path)
    }

    /// Copies the database to a new file in one go.
    public func copy(to path: String) throws {
        let backup = try backup(to: path)
        while try !backup.step(pages: 4_096) {}
    }
}
