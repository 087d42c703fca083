internal import HearthTraitDescriptors

/// An error in an automation, or a warning that its author should see.
package struct AutomationIssue: Hashable, Sendable {
    /// The effect of an issue.
    package enum Severity: Hashable, Sendable, CaseIterable {
        /// The automation runs nevertheless.
        case warning
        /// The automation does not start.
        case error
    }

    /// The origin of an issue.
    package enum Category: Hashable, Sendable, CaseIterable {
        /// The graph itself, in any home. An automation with errors of this category can't be saved.
        case form
        /// The present state of the home. The automation is saved, and becomes valid once the home allows it.
        case situation
    }

    /// The node with the issue; nil for the automation as a whole.
    package let nodeID: UInt32?
    package let kind: Kind
    /// The problem, with the names of the objects, and its remedy; plain text for people.
    package let message: String

    private static let mostMessageBytes = 1_024

    /// - Parameter message: cut to 1,024 bytes; only names from a provider's schema can make it longer.
    package init(_ kind: Kind, at nodeID: UInt32?, _ message: String) {
        self.nodeID = nodeID
        self.kind = kind
        self.message = message.cut(toBytes: Self.mostMessageBytes)
    }

    package var severity: Severity { kind.severity }
    package var category: Category { kind.category }

    /// The kind of problem. Cases that Google's Home APIs have too are named as in `ValidationIssueType`.
    package enum Kind: Hashable, Sendable {
        // MARK: Errors of form

        /// The graph exceeds one of ``AutomationLimits``.
        case automationTooLarge(AutomationSize, limit: Int)
        /// A setting is out of range; `name` is its property of ``Automation``.
        case invalidSetting(name: String)
        /// There is neither a starter nor a manual starter.
        case noStarter
        /// An earlier node has the same id.
        case duplicateNode
        /// The starter waits for the same as the one with this id.
        case duplicateStarterNode(UInt32)
        /// The enclosing flow can't contain a node of this kind.
        case misplacedNode
        /// An if has no condition.
        case emptyChain
        /// A condition is not of Boolean type.
        case invalidConditionType
        /// A reference to a node that does not exist, or that is neither a starter nor a state reader.
        case invalidReference(UInt32)
        /// A reference to a node that does not come before this one.
        case notBefore(UInt32)
        /// A variable that no earlier node assigns.
        case unassignedVariable(String)
        /// A variable that is already assigned.
        case assignedTwice(String)
        /// The trait, event or structure has no such field.
        case invalidField([UInt32])
        /// The trait has no such event.
        case invalidEvent(UInt32)
        /// The trait has no such command.
        case invalidCommand(UInt32)
        /// A command argument, an attribute to write or an event parameter is unknown, has a wrong type, or has a value
        /// that the schema does not allow.
        case invalidParameter(name: String, id: UInt32)
        /// The value is null, but the schema does not allow null.
        case invalidNullParameterValue(name: String, id: UInt32)
        /// A mandatory command argument is missing.
        case missingParameter(name: String, id: UInt32)
        /// The operator does not accept this number of operands, or the action does nothing.
        case invalidArgumentCount(Int)
        /// The operands' types do not go together; a text and a number, for instance, can't be compared.
        case invalidArgumentsForOperator(Operator)
        /// One operand, by its zero-based index, can't be used.
        case invalidOperand(Int)
        /// A duration that is negative or longer than ``AutomationLimits/longestDuration``.
        case invalidDuration(Duration)
        /// The parameters of a time event are not a valid schedule.
        case invalidSchedule
        /// A schedule whose dates occur in no year.
        case neverHappens
        /// The automation would run itself, directly or through others.
        case executionCycle(String)
        /// A starter or a state reader names a group; only actions can.
        case groupNotAllowed
        /// A wait without an expression and without starters.
        case emptyWait

        // MARK: Warnings of form

        /// A hold outside of 5 s to 24 h.
        case conditionDurationOutOfRange(Duration)
        /// A delay outside of 5 s to 24 h.
        case delayDurationOutOfRange(Duration)
        /// A part made by a newer version: stored unchanged and never run.
        case unsupported
        /// A condition that can never be true.
        case neverTrue
        /// A condition that is always true.
        case alwaysTrue
        /// A branch of a `select` without a starter.
        case neverReached
        /// A reference to a node that some paths to here do not pass.
        case perhapsNotRead(UInt32)
        /// A variable that some paths to here do not assign.
        case perhapsUnassigned(String)
        /// The action can change an attribute that the starter with this id waits for.
        case selfLoop(UInt32)
        /// A restoration with no action before it.
        case nothingToRestore

        // MARK: Errors of the situation

        /// The device, group or automation with this id does not exist.
        case invalidEntity(String)
        /// The device has no such endpoint.
        case endpointNotFound(UInt16)
        /// The endpoint does not have this device type.
        case deviceTypeNotFound(UInt32)
        /// Several endpoints of the device have this type, and the automation names none of them.
        case ambiguousEndpoint(deviceType: UInt32)
        /// The endpoint does not have this trait, or the trait's schema is unknown.
        case traitNotFound(UInt32)
        /// The device has the trait without that command.
        case commandNotSupported(UInt32)
        /// The device has the trait without that attribute.
        case attributeNotSupported(UInt32)
        /// The attribute can only be read.
        case attributeNotWritable(UInt32)
        /// An argument is missing that the device's features make mandatory.
        case parameterNeeded(name: String, id: UInt32)
        /// Sunrise and sunset need the structure's location.
        case missingLocation
        /// Times need the structure's time zone.
        case missingZone
        /// The principal who saved the automation lacks a right.
        case missingRight
        /// The action opens, unlocks, disarms or heats, and the automation is not allowed to.
        case blockedAction
        /// The automation to run has no manual starter.
        case notExecutable(String)

        // MARK: Warnings of the situation

        /// A value that this device refuses now.
        case valueOutOfRange(name: String, id: UInt32)
        /// A schedule whose last date has passed.
        case comesNoMore
        /// The group contains no device with the trait now.
        case emptyGroup(String)
    }
}

extension AutomationIssue.Kind {
    /// The effect of an issue of this kind.
    package var severity: AutomationIssue.Severity {
        switch self {
        case .conditionDurationOutOfRange, .delayDurationOutOfRange, .unsupported, .neverTrue, .alwaysTrue,
            .neverReached, .perhapsNotRead, .perhapsUnassigned, .selfLoop, .nothingToRestore, .valueOutOfRange,
            .comesNoMore, .emptyGroup:
            .warning
        default: .error
        }
    }

    /// The origin of an issue of this kind.
    package var category: AutomationIssue.Category {
        switch self {
        case .invalidEntity, .endpointNotFound, .deviceTypeNotFound, .ambiguousEndpoint, .traitNotFound,
            .commandNotSupported, .attributeNotSupported, .attributeNotWritable, .parameterNeeded, .missingLocation,
            .missingZone, .missingRight, .blockedAction, .notExecutable, .valueOutOfRange, .comesNoMore, .emptyGroup:
            .situation
        default: .form
        }
    }
}

extension String {
    /// The text, or the characters that fit into this many bytes and an ellipsis.
    func cut(toBytes most: Int) -> String {
        guard utf8.count > most else { return self }
        var (bytes, end) = (0, startIndex)
        while end < endIndex {
            bytes += self[end].utf8.count
            guard bytes <= most else { break }
            formIndex(after: &end)
        }
        return String(self[..<end]) + "…"
    }
}
