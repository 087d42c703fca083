internal import CSQLite

/// A prepared statement. `Database` caches it by its text.
final class Statement {
    private let connection: Connection
    private let sql: String
    private let handle: OpaquePointer
    /// True between binding and reset. Running the same text inside a loop over its rows needs a second statement.
    private(set) var isRunning = false

    init(_ sql: String, on connection: Connection) throws(SQLError) {
        let database = try connection.open()
        var handle: OpaquePointer?
        var rest = 0
        var sqlCopy = sql
        let result = sqlCopy.withUTF8 { text -> Int32 in
            text.withMemoryRebound(to: CChar.self) { text in
                var tail: UnsafePointer<CChar>?
                let result = sqlite3_prepare_v3(
                    database, text.baseAddress, Int32(clamping: text.count), UInt32(SQLITE_PREPARE_PERSISTENT),
                    &handle, &tail)
                if let tail, let start = text.baseAddress { rest = text.count - (tail - start) }
                return result
            }
        }
        guard result == SQLITE_OK else { throw connection.error(result, sql: sql) }
        guard let handle, rest == 0 else {
            sqlite3_finalize(handle)
            throw SQLError(
                code: .misuse, message: "\(connection.file): exactly one statement is expected in: \(sql.prefix(200))")
        }
        self.connection = connection
        self.sql = sql
        self.handle = handle
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Binds `values` to ?1, ?2 and so on. Then call `next()` until there are no more rows, and `end()`, even after an
    /// error.
    func begin(_ values: [SQLValue]) throws(SQLError) {
        isRunning = true
        try bind(values)
    }

    /// Advances to the next row. Returns false after the last row.
    func next() throws(SQLError) -> Bool {
        let result = sqlite3_step(handle)
        switch result {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw connection.error(result, sql: sql)
        }
    }

    /// The row after `next()`, valid until the next call.
    var row: Row { Row(handle: handle, file: connection.file) }

    /// Releases locks and values.
    func end() {
        // A failed step has already thrown its error, which reset only repeats.
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        isRunning = false
    }

    private func bind(_ values: [SQLValue]) throws(SQLError) {
        let count = Int(sqlite3_bind_parameter_count(handle))
        guard values.count == count else {
            throw SQLError(
                code: .misuse,
                message: "\(connection.file): \(count) values are needed, not \(values.count), in: \(sql.prefix(200))")
        }
        for (index, value) in zip(Int32(1)..., values) {
            let result = bind(value, at: index)
            guard result == SQLITE_OK else { throw connection.error(result, sql: sql) }
        }
    }

    private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(handle, index)
        case .integer(let value): return sqlite3_bind_int64(handle, index, value)
        case .real(let value): return sqlite3_bind_double(handle, index, value)
        case .text(var value):
            return value.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    sqlite3_bind_text64(
                        handle, index, $0.baseAddress ?? emptyText, UInt64($0.count), transient, UInt8(SQLITE_UTF8))
                }
            }
        case .blob(let value):
            // A null pointer would bind NULL instead of an empty blob.
            guard !value.isEmpty else { return sqlite3_bind_zeroblob(handle, index, 0) }
            return value.withUnsafeBytes {
                sqlite3_bind_blob64(handle, index, $0.baseAddress, UInt64($0.count), transient)
            }
        }
    }
}

/// SQLITE_TRANSIENT, a macro that isn't imported: SQLite copies the bytes before it returns.
private var transient: sqlite3_destructor_type? {
    unsafeBitCast(-1, to: sqlite3_destructor_type?.self)
}

/// The address for empty strings, since a null pointer would bind NULL. Never written or freed.
nonisolated(unsafe) private let emptyText: UnsafePointer<CChar> = {
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    text.initialize(to: 0)
    return UnsafePointer(text)
}()
