/// Why a request is refused, and its connection ends.
public struct HTTP1Error: Error, Hashable, Sendable, CustomStringConvertible {
    /// The status of RFC 9110 section 15 that says it.
    public let status: Int
    /// What is wrong, in one line.
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
        HTTP1Error(413, "the body is larger than the \(limit) bytes that are read here")
    }

    static let headTooSlow = HTTP1Error(408, "the request's head did not come to its end in time")
    static let bodyTooSlow = HTTP1Error(408, "the request's body did not come to its end")
}
