internal import HearthBase
internal import HearthHTTP2
internal import HearthRPC

/// A response's headers. A connection caches the last, since most responses begin alike.
struct ResponseHead {
    let block: HeaderBlock
    /// Whether this is an interim response, which others follow (RFC 9110, section 15.2).
    let isInformational: Bool
    /// Why the response is not gRPC; nil if it is.
    let failure: RPCError?
    let encoding: MessageEncoding
    let metadata: Metadata

    init(_ block: HeaderBlock) {
        self.block = block
        let status = block.first(":status") ?? ""
        isInformational = status.hasPrefix("1")
        failure = block.first("grpc-status") == nil ? StatusCoding.notGRPC(status, block) : nil
        encoding = MessageEncoding(block.first("grpc-encoding"))
        metadata = MetadataCoding.metadata(block)
    }
}

/// A response's trailers. A connection caches the last, since most responses end alike.
struct ResponseTail {
    let block: HeaderBlock
    let status: RPCError?
    let metadata: Metadata

    init(_ block: HeaderBlock) {
        self.block = block
        metadata = MetadataCoding.metadata(block)
        status = StatusCoding.status(block, metadata)
    }
}
