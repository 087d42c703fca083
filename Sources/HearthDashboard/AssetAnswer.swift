/// A request for a file, as far as it matters.
public struct AssetRequest: Hashable, Sendable {
    /// As it came: methods are told apart by case.
    public let method: String
    /// As it came, without the query.
    public let path: String
    /// The field `if-none-match`, several joined by commas; nil without one.
    public let ifNoneMatch: String?
    /// The field `accept-encoding`, several joined by commas; nil without one.
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
    /// The status of RFC 9110 section 15.
    public let status: Int
    /// In lower case; without `content-length`.
    public let fields: [(name: String, value: String)]
    /// Empty where the method is HEAD.
    public let body: [UInt8]
    /// What `content-length` says: of HEAD, how long the body of GET would be. Statuses without a body have none.
    public let length: Int

    init(status: Int, fields: [(name: String, value: String)], body: [UInt8] = [], method: String = "GET") {
        self.status = status
        self.fields = fields
        self.body = method == "HEAD" ? [] : body
        length = body.count
    }

    /// One line that says why there is no file.
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
