/// Why a call did not succeed: a gRPC status that is not OK.
public struct RPCError: Error, Sendable {
    /// gRPC's status codes, with their numbers on the wire.
    public enum Code: UInt8, Hashable, Sendable, CaseIterable {
        /// The call was given up, as a rule by its caller.
        case cancelled = 1
        /// An error without a better code.
        case unknown = 2
        /// The caller's request is wrong, whatever the state of the server.
        case invalidArgument = 3
        /// The time ran out first.
        case deadlineExceeded = 4
        /// What was asked for does not exist.
        case notFound = 5
        /// What was to be made exists.
        case alreadyExists = 6
        /// The caller is known and may not do this.
        case permissionDenied = 7
        /// A limit is reached.
        case resourceExhausted = 8
        /// The server's state does not allow this now; trying again does not help.
        case failedPrecondition = 9
        /// A conflict with another call; begin again.
        case aborted = 10
        /// Past the valid range.
        case outOfRange = 11
        /// The server has no such method, or does not support what was asked.
        case unimplemented = 12
        /// Something that must hold does not.
        case `internal` = 13
        /// The server cannot be reached now; trying again may help.
        case unavailable = 14
        /// Data is lost.
        case dataLoss = 15
        /// The caller is not known.
        case unauthenticated = 16

        /// The code's name as gRPC writes it: `INVALID_ARGUMENT`.
        public var name: String {
            var name = ""
            for character in String(describing: self) {
                if character.isUppercase { name.append("_") }
                name.append(character.uppercased())
            }
            return name
        }
    }

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
