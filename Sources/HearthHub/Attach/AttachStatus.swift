internal import HearthMessage
internal import HearthRPC
internal import HearthTraitCore

extension Hearth_V1_AttachStatus {
    /// OK.
    init() {
        self.init(code: 0)
    }

    init(_ error: RPCError) {
        let details = (try? Google_Rpc_Status(serialized: error.details.span.bytes))?.details ?? []
        self.init(code: Int32(error.code.rawValue), message: error.message, details: details)
    }

    /// nil for OK.
    var error: RPCError? {
        guard code != 0 else { return nil }
        let status = Google_Rpc_Status(code: code, message: message, details: details)
        return RPCError(
            UInt8(exactly: code).flatMap { RPCError.Code(rawValue: $0) } ?? .unknown, message,
            details: details.isEmpty ? [] : status.serialized())
    }
}

/// The connection to a provider broke while it carried something out: it may or may not have taken effect.
struct OutcomeUnknown: RPCErrorConvertible {
    let message: String

    var rpcError: RPCError { RPCError(.unavailable, message, cause: self) }
}
