internal import HearthHTTP2
internal import HearthRPC

/// The headers of a request.
enum RequestHeaders {
    /// In the form that gRPC asks of its libraries.
    static let userAgent = Array("grpc-swift-hearth/1.0".utf8)

    /// - Parameters:
    ///   - timeout: what is left of the call's time.
    ///   - previousAttempts: how often the call was made before by its retry policy.
    static func list(
        _ call: ClientCall, authority: String, isTLS: Bool, timeout: Duration?, previousAttempts: Int
    ) -> HeaderList {
        var fields: [(name: String, value: [UInt8])] = [
            (":method", Array("POST".utf8)), (":scheme", Array((isTLS ? "https" : "http").utf8)),
            (":path", Array(call.method.path.utf8)), (":authority", Array(authority.utf8)),
        ]
        // The order is gRPC's: the time-out first, an application's own last.
        if let timeout { fields.append(("grpc-timeout", TimeoutCoding.encode(max(timeout, .zero)))) }
        fields.append(("te", Array("trailers".utf8)))
        fields.append(("content-type", Array("application/grpc".utf8)))
        fields.append(("grpc-accept-encoding", Gzip.accepted))
        fields.append(("user-agent", userAgent))
        if call.options.compression == .gzip { fields.append(("grpc-encoding", Array("gzip".utf8))) }
        if previousAttempts > 0 { fields.append(("grpc-previous-rpc-attempts", Array("\(previousAttempts)".utf8))) }
        MetadataCoding.append(call.options.metadata, to: &fields)
        return HeaderList(fields)
    }
}
