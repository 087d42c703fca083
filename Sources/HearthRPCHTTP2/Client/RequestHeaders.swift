internal import HearthHTTP2
internal import HearthRPC

/// The headers of requests on one connection. The last list is cached, since most calls have the same.
struct RequestHeaders {
    /// In the form that gRPC prescribes for libraries.
    static let userAgent = Array("grpc-swift-hearth/1.0".utf8)

    private let authority: String
    private let scheme: String
    private var last: (path: String, timeout: Duration?, list: HeaderList)?

    init(authority: String, isTLS: Bool) {
        self.authority = authority
        scheme = isTLS ? "https" : "http"
    }

    /// - Parameters:
    ///   - timeout: the time left for the call.
    ///   - previousAttempts: the number of attempts so far under the retry policy.
    mutating func list(_ call: ClientCall, timeout: Duration?, previousAttempts: Int) -> HeaderList {
        let (path, options) = (call.method.path, call.options)
        let isPlain = options.metadata.entries.isEmpty && options.compression == .none && previousAttempts == 0
        if isPlain, let last, last.timeout == timeout, last.path == path { return last.list }
        var fields: [(name: String, value: [UInt8])] = [
            (":method", Array("POST".utf8)), (":scheme", Array(scheme.utf8)), (":path", Array(path.utf8)),
            (":authority", Array(authority.utf8)),
        ]
        // gRPC's order: the timeout first, the application's own metadata last.
        if let timeout { fields.append(("grpc-timeout", TimeoutCoding.encode(max(timeout, .zero)))) }
        fields.append(("te", Array("trailers".utf8)))
        fields.append(("content-type", Array("application/grpc".utf8)))
        fields.append(("grpc-accept-encoding", Gzip.accepted))
        fields.append(("user-agent", Self.userAgent))
        if options.compression == .gzip { fields.append(("grpc-encoding", Array("gzip".utf8))) }
        if previousAttempts > 0 { fields.append(("grpc-previous-rpc-attempts", Array("\(previousAttempts)".utf8))) }
        MetadataCoding.append(options.metadata, to: &fields)
        let list = HeaderList(fields)
        if isPlain { last = (path, timeout, list) }
        return list
    }
}
