/// Why TLS cannot begin or go on.
public struct TLSError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and the way out, for a person.
    public let message: String

    public init(_ message: String) { self.message = message }

    public var description: String { message }
}
