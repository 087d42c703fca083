public import HearthRPC
public import HearthStore

/// An error of the hub that is not about a trait: a bad name, an unknown object, a hub that is not running.
public struct HubError: RPCErrorConvertible, Sendable, CustomStringConvertible {
    /// The gRPC status code that the error is sent as.
    public let code: RPCError.Code
    /// What is wrong and what to do about it, for a person.
    public let message: String
    /// The underlying error, such as the store's; never sent to the client.
    public let cause: (any Error)?
    /// The rule of HomeKit's model that the request broke; nil where it has none.
    public var homeKit: HomeKitDetail?

    /// Creates an error with a gRPC status code and a message for people.
    public init(_ code: RPCError.Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    init(_ code: RPCError.Code, _ message: String, homeKit: HomeKitDetail?) {
        self.init(code, message)
        self.homeKit = homeKit
    }

    /// Maps a store failure: disk full to RESOURCE_EXHAUSTED, closed to UNAVAILABLE, all else to INTERNAL.
    public init(_ error: StoreError, _ what: String) {
        let code: RPCError.Code =
            switch error.code {
            case .diskFull: .resourceExhausted
            case .closed: .unavailable
            default: .internal
            }
        self.init(code, "\(what): \(error.message)", cause: error)
    }

    /// The same code, message and cause as a gRPC status, with HomeKit's rule in the details where there is one.
    public var rpcError: RPCError {
        let error = RPCError(code, message, cause: cause)
        return homeKit.map { error.adding($0) } ?? error
    }
    public var description: String { message }
}
