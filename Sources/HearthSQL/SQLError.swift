internal import CSQLite

/// What went wrong with a database file or a statement, and what the person who runs the program can do about it.
public struct SQLError: Error, Equatable, Sendable {
    /// The kinds of failure a caller can act on.
    public enum Code: String, Equatable, Sendable {
        /// Another connection holds SQLite's lock longer than the busy timeout.
        case busy
        /// A table is in use by this very connection.
        case locked
        /// The disk, or the size set for the file, is used up; the transaction is rolled back.
        case full
        /// The operating system failed to read, write or sync; the transaction is rolled back.
        case ioError
        /// The file is damaged.
        case corrupt
        /// The file is something else than a SQLite database.
        case notADatabase
        /// A UNIQUE, NOT NULL, CHECK or FOREIGN KEY rule of the schema refused a change.
        case constraint
        /// The file or its directory does not permit writing.
        case readOnly
        /// The file cannot be opened or made.
        case cantOpen
        /// Memory ran out.
        case outOfMemory
        /// A value is longer than SQLite holds (1,000,000,000 bytes).
        case tooBig
        /// The SQL text is wrong, or does not fit the schema.
        case invalidStatement
        /// A column holds another type than the one read.
        case typeMismatch
        /// The API was used against its rules, such as after `close()`.
        case misuse
        /// The transaction was rolled back before its end, so nothing further may be written in it.
        case transactionLost
        /// The file is open already, in another process or in this one.
        case openElsewhere
        /// A SQLite database of another program.
        case wrongApplication
        /// The file was written by a newer version of this program.
        case newerSchema
        /// A result of SQLite that has no name here; `cause` has it.
        case other
    }

    /// The kind of failure.
    public var code: Code
    /// Names the file and the way out, for people.
    public var message: String
    /// What SQLite or the operating system said, with its number; nil where the failure was found by this module.
    public var cause: String?

    /// Makes an error. `message` should name the file and the way out.
    public init(code: Code, message: String, cause: String? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension SQLError: CustomStringConvertible {
    /// The message, and the cause where there is one.
    public var description: String {
        cause.map { "\(message) [\($0)]" } ?? message
    }
}

extension SQLError {
    /// The error for a result of SQLite. `detail` is what the connection says, `file` what people call it,
    /// `sql` the statement, where there is one.
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
    /// The low byte of an extended result code is its kind (sqlite.org/rescode.html).
    init(result: Int32) {
        switch result & 0xFF {
        case SQLITE_BUSY: self = .busy
        case SQLITE_LOCKED: self = .locked
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

    /// What happened and the way out, to follow the file's name.
    var explanation: String {
        switch self {
        case .busy: "another program holds the database; close it, or try again"
        case .locked: "a statement on the same table is still running; finish it first"
        case .full: "no space is left; free space on its disk, then try again"
        case .ioError: "reading or writing failed; check the disk and its cable, then start again"
        case .corrupt: "the database is damaged; restore a backup, keeping this file for inspection"
        case .notADatabase: "this is not a SQLite database; move it away or choose another path"
        case .constraint: "the change breaks a rule of the schema"
        case .readOnly: "the file or its directory is not writable; change its owner or permissions"
        case .cantOpen: "cannot be opened or made; check that its directory exists and is accessible"
        case .outOfMemory: "memory ran out; free some, then try again"
        case .tooBig: "a value is too long to be stored; shorten it"
        case .invalidStatement: "the statement does not fit the database; program and file may differ in version"
        case .typeMismatch: "a column holds another type than expected; restore a backup"
        case .misuse: "the database is closed or used against its rules; this is an error in the program"
        case .transactionLost: "the transaction was rolled back by an earlier error; run it again as a whole"
        case .openElsewhere: "is open in another process; stop that one first"
        case .wrongApplication: "belongs to another program; choose another path"
        case .newerSchema: "was written by a newer version; use that version, or restore an older backup"
        case .other: "the database failed; the cause has the details"
        }
    }
}
