internal import CHearthSQL
internal import CSQLite

/// A failed operation on a database file, with a message for the program's operator.
public struct SQLError: Error, Equatable, Sendable {
    /// The kinds of failure that callers can handle.
    public enum Code: String, Equatable, Sendable {
        /// Another process holds a lock for longer than the busy timeout.
        case busy
        /// A table is in use by this connection itself.
        case locked
        /// The disk or the file's size limit is full. The transaction was rolled back.
        case full
        /// The operating system failed to read, write or sync. The transaction was rolled back.
        case ioError
        /// The file is damaged.
        case corrupt
        /// A database was in use here, and its file is missing or empty.
        case lost
        /// The file and its log (-wal) do not belong together, or the log's beginning is damaged.
        case foreignLog
        /// The file is not a SQLite database.
        case notADatabase
        /// A UNIQUE, NOT NULL, CHECK or FOREIGN KEY constraint was violated.
        case constraint
        /// The file or its directory is not writable.
        case readOnly
        /// The file can't be opened or created.
        case cantOpen
        /// Memory ran out.
        case outOfMemory
        /// A value is longer than SQLite's limit (1,000,000,000 bytes).
        case tooBig
        /// The SQL text is invalid or doesn't match the schema.
        case invalidStatement
        /// A column holds another type than requested.
        case typeMismatch
        /// The API was used incorrectly, for example after `close()`.
        case misuse
        /// The transaction was rolled back before its end, so nothing more can be written in it.
        case transactionLost
        /// The file is already open, in another process or in this one.
        case openElsewhere
        /// The file was removed, or another was put in its place, while it was open.
        case replaced
        /// The file is a database of another program.
        case wrongApplication
        /// The file was written by a newer version of this program.
        case newerSchema
        /// Another result of SQLite; see `cause`.
        case other
    }

    /// The kind of failure.
    public var code: Code
    /// Names the file and how to fix the problem, for people.
    public var message: String
    /// The message and number from SQLite or the operating system; nil if this module detected the failure.
    public var cause: String?

    /// Creates an error. `message` should name the file and how to fix the problem.
    public init(code: Code, message: String, cause: String? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension SQLError: CustomStringConvertible {
    /// The message, followed by the cause if there is one.
    public var description: String {
        cause.map { "\(message) [\($0)]" } ?? message
    }
}

extension SQLError {
    /// The error for a result code of SQLite. `detail` is the connection's message, `file` the database's name, `sql`
    /// the statement, if any.
    init(result: Int32, detail: String, systemError: Int32 = 0, file: String, sql: String? = nil) {
        let code = Code(result: result)
        var message = "\(file): \(code.explanation)"
        if let sql, code == .constraint || code == .invalidStatement || code == .tooBig {
            message += " (in: \(sql.prefix(200)))"
        }
        let errno = systemError == 0 ? "" : ", errno \(systemError)"
        self.init(code: code, message: message, cause: "SQLite \(result)\(errno): \(detail)")
    }
}

extension SQLError.Code {
    /// A page with a wrong checksum (CHearthSQL).
    private static let wrongSum = Int32(hearth_sql_wrong_sum)
    /// A log that does not belong to its file (CHearthSQL).
    private static let foreignLogResult = Int32(hearth_sql_foreign_log)

    /// The low byte of an extended result code is the primary code (sqlite.org/rescode.html).
    init(result: Int32) {
        guard result != Self.foreignLogResult else {
            self = .foreignLog
            return
        }
        switch result == Self.wrongSum ? SQLITE_CORRUPT : result & 0xFF {
        case SQLITE_BUSY: self = .busy
        case SQLITE_LOCKED: self = .locked
        // The log's index could not grow.
        case SQLITE_IOERR where result == SQLITE_IOERR | (19 << 8): self = .full
        case SQLITE_FULL: self = .full
        case SQLITE_IOERR: self = .ioError
        case SQLITE_CORRUPT: self = .corrupt
        case SQLITE_NOTADB: self = .notADatabase
        case SQLITE_CONSTRAINT: self = .constraint
        case SQLITE_READONLY, SQLITE_PERM: self = .readOnly
        case SQLITE_CANTOPEN: self = .cantOpen
        case SQLITE_NOMEM: self = .outOfMemory
        case SQLITE_TOOBIG: self = .tooBig
        case SQLITE_ERROR, SQLITE_RANGE: self = .invalidStatement
        case SQLITE_MISUSE: self = .misuse
        default: self = .other
        }
    }

    /// What happened and how to fix it, to follow the file's name.
    var explanation: String {
        switch self {
        case .busy: "another program holds the database; close it, or try again"
        case .locked: "a statement on the same table is still running; finish it first"
        case .full: "no space is left; free space on its disk, then try again"
        case .ioError: "reading or writing failed; check the disk and its cable, then start again"
        case .corrupt: "the database is damaged; restore a backup, keeping this file for inspection"
        case .lost: "a database was in use there and is missing; restore a backup"
        case .foreignLog:
            "its log (-wal) does not belong to it: they are copies of different moments, or damaged; copy both "
                + "again while the hub is stopped, or restore a backup, keeping these files for inspection"
        case .notADatabase: "this is not a SQLite database; move it away or choose another path"
        case .constraint: "the change breaks a rule of the schema"
        case .readOnly: "the file or its directory is not writable; change its owner or permissions"
        case .cantOpen: "cannot be opened or created; check that its directory exists and is accessible"
        case .outOfMemory: "memory ran out; free some, then try again"
        case .tooBig: "a value is too long to be stored; shorten it"
        case .invalidStatement: "the statement does not fit the database; program and file may differ in version"
        case .typeMismatch: "a column holds another type than expected; restore a backup"
        case .misuse: "the database is closed or used against its rules; this is an error in the program"
        case .transactionLost: "the transaction was rolled back by an earlier error; run it again as a whole"
        case .openElsewhere: "is open in another process; stop that one first"
        case .replaced:
            "was removed, or another file was put in its place, while it was open; stop the program, put the right file "
                + "there, and start again"
        case .wrongApplication: "belongs to another program; choose another path"
        case .newerSchema: "was written by a newer version; use that version, or restore an older backup"
        case .other: "the database failed; the cause has the details"
        }
    }
}
