internal import HearthHTTP2
internal import HearthRPC

/// How a call's status stands in trailers, and what status other endings mean.
enum StatusCoding {
    /// The status of a response that is not gRPC's, by its HTTP status (gRPC, "HTTP to gRPC Status Code Mapping").
    static func code(httpStatus: String) -> RPCError.Code {
        switch httpStatus {
        case "400": .internal
        case "401": .unauthenticated
        case "403": .permissionDenied
        case "404": .unimplemented
        case "429", "502", "503", "504": .unavailable
        default: .unknown
        }
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

    /// The fields that say how a call ended.
    static func fields(_ error: RPCError?, trailers: Metadata?) -> [(name: String, value: [UInt8])] {
        var fields: [(name: String, value: [UInt8])] = [("grpc-status", Array("\(error?.code.rawValue ?? 0)".utf8))]
        if let error {
            // Long texts would break the limits of peers' header lists.
            let message = String(error.message.prefix(2000))
            if !message.isEmpty { fields.append(("grpc-message", PercentCoding.encode(message))) }
            if !error.details.isEmpty { fields.append(("grpc-status-details-bin", Base64.encode(error.details))) }
        }
        if let trailers { MetadataCoding.append(trailers, to: &fields) }
        if let error { MetadataCoding.append(error.metadata, to: &fields) }
        return fields
    }

    /// The status that trailers bring: nil for OK. Absent fields give an error too.
    static func status(_ block: HeaderBlock, _ metadata: Metadata) -> RPCError? {
        guard let status = block.first("grpc-status") else {
            return RPCError(.internal, "The server ended the call without a status.", metadata: metadata)
        }
        guard let number = UInt8(status) else {
            return RPCError(.unknown, "The server's status \"\(status)\" is not a number.", metadata: metadata)
        }
        if number == 0 { return nil }
        let message = block.first("grpc-message").map { PercentCoding.decode(Array($0.utf8)[...]) } ?? ""
        let details = block.first("grpc-status-details-bin").flatMap { Base64.decode(Array($0.utf8)[...]) } ?? []
        return RPCError(RPCError.Code(rawValue: number) ?? .unknown, message, metadata: metadata, details: details)
    }
}
