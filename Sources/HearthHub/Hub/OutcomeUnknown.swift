internal import HearthRPC

/// The connection to a provider broke while it carried something out: it may or may not have taken effect.
struct OutcomeUnknown: RPCErrorConvertible {
    let message: String

    var rpcError: RPCError { RPCError(.unavailable, message, cause: self) }
}
