internal import HearthHTTP2
internal import HearthRPC

/// The headers and trailers of responses. Those of nearly every call are made once.
enum ResponseHeaders {
    private static let start: [(name: String, value: [UInt8])] = [
        (":status", Array("200".utf8)), ("content-type", Array("application/grpc".utf8)),
    ]
    private static let plain = HeaderList(start, isPermanent: true)
    private static let ok = HeaderList(StatusCoding.fields(nil, trailers: nil), isPermanent: true)

    static func headers(_ metadata: Metadata?) -> HeaderList {
        guard let metadata else { return plain }
        var fields = start
        MetadataCoding.append(metadata, to: &fields)
        return HeaderList(fields)
    }

    static func trailers(_ error: RPCError?, _ metadata: Metadata?) -> HeaderList {
        error == nil && metadata == nil ? ok : HeaderList(StatusCoding.fields(error, trailers: metadata))
    }

    /// A response that is nothing but a status.
    static func trailersOnly(_ error: RPCError, _ metadata: Metadata?) -> HeaderList {
        HeaderList(start + StatusCoding.fields(error, trailers: metadata))
    }
}
