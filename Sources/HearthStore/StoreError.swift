internal import HearthSQL

/// Opening, reading or writing the store failed.
public struct StoreError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure that callers can handle.
    public enum Code: Hashable, Sendable {
        /// Another process has the file open.
        case inUse
        /// The file belongs to another program, or isn't a database.
        case notOurs
        /// The file was written by a newer version of Hearth.
        case newerVersion
        /// The file is damaged.
        case damaged
        /// The disk is full. What could not be written is still in memory.
        case diskFull
        /// The store was closed.
        case closed
        /// The file can't be opened, read or written for another reason; see ``StoreError/cause``.
        case failed
    }

    /// The kind of failure.
    public let code: Code
    /// Names the file and how to fix the problem, for people.
    public let message: String
    /// The underlying error.
    public let cause: (any Error)?

    init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    init(_ error: any Error) {
        guard let error = error as? SQLError else {
            self = error as? StoreError ?? StoreError(.failed, "\(error)", cause: error)
            return
        }
        let code: Code =
            switch error.code {
            case .openElsewhere, .busy: .inUse
            case .wrongApplication, .notADatabase: .notOurs
            case .newerSchema: .newerVersion
            case .corrupt, .typeMismatch: .damaged
            case .full: .diskFull
            default: .failed
            }
        self.init(code, error.message, cause: error)
    }

    public var description: String { message }
}
