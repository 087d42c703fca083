/// What the SDK's calls throw: one code for each kind of failure, a message for people, and Matter's status where a
/// device gave one.
public struct HomeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The codes, which are gRPC's.
    public enum Code: Int, Hashable, Sendable, CaseIterable {
        /// Taken back, usually by the caller.
        case cancelled = 1
        case unknown
        /// Wrong whatever the state of the home.
        case invalidArgument
        /// Timed out; the change may have happened all the same.
        case deadlineExceeded
        case notFound
        case alreadyExists
        case permissionDenied
        case resourceExhausted
        /// Not possible in the present state.
        case failedPrecondition
        /// A conflict with something that happened at the same time.
        case aborted
        /// Valid in general, not now.
        case outOfRange
        /// Not supported by the device or the hub.
        case unimplemented
        case `internal`
        /// Out of reach for now; trying again later may help.
        case unavailable
        case dataLoss
        case unauthenticated
    }

    /// More about some errors.
    public enum Subtype: Hashable, Sendable {
        /// One error for each item of a bulk call that failed.
        case bulk(errors: [HomeError])
        /// The status that a device gave.
        case matter(MatterError)
    }

    /// A status of Matter's interaction model, or of a cluster.
    public struct MatterError: Hashable, Sendable {
        /// 0x87 is CONSTRAINT_ERROR.
        public let code: Int
        /// The cluster's own status, where it gave one.
        public let clusterCode: Int?

        /// A status.
        public init(code: Int, clusterCode: Int? = nil) {
            self.code = code
            self.clusterCode = clusterCode
        }
    }

    public let code: Code
    public let message: String
    /// Finer codes, outermost first; empty for most errors.
    public let subcodes: [Int]
    public let subtype: Subtype?

    /// An error with its code and a message for people.
    public init(_ code: Code, _ message: String, subcodes: [Int] = [], subtype: Subtype? = nil) {
        self.code = code
        self.message = message
        self.subcodes = subcodes
        self.subtype = subtype
    }

    public var description: String { "\(code): \(message)" }

    public static func cancelled(_ message: String) -> HomeError { HomeError(.cancelled, message) }
    public static func unknown(_ message: String) -> HomeError { HomeError(.unknown, message) }
    public static func invalidArgument(_ message: String) -> HomeError { HomeError(.invalidArgument, message) }
    public static func deadlineExceeded(_ message: String) -> HomeError { HomeError(.deadlineExceeded, message) }
    public static func notFound(_ message: String) -> HomeError { HomeError(.notFound, message) }
    public static func alreadyExists(_ message: String) -> HomeError { HomeError(.alreadyExists, message) }
    public static func permissionDenied(_ message: String) -> HomeError { HomeError(.permissionDenied, message) }
    public static func resourceExhausted(_ message: String) -> HomeError { HomeError(.resourceExhausted, message) }
    public static func failedPrecondition(_ message: String) -> HomeError { HomeError(.failedPrecondition, message) }
    public static func aborted(_ message: String) -> HomeError { HomeError(.aborted, message) }
    public static func outOfRange(_ message: String) -> HomeError { HomeError(.outOfRange, message) }
    public static func unimplemented(_ message: String) -> HomeError { HomeError(.unimplemented, message) }
    public static func `internal`(_ message: String) -> HomeError { HomeError(.internal, message) }
    public static func unavailable(_ message: String) -> HomeError { HomeError(.unavailable, message) }
    public static func dataLoss(_ message: String) -> HomeError { HomeError(.dataLoss, message) }
    public static func unauthenticated(_ message: String) -> HomeError { HomeError(.unauthenticated, message) }
}

extension HomeError {
    /// A trait's refusal that was found before anything was sent.
    public init(_ error: TraitError) {
        let status = MatterError(
            code: Int(error.status.rawValue), clusterCode: error.clusterStatus.map(Int.init))
        self.init(error.status.code, error.message, subtype: .matter(status))
    }
}
