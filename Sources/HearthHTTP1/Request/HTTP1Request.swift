public import HearthBase

/// What the head of a request says.
public struct HTTP1Request: Hashable, Sendable {
    /// The request's method, one of ``HTTP1Options/methods``.
    public let method: HTTP1Method
    /// The fields in the form of HTTP/2's, so that one reader serves both: `:method`, `:path` and, in the place of Host,
    /// `:authority`; names in lower case. Fields that speak of the connection alone (RFC 9110 section 7.6.1) are left out.
    public let block: HeaderBlock
    /// Whether a body follows; if not, the request is whole.
    public let hasBody: Bool
    /// Whether the client waits to be asked for the body (RFC 9110 section 10.1.1). The first
    /// ``HTTP1Connection/next(at:)`` behind the request asks for it; who refuses the request answers before.
    public let expectsContinue: Bool
    /// Whether the client wants the connection to end with the answer.
    public let wantsClose: Bool

    /// The target in origin form: of visible ASCII, and beginning with a slash.
    public var target: RequestTarget { RequestTarget(block.first(":path") ?? "/") }
}
