/// The CORS fields of answers: none, unless `--allow-origin` names an origin. Never `*`, and credentials are never
/// allowed.
enum CrossOrigin: Hashable, Sendable {
    /// No foreign page is allowed, so answers do not depend on the origin.
    case off
    /// Some origins are allowed, but this request comes from none of them.
    case own
    /// The origin of the request is allowed; the text as the browser sent it.
    case allowed(String)

    func fields(trailers: [String]) -> [WebField] {
        switch self {
        case .off: []
        case .own: [WebField("vary", "origin")]
        case .allowed(let origin):
            [
                WebField("access-control-allow-origin", origin),
                WebField("access-control-expose-headers", (Self.exposed + trailers).joined(separator: ", ")),
                WebField("vary", "origin"),
            ]
        }
    }

    /// The answer to a browser's preflight request from an allowed page.
    static func preflight(_ origin: String) -> WebAnswer {
        WebAnswer(
            204, "",
            [
                WebField("access-control-allow-origin", origin),
                WebField("access-control-allow-methods", "GET, POST"),
                WebField("access-control-allow-headers", accepted.joined(separator: ", ")),
                WebField("access-control-max-age", "7200"),
                WebField(
                    "vary", "origin, access-control-request-method, access-control-request-headers"),
            ])
    }

    private static let exposed = ["grpc-status", "grpc-message", "grpc-status-details-bin"]
    private static let accepted = [
        "authorization", "content-type", "connect-protocol-version", "connect-timeout-ms", "grpc-timeout", "x-grpc-web",
        "x-user-agent", "traceparent",
    ]
}
