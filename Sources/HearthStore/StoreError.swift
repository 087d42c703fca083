/// An error in opening, reading or writing the store.
public struct StoreError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure that callers can handle.
    public enum Code: Hashable, Sendable {
        /// The home is already open, in this process or another.
        case inUse
        /// The file belongs to another program.
        case notOurs
        /// The data was written by a newer version of Hearth.
        case newerVersion
        /// The stored data is damaged.
        case damaged
        /// The store was in use here before, and its file is missing or empty.
        case lost
        /// The disk is full. Unwritten changes are still in memory.
        case diskFull
        /// The store was closed.
        case closed
        /// A change does not fit the stored data, or the store cannot be opened, read or written for another reason;
        /// see ``StoreError/cause``.
        case failed
    }

    /// The kind of failure.
    public let code: Code
    /// The affected file and the way out, for people.
    public let message: String
    /// The underlying error.
    public let cause: (any Error)?

    /// Creates an error.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    public var description: String { message }
}
