package import HearthAutomation
internal import HearthTraitDescriptors

// Conversion of runs to and from the messages that are stored and shown.

extension Hearth_V1_AutomationRun {
    /// A run as a message.
    package init(_ run: AutomationRun, structureID: String) {
        self.init(
            id: run.id, automationID: run.automationID, revision: run.revision,
            startedAt: .init(sinceEpoch: run.startedAt), start: .init(run.start, structureID: structureID),
            chain: run.chain, steps: run.trace.map(Hearth_V1_AutomationStep.init),
            end: run.end.map(Hearth_V1_AutomationEnd.init), isQueued: run.isQueued,
            progress: run.progress.sorted { $0.key < $1.key }.map(Hearth_V1_AutomationProgress.init),
            readings: run.readings.sorted { $0.key < $1.key }.map {
                Hearth_V1_AutomationReading(nodeID: $0, values: Hearth_V1_FieldValue.fields($1))
            },
            variables: run.variables.sorted { $0.key < $1.key }.map {
                Hearth_V1_AutomationVariable(name: $0, value: Hearth_V1_Value($1))
            },
            originals: run.originals.sorted { $0.key.isBefore($1.key) }.map(Hearth_V1_AutomationOriginal.init))
    }
}

extension AutomationRun {
    /// The run of a message, to be continued; nil for one that this version does not understand.
    package init?(_ message: Hearth_V1_AutomationRun) {
        guard let start = message.start.flatMap(RunStart.init) else { return nil }
        self.init(
            id: message.id, automationID: message.automationID, revision: message.revision,
            startedAt: message.startedAt?.sinceEpoch ?? .zero, start: start, chain: message.chain)
        isQueued = message.isQueued
        for progress in message.progress { self.progress[progress.nodeID] = Progress(progress) }
        for reading in message.readings { readings[reading.nodeID] = StructureValue(reading.values) }
        for variable in message.variables { variables[variable.name] = variable.value.flatMap(TraitValue.init) }
        for original in message.originals {
            guard let attribute = TraitAttribute(original.target, original.traitID, original.attributeID),
                let before = original.before.flatMap(TraitValue.init)
            else { continue }
            originals[attribute] = OriginalValue(
                before: before, asked: original.asked.flatMap(TraitValue.init), isOverridden: original.isOverridden,
                isOffWithThermostat: original.isOffWithThermostat)
        }
        trace = message.steps.compactMap(TraceStep.init)
        traceBytes = trace.reduce(0) { $0 + $1.size }
        end = message.end.flatMap(RunEnd.init)
    }
}

extension Hearth_V1_AutomationOriginal {
    fileprivate init(_ attribute: TraitAttribute, _ original: OriginalValue) {
        self.init(
            target: .init(attribute.path.target), traitID: attribute.path.traitID, attributeID: attribute.id,
            before: .init(original.before), asked: original.asked.map(Hearth_V1_Value.init),
            isOverridden: original.isOverridden, isOffWithThermostat: original.isOffWithThermostat)
    }
}

extension TraitAttribute {
    fileprivate init?(_ target: Hearth_V1_Target?, _ traitID: UInt32, _ id: UInt32) {
        guard let target = target.flatMap(TraitTarget.init) else { return nil }
        self.init(TraitPath(target, traitID), id)
    }

    /// A stable order.
    fileprivate func isBefore(_ other: TraitAttribute) -> Bool {
        let (one, two) = (path.target, other.path.target)
        return (one.deviceID, one.endpoint, path.traitID, id) < (
            two.deviceID, two.endpoint, other.path.traitID, other.id
        )
    }
}

extension Hearth_V1_AutomationStart {
    fileprivate init(_ start: RunStart, structureID: String) {
        self.init(
            nodeID: start.nodeID ?? 0, cause: start.cause.kind.message, caller: start.cause.name,
            causeRun: start.cause.run?.runID ?? 0, causeChain: start.cause.run?.chain ?? [])
        occasion =
            switch start.occasion {
            case .change(let epoch, let sequence):
                .change(Hearth_V1_Position(structureID: structureID, epoch: epoch, sequence: sequence))
            case .event(let number): .eventNumber(number)
            case .instant(let second): .instant(.init(sinceEpoch: .seconds(second)))
            case .request(let key): .request(key)
            case .parent(let runID, let nodeID): .parent(.init(runID: runID, nodeID: nodeID))
            }
    }
}

extension RunStart {
    fileprivate init?(_ message: Hearth_V1_AutomationStart) {
        guard let kind = CauseKind(message.cause) else { return nil }
        let run = message.causeRun == 0 ? nil : RunOrigin(runID: message.causeRun, chain: message.causeChain)
        let occasion: Occasion
        switch message.occasion {
        case .change(let position)?: occasion = .change(epoch: position.epoch, sequence: position.sequence)
        case .eventNumber(let number)?: occasion = .event(number: number)
        case .instant(let time)?: occasion = .instant(time.sinceEpoch.components.seconds)
        case .request(let key)?: occasion = .request(key)
        case .parent(let parent)?: occasion = .parent(runID: parent.runID, nodeID: parent.nodeID)
        case nil: return nil
        }
        self.init(
            nodeID: message.nodeID == 0 ? nil : message.nodeID, occasion,
            AutomationCause(kind, name: message.caller, run: run))
    }
}

