internal import HearthRPC

extension RPCError.Code {
    /// Connect's name of the code (Connect protocol, "Error Codes").
    var connectName: String { self == .cancelled ? "canceled" : name.lowercased() }

    /// The HTTP status of a Connect answer with this error (Connect protocol, "Error Codes").
    var httpStatus: Int {
        switch self {
        case .cancelled: 499
        case .invalidArgument, .failedPrecondition, .outOfRange: 400
        case .unauthenticated: 401
        case .permissionDenied: 403
        case .notFound: 404
        case .aborted, .alreadyExists: 409
        case .resourceExhausted: 429
        case .unimplemented: 501
        case .unavailable: 503
        case .deadlineExceeded: 504
        default: 500
        }
    }
}
