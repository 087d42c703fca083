/// A status code of Matter's interaction model (Matter Core, section "Status Codes").
///
/// Unknown codes are kept and have no name; a cluster's own status codes are separate.
public struct MatterStatus: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The operation succeeded.
    public static let success = MatterStatus(rawValue: 0x00)
    /// The operation failed, without a more specific status.
    public static let failure = MatterStatus(rawValue: 0x01)
    /// The sender lacks the privilege that the element needs.
    public static let unsupportedAccess = MatterStatus(rawValue: 0x7E)
    /// The node has no endpoint with this number.
    public static let unsupportedEndpoint = MatterStatus(rawValue: 0x7F)
    /// The action is malformed or not possible, for example a batch with duplicate paths.
    public static let invalidAction = MatterStatus(rawValue: 0x80)
    /// The cluster does not have the command.
    public static let unsupportedCommand = MatterStatus(rawValue: 0x81)
    /// The command is malformed, for example without a mandatory argument.
    public static let invalidCommand = MatterStatus(rawValue: 0x85)
    /// The cluster does not have the attribute.
    public static let unsupportedAttribute = MatterStatus(rawValue: 0x86)
    /// A value violates a fixed rule of the schema, such as its range, length or set of enum values.
    public static let constraintError = MatterStatus(rawValue: 0x87)
    /// The attribute is read-only.
    public static let unsupportedWrite = MatterStatus(rawValue: 0x88)
    /// The device has no room left, for example for another user or group.
    public static let resourceExhausted = MatterStatus(rawValue: 0x89)
    /// An entry that the request refers to does not exist.
    public static let notFound = MatterStatus(rawValue: 0x8B)
    /// A value has the wrong data type.
    public static let invalidDataType = MatterStatus(rawValue: 0x8D)
    /// The attribute or event cannot be read.
    public static let unsupportedRead = MatterStatus(rawValue: 0x8F)
    /// The data version of the request is not the present one: someone else changed the cluster.
    public static let dataVersionMismatch = MatterStatus(rawValue: 0x92)
    /// The action was not finished in time.
    public static let timeout = MatterStatus(rawValue: 0x94)
    /// The device is busy with another action; retry later.
    public static let busy = MatterStatus(rawValue: 0x9C)
    /// Denied by the device's access restriction list, regardless of the privilege.
    public static let accessRestricted = MatterStatus(rawValue: 0x9D)
    /// The endpoint does not have the cluster.
    public static let unsupportedCluster = MatterStatus(rawValue: 0xC3)
    /// The command or write must be a timed interaction and was sent without one.
    public static let needsTimedInteraction = MatterStatus(rawValue: 0xC6)
    /// The cluster does not have the event.
    public static let unsupportedEvent = MatterStatus(rawValue: 0xC7)
    /// The request does not match the preceding Timed Request.
    public static let timedRequestMismatch = MatterStatus(rawValue: 0xC9)
    /// Only possible while the commissioning fail-safe is armed.
    public static let failsafeRequired = MatterStatus(rawValue: 0xCA)
    /// Not possible in the present state of the cluster.
    public static let invalidInState = MatterStatus(rawValue: 0xCB)
    /// A value violates a limit that depends on the present state.
    public static let dynamicConstraintError = MatterStatus(rawValue: 0xCF)
    /// An entry with this key already exists.
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

    /// Name in the Matter specification, "CONSTRAINT_ERROR"; for an unknown code "STATUS_0xE1".
    public var description: String {
        Self.names[rawValue] ?? "STATUS_0x" + String(rawValue, radix: 16, uppercase: true)
    }

    /// The gRPC code for the status, `unknown` if there is no mapping. Hub, SDK and command line all use this table.
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
