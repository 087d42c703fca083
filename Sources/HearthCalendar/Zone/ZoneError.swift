/// A time zone that can't be read.
package struct ZoneError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    package enum Code: Hashable, Sendable {
        /// The machine has no tz database.
        case noDatabase
        /// The database has no zone of the name.
        case unknownName
        /// The file has another form than RFC 9636's, or is larger than a zone's file may be.
        case malformed
    }

    /// The kind of error.
    package let code: Code
    /// What failed, and the way out.
    package let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    package var description: String { message }
}
