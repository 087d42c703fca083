extension HomeError {
    /// The kind of failure, with gRPC's numbers. Later versions may add codes.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The number on the wire: 1 to 16.
        public let rawValue: Int

        /// - Parameter rawValue: the number on the wire. The result is nil for a number without a code.
        public init?(rawValue: Int) {
            guard Self.names.indices.contains(rawValue - 1) else { return nil }
            self.rawValue = rawValue
        }

        private init(_ number: Int) { rawValue = number }

        /// The call was cancelled, usually by the caller, or because the home was disconnected.
        public static let cancelled = Code(1)
        /// No more specific code fits, for example an unrecognized Matter status.
        public static let unknown = Code(2)
        /// An argument is invalid in any state of the home, for example a value that violates the schema.
        public static let invalidArgument = Code(3)
        /// The call timed out; the change may still have happened.
        public static let deadlineExceeded = Code(4)
        /// The device, endpoint, trait, structure or other entity does not exist.
        public static let notFound = Code(5)
        /// The object to be created already exists.
        public static let alreadyExists = Code(6)
        /// The caller is authenticated but lacks the right.
        public static let permissionDenied = Code(7)
        /// A limit is reached: the number of rooms, an unread queue, the size of a message.
        public static let resourceExhausted = Code(8)
        /// Not possible in the present state.
        public static let failedPrecondition = Code(9)
        /// Conflicts with a concurrent change, for example a data version mismatch.
        public static let aborted = Code(10)
        /// Outside a limit that depends on the present state (Matter DYNAMIC_CONSTRAINT_ERROR).
        public static let outOfRange = Code(11)
        /// Not supported by the device or the hub.
        public static let unimplemented = Code(12)
        /// A fault in the hub, the device or the SDK, which no caller can repair.
        public static let `internal` = Code(13)
        /// Cannot be reached at present; retrying later may help.
        public static let unavailable = Code(14)
        /// Stored or transmitted data is lost or damaged.
        public static let dataLoss = Code(15)
        /// The credential is missing, revoked or invalid.
        public static let unauthenticated = Code(16)

        /// The names by number, from 1.
        private static let names = [
            "cancelled", "unknown", "invalidArgument", "deadlineExceeded", "notFound", "alreadyExists",
            "permissionDenied", "resourceExhausted", "failedPrecondition", "aborted", "outOfRange", "unimplemented",
            "internal", "unavailable", "dataLoss", "unauthenticated",
        ]
    }
}

extension HomeError.Code: CaseIterable {
    /// All codes, by number.
    public static let allCases = names.indices.compactMap { Self(rawValue: $0 + 1) }
}

extension HomeError.Code: CustomStringConvertible {
    /// The code's name, for example "invalidArgument".
    public var description: String { Self.names[rawValue - 1] }
}
