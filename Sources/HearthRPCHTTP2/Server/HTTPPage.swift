internal import HearthHTTP2

/// What a request that is not gRPC is answered with: health checks, curious people and tests of HTTP/2 ask like this.
/// Answered once the whole request is here, so that what is wrong with its body is found first.
final class HTTPPage: Sendable {
    enum Content: Sendable {
        case text(String)
        /// The server's metrics, as they are when the answer goes out.
        case metrics
    }

    let status: String
    let content: Content
    /// Whether the body is left out, as for HEAD.
    let isWithoutBody: Bool
    private let allow: String?

    init(_ status: String, _ content: Content, isWithoutBody: Bool = false, allow: String? = nil) {
        self.status = status
        self.content = content
        self.isWithoutBody = isWithoutBody
        self.allow = allow
    }

    static let tooLarge = HTTPPage("413", .text("the body is larger than anything this server reads\n"))
    static let tooSlow = HTTPPage("408", .text("the request did not come to its end\n"))

    /// The header fields of an answer whose body has so many bytes.
    func headers(length: Int) -> HeaderList {
        var fields: [(name: String, value: [UInt8])] = [
            (":status", Array(status.utf8)), ("content-type", Array("text/plain; charset=utf-8".utf8)),
            ("content-length", Array("\(length)".utf8)),
        ]
        if let allow { fields.append(("allow", Array(allow.utf8))) }
        return HeaderList(fields)
    }
}

/// A request as HTTP sees it.
struct HTTPRequest {
    let method: String
    /// `:path` without what follows a question mark.
    let path: String
    /// Whether a gRPC method has this path.
    let isMethod: Bool
    /// Whether the caller may see the metrics.
    let seesMetrics: Bool

    /// What it is answered with. RFC 9110 §15.5 has the statuses.
    var page: HTTPPage {
        let isWithoutBody = method == "HEAD"
        let isRead = method == "GET" || isWithoutBody
        func page(_ status: String, _ text: String, allow: String? = nil) -> HTTPPage {
            HTTPPage(status, .text(text), isWithoutBody: isWithoutBody, allow: allow)
        }
        func notAllowed(_ allow: String) -> HTTPPage {
            page("405", "\(path) answers \(allow)\n", allow: allow)
        }
        switch path {
        case "/healthz":
            return isRead || method == "POST" ? page("200", "ok") : notAllowed("GET, HEAD, POST")
        case "/":
            return isRead || method == "POST" ? page("200", "this is a gRPC server\n") : notAllowed("GET, HEAD, POST")
        case "/metrics":
            guard isRead else { return notAllowed("GET, HEAD") }
            guard seesMetrics else {
                return page("403", "metrics are for this machine, or for those with the right\n")
            }
            return HTTPPage("200", .metrics, isWithoutBody: isWithoutBody)
        case _ where isMethod:
            return method == "POST"
                ? page("415", "the content-type of a gRPC call is application/grpc\n") : notAllowed("POST")
        default:
            return page("404", "there is nothing at this path; this is a gRPC server\n")
        }
    }
}