extension Hearth_V1_AutomationProgress {
    fileprivate init(_ nodeID: UInt32, _ progress: AutomationRun.Progress) {
        self.init(nodeID: nodeID)
        self.progress =
            switch progress {
            case .at(let index): .at(UInt32(clamping: index))
            case .finished: .finished(true)
            case .waiting(let waiting):
                .waiting(
                    .init(
                        since: .init(sinceEpoch: waiting.since), until: .init(sinceEpoch: waiting.until),
                        attempts: waiting.attempts, unseenSince: waiting.unseenSince.map { .init(sinceEpoch: $0) }))
            case .acting(let acting): .acting(.init(acting))
            case .actingTogether(let parts):
                .actingTogether(
                    .init(
                        parts: parts.map {
                            .init(
                                target: .init($0.path.target), traitID: $0.path.traitID, commandID: $0.commandID,
                                acting: .init($0.acting), outcome: $0.outcome.map(Hearth_V1_AutomationOutcome.init))
                        }))
            case .executing(let runID): .childRun(runID)
            }
    }
}

extension Hearth_V1_AutomationProgress.Acting {
    fileprivate init(_ acting: AutomationRun.Acting) {
        self.init(
            attempts: acting.attempts, isRepeatable: acting.isRepeatable,
            arguments: Hearth_V1_FieldValue.fields(acting.fields), since: .init(sinceEpoch: acting.since))
    }
}

extension AutomationRun.Acting {
    fileprivate init(_ message: Hearth_V1_AutomationProgress.Acting) {
        self.init(
            attempts: message.attempts, isRepeatable: message.isRepeatable,
            fields: StructureValue(message.arguments) ?? [:], since: message.since?.sinceEpoch ?? .zero)
    }
}

extension AutomationRun.ActingPart {
    fileprivate init?(_ message: Hearth_V1_AutomationProgress.ActingTogether.Part) {
        guard let target = message.target.flatMap(TraitTarget.init), let acting = message.acting else { return nil }
        self.init(
            TraitPath(target, message.traitID), commandID: message.commandID, .init(acting),
            outcome: message.outcome.map { ActionOutcome($0) })
    }
}

extension AutomationRun.Progress {
    fileprivate init?(_ message: Hearth_V1_AutomationProgress) {
        switch message.progress {
        case .at(let index)?: self = .at(Int(index))
        case .finished?: self = .finished
        case .waiting(let waiting)?:
            let until = waiting.until?.sinceEpoch ?? .zero
            // The due time on the monotonic clock is set when the run continues.
            self = .waiting(
                .init(
                    since: waiting.since?.sinceEpoch ?? .zero, until: until, due: until, attempts: waiting.attempts,
                    unseenSince: waiting.unseenSince?.sinceEpoch))
        case .acting(let acting)?: self = .acting(.init(acting))
        case .actingTogether(let together)?:
            let parts = together.parts.compactMap { AutomationRun.ActingPart($0) }
            guard parts.count == together.parts.count else { return nil }
            self = .actingTogether(parts)
        case .childRun(let runID)?: self = .executing(runID: runID)
        case nil: return nil
        }
    }
}

// MARK: What happened

extension Hearth_V1_AutomationStep {
    fileprivate init(_ step: TraceStep) {
        self.init(nodeID: step.nodeID, at: .init(sinceEpoch: step.at))
        what =
            switch step.what {
            case .condition(let result, let leaves):
                .condition(.init(result: .init(result), leaves: leaves.map(Hearth_V1_AutomationLeaf.init)))
            case .branch(let index): .branch(.init(index: index.map { UInt32(clamping: $0) }))
            case .waiting(let until): .waitingUntil(.init(sinceEpoch: until))
            case .waited(let held): .waited(held)
            case .action(let fields, let outcome, let took):
                .action(
                    .init(
                        arguments: Hearth_V1_FieldValue.fields(fields), outcome: .init(outcome),
                        took: .init(duration: took)))
            case .assignment(let variable, let result): .assignment(.init(variable: variable, result: .init(result)))
            case .reading: .reading(true)
            case .suppressing(let until): .suppressingUntil(.init(sinceEpoch: until))
            case .partAction(let path, let commandID, let fields, let outcome, let took):
                .action(
                    .init(
                        arguments: Hearth_V1_FieldValue.fields(fields), outcome: .init(outcome),
                        took: .init(duration: took), target: .init(path.target), traitID: path.traitID,
                        commandID: commandID))
            case .execution(let runID, let end):
                .execution(.init(runID: runID ?? 0, end: end.map(Hearth_V1_AutomationEnd.init)))
            case .restoration(let restored, let kept):
                .restoration(.init(restored: UInt32(clamping: restored), kept: UInt32(clamping: kept)))
            case .unobserved(let span): .unobserved(.init(duration: span))
            case .conflict(let origin, let attribute):
                .conflict(
                    .init(
                        automationID: origin.chain.last ?? "", runID: origin.runID,
                        target: .init(attribute.path.target), traitID: attribute.path.traitID,
                        attributeID: attribute.id))
            }
    }
}

