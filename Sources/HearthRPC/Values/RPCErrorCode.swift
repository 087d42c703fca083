extension RPCError {
    /// A status code of gRPC other than OK, with its number on the wire.
    ///
    /// A struct, so that gRPC may have more codes without breaking a `switch`: write a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The number on the wire: 1 to 16.
        public let rawValue: UInt8

        /// - Parameter rawValue: the number on the wire; nil for one that gRPC does not define, which its libraries
        ///   treat as ``unknown``.
        public init?(rawValue: UInt8) {
            guard Self.names.indices.contains(Int(rawValue)), rawValue > 0 else { return nil }
            self.rawValue = rawValue
        }

        private init(_ number: UInt8) { rawValue = number }

        /// The call was cancelled, usually by its caller.
        public static let cancelled = Code(1)
        /// An error for which there is no better code.
        public static let unknown = Code(2)
        /// The request is wrong, whatever the state of the server.
        public static let invalidArgument = Code(3)
        /// The deadline passed before the call completed.
        public static let deadlineExceeded = Code(4)
        /// The requested object does not exist.
        public static let notFound = Code(5)
        /// The object to create exists already.
        public static let alreadyExists = Code(6)
        /// The caller is known, and may not do this.
        public static let permissionDenied = Code(7)
        /// A limit is reached: a quota, a size, memory.
        public static let resourceExhausted = Code(8)
        /// The state of the server does not allow this; trying again does not help until it changes.
        public static let failedPrecondition = Code(9)
        /// The call conflicted with another; begin again from reading the state.
        public static let aborted = Code(10)
        /// A value is past the valid range.
        public static let outOfRange = Code(11)
        /// The server has no such method, or does not support what was asked.
        public static let unimplemented = Code(12)
        /// An invariant of the server or of the transport is broken.
        public static let `internal` = Code(13)
        /// The server cannot be reached now; trying again may help.
        public static let unavailable = Code(14)
        /// Data is lost or damaged beyond recovery.
        public static let dataLoss = Code(15)
        /// The caller did not say who it is, or could not prove it.
        public static let unauthenticated = Code(16)

        /// By number.
        private static let names = [
            "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS",
            "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE",
            "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
        ]

        /// The code's name as gRPC writes it: `INVALID_ARGUMENT`.
        public var name: String { Self.names[Int(rawValue)] }
    }
}

extension RPCError.Code: CaseIterable {
    /// Every code that gRPC defines, in the order of their numbers.
    public static let allCases = (1..<UInt8(names.count)).compactMap { Self(rawValue: $0) }
}

extension RPCError.Code: CustomStringConvertible {
    /// ``name``.
    public var description: String { name }
}
