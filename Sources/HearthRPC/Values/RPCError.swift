/// A gRPC status other than OK.
public struct RPCError: Error, Sendable {
    /// The status code.
    public var code: Code
    /// What went wrong and what to do about it, for a person (`grpc-message`).
    public var message: String
    /// The trailers received, or to be sent, with the status.
    public var metadata: Metadata
    /// An encoded `google.rpc.Status` (`grpc-status-details-bin`); may be empty.
    public var details: [UInt8]
    /// The underlying error in this process; never sent.
    public var cause: (any Error)?

    /// Creates a status with a code and a message; by default without trailers, details and cause.
    public init(
        _ code: Code, _ message: String, metadata: Metadata = Metadata(), details: [UInt8] = [],
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.metadata = metadata
        self.details = details
        self.cause = cause
    }
}

extension RPCError: CustomStringConvertible {
    public var description: String { "\(code.name): \(message)" }
}

/// An application error that maps to a gRPC status. Handlers can throw it directly.
public protocol RPCErrorConvertible: Error {
    /// The status that is sent when a handler throws the error.
    var rpcError: RPCError { get }
}

extension RPCError {
    /// The status for an error thrown by a handler: an ``RPCError`` or ``RPCErrorConvertible`` keeps its own,
    /// cancellation is `CANCELLED`, anything else `UNKNOWN` with the error's description.
    public init(_ error: any Error) {
        switch error {
        case let error as RPCError: self = error
        case let error as any RPCErrorConvertible: self = error.rpcError
        case is CancellationError: self.init(.cancelled, "the call was cancelled", cause: error)
        default: self.init(.unknown, "\(error)", cause: error)
        }
    }
}
