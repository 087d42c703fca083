internal import CHearthSQL
internal import CSQLite

/// Owns a `sqlite3` handle. Statements retain it, so that it outlives them.
final class Connection {
    /// The path of the file; ":memory:" for a database in memory.
    let path: String
    /// The database's name in errors: its path in quotes.
    let file: String
    private(set) var handle: OpaquePointer?
    /// Whether pages are read even if their checksum is wrong.
    private(set) var ignoresPageSums = false

    /// The access of a connection to its file.
    enum Mode {
        /// Read, write, and create it.
        case all
        /// Read and write an existing file.
        case existing
        /// Read an existing file, with the log beside it.
        case reading
        /// Read a file that no process writes to and that has no log.
        case immutable

        fileprivate var flags: Int32 {
            switch self {
            case .all: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .existing: SQLITE_OPEN_READWRITE
            case .reading: SQLITE_OPEN_READONLY
            case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            }
        }
    }

    init(path: String, file: String, mode: Mode = .all) throws(SQLError) {
        self.path = path
        self.file = file
        // NOMUTEX, because `Database` is not Sendable and the compiler keeps it on one thread at a time.
        let flags = mode.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let name = mode == .immutable ? "file:\(Self.escaped(path))?immutable=1" : path
        let result = sqlite3_open_v2(name, &handle, flags, hearth_sql_vfs())
        guard result == SQLITE_OK else {
            let error = error(result)
            close()
            throw error
        }
    }

    deinit {
        close()
    }

    /// A path in the syntax of a URI (sqlite.org/uri.html).
    private static func escaped(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"):
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Closing releases the file only if all statements are finalised. The last connection also empties the log.
    func close() {
        sqlite3_close_v2(handle)
        handle = nil
    }

    /// The handle. Throws `.misuse` after `close()`.
    func open() throws(SQLError) -> OpaquePointer {
        guard let handle else {
            throw SQLError(code: .misuse, message: "\(file): the database is closed; open it again before use")
        }
        return handle
    }

    // MARK: Checksums of pages

    /// Whether the file's pages have checksums, as of the last read or write.
    var hasPageSums: Bool {
        var hasSums: Int32 = 0
        return control(hearth_sql_has_sums, &hasSums) == SQLITE_OK && hasSums != 0
    }

    /// Whether the log that existed at the opening ended with an unreadable transaction.
    var logHasRest: Bool {
        var hasRest: Int32 = 0
        return control(hearth_sql_log_has_rest, &hasRest) == SQLITE_OK && hasRest != 0
    }

    /// Reserves space for checksums in the pages of a file that is empty or about to be rewritten.
    func makeRoomForPageSums() throws(SQLError) {
        var bytes = Int32(hearth_sql_reserved)
        let result = sqlite3_file_control(try open(), "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes)
        guard result == SQLITE_OK else { throw error(result) }
    }

    /// Writes pages with checksums even before the file's header says so, as for a copy.
    func writePageSums() throws(SQLError) {
        let result = control(hearth_sql_write_sums, nil)
        guard result == SQLITE_OK else { throw error(result) }
    }

    /// Sets ``ignoresPageSums``.
    func ignorePageSums(_ ignores: Bool) throws(SQLError) {
        var argument: Int32 = ignores ? 1 : 0
        let result = control(hearth_sql_ignore_sums, &argument)
        guard result == SQLITE_OK else { throw error(result) }
        ignoresPageSums = ignores
    }

    /// Accepts pages of zeros while `body` runs, which is needed to copy a whole file.
    func allowingEmptyPages<Value>(_ body: () throws -> Value) rethrows -> Value {
        var (allowed, refused): (Int32, Int32) = (1, 0)
        _ = control(hearth_sql_allow_empty_pages, &allowed)
        defer { _ = control(hearth_sql_allow_empty_pages, &refused) }
        return try body()
    }

    private func control(_ operation: Int, _ argument: UnsafeMutablePointer<Int32>?) -> Int32 {
        sqlite3_file_control(handle, "main", Int32(operation), argument)
    }

    /// False within a transaction. SQLite ends a transaction by itself after some errors, such as a full disk.
    var isAutocommit: Bool {
        handle.map { sqlite3_get_autocommit($0) != 0 } ?? true
    }

    /// The error for a result code, with the connection's message.
    func error(_ result: Int32, sql: String? = nil) -> SQLError {
        let detail = String(cString: handle.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(result))
        let code = SQLError.Code(result: result)
        let systemError = code == .ioError || code == .cantOpen ? handle.map { sqlite3_system_errno($0) } ?? 0 : 0
        return SQLError(result: result, detail: detail, systemError: systemError, file: file, sql: sql)
    }
}
