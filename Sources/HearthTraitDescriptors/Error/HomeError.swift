/// The error that the SDK's calls throw: a code for the kind of failure, a message for people, and the Matter status if
/// the device returned one.
public struct HomeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Details of an error.
    public enum Subtype: Hashable, Sendable {
        /// The errors of a bulk call, one for each failed item.
        case bulk(errors: [HomeError])
        /// The status that the device returned.
        case matter(MatterError)
    }

    /// A status of Matter's interaction model, or of a cluster.
    public struct MatterError: Hashable, Sendable {
        /// Status code of Matter's interaction model, for example 0x87 for CONSTRAINT_ERROR; see ``MatterStatus``.
        public let code: Int
        /// Cluster-specific status code, or nil.
        public let clusterCode: Int?

        /// Creates an error from its status codes.
        public init(code: Int, clusterCode: Int? = nil) {
            self.code = code
            self.clusterCode = clusterCode
        }
    }

    /// The kind of failure; switch on this, with a `default`.
    public let code: Code
    /// Explanation for people, in English; not meant to be parsed.
    public let message: String
    /// More specific codes, outermost first; empty for most errors.
    public let subcodes: [Int]
    /// Details: the status of a device, or the errors of a bulk call; nil for most errors.
    public let subtype: Subtype?

    /// Creates an error.
    public init(_ code: Code, _ message: String, subcodes: [Int] = [], subtype: Subtype? = nil) {
        self.code = code
        self.message = message
        self.subcodes = subcodes
        self.subtype = subtype
    }

    public var description: String { message.isEmpty ? "\(code)" : "\(code): \(message)" }

    /// Creates a `cancelled` error, for a call that the caller cancelled.
    public static func cancelled(_ message: String = "") -> HomeError { HomeError(.cancelled, message) }
    /// Creates an `unknown` error, for a failure without a more specific code.
    public static func unknown(_ message: String = "") -> HomeError { HomeError(.unknown, message) }
    /// Creates an `invalidArgument` error, for an argument that is invalid in any state of the home.
    public static func invalidArgument(_ message: String = "") -> HomeError { HomeError(.invalidArgument, message) }
    /// Creates a `deadlineExceeded` error, for a call that timed out and may still have taken effect.
    public static func deadlineExceeded(_ message: String = "") -> HomeError { HomeError(.deadlineExceeded, message) }
    /// Creates a `notFound` error, for an entity that does not exist.
    public static func notFound(_ message: String = "") -> HomeError { HomeError(.notFound, message) }
    /// Creates an `alreadyExists` error, for a name or id that is taken.
    public static func alreadyExists(_ message: String = "") -> HomeError { HomeError(.alreadyExists, message) }
    /// Creates a `permissionDenied` error, for a caller without the privilege.
    public static func permissionDenied(_ message: String = "") -> HomeError { HomeError(.permissionDenied, message) }
    /// Creates a `resourceExhausted` error, for a limit that is reached.
    public static func resourceExhausted(_ message: String = "") -> HomeError { HomeError(.resourceExhausted, message) }
    /// Creates a `failedPrecondition` error, for an action that the present state does not allow.
    public static func failedPrecondition(_ message: String = "") -> HomeError {
        HomeError(.failedPrecondition, message)
    }
    /// Creates an `aborted` error, for a change that conflicts with a concurrent one.
    public static func aborted(_ message: String = "") -> HomeError { HomeError(.aborted, message) }
    /// Creates an `outOfRange` error, for a value outside a limit that depends on the present state.
    public static func outOfRange(_ message: String = "") -> HomeError { HomeError(.outOfRange, message) }
    /// Creates an `unimplemented` error, for a feature that the device or hub does not support.
    public static func unimplemented(_ message: String = "") -> HomeError { HomeError(.unimplemented, message) }
    /// Creates an `internal` error, for a fault in hub, device or SDK.
    public static func `internal`(_ message: String = "") -> HomeError { HomeError(.internal, message) }
    /// Creates an `unavailable` error, for a hub or device that cannot be reached at present.
    public static func unavailable(_ message: String = "") -> HomeError { HomeError(.unavailable, message) }
    /// Creates a `dataLoss` error, for data that is lost or damaged.
    public static func dataLoss(_ message: String = "") -> HomeError { HomeError(.dataLoss, message) }
    /// Creates an `unauthenticated` error, for a missing or invalid credential.
    public static func unauthenticated(_ message: String = "") -> HomeError { HomeError(.unauthenticated, message) }
    /// Creates an `unknown` error, for a command that failed without a known reason.
    public static func commandFailed(_ message: String = "") -> HomeError { HomeError(.unknown, message) }
    /// Creates an `internal` error, for a value that can't be decoded.
    public static func parseError(_ message: String = "") -> HomeError { HomeError(.internal, message) }
    /// Creates an `internal` error, for a value that can't be encoded.
    public static func encodingFailed(_ message: String = "") -> HomeError { HomeError(.internal, message) }
}

extension HomeError {
    /// Converts the error of a check against the schema's rules, before anything was sent.
    public init(_ error: TraitError) {
        let status = MatterError(
            code: Int(error.status.rawValue), clusterCode: error.clusterStatus.map(Int.init))
        self.init(error.status.code, error.message, subtype: .matter(status))
    }
}
