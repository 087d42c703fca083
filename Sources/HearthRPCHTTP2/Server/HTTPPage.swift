internal import HearthDashboard
internal import HearthHTTP2
internal import HearthWeb

/// What a request that is no call is answered with: browsers, health checks, curious people and tests of HTTP/2 ask like this.
/// Answered once the whole request is here, so that what is wrong with its body is found first.
final class HTTPPage: Sendable {
    enum Content: Sendable {
        case text(String)
        case file(AssetAnswer)
        /// That of a call which is refused, in the form in which the call came.
        case refusal(HeaderList, [UInt8])
        /// The server's metrics, as they are when the answer goes out.
        case metrics
    }

    let status: String
    let content: Content
    /// Whether the body is left out, as for HEAD.
    let isWithoutBody: Bool
    /// Fields beside those of the content.
    private let fields: [WebField]
    /// Whether nothing is wanted of the rest of the request. By HTTP/1.1 the client may wait for the answer before it sends
    /// that. By HTTP/2 it does not, and curl takes an answer before its end for an error.
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

    /// What the gate answers by itself.
    convenience init(_ answer: WebAnswer, isWithoutBody: Bool) {
        self.init(
            "\(answer.status)", .text(answer.text.isEmpty ? "" : answer.text + "\n"), isWithoutBody: isWithoutBody,
            fields: answer.fields, isImmediate: true)
    }

    /// For what goes both ways at once, which HTTP/1.1 does not (H1-11).
    static func needsHTTP2(_ fields: [WebField]) -> HTTPPage {
        HTTPPage("505", .text("a method that streams both ways needs HTTP/2\n"), fields: fields, isImmediate: true)
    }

    static let grpcNeedsHTTP2 = HTTPPage("505", .text("gRPC needs HTTP/2\n"), isImmediate: true)

    /// Whether the client speaks a version of HTTP that does not carry what it wants: its connection is of no use.
    var isOfWrongVersion: Bool { status == "505" }

    static let tooLarge = HTTPPage("413", .text("the body is larger than anything this server reads\n"))
    static let tooSlow = HTTPPage("408", .text("the request did not come to its end\n"))

    /// A call that is refused.
    convenience init(refusal: (head: HeaderList, body: [UInt8])) {
        self.init("", .refusal(refusal.head, refusal.body), isImmediate: true)
    }

    /// A file of the page, or why there is none.
    convenience init(_ file: AssetAnswer, isWithoutBody: Bool, fields: [WebField]) {
        self.init(
            "\(file.status)", .file(file), isWithoutBody: isWithoutBody || file.status == 304,
            fields: file.fields.map { WebField($0.name, $0.value) } + fields)
    }

    /// The header fields of an answer whose body has so many bytes.
    func headers(length: Int) -> HeaderList {
        var fields: [(name: String, value: [UInt8])] = [(":status", Array(status.utf8))]
        if case .file(let file) = content {
            if file.status != 304 { fields.append(("content-length", Array("\(file.length)".utf8))) }
        } else {
            fields.append(("content-type", Array("text/plain; charset=utf-8".utf8)))
            fields.append(("content-length", Array("\(length)".utf8)))
        }
        for field in self.fields { fields.append((field.name, Array(field.value.utf8))) }
        return HeaderList(fields)
    }
}

/// A request as HTTP sees it.
struct HTTPRequest {
    let method: String
    /// `:path` without what follows a question mark.
    let path: String
    /// Whether the caller may see the metrics.
    let seesMetrics: Bool

    /// What it is answered with. RFC 9110 §15.5 has the statuses.
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
            return isRead || method == "POST" ? page("200", "ok") : notAllowed("GET, HEAD, POST")
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
            return HTTPPage("200", .metrics, isWithoutBody: isWithoutBody)
        default:
            return page("404", "there is nothing at this path\n")
        }
    }
}
