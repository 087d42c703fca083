/// A request of a client.
package struct HTTP1ClientRequest: Hashable, Sendable {
    /// In upper case, such as `GET`.
    package var method: String
    /// The path with its query, such as `/clip/v2/resource`.
    package var target: String
    /// Fields besides `Host` and `Content-Length`, in their order.
    package var fields: [Field]
    /// Empty for none.
    package var body: [UInt8]
    /// The most bytes of the answer's body; nil for one that has no end, such as a stream of events.
    package var mostAnswerBytes: Int?

    /// A header field.
    package struct Field: Hashable, Sendable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package init(
        _ method: String, _ target: String, fields: [Field] = [], body: [UInt8] = [], mostAnswerBytes: Int?
    ) {
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
        self.mostAnswerBytes = mostAnswerBytes
    }

    /// Whether the server may carry out the request twice without another effect (RFC 9110, section 9.2.2).
    var isIdempotent: Bool { ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"].contains(method) }

    /// The bytes of the request (RFC 9112, section 2.1).
    ///
    /// - Parameter host: the value of `Host`: the server's name, with its port unless that is the usual one.
    package func bytes(host: String) -> [UInt8] {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: \(host)"]
        lines += fields.map { "\($0.name): \($0.value)" }
        if !body.isEmpty || ["POST", "PUT"].contains(method) { lines.append("Content-Length: \(body.count)") }
        // A line break in a value would begin another field, or another request.
        let head = lines.map { $0.filter { !$0.isNewline } }.joined(separator: "\r\n") + "\r\n\r\n"
        return [UInt8](head.utf8) + body
    }
}
