internal import HearthTraitTypes
internal import HearthWire

/// Something that is wrong with an automation, or that its author should know.
public struct AutomationValidationIssue: Sendable {
    /// The node; nil for the automation as a whole.
    public let node: (any Node)?
    /// How bad it is.
    public let severity: ValidationIssueSeverity
    /// What it is, for programs.
    public let issueType: ValidationIssueType
    /// What it is and what to do about it, for people.
    public let details: String
}

/// How bad an issue is.
public enum ValidationIssueSeverity: Hashable, Sendable {
    /// The automation runs, but hardly as meant.
    case warning
    /// The automation doesn't run.
    case error
    /// A newer hub says something else.
    case unknown
}

/// What is wrong with an automation. ``AutomationValidationIssue/details`` says more.
public enum ValidationIssueType: Hashable, Sendable {
    /// Something that this version doesn't know.
    case unknown

    // MARK: How it is written

    /// More of something than is allowed.
    case automationTooLarge
    /// A setting outside of its range.
    case invalidSetting
    /// Nothing sets it off, and nobody can.
    case noStarter
    /// Two nodes with one ID, such as a starter that is stated twice.
    case duplicateNode
    /// A starter that waits for the same as one before it.
    case duplicateStarterNode
    /// The flow that it is in can't hold such a node.
    case misplacedNode
    /// An if without a condition.
    case emptyChain
    /// A condition that is neither true nor false.
    case invalidConditionType
    /// A value of a node that isn't in the automation, or not before this one.
    case invalidReference
    /// A variable without a value, or with two.
    case invalidVariable
    /// An attribute or field that there is not.
    case invalidField
    /// An event that the trait doesn't have.
    case invalidEvent(eventID: String?)
    /// A command that the trait doesn't have.
    case invalidCommand(commandID: String?)
    /// An argument, an attribute or an event's field that is not known, is missing, or has a value of a wrong type or
    /// outside of its range.
    case invalidParameter
    /// A parameter that is null and can't be.
    case invalidNullParameterValue
    /// An operation with too few or too many values, or an action that does nothing.
    case invalidArgumentCount
    /// Values that can't be together, such as a text and a number.
    case invalidArgumentsForOperator
    /// A value that the operation can't use.
    case invalidOperand
    /// A time of less than nothing, or longer than anything may take.
    case invalidDuration(duration: Duration?)
    /// Times that make no sense, or never come.
    case invalidSchedule
    /// A condition that has to stay true for less than 5 s or more than 24 h.
    case conditionDurationOutOfRange(duration: Duration?)
    /// A delay of less than 5 s or more than 24 h.
    case delayDurationOutOfRange(duration: Duration?)
    /// A part that the hub doesn't know.
    case unsupported
    /// A condition that is always or never true, or a node that is never reached.
    case pointless
    /// A value that some ways here leave out.
    case perhapsUnknown
    /// An action that can set its own automation off.
    case selfLoop

    // MARK: How the home is

    /// A device that is gone, has no such part, or has several and none is named.
    case invalidEntity
    /// A device without the trait.
    case traitNotFound
    /// A device without the command or the attribute, or whose attribute can only be read.
    case unsupportedByDevice
    /// The sun's times need to know where the structure is.
    case missingStructureLocation
    /// Times need to know the structure's time zone.
    case missingStructureTimeZone
    /// Who saved the automation may not do this.
    case missingRight
    /// It unlocks, opens or disarms, and nobody has allowed it to.
    case blockedAction
    /// A value that this device doesn't take.
    case valueOutOfRange
}

extension AutomationValidationIssue {
    /// - Parameter nodes: those of the automation, by their numbers.
    init(_ message: Hearth_V1_AutomationIssue, _ nodes: [UInt32: any Node]) {
        let node = nodes[message.nodeID]
        self.node = node
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
    /// - Parameter kind: as a hub says it: the name of a case of `AutomationIssue.Kind`.
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
