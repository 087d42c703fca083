public import HearthBase

/// The head of a request.
public struct HTTP1Request: Hashable, Sendable {
    /// The request's method, one of ``HTTP1Options/methods``.
    public let method: HTTP1Method
    /// The fields in HTTP/2's form, so that one parser serves both: `:method`, `:path` and, instead of Host,
    /// `:authority`; names in lower case. Fields about the connection (RFC 9110, section 7.6.1) are left out.
    public let block: HeaderBlock
    /// Whether a body follows; otherwise the request is complete.
    public let hasBody: Bool
    /// Whether the client waits for 100 Continue (RFC 9110, section 10.1.1). The first ``HTTP1Connection/next(at:)``
    /// after the request sends it; to refuse the request, answer before that call.
    public let expectsContinue: Bool
    /// Whether the client asks to close the connection after the answer.
    public let wantsClose: Bool

    /// The target in origin form: visible ASCII, beginning with a slash.
    public var target: RequestTarget { RequestTarget(block.first(":path") ?? "/") }
}
