/// The status line and header fields of an answer.
enum AnswerHead {
    /// How the client finds the end of the body (RFC 9112, section 6).
    enum Framing: Hashable {
        /// No body, and no field about it: 1xx, 204, 304.
        case none
        case length(Int)
        case chunked
    }

    static func hasNoBody(_ status: Int) -> Bool { status < 200 || status == 204 || status == 304 }

    static func append(
        _ status: Int, _ fields: HTTP1Fields, _ framing: Framing, closes: Bool, protocolName: StaticString = "HTTP/1.1",
        to out: inout [UInt8]
    ) {
        append(protocolName, to: &out)
        out.append(contentsOf: " \(min(max(status, 100), 999)) ".utf8)
        append(reason(status), to: &out)
        append("\r\n", to: &out)
        out.append(contentsOf: fields.bytes)
        switch framing {
        case .none: break
        case .length(let length):
            append("content-length: ", to: &out)
            out.append(contentsOf: "\(length)\r\n".utf8)
        case .chunked:
            // Caches must not store a stream, and proxies must not buffer it.
            append("transfer-encoding: chunked\r\ncache-control: no-store\r\nx-accel-buffering: no\r\n", to: &out)
        }
        if closes { append("connection: close\r\n", to: &out) }
        append("\r\n", to: &out)
    }

    private static func append(_ text: StaticString, to out: inout [UInt8]) {
        text.withUTF8Buffer { out.append(contentsOf: $0) }
    }

    /// The reason phrases of RFC 9110, section 15, and of other statuses that are used here. Only people read them.
    private static func reason(_ status: Int) -> StaticString {
        switch status {
        case 100: "Continue"
        case 200: "OK"
        case 204: "No Content"
        case 207: "Multi-Status"
        case 304: "Not Modified"
        case 308: "Permanent Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 417: "Expectation Failed"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 470: "Connection Authorization Required"
        case 499: "Client Closed Request"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        default: "Status"
        }
    }
}
