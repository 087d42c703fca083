internal import HearthSQL

/// Why the store could not be opened, read or written.
public struct StoreError: Error, Sendable, CustomStringConvertible {
    /// What a caller can act on.
    public enum Code: Hashable, Sendable {
        /// Another process has the file open.
        case inUse
        /// The file belongs to another program, or is no database.
        case notOurs
        /// The file was written by a newer version.
        case newerVersion
        /// The file is damaged.
        case damaged
        /// The disk is full; what was to be written is not lost from memory.
        case diskFull
        /// The store was closed.
        case closed
        /// The file can't be opened, read or written for another reason.
        case failed
    }

    public let code: Code
    /// Names the file and the way out, for people.
    public let message: String
    /// What it came from.
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
