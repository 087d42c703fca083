internal import CSQLite

/// The current row of a statement, valid within a closure. Columns are numbered from 0.
///
/// Reading a column as another type than it holds throws `.typeMismatch`, because files are untrusted.
public struct Row: ~Copyable {
    let handle: OpaquePointer
    let file: String

    /// The number of columns.
    public var count: Int { Int(sqlite3_column_count(handle)) }

    /// An integer.
    public func int64(_ column: Int) throws(SQLError) -> Int64 {
        guard let value = try int64OrNil(column) else { throw mismatch(column, expected: "an integer") }
        return value
    }

    /// An integer, or nil for NULL.
    public func int64OrNil(_ column: Int) throws(SQLError) -> Int64? {
        guard try holds(SQLITE_INTEGER, column, "an integer") else { return nil }
        return sqlite3_column_int64(handle, Int32(column))
    }

    /// A boolean: 0 is false, any other integer true.
    public func bool(_ column: Int) throws(SQLError) -> Bool {
        try int64(column) != 0
    }

    /// A float.
    public func double(_ column: Int) throws(SQLError) -> Double {
        guard let value = try doubleOrNil(column) else { throw mismatch(column, expected: "a float") }
        return value
    }

    /// A float, or nil for NULL (SQLite stores NaN as NULL).
    public func doubleOrNil(_ column: Int) throws(SQLError) -> Double? {
        guard try holds(SQLITE_FLOAT, column, "a float") else { return nil }
        return sqlite3_column_double(handle, Int32(column))
    }

    /// Text. Throws if the bytes are not valid UTF-8.
    public func text(_ column: Int) throws(SQLError) -> String {
        guard let value = try textOrNil(column) else { throw mismatch(column, expected: "text") }
        return value
    }

    /// Text, or nil for NULL. Throws if the bytes are not valid UTF-8.
    public func textOrNil(_ column: Int) throws(SQLError) -> String? {
        guard try holds(SQLITE_TEXT, column, "text") else { return nil }
        guard let start = sqlite3_column_text(handle, Int32(column)) else {
            throw SQLError(code: .outOfMemory, message: "\(file): \(SQLError.Code.outOfMemory.explanation)")
        }
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        guard let text = String(validating: UnsafeBufferPointer(start: start, count: count), as: UTF8.self) else {
            throw mismatch(column, expected: "UTF-8 text")
        }
        return text
    }

    /// Bytes.
    public func blob(_ column: Int) throws(SQLError) -> [UInt8] {
        guard let value = try blobOrNil(column) else { throw mismatch(column, expected: "a blob") }
        return value
    }

    /// Bytes, or nil for NULL.
    public func blobOrNil(_ column: Int) throws(SQLError) -> [UInt8]? {
        guard try holds(SQLITE_BLOB, column, "a blob") else { return nil }
        // An empty blob has a null pointer.
        guard let start = sqlite3_column_blob(handle, Int32(column)) else { return [] }
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    /// All columns as stored.
    func values() throws(SQLError) -> [SQLValue] {
        var values: [SQLValue] = []
        for column in 0..<count {
            switch sqlite3_column_type(handle, Int32(column)) {
            case SQLITE_INTEGER: values.append(.integer(try int64(column)))
            case SQLITE_FLOAT: values.append(.real(try double(column)))
            case SQLITE_TEXT: values.append(.text(try text(column)))
            case SQLITE_BLOB: values.append(.blob(try blob(column)))
            default: values.append(.null)
            }
        }
        return values
    }

    /// Returns true if the column holds `type`, false if it is NULL.
    private func holds(_ type: Int32, _ column: Int, _ expected: String) throws(SQLError) -> Bool {
        guard column >= 0, column < count else {
            throw SQLError(code: .misuse, message: "\(file): there is no column \(column), only \(count)")
        }
        switch sqlite3_column_type(handle, Int32(column)) {
        case type: return true
        case SQLITE_NULL: return false
        default: throw mismatch(column, expected: expected)
        }
    }

    private func mismatch(_ column: Int, expected: String) -> SQLError {
        let name = sqlite3_column_name(handle, Int32(column)).map { String(cString: $0) } ?? "\(column)"
        return SQLError(
            code: .typeMismatch,
            message: "\(file): column \(name) does not hold \(expected); restore a backup, keeping this file")
    }
}
