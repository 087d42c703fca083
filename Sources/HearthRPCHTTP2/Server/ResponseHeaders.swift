internal import HearthHTTP2
internal import HearthRPC

/// The headers and trailers of responses. Those that nearly all calls use are created once.
enum ResponseHeaders {
    private static let start: [(name: String, value: [UInt8])] = [
        (":status", Array("200".utf8)), ("content-type", Array("application/grpc".utf8)),
    ]
    private static let gzip: (name: String, value: [UInt8]) = ("grpc-encoding", Array("gzip".utf8))
    private static let plain = HeaderList(start, isPermanent: true)
    private static let accepted: (name: String, value: [UInt8]) = ("grpc-accept-encoding", Gzip.accepted)
    private static let compressed = HeaderList(start + [gzip], isPermanent: true)
    private static let ok = HeaderList(StatusCoding.fields(nil, trailers: nil), isPermanent: true)

    /// - Parameters:
    ///   - isCompressed: whether messages may be compressed.
    ///   - toCompressed: whether the request's messages may be; the client is then told the supported encodings (gRPC,
    ///     "Compression").
    static func headers(_ metadata: Metadata?, isCompressed: Bool, toCompressed: Bool) -> HeaderList {
        if metadata == nil, !toCompressed { return isCompressed ? compressed : plain }
        var fields = isCompressed ? start + [gzip] : start
        if toCompressed { fields.append(accepted) }
        if let metadata { MetadataCoding.append(metadata, to: &fields) }
        return HeaderList(fields)
    }

    static func trailers(_ error: RPCError?, _ metadata: Metadata?) -> HeaderList {
        error == nil && metadata == nil ? ok : HeaderList(StatusCoding.fields(error, trailers: metadata))
    }

    /// A response with a status only.
    static func trailersOnly(_ error: RPCError, _ metadata: Metadata?) -> HeaderList {
        HeaderList(start + StatusCoding.fields(error, trailers: metadata))
    }

    /// The refusal of a call with an unsupported compression; names the supported ones (gRPC, "Compression").
    static func unreadable(_ error: RPCError) -> HeaderList {
        HeaderList(start + [accepted] + StatusCoding.fields(error, trailers: nil))
    }
}
