/// A status of Matter's interaction model.
public struct MatterStatus: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let success = MatterStatus(rawValue: 0x00)
    public static let failure = MatterStatus(rawValue: 0x01)
    public static let unsupportedAccess = MatterStatus(rawValue: 0x7E)
    public static let unsupportedEndpoint = MatterStatus(rawValue: 0x7F)
    public static let invalidAction = MatterStatus(rawValue: 0x80)
    public static let unsupportedCommand = MatterStatus(rawValue: 0x81)
    public static let invalidCommand = MatterStatus(rawValue: 0x85)
    public static let unsupportedAttribute = MatterStatus(rawValue: 0x86)
    public static let constraintError = MatterStatus(rawValue: 0x87)
    public static let unsupportedWrite = MatterStatus(rawValue: 0x88)
    public static let resourceExhausted = MatterStatus(rawValue: 0x89)
    public static let notFound = MatterStatus(rawValue: 0x8B)
    public static let invalidDataType = MatterStatus(rawValue: 0x8D)
    public static let unsupportedRead = MatterStatus(rawValue: 0x8F)
    public static let dataVersionMismatch = MatterStatus(rawValue: 0x92)
    public static let timeout = MatterStatus(rawValue: 0x94)
    public static let busy = MatterStatus(rawValue: 0x9C)
    public static let accessRestricted = MatterStatus(rawValue: 0x9D)
    public static let unsupportedCluster = MatterStatus(rawValue: 0xC3)
    public static let needsTimedInteraction = MatterStatus(rawValue: 0xC6)
    public static let unsupportedEvent = MatterStatus(rawValue: 0xC7)
    public static let timedRequestMismatch = MatterStatus(rawValue: 0xC9)
    public static let failsafeRequired = MatterStatus(rawValue: 0xCA)
    public static let invalidInState = MatterStatus(rawValue: 0xCB)
    public static let dynamicConstraintError = MatterStatus(rawValue: 0xCF)
    public static let alreadyExists = MatterStatus(rawValue: 0xD0)

    private static let names: [UInt8: String] = [
        0x00: "SUCCESS", 0x01: "FAILURE", 0x7E: "UNSUPPORTED_ACCESS", 0x7F: "UNSUPPORTED_ENDPOINT",
        0x80: "INVALID_ACTION", 0x81: "UNSUPPORTED_COMMAND", 0x85: "INVALID_COMMAND", 0x86: "UNSUPPORTED_ATTRIBUTE",
        0x87: "CONSTRAINT_ERROR", 0x88: "UNSUPPORTED_WRITE", 0x89: "RESOURCE_EXHAUSTED", 0x8B: "NOT_FOUND",
        0x8D: "INVALID_DATA_TYPE", 0x8F: "UNSUPPORTED_READ", 0x92: "DATA_VERSION_MISMATCH", 0x94: "TIMEOUT",
        0x9C: "BUSY", 0x9D: "ACCESS_RESTRICTED", 0xC3: "UNSUPPORTED_CLUSTER", 0xC6: "NEEDS_TIMED_INTERACTION",
        0xC7: "UNSUPPORTED_EVENT", 0xC9: "TIMED_REQUEST_MISMATCH", 0xCA: "FAILSAFE_REQUIRED",
        0xCB: "INVALID_IN_STATE", 0xCF: "DYNAMIC_CONSTRAINT_ERROR", 0xD0: "ALREADY_EXISTS",
    ]

    /// Matter's name of the status, or its number.
    public var description: String {
        Self.names[rawValue] ?? "STATUS_0x" + String(rawValue, radix: 16, uppercase: true)
    }

    /// The gRPC code that goes with the status. One table for hub, SDK and command line.
    public var code: HomeError.Code {
        switch self {
        case .unsupportedAccess, .accessRestricted: .permissionDenied
        case .unsupportedEndpoint, .unsupportedCluster, .notFound: .notFound
        case .unsupportedCommand, .unsupportedAttribute, .unsupportedEvent: .unimplemented
        case .invalidAction, .invalidCommand, .constraintError, .unsupportedWrite, .unsupportedRead,
            .invalidDataType:
            .invalidArgument
        case .dynamicConstraintError: .outOfRange
        case .resourceExhausted: .resourceExhausted
        case .dataVersionMismatch: .aborted
        case .timeout: .deadlineExceeded
        case .busy: .unavailable
        case .alreadyExists: .alreadyExists
        case .failure, .needsTimedInteraction, .timedRequestMismatch, .failsafeRequired, .invalidInState:
            .failedPrecondition
        default: .unknown
        }
    }
}
