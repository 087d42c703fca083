internal import HearthTraitCore
internal import HearthWire

/// An error or warning about an automation.
public struct AutomationValidationIssue: Sendable {
    /// The node; nil for the automation as a whole.
    public let node: (any Node)?
    /// Whether the problem is in the graph itself, not in the present state of the home.
    public let isInGraph: Bool
    /// How bad it is.
    public let severity: ValidationIssueSeverity
    /// The kind of issue, for programs.
    public let issueType: ValidationIssueType
    /// The problem and how to solve it, for people.
    public let details: String
}

/// How bad an issue is.
public enum ValidationIssueSeverity: Hashable, Sendable {
    /// The automation runs, but probably not as intended.
    case warning
    /// The automation doesn't run.
    case error
    /// A severity from a newer hub.
    case unknown
}

/// The kind of problem of an automation. ``AutomationValidationIssue/details`` says more.
public enum ValidationIssueType: Hashable, Sendable {
    /// A kind that this version doesn't know.
    case unknown

    // MARK: How it is written

    /// The automation exceeds a limit.
    case automationTooLarge
    /// A setting outside of its range.
    case invalidSetting
    /// The automation has no starter, not even a manual one.
    case noStarter
    /// Two nodes with one ID, such as a starter that is used twice.
    case duplicateNode
    /// A starter that is equal to an earlier one.
    case duplicateStarterNode
    /// A node that its flow can't contain.
    case misplacedNode
    /// An if without a condition.
    case emptyChain
    /// A condition that is not a Boolean.
    case invalidConditionType
    /// A reference to a node that isn't in the automation, or not before this one.
    case invalidReference
    /// A variable that is not assigned before its use, or that is already assigned.
    case invalidVariable
    /// An attribute or field that doesn't exist.
    case invalidField
    /// An event that the trait doesn't have.
    case invalidEvent(eventID: String?)
    /// A command that the trait doesn't have.
    case invalidCommand(commandID: String?)
    /// An argument, an attribute or an event's field that is unknown, is missing, or has a value of a wrong type or
    /// outside of its range.
    case invalidParameter
    /// A null value for a parameter that can't be null.
    case invalidNullParameterValue
    /// An operation with a wrong number of operands, or an action without effect.
    case invalidArgumentCount
    /// Operands that can't be combined, such as a text and a number.
    case invalidArgumentsForOperator
    /// A value that the operation can't use.
    case invalidOperand
    /// A negative or too long duration.
    case invalidDuration(duration: Duration?)
    /// Invalid times, or times that never occur.
    case invalidSchedule
    /// A condition that has to stay true for less than 5 s or more than 24 h.
    case conditionDurationOutOfRange(duration: Duration?)
    /// A delay of less than 5 s or more than 24 h.
    case delayDurationOutOfRange(duration: Duration?)
    /// A feature that the hub doesn't support.
    case unsupported
    /// A condition that is always or never true, or a node that is never reached.
    case pointless
    /// A value that is not set on all paths to this node.
    case perhapsUnknown
    /// An action that can trigger its own automation.
    case selfLoop

    // MARK: State of the home

    /// A device that was removed, or a part that doesn't exist or is ambiguous.
    case invalidEntity
    /// A device without the trait.
    case traitNotFound
    /// A device without the command or the attribute, or whose attribute can only be read.
    case unsupportedByDevice
    /// The structure has no location, which times of sunrise and sunset need.
    case missingStructureLocation
    /// The structure has no time zone, which times need.
    case missingStructureTimeZone
    /// The person who saved the automation lacks the right for this action.
    case missingRight
    /// The automation unlocks, opens or disarms without ``AutomationSettings/allowsSensitiveActions``.
    case blockedAction
    /// A value outside of this device's range.
    case valueOutOfRange
    /// The starters wait until the hub's clock is set.
    case waitsForClock
}

extension AutomationValidationIssue {
    /// - Parameter nodes: the automation's nodes, by their numbers.
    init(_ message: Hearth_V1_AutomationIssue, _ nodes: [UInt32: any Node]) {
        let node = nodes[message.nodeID]
        self.node = node
        isInGraph = message.isForm
        severity =
            switch message.severity {
            case .warning: .warning
            case .error: .error
            case .unspecified, .unrecognized: .unknown
            }
        issueType = ValidationIssueType(message.kind, at: node)
        details = message.message
    }
}

extension ValidationIssueType {
    /// - Parameter kind: the hub's name for it: a case of `AutomationIssue.Kind`.
    init(_ kind: String, at node: (any Node)?) {
        switch kind {
        case "automationTooLarge": self = .automationTooLarge
        case "invalidSetting": self = .invalidSetting
        case "noStarter": self = .noStarter
        case "duplicateNode": self = .duplicateNode
        case "duplicateStarterNode": self = .duplicateStarterNode
        case "misplacedNode": self = .misplacedNode
        case "emptyChain": self = .emptyChain
        case "invalidConditionType": self = .invalidConditionType
        case "invalidReference", "notBefore": self = .invalidReference
        case "unassignedVariable", "assignedTwice": self = .invalidVariable
        case "invalidField": self = .invalidField
        case "invalidEvent": self = .invalidEvent(eventID: (node as? EventStarter)?.eventID)
        case "invalidCommand": self = .invalidCommand(commandID: (node as? Action)?.commandID)
        case "invalidParameter", "missingParameter", "parameterNeeded": self = .invalidParameter
        case "invalidNullParameterValue": self = .invalidNullParameterValue
        case "invalidArgumentCount": self = .invalidArgumentCount
        case "invalidArgumentsForOperator": self = .invalidArgumentsForOperator
        case "invalidOperand": self = .invalidOperand
        case "invalidDuration": self = .invalidDuration(duration: node?.givenTime)
        case "invalidSchedule", "neverHappens", "comesNoMore": self = .invalidSchedule
        case "conditionDurationOutOfRange": self = .conditionDurationOutOfRange(duration: node?.givenTime)
        case "delayDurationOutOfRange": self = .delayDurationOutOfRange(duration: node?.givenTime)
        case "unsupported": self = .unsupported
        case "neverTrue", "alwaysTrue", "neverReached": self = .pointless
        case "perhapsNotRead", "perhapsUnassigned": self = .perhapsUnknown
        case "selfLoop": self = .selfLoop
        case "invalidEntity", "endpointNotFound", "deviceTypeNotFound", "ambiguousEndpoint": self = .invalidEntity
        case "traitNotFound": self = .traitNotFound
        case "commandNotSupported", "attributeNotSupported", "attributeNotWritable": self = .unsupportedByDevice
        case "missingLocation": self = .missingStructureLocation
        case "missingZone": self = .missingStructureTimeZone
        case "missingRight": self = .missingRight
        case "blockedAction": self = .blockedAction
        case "valueOutOfRange": self = .valueOutOfRange
        case "waitsForClock": self = .waitsForClock
        default: self = .unknown
        }
    }
}

extension EventStarter {
    /// The identifier of the event.
    var eventID: String { traitIdentifier(traitNumber) + ".events.0x" + String(eventNumber, radix: 16) }
}

extension Action {
    fileprivate var commandID: String? { (behavior as? AutomationCommand)?.commandID }
}

extension Node {
    /// The time that the node is given; nil if it has none.
    fileprivate var givenTime: Duration? {
        switch self {
        case let node as Condition: node.duration
        case let node as Delay: node.duration
        case let node as Suppression: node.duration
        case let node as Wait: node.timeout
        default: nil
        }
    }
}
