public import HearthRPC

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

    public var rpcError: RPCError { RPCError(code, message, cause: cause) }
    public var description: String { message }
}
