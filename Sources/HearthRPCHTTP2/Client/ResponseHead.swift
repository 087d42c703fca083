internal import HearthBase
internal import HearthHTTP2
internal import HearthRPC

/// What a response's headers say. A connection keeps the last: most responses begin alike.
struct ResponseHead {
    let block: HeaderBlock
    /// Others follow (RFC 9110 §15.2).
    let isInformational: Bool
    /// Why it is no gRPC.
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

/// What a response's trailers say. A connection keeps the last: most responses end alike.
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
