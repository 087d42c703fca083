internal import HearthTraitModel

/// Something that is wrong with an automation, or that its author should know (AU-04).
package struct AutomationIssue: Hashable, Sendable {
    /// What follows from an issue.
    package enum Severity: Hashable, Sendable, CaseIterable {
        /// The automation runs all the same.
        case warning
        /// It starts nothing.
        case error
    }

    /// Where an issue comes from.
    package enum Category: Hashable, Sendable, CaseIterable {
        /// The graph itself, whatever home it is for: errors of this kind are a reason not to save it.
        case form
        /// The home as it is now: the automation is saved, and becomes valid when the home is right again.
        case situation
    }

    /// The node that it is about; nil for the automation as a whole.
    package let nodeID: UInt32?
    package let kind: Kind
    /// What is wrong, with the names of things, and what to do about it. Plain text for people.
    package let message: String

    package init(_ kind: Kind, at nodeID: UInt32?, _ message: String) {
        self.nodeID = nodeID
        self.kind = kind
        self.message = message
    }

    package var severity: Severity { kind.severity }
    package var category: Category { kind.category }

    /// What is wrong. Cases that Google has as well have the names of `ValidationIssueType`.
    package enum Kind: Hashable, Sendable {
        // MARK: Errors of form

        /// There is more of something than ``AutomationLimits`` allow (AU-12).
        case automationTooLarge(AutomationSize, limit: Int)
        /// A setting of the automation, by its name in ``Automation``, is outside of its range.
        case invalidSetting(name: String)
        /// Nothing sets it off, and nobody can.
        case noStarter
        /// Another node before it has the same id.
        case duplicateNode
        /// It waits for the same as the starter with this id (§4.6).
        case duplicateStarterNode(UInt32)
        /// The flow that it is in can't hold such a node (§4.1).
        case misplacedNode
        /// If without a condition.
        case emptyChain
        /// What has to be true or false is something else.
        case invalidConditionType
        /// A value of a node that is not there, or that is neither a starter nor a state reader (AU-49).
        case invalidReference(UInt32)
        /// A value of a node that is not before this one.
        case notBefore(UInt32)
        /// A variable that nothing before gives a value (AU-51).
        case unassignedVariable(String)
        /// A variable that has a value already when it comes here (AU-51).
        case assignedTwice(String)
        /// The trait, event or structure has no such field.
        case invalidField([UInt32])
        /// The trait has no such event.
        case invalidEvent(UInt32)
        /// The trait has no such command.
        case invalidCommand(UInt32)
        /// A command's argument, an attribute to write, or what an event must have, is not known, or has a wrong type or
        /// a value that the schema does not allow.
        case invalidParameter(name: String, id: UInt32)
        /// It is null, and can't be.
        case invalidNullParameterValue(name: String, id: UInt32)
        /// A command's argument is not there, and has to be.
        case missingParameter(name: String, id: UInt32)
        /// The operator does not take so many operands, or the action does nothing.
        case invalidArgumentCount(Int)
        /// The operands can't be together: a text and a number can't be compared.
        case invalidArgumentsForOperator(Operator)
        /// One operand, by its place from 0, can't be used.
        case invalidOperand(Int)
        /// Less than nothing, or longer than anything may take.
        case invalidDuration(Duration)
        /// Times that make no sense (AU-27, AU-28, AU-29).
        case invalidSchedule
        /// Times on dates that no year has.
        case neverHappens
        /// It would run itself, by those that it runs (AU-64).
        case executionCycle(String)
        /// Only actions can be of a group: what a starter or a state reader reads is one value (AU-65).
        case groupNotAllowed
        /// A wait for nothing (AU-60).
        case emptyWait

        // MARK: Warnings of form

        /// A hold outside of 5 s to 24 h (AU-41).
        case conditionDurationOutOfRange(Duration)
        /// A delay outside of 5 s to 24 h (AU-58).
        case delayDurationOutOfRange(Duration)
        /// Made by a newer version: kept as it is, and never run (AU-02).
        case unsupported
        /// A condition that can't become true (AU-87).
        case neverTrue
        /// A condition that is true whatever happens (AU-87).
        case alwaysTrue
        /// A part of a `select` that no starter leads to (AU-24).
        case neverReached
        /// A value of a node that some ways here leave out.
        case perhapsNotRead(UInt32)
        /// A variable that some ways here give no value.
        case perhapsUnassigned(String)
        /// The action can change what the starter with this id waits for (AU-87).
        case selfLoop(UInt32)
        /// Nothing was done that could be put back (AU-63).
        case nothingToRestore

        // MARK: Errors of the situation

        /// The device is gone (AU-80).
        case invalidEntity(String)
        /// The device has no such endpoint.
        case endpointNotFound(UInt16)
        /// The endpoint is not of that device type.
        case deviceTypeNotFound(UInt32)
        /// Several endpoints of the device are of that type, and nothing says which one (§7.2).
        case ambiguousEndpoint(deviceType: UInt32)
        /// The endpoint has no such trait, or nobody knows its schema.
        case traitNotFound(UInt32)
        /// The device has the trait without that command.
        case commandNotSupported(UInt32)
        /// The device has the trait without that attribute.
        case attributeNotSupported(UInt32)
        /// The attribute can only be read.
        case attributeNotWritable(UInt32)
        /// What the device can do makes an argument necessary that is not there.
        case parameterNeeded(name: String, id: UInt32)
        /// The sun's times need a location.
        case missingLocation
        /// Times need a time zone.
        case missingZone
        /// Who saved the automation may not do this (AU-82, AU-83).
        case missingRight
        /// Opens, unlocks or disarms, and nobody has allowed it to (AU-71).
        case blockedAction
        /// The automation that is to be run has no manual starter (AU-64).
        case notExecutable(String)

        // MARK: Warnings of the situation

        /// A value that this device does not take (AU-87).
        case valueOutOfRange(name: String, id: UInt32)
        /// Times that have all passed.
        case comesNoMore
        /// No device of the kind is in the group now (AU-65).
        case emptyGroup(String)
    }
}

extension AutomationIssue.Kind {
    /// What follows from it.
    package var severity: AutomationIssue.Severity {
        switch self {
        case .conditionDurationOutOfRange, .delayDurationOutOfRange, .unsupported, .neverTrue, .alwaysTrue,
            .neverReached, .perhapsNotRead, .perhapsUnassigned, .selfLoop, .nothingToRestore, .valueOutOfRange,
            .comesNoMore, .emptyGroup:
            .warning
        default: .error
        }
    }

    /// Where it comes from.
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
