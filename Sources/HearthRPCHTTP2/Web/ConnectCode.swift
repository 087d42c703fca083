internal import HearthRPC

extension RPCError.Code {
    /// How Connect names the code (WEB-04).
    var connectName: String { self == .cancelled ? "canceled" : name.lowercased() }

    /// The status of a Connect answer that is this error (WEB-04).
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
