internal import HearthBase
internal import HearthDashboard
internal import HearthRPC
internal import HearthWeb

/// What the fields of a gRPC-Web or Connect request say of its messages and its time.
struct WebFields {
    private(set) var timeout: Duration?
    private(set) var encoding = MessageEncoding.identity
    private(set) var acceptsGzip = false
    /// Why the call can't be answered as it is.
    private(set) var error: RPCError?

    /// - Parameter type: what the body is written in. The names of the fields depend on it: a Connect call with one
    ///   request and one answer has those of HTTP, its streams have their own, gRPC-Web has gRPC's.
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
                    refuse(.invalidArgument, "this server speaks version 1 of Connect", block, field)
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
