internal import HearthTraitCore
internal import HearthWire

extension AutomationRun {
    init(_ message: Hearth_V1_AutomationRun) {
        self.init(
            id: message.id, revision: message.revision, startedAt: message.startedAt?.secondsSince1970 ?? 0,
            trigger: message.start.map { Trigger($0) }, endedAt: message.end?.at?.secondsSince1970,
            end: message.end.map { End($0) }, isQueued: message.isQueued, steps: message.steps.map { Step($0) },
            chain: message.chain)
    }
}

extension AutomationRun.Trigger {
    init(_ message: Hearth_V1_AutomationStart) {
        let kind: Kind =
            switch message.occasion {
            case .change?: .change
            case .eventNumber?: .event
            case .instant?: .time
            case .request?: .request
            case .parent(let parent)?: .automation(runID: parent.runID)
            case nil: .unknown
            }
        self.init(
            starter: message.nodeID == 0 ? nil : message.nodeID, kind: kind,
            cause: StarterCause.causes([message.cause])?.first)
    }
}

extension AutomationRun.End {
    init(_ message: Hearth_V1_AutomationEnd) {
        let after = message.after?.duration ?? .zero
        switch message.reason {
        case .finished: self = .finished
        case .conditionFalse: self = .conditionFalse
        case .conditionUnknown: self = .conditionUnknown
        case .notHeld: self = .notHeld(for: after)
        case .suppressed: self = .suppressed
        case .alreadyRunning: self = .alreadyRunning
        case .tooManyRuns: self = .tooManyRuns
        case .loop: self = .loop
        case .paused: self = .paused
        case .restarted: self = .restarted
        case .stopped: self = .stopped(by: message.caller.isEmpty ? nil : message.caller)
        case .deleted: self = .deleted
        case .actionFailed: self = .actionFailed
        case .late: self = .late(by: after)
        case .restored: self = .restored
        case .invalid: self = .invalid
        case .unspecified, .unrecognized: self = .other
        }
    }
}

extension AutomationRun.Step {
    init(_ message: Hearth_V1_AutomationStep) {
        self.init(node: message.nodeID, at: message.at?.secondsSince1970 ?? 0, result: Result(message.what))
    }
}

extension AutomationRun.Step.Result {
    fileprivate init(_ message: Hearth_V1_AutomationStep.OneOf_What?) {
        switch message {
        case .condition(let condition)?:
            let isTrue: Bool? = if case .bool(let value)? = condition.result?.known { value } else { nil }
            self = .condition(isTrue: isTrue, values: condition.leaves.map { AutomationRun.UsedValue($0) })
        case .branch(let branch)?: self = .branch(branch.index.map { Int(clamping: $0) })
        case .waitingUntil(let time)?: self = .waiting(until: time.secondsSince1970)
        case .waited(let isTrue)?: self = .waited(isTrue: isTrue)
        case .action(let action)?:
            self = .action(AutomationRun.ActionResult(action))
        case .assignment(let assignment)?: self = .assignment(assignment.result?.known)
        case .reading?: self = .reading
        case .suppressingUntil(let time)?: self = .suppressing(until: time.secondsSince1970)
        case .execution(let execution)?:
            self = .execution(
                runID: execution.runID == 0 ? nil : execution.runID,
                end: execution.end.map { AutomationRun.End($0) })
        case .restoration(let restoration)?:
            self = .restoration(restored: Int(clamping: restoration.restored), kept: Int(clamping: restoration.kept))
        case .unobserved(let span)?: self = .unobserved(span.duration)
        case .conflict(let conflict)?: self = .conflict(AutomationRun.Conflict(conflict))
        case nil: self = .unknown
        }
    }
}

extension AutomationRun.ActionResult {
    fileprivate init(_ message: Hearth_V1_AutomationStep.Action) {
        self.init(
            outcome: AutomationRun.Outcome(message.outcome),
            trait: message.target.flatMap { TraitTarget($0) }.map { TraitPath($0, message.traitID) },
            commandNumber: message.commandID, took: message.took?.duration ?? .zero)
    }
}

extension AutomationRun.Conflict {
    fileprivate init(_ message: Hearth_V1_AutomationStep.Conflict) {
        self.init(
            automationID: message.automationID, runID: message.runID,
            trait: message.target.flatMap { TraitTarget($0) }.map { TraitPath($0, message.traitID) },
            attributeNumber: message.attributeID)
    }
}

extension AutomationRun.Outcome {
    fileprivate init(_ message: Hearth_V1_AutomationOutcome?) {
        let reason = message?.message ?? ""
        switch message?.kind {
        case .done?: self = .done
        case .refused?: self = .refused(reason)
        case .unreachable?: self = .unreachable(reason)
        case .notAllowed?: self = .notAllowed(reason)
        case .unknown?, .unspecified?, .unrecognized?, nil: self = .unknown
        }
    }
}

extension AutomationRun.UsedValue {
    init(_ message: Hearth_V1_AutomationLeaf) {
        let source: Source =
            switch message.expression?.kind {
            case .field(let field)?: .field(node: field.nodeID, path: field.path)
            case .variable(let name)?: .variable(name)
            case .constant?, .operation?, nil: .unknown
            }
        self.init(source: source, value: message.result?.known)
    }
}

extension Hearth_V1_AutomationResult {
    /// The value; nil if it is unknown.
    fileprivate var known: TraitValue? { value.flatMap { TraitValue($0) } }
}

extension MissedStarts {
    init(_ message: Hearth_V1_AutomationNonStarts) {
        let count = message.counts.reduce(UInt64(0)) { sum, entry in
            let (sum, overflows) = sum.addingReportingOverflow(entry.count)
            return overflows ? .max : sum
        }
        self.init(
            starter: message.starterID, reason: message.last.map { AutomationRun.End($0) } ?? .other,
            at: message.last?.at?.secondsSince1970 ?? 0,
            values: message.leaves.map { AutomationRun.UsedValue($0) }, count: Int(clamping: count))
    }
}

extension AutomationDryRun {
    /// - Parameter nodes: the nodes of the automation, by their numbers.
    init(_ message: Hearth_V1_AutomationDryRun, _ nodes: [UInt32: any Node]) {
        self.init(
            began: message.began?.secondsSince1970 ?? 0, reached: message.reached?.secondsSince1970 ?? 0,
            runs: Int(clamping: message.runs), missedStarts: message.nonStarts.map { MissedStarts($0) },
            gaps: message.gaps.map { RecordGap($0) }, moreGaps: Int(clamping: message.moreGaps),
            issues: message.issues.map { AutomationValidationIssue($0, nodes) })
    }
}

extension AutomationDryRun.RecordGap {
    fileprivate init(_ message: Hearth_V1_AutomationRecordGap) {
        let kind: Kind =
            switch message.kind {
            case .beginning: .beginning
            case .missing: .missing
            case .restart: .restart
            case .value:
                .value(
                    TraitPath(
                        message.target.flatMap { TraitTarget($0) } ?? TraitTarget(deviceID: "", endpoint: 0),
                        message.traitID), attribute: message.attributeID)
            case .end: .end
            case .unspecified, .unrecognized: .unknown
            }
        self.init(
            kind: kind, from: message.from?.secondsSince1970 ?? 0, until: message.until?.secondsSince1970 ?? 0)
    }
}
