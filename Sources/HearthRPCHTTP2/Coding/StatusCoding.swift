internal import HearthBase
internal import HearthHTTP2
internal import HearthRPC

/// Encodes and decodes a call's status in trailers, and maps other endings to a status.
enum StatusCoding {
    /// The status for a response that is not gRPC, by its HTTP status (gRPC, "HTTP to gRPC Status Code Mapping").
    static func code(httpStatus: String) -> RPCError.Code {
        switch httpStatus {
        case "400", "431": .internal
        case "401": .unauthenticated
        case "403": .permissionDenied
        case "404": .unimplemented
        case "429", "502", "503", "504": .unavailable
        default: .unknown
        }
    }

    /// The status for a response that is not gRPC; nil for one that is. A response with `grpc-status` always is.
    static func notGRPC(_ status: String, _ block: HeaderBlock) -> RPCError? {
        guard status == "200" else {
            return RPCError(code(httpStatus: status), "the server answered with HTTP status \(status)")
        }
        let type = block.first("content-type") ?? ""
        if WebContentType(type) == .grpc { return nil }
        return RPCError(
            .unknown,
            "the server's answer is not gRPC: its content-type is \(type.isEmpty ? "not given" : "\"\(type.prefix(100))\"")"
        )
    }

    /// The status of a call whose stream was reset before a status arrived.
    /// - Parameter isLate: whether the call's deadline has passed. The server enforces it too, and its reset may arrive
    ///   before the client's own timer fires.
    static func reset(_ code: ErrorCode, isLate: Bool = false) -> RPCError {
        if code == .cancel, isLate { return RPCError(.deadlineExceeded, "the call's deadline passed") }
        return RPCError(self.code(reset: code), "the server reset the call (HTTP/2 error \(code.rawValue))")
    }

    /// The status of a stream that was reset (gRPC over HTTP/2, "Errors").
    static func code(reset code: ErrorCode) -> RPCError.Code {
        switch code.rawValue {
        case 7: .unavailable
        case 8: .cancelled
        case 11: .resourceExhausted
        case 12: .permissionDenied
        default: .internal
        }
    }

    /// Larger trailers would exceed the header list limits of peers (8 KiB in most gRPC libraries), which would report
    /// that error, or none, in place of the status. Details that exceed this are left out.
    private static let maxErrorBytes = 7_500
    private static let maxMessageBytes = 2_000

    private static func shortened(_ message: String) -> Substring {
        let bytes = message.utf8
        guard var end = bytes.index(bytes.startIndex, offsetBy: maxMessageBytes, limitedBy: bytes.endIndex) else {
            return message[...]
        }
        while end > bytes.startIndex, end.samePosition(in: message.unicodeScalars) == nil {
            end = bytes.index(before: end)
        }
        return message[..<end]
    }

    /// The trailer fields of a call's end.
    static func fields(_ error: RPCError?, trailers: Metadata?) -> [(name: String, value: [UInt8])] {
        var fields: [(name: String, value: [UInt8])] = [("grpc-status", Array("\(error?.code.rawValue ?? 0)".utf8))]
        if let error {
            let message = PercentCoding.encode(shortened(error.message))
            if !message.isEmpty { fields.append(("grpc-message", message)) }
            let details = Base64.encode(error.details, isPadded: false)
            if !details.isEmpty, message.count + details.count <= maxErrorBytes {
                fields.append(("grpc-status-details-bin", details))
            }
        }
        if let trailers { MetadataCoding.append(trailers, to: &fields) }
        if let error { MetadataCoding.append(error.metadata, to: &fields) }
        return fields
    }

    /// The status in the trailers; nil for OK. Missing fields are an error too.
    static func status(_ block: HeaderBlock, _ metadata: Metadata) -> RPCError? {
        guard let status = block.first("grpc-status") else {
            return RPCError(.unknown, "the server's trailers hold no status", metadata: metadata)
        }
        guard let number = UInt8(status) else {
            return RPCError(.unknown, "the server's status \"\(status)\" is not a number", metadata: metadata)
        }
        if number == 0 { return nil }
        let message = block.first("grpc-message").map { PercentCoding.decode(Array($0.utf8)[...]) } ?? ""
        let details = block.first("grpc-status-details-bin").flatMap { Base64.decode(Array($0.utf8)[...]) } ?? []
        return RPCError(RPCError.Code(rawValue: number) ?? .unknown, message, metadata: metadata, details: details)
    }
}
