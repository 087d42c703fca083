/// A request for a file.
public struct AssetRequest: Hashable, Sendable {
    /// The method as received; methods are case-sensitive.
    public let method: String
    /// The path as received, without the query.
    public let path: String
    /// The field `if-none-match`, several joined with commas; nil if absent.
    public let ifNoneMatch: String?
    /// The field `accept-encoding`, several joined with commas; nil if absent.
    public let acceptEncoding: String?

    /// Creates a request.
    public init(_ method: String, _ path: String, ifNoneMatch: String? = nil, acceptEncoding: String? = nil) {
        self.method = method
        self.path = path
        self.ifNoneMatch = ifNoneMatch
        self.acceptEncoding = acceptEncoding
    }
}

/// The answer to a request for a file.
public struct AssetAnswer: Sendable {
    /// The status (RFC 9110, section 15).
    public let status: Int
    /// Names are in lower case; without `content-length`.
    public let fields: [(name: String, value: String)]
    /// Empty if the method is HEAD.
    public let body: [UInt8]
    /// The value of `content-length`: for HEAD the length of GET's body. 0 for statuses without a body.
    public let length: Int

    init(status: Int, fields: [(name: String, value: String)], body: [UInt8] = [], method: String = "GET") {
        self.status = status
        self.fields = fields
        self.body = method == "HEAD" ? [] : body
        length = body.count
    }

    /// An answer without a file, with the reason in one line.
    static func message(
        _ status: Int, _ text: String, _ fields: [(name: String, value: String)] = [], method: String
    ) -> AssetAnswer {
        AssetAnswer(
            status: status,
            fields: fields + [("cache-control", "no-store"), ("content-type", "text/plain; charset=utf-8")]
                + SecurityFields.all,
            body: Array((text + "\n").utf8), method: method)
    }
}
