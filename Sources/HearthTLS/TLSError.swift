/// A TLS setup, handshake or connection failed.
public struct TLSError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong and how to fix it, for people.
    public let message: String
    /// OpenSSL's own description, for logs. Empty if this module refused.
    public let reason: String

    /// Creates an error.
    public init(_ message: String, reason: String = "") {
        self.message = message
        self.reason = reason
    }

    public var description: String { message }
}
