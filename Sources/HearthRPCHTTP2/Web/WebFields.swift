internal import HearthBase
internal import HearthAssets
internal import HearthRPC

/// The header fields of a gRPC-Web or Connect request that concern its messages and its timeout.
struct WebFields {
    private(set) var timeout: Duration?
    private(set) var encoding = MessageEncoding.identity
    private(set) var acceptsGzip = false
    /// The error for an invalid field; nil if all are valid.
    private(set) var error: RPCError?

    /// - Parameter type: the type of the body. The field names depend on it: unary Connect calls use HTTP's, Connect
    ///   streams their own, gRPC-Web gRPC's.
    init(_ block: HeaderBlock, _ type: WebContentType) {
        var position = 0
        while let field = block.field(at: &position) {
            let name = block.text(field.name)
            switch (type, name) {
            case (.connect, "content-encoding"), (.connectStream, "connect-content-encoding"),
                (.grpcWeb, "grpc-encoding"):
                encoding = MessageEncoding(block.text(field.value))
            case (.connect, "accept-encoding"):
                acceptsGzip = acceptsGzip || AcceptEncoding.prefersGzip(block.text(field.value))
            case (.connectStream, "connect-accept-encoding"), (.grpcWeb, "grpc-accept-encoding"):
                acceptsGzip = acceptsGzip || MessageEncoding.acceptsGzip(block.bytes[field.value])
            case (.connect, "connect-timeout-ms"), (.connectStream, "connect-timeout-ms"):
                timeout = Self.milliseconds(block.bytes[field.value])
                if timeout == nil { refuse(.invalidArgument, "connect-timeout-ms is at most ten digits", block, field) }
            case (.grpcWeb, "grpc-timeout"):
                timeout = TimeoutCoding.decode(block.bytes[field.value])
                if timeout == nil { refuse(.internal, "grpc-timeout is malformed", block, field) }
            case (.connect, "connect-protocol-version"), (.connectStream, "connect-protocol-version"):
                if block.text(field.value) != "1" {
                    refuse(.invalidArgument, "connect-protocol-version must be 1", block, field)
                }
            default: break
            }
        }
        error = encoding.refusal ?? error
    }

    private mutating func refuse(
        _ code: RPCError.Code, _ message: String, _ block: HeaderBlock, _ field: HeaderBlock.Field
    ) {
        error = error ?? RPCError(code, "\(message), not \"\(block.text(field.value).prefix(40))\"")
    }

    private static func milliseconds(_ digits: ArraySlice<UInt8>) -> Duration? {
        guard (1...10).contains(digits.count) else { return nil }
        var value: Int64 = 0
        for byte in digits {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))  // in range: ten digits
        }
        return .milliseconds(value)
    }
}
