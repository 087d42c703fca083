/// The reason why a request is refused and its connection ends.
public struct HTTP1Error: Error, Hashable, Sendable, CustomStringConvertible {
    /// The status of the answer (RFC 9110, section 15).
    public let status: Int
    /// The error in one line.
    public let message: String

    /// Creates an error.
    public init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }

    public var description: String { message }
}

extension HTTP1Error {
    static func malformed(_ message: String) -> HTTP1Error { HTTP1Error(400, message) }

    static func bodyTooLarge(_ limit: Int) -> HTTP1Error {
        HTTP1Error(413, "the body is larger than the limit of \(limit) bytes")
    }

    static let headTooSlow = HTTP1Error(408, "timed out before the request's head was complete")
    static let bodyTooSlow = HTTP1Error(408, "timed out before the request's body was complete")
}
