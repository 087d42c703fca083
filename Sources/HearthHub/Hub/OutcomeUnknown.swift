internal import HearthRPC

/// Something may have taken effect, or not, or not for good: the connection to a provider broke while it carried it out,
/// or what it did could not be stored.
struct OutcomeUnknown: RPCErrorConvertible {
    let message: String

    var rpcError: RPCError { RPCError(.unavailable, message, cause: self) }
}
