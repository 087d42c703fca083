/// Why a call did not succeed: a gRPC status that is not OK.
public struct RPCError: Error, Sendable {
    /// The status code.
    public var code: Code
    /// What went wrong and the way out, for a person.
    public var message: String
    /// The trailers that came, or are to be sent, with the status.
    public var metadata: Metadata
    /// An encoded `google.rpc.Status` (`grpc-status-details-bin`); empty when there is none.
    public var details: [UInt8]
    /// What it came from, on this side of the wire.
    public var cause: (any Error)?

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

/// An error of the application that knows its gRPC status. A handler may throw it as it is.
public protocol RPCErrorConvertible: Error {
    var rpcError: RPCError { get }
}

extension RPCError {
    /// The status that a handler's error is sent as.
    public init(_ error: any Error) {
        switch error {
        case let error as RPCError: self = error
        case let error as any RPCErrorConvertible: self = error.rpcError
        case is CancellationError: self.init(.cancelled, "The call was cancelled.", cause: error)
        default: self.init(.unknown, "\(error)", cause: error)
        }
    }
}
