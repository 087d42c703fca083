package import HearthHomeKitMapping
public import HearthRPC

/// An error of the hub that is not about a trait: a bad name, an unknown object, a hub that is not running.
public struct HubError: RPCErrorConvertible, Sendable, CustomStringConvertible {
    /// The gRPC status code that the error is sent as.
    public let code: RPCError.Code
    /// What is wrong and what to do about it, for a person.
    public let message: String
    /// HomeKit's number for it; nil if HomeKit has none.
    public var homeKit: HomeKitDetail?
    /// The underlying error, such as the store's; never sent to the client.
    public let cause: (any Error)?

    /// Creates an error with a gRPC status code and a message for people.
    public init(
        _ code: RPCError.Code, _ message: String, homeKit: HomeKitDetail? = nil, cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.homeKit = homeKit
        self.cause = cause
    }

    /// An error that HomeKit has a number for, with the status that goes with it.
    ///
    /// - Parameter objectID: the object that the request is about or conflicts with.
    package init(homeKit code: HomeKitErrorCode, of objectID: String = "", _ message: String) {
        self.init(
            RPCError.Code(rawValue: code.grpcStatus) ?? .unknown, message, homeKit: HomeKitDetail(code, of: objectID))
    }

    /// The error that ends every call when the hub shuts down.
    package static let isEnding = HubError(.unavailable, "the hub is shutting down; connect again in a moment")

    /// The same code, message and cause as a gRPC status, with HomeKit's number in the details.
    public var rpcError: RPCError { RPCError(code, message, cause: cause).adding(homeKit) }
    public var description: String { message }
}