extension TraceStep {
    fileprivate init?(_ message: Hearth_V1_AutomationStep) {
        let what: What
        switch message.what {
        case .condition(let condition)?:
            what = .condition(Evaluated(condition.result), condition.leaves.map(EvaluatedLeaf.init))
        case .branch(let branch)?: what = .branch(branch.index.map { Int($0) })
        case .waitingUntil(let until)?: what = .waiting(until: until.sinceEpoch)
        case .waited(let held)?: what = .waited(held: held)
        case .action(let action)?:
            let (fields, took) = (StructureValue(action.arguments) ?? [:], action.took?.duration ?? .zero)
            if let target = action.target.flatMap(TraitTarget.init) {
                what = .partAction(
                    TraitPath(target, action.traitID), commandID: action.commandID, fields,
                    ActionOutcome(action.outcome), took: took)
            } else {
                what = .action(fields, ActionOutcome(action.outcome), took: took)
            }
        case .assignment(let assignment)?:
            what = .assignment(variable: assignment.variable, Evaluated(assignment.result))
        case .reading?: what = .reading
        case .suppressingUntil(let until)?: what = .suppressing(until: until.sinceEpoch)
        case .execution(let execution)?:
            what = .execution(
                runID: execution.runID == 0 ? nil : execution.runID, end: execution.end.flatMap(RunEnd.init))
        case .restoration(let restoration)?:
            what = .restoration(restored: Int(restoration.restored), kept: Int(restoration.kept))
        case .unobserved(let span)?: what = .unobserved(span.duration)
        case .conflict(let conflict)?:
            guard let attribute = TraitAttribute(conflict.target, conflict.traitID, conflict.attributeID) else {
                return nil
            }
            what = .conflict(RunOrigin(runID: conflict.runID, chain: [conflict.automationID]), attribute)
        case nil: return nil
        }
        self.init(message.nodeID, at: message.at?.sinceEpoch ?? .zero, what)
    }
}

extension Hearth_V1_AutomationOutcome {
    fileprivate init(_ outcome: ActionOutcome) {
        switch outcome {
        case .done: self.init(kind: .done)
        case .refused(let message): self.init(kind: .refused, message: message)
        case .unreachable(let message): self.init(kind: .unreachable, message: message)
        case .unknown: self.init(kind: .unknown)
        case .notAllowed(let message): self.init(kind: .notAllowed, message: message)
        }
    }
}

extension ActionOutcome {
    fileprivate init(_ message: Hearth_V1_AutomationOutcome?) {
        switch message?.kind {
        case .done?: self = .done
        case .refused?: self = .refused(message?.message ?? "")
        case .unreachable?: self = .unreachable(message?.message ?? "")
        case .notAllowed?: self = .notAllowed(message?.message ?? "")
        case .unknown?, .unspecified?, .unrecognized?, nil: self = .unknown
        }
    }
}

// MARK: Values of expressions

extension Hearth_V1_AutomationLeaf {
    package init(_ leaf: EvaluatedLeaf) {
        self.init(expression: .init(leaf.expression), result: .init(leaf.result))
    }
}

extension EvaluatedLeaf {
    package init(_ message: Hearth_V1_AutomationLeaf) {
        self.init(AutomationExpression(message.expression), Evaluated(message.result))
    }
}

extension Hearth_V1_AutomationResult {
    fileprivate init(_ result: Evaluated) {
        switch result {
        case .known(let value): self.init(value: .init(value))
        case .unknown(let reason):
            self.init()
            switch reason {
            case .missing(let field): (unknown, self.field) = (.missing, .init(field))
            case .null(let field): (unknown, self.field) = (.null, .init(field))
            case .unset(let variable): (unknown, self.variable) = (.unset, variable)
            case .overflow: unknown = .overflow
            case .divisionByZero: unknown = .divisionByZero
            case .noItem: unknown = .noItem
            case .mismatch: unknown = .mismatch
            case .unsupported: unknown = .unsupported
            }
        }
    }
}

extension Evaluated {
    fileprivate init(_ message: Hearth_V1_AutomationResult?) {
        if let value = message?.value.flatMap(TraitValue.init) {
            self = .known(value)
            return
        }
        let field = FieldReference(message?.field?.nodeID ?? 0, path: message?.field?.path ?? [])
        switch message?.unknown {
        case .missing?: self = .unknown(.missing(field))
        case .null?: self = .unknown(.null(field))
        case .unset?: self = .unknown(.unset(variable: message?.variable ?? ""))
        case .overflow?: self = .unknown(.overflow)
        case .divisionByZero?: self = .unknown(.divisionByZero)
        case .noItem?: self = .unknown(.noItem)
        case .mismatch?: self = .unknown(.mismatch)
        case .unsupported?, .unspecified?, .unrecognized?, nil: self = .unknown(.unsupported)
        }
    }
}
