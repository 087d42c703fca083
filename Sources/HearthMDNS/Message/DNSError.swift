/// A message, name or description that multicast DNS does not allow.
package struct DNSError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors.
    package enum Code: Hashable, Sendable {
        /// The bytes end within a value.
        case truncated
        /// A name has a label of a reserved kind, or is too long.
        case badName
        /// A compressed name points forward, into the header, or over too many places.
        case badPointer
        /// The data of a record does not fill its length, or has a value that its type does not allow.
        case badRecord
        /// A message is longer than multicast DNS allows.
        case tooLong
        /// A type, name or attribute of an own service is malformed.
        case badService
    }

    package let code: Code
    /// What was refused, and what is allowed.
    package let message: String

    package var description: String { message }
}
