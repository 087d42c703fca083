/// Opening, reading or writing the store failed.
public struct StoreError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure that callers can handle.
    public enum Code: Hashable, Sendable {
        /// The home is open already, in this process or another.
        case inUse
        /// What lies there belongs to another program.
        case notOurs
        /// It was written by a newer version of Hearth.
        case newerVersion
        /// What was stored is damaged.
        case damaged
        /// A home was kept there, and its file is missing or empty.
        case lost
        /// The disk is full. What could not be written is still in memory.
        case diskFull
        /// The store was closed.
        case closed
        /// A change does not fit to what is stored, or it can't be opened, read or written for another reason; see
        /// ``StoreError/cause``.
        case failed
    }

    /// The kind of failure.
    public let code: Code
    /// Names the place and how to fix the problem, for people.
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
