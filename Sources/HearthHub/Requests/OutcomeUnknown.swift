internal import HearthRPC

/// The unknown outcome of an action: the connection to its provider broke, or its result could not be saved.
struct OutcomeUnknown: RPCErrorConvertible {
    let message: String

    var rpcError: RPCError { RPCError(.unavailable, message, cause: self) }
}
