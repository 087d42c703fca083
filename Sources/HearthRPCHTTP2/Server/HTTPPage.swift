internal import HearthAssets
internal import HearthHTTP2
internal import HearthMetrics

/// The answer to a request that is not a call, as browsers, health checks and HTTP/2 tests send them. Sent once the
/// whole request has arrived, so that errors in its body are found first.
final class HTTPPage: Sendable {
    enum Content: Sendable {
        case text(String)
        case file(AssetAnswer)
        /// The refusal of a call, in the call's own form.
        case refusal(HeaderList, [UInt8])
        /// The server's metrics at the time of the answer.
        case metrics(MetricsFormat)
        /// The server's health at the time of the answer.
        case health
    }

    let status: String
    let content: Content
    /// Whether the body is left out, as for HEAD.
    let isWithoutBody: Bool
    /// Fields beside those of the content.
    private let fields: [WebField]
    /// Whether the rest of the request is not needed. With HTTP/1.1 the client may wait for the answer before it sends
    /// the rest. With HTTP/2 it does not wait, and curl treats an answer before the end of the request as an error.
    let isImmediate: Bool

    init(
        _ status: String, _ content: Content, isWithoutBody: Bool = false, fields: [WebField] = [],
        isImmediate: Bool = false
    ) {
        self.status = status
        self.content = content
        self.isWithoutBody = isWithoutBody
        self.fields = fields
        self.isImmediate = isImmediate
    }

    /// An answer of the gate itself.
    convenience init(_ answer: WebAnswer, isWithoutBody: Bool) {
        self.init(
            "\(answer.status)", .text(answer.text.isEmpty ? "" : answer.text + "\n"), isWithoutBody: isWithoutBody,
            fields: answer.fields, isImmediate: true)
    }

    /// For bidirectional streaming, which HTTP/1.1 cannot carry.
    static func needsHTTP2(_ fields: [WebField]) -> HTTPPage {
        HTTPPage("505", .text("a method that streams both ways needs HTTP/2\n"), fields: fields, isImmediate: true)
    }

    static let grpcNeedsHTTP2 = HTTPPage("505", .text("gRPC needs HTTP/2\n"), isImmediate: true)

    /// Whether the client uses a version of HTTP that cannot carry its call, so that the connection is useless to it.
    var isOfWrongVersion: Bool { status == "505" }

    /// The answer to a health check.
    ///
    /// - Parameter failure: why the server is not healthy; nil if it is.
    convenience init(failure: String?, isWithoutBody: Bool) {
        // A check may come through a cache, which must not answer for the server.
        self.init(
            failure == nil ? "200" : "503", .text(failure.map { $0 + "\n" } ?? "ok"), isWithoutBody: isWithoutBody,
            fields: [WebField("cache-control", "no-store")])
    }

    static let tooLarge = HTTPPage("413", .text("the body is larger than the largest that this server accepts\n"))
    static let tooSlow = HTTPPage("408", .text("the request timed out before it was complete\n"))

    /// The refusal of a call.
    convenience init(refusal: (head: HeaderList, body: [UInt8])) {
        self.init("", .refusal(refusal.head, refusal.body), isImmediate: true)
    }

    /// A file of the page, or the error for a missing file.
    convenience init(_ file: AssetAnswer, isWithoutBody: Bool, fields: [WebField]) {
        self.init(
            "\(file.status)", .file(file), isWithoutBody: isWithoutBody || file.status == 304,
            fields: file.fields.map { WebField($0.name, $0.value) } + fields)
    }

    /// The header fields of an answer with a body of this length.
    func headers(length: Int) -> HeaderList {
        var fields: [(name: String, value: [UInt8])] = [(":status", Array(status.utf8))]
        if case .file(let file) = content {
            if file.status != 304 { fields.append(("content-length", Array("\(file.length)".utf8))) }
        } else {
            var type = "text/plain; charset=utf-8"
            if case .metrics(let format) = content { type = format.contentType }
            fields.append(("content-type", Array(type.utf8)))
            fields.append(("content-length", Array("\(length)".utf8)))
        }
        for field in self.fields { fields.append((field.name, Array(field.value.utf8))) }
        return HeaderList(fields)
    }
}

/// A plain HTTP request.
struct HTTPRequest {
    let method: String
    /// `:path` without its query.
    let path: String
    /// Whether the caller may see the metrics.
    let seesMetrics: Bool
    /// The field `accept`; nil without one.
    var accept: String?

    /// The answer. Statuses are those of RFC 9110, section 15.5.
    var page: HTTPPage {
        let isWithoutBody = method == "HEAD"
        let isRead = method == "GET" || isWithoutBody
        func page(_ status: String, _ text: String, _ fields: [WebField] = []) -> HTTPPage {
            HTTPPage(status, .text(text), isWithoutBody: isWithoutBody, fields: fields)
        }
        func notAllowed(_ methods: String) -> HTTPPage {
            page("405", "\(path) answers \(methods)\n", [WebField("allow", methods)])
        }
        switch path {
        case "/healthz":
            return isRead || method == "POST"
                ? HTTPPage("200", .health, isWithoutBody: isWithoutBody) : notAllowed("GET, HEAD, POST")
        case "/":
            return isRead || method == "POST"
                ? page("200", "this server answers gRPC, gRPC-Web and Connect\n") : notAllowed("GET, HEAD, POST")
        case "/metrics":
            guard isRead else { return notAllowed("GET, HEAD") }
            guard seesMetrics else {
                return page(
                    "403",
                    "metrics are for the hub's owner; send an owner's token, as in authorization: Bearer hth_…\n")
            }
            return HTTPPage("200", .metrics(MetricsFormat(accept: accept)), isWithoutBody: isWithoutBody)
        default:
            return page("404", "there is nothing at this path\n")
        }
    }
}
