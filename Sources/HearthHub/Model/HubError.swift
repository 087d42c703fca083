public import HearthRPC
internal import HearthStore

/// Why the hub refused something that is not about a trait: a name, an object, its own state.
public struct HubError: RPCErrorConvertible, Sendable, CustomStringConvertible {
    public let code: RPCError.Code
    /// Names the thing and the way out.
    public let message: String
    public let cause: (any Error)?

    /// An error with a status of gRPC and a message for people.
    public init(_ code: RPCError.Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// What the store did not do.
    init(_ error: StoreError, _ what: String) {
        let code: RPCError.Code =
            switch error.code {
            case .diskFull: .resourceExhausted
            case .closed: .unavailable
            default: .internal
            }
        self.init(code, "\(what): \(error.message)", cause: error)
    }

    public var rpcError: RPCError { RPCError(code, message, cause: cause) }
    public var description: String { message }
}
