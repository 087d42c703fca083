/// Why TLS cannot begin or go on.
public struct TLSError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and the way out, for a person.
    public let message: String
    /// OpenSSL's own words, for a log; empty for a refusal of our own.
    public let reason: String

    public init(_ message: String, reason: String = "") {
        self.message = message
        self.reason = reason
    }

    public var description: String { message }
}
