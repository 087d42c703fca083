internal import HearthHTTP2
internal import HearthRPC

/// The headers of requests on one connection. The last are kept: most calls have the same.
struct RequestHeaders {
    /// In the form that gRPC asks of its libraries.
    static let userAgent = Array("grpc-swift-hearth/1.0".utf8)

    private let authority: String
    private let scheme: String
    private var last: (path: String, timeout: Duration?, list: HeaderList)?

    init(authority: String, isTLS: Bool) {
        self.authority = authority
        scheme = isTLS ? "https" : "http"
    }

    /// - Parameters:
    ///   - timeout: what is left of the call's time.
    ///   - previousAttempts: how often the call was made before by its retry policy.
    mutating func list(_ call: ClientCall, timeout: Duration?, previousAttempts: Int) -> HeaderList {
        let (path, options) = (call.method.path, call.options)
        let isPlain = options.metadata.entries.isEmpty && options.compression == .none && previousAttempts == 0
        if isPlain, let last, last.timeout == timeout, last.path == path { return last.list }
        var fields: [(name: String, value: [UInt8])] = [
            (":method", Array("POST".utf8)), (":scheme", Array(scheme.utf8)), (":path", Array(path.utf8)),
            (":authority", Array(authority.utf8)),
        ]
        // The order is gRPC's: the time-out first, an application's own last.
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
