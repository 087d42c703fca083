internal import HearthTraitModel

extension AutomationMachine {
    /// Sends an action, or handles its outcome.
    func act(_ action: Action, of id: UInt32, _ run: inout AutomationRun, _ walk: inout Walk) -> Walked {
        switch run.progress[id] {
        case .finished?: return .done
        case .actingTogether?: return goOnTogether(at: id, action.onFailure, &run, &walk)
        case .acting(let acting)?:
            guard let answer = walk.answer, answer.nodeID == id else { return .pending }
            walk.answer = nil
            return conclude(action, of: id, acting, answer.outcome, &run, &walk)
        case .waiting(let waiting)?:
            guard waiting.due <= walk.moment.now else { return .pending }
            return send(action, of: id, attempts: waiting.attempts &+ 1, &run, &walk)
        case .at?, .executing?, nil: return send(action, of: id, attempts: 1, &run, &walk)
        }
    }

    /// The evaluated arguments of an action.
    private enum Arguments {
        case known(StructureValue)
        /// An argument is unknown.
        case refused(StructureValue, ActionOutcome)
    }

    /// Evaluates the arguments of an action, converted to the types of the device's trait.
    private func arguments(
        of action: Action, _ descriptor: TraitDescriptor?, _ run: inout AutomationRun, _ walk: Walk
    ) -> Arguments {
        var fields: StructureValue = [:]
        for (field, expression) in action.fields.sorted(by: { $0.key < $1.key }) {
            // A constant may be null, which an expression's value can't be.
            if case .constant(let value) = expression {
                fields[field] = value
                continue
            }
            let (result, _) = evaluate(expression, &run, walk)
            guard let value = result.value else {
                return .refused(fields, .refused("the value of argument \(field) is unknown"))
            }
            fields[field] = action.type(of: field, descriptor).map { value.fitted(to: $0) } ?? value
        }
        return .known(fields)
    }

    /// Sends an action to all devices that are in its group now.
    private func send(
        _ action: Action, to group: DeviceGroup, of id: UInt32, attempts: UInt32, _ run: inout AutomationRun,
        _ walk: inout Walk
    ) -> Walked {
        let (type, traitID) = (action.trait.deviceType, action.trait.traitID)
        let targets = walk.home.targets(in: group, deviceType: type, traitID: traitID) ?? []
        var parts: [AutomationRun.ActingPart] = []
        for target in targets.prefix(limits.groupTargets) {
            let path = TraitPath(target, traitID)
            let descriptor = walk.home.descriptor(path)
            let isRepeatable = action.commandID.map { descriptor?.command($0)?.isRepeatable ?? false } ?? true
            var acting = AutomationRun.Acting(
                attempts: attempts, isRepeatable: isRepeatable, fields: [:], since: walk.moment.sinceEpoch)
            switch arguments(of: action, descriptor, &run, walk) {
            case .known(let fields): acting.fields = fields
            case .refused(let fields, let outcome):
                return conclude(
                    action, of: id, .init(attempts: attempts, isRepeatable: false, fields: fields, since: acting.since),
                    outcome, mayRetry: false, &run, &walk)
            }
            parts.append(.init(path, commandID: action.commandID, acting))
        }
        guard !parts.isEmpty else {
            let acting = AutomationRun.Acting(
                attempts: attempts, isRepeatable: true, fields: [:], since: walk.moment.sinceEpoch)
            let outcome = ActionOutcome.unreachable("no device of this kind is in the group")
            return conclude(action, of: id, acting, outcome, &run, &walk)
        }
        return actTogether(parts, at: id, action.onFailure, &run, &walk)
    }

    private func send(
        _ action: Action, of id: UInt32, attempts: UInt32, _ run: inout AutomationRun, _ walk: inout Walk
    ) -> Walked {
        if let group = action.trait.group { return send(action, to: group, of: id, attempts: attempts, &run, &walk) }
        var acting = AutomationRun.Acting(
            attempts: attempts, isRepeatable: action.isRepeatable(in: walk.home), fields: [:],
            since: walk.moment.sinceEpoch)
        switch arguments(of: action, walk.home.descriptor(action.trait.path), &run, walk) {
        case .known(let fields): acting.fields = fields
        case .refused(let fields, let outcome):
            acting.fields = fields
            // A retry would find it unknown too.
            return conclude(action, of: id, acting, outcome, mayRetry: false, &run, &walk)
        }
        run.progress[id] = .acting(acting)
        let request = request(action, of: id, acting, run, walk.automation)
        let isRemembered = keepOriginals(of: request, &run, &walk)
        emit(request, isSentAtOnce: acting.isRepeatable && !isRemembered, run, &walk)
        return .pending
    }

    func request(
        _ action: Action, of id: UInt32, _ acting: AutomationRun.Acting, _ run: AutomationRun,
        _ automation: Automation
    ) -> ActionRequest {
        ActionRequest(
            runID: run.id, nodeID: id, attempt: acting.attempts, automationID: run.automationID,
            path: action.trait.path, commandID: action.commandID, fields: acting.fields, savedBy: automation.savedBy,
            allowsSensitiveActions: automation.allowsSensitiveActions && !isSpoken(run),
            origin: RunOrigin(runID: run.id, chain: run.chain))
    }

    /// Whether a spoken phrase started a run or one of its ancestors; such a run may do nothing sensitive.
    func isSpoken(_ run: AutomationRun) -> Bool {
        lineage(of: run).contains { run in
            guard let nodeID = run.start.nodeID else { return false }
            return index(of: run)?.isSpoken(nodeID) == true
        }
    }

    private func conclude(
        _ action: Action, of id: UInt32, _ acting: AutomationRun.Acting, _ outcome: ActionOutcome,
        mayRetry: Bool = true, _ run: inout AutomationRun, _ walk: inout Walk
    ) -> Walked {
        let took = max(.zero, walk.moment.sinceEpoch - acting.since)
        note(id, .action(acting.fields, outcome, took: took), &run, walk)
        run.progress[id] = .finished
        guard outcome != .done else { return .done }
        // The author has lost the right, so the run ends.
        if case .notAllowed = outcome { return .ended(.actionFailed, id) }
        switch action.onFailure {
        case .continue: return .done
        case .stop: return .ended(.actionFailed, id)
        case .retry(let times, let delay):
            // An unknown outcome is retried only if the action is repeatable.
            guard mayRetry, acting.attempts <= times, outcome != .unknown || acting.isRepeatable else { return .done }
            // Keeps retries from flooding the device or the hub.
            beginWaiting(max(delay, .seconds(1)), of: id, attempts: acting.attempts, &run, &walk)
            return .pending
        }
    }

    /// Handles the outcome of an action that was sent.
    ///
    /// - Parameter part: the number of the device among those that the node addressed, as in ``ActionRequest/part``.
    package mutating func answered(
        runID: UInt64, nodeID: UInt32, attempt: UInt32, part: Int = 0, _ outcome: ActionOutcome,
        home: some AutomationHome, at moment: AutomationMoment
    ) -> Actions {
        var actions = Actions()
        noticeClock(home: home, at: moment, &actions)
        let acting: AutomationRun.Acting? =
            switch runs[runID]?.progress[nodeID] {
            case .acting(let acting)? where part == 0: acting
            case .actingTogether(let parts)? where parts.indices.contains(part) && parts[part].outcome == nil:
                parts[part].acting
            default: nil
            }
        if acting?.attempts == attempt {
            let answer = Walk.Answer(nodeID: nodeID, part: part, outcome: outcome)
            advance(runID, answer: answer, home: home, at: moment, &actions)
        }
        goOnWithParents(home: home, at: moment, &actions)
        return actions
    }

    /// Continues a run after a start of the hub.
    mutating func resume(
        _ runID: UInt64, home: some AutomationHome, at moment: AutomationMoment, _ actions: inout Actions
    ) {
        guard let run = runs[runID], run.end == nil, let entry = entries[run.automationID] else { return }
        guard let index = index(of: run) else {
            // The graph of its revision is gone, so it can't continue.
            end(runID, .deleted, nil, home: home, at: moment, &actions)
            return
        }
        if run.isQueued, entry.lives.first == runID { runs[runID]?.isQueued = false }
        for (id, progress) in run.progress.sorted(by: { $0.key < $1.key }) where runs[runID]?.progress[id] == progress {
            switch progress {
            case .waiting(let waiting): insertWait(runID, id, due: waiting.due, index, at: moment)
            case .acting(let acting):
                if acting.isRepeatable, let action = index.action(id) {
                    actions.sends.append(request(action, of: id, acting, run, entry.automation))
                } else {
                    let answer = Walk.Answer(nodeID: id, part: 0, outcome: .unknown)
                    advance(runID, answer: answer, home: home, at: moment, &actions)
                }
            case .actingTogether(let parts):
                for (place, part) in parts.enumerated() where part.outcome == nil {
                    if part.acting.isRepeatable {
                        actions.sends.append(request(part, place, of: id, run, entry.automation))
                    } else {
                        let answer = Walk.Answer(nodeID: id, part: place, outcome: .unknown)
                        advance(runID, answer: answer, home: home, at: moment, &actions)
                    }
                }
            case .at, .finished, .executing: continue
            }
        }
        advance(runID, home: home, at: moment, &actions)
    }
}

extension Action {
    /// Whether doing it twice has the same effect as doing it once.
    func isRepeatable(in home: any AutomationHome) -> Bool {
        guard let commandID else { return true }
        return home.descriptor(trait.path)?.command(commandID)?.isRepeatable ?? false
    }
    /// The type of a field; nil if unknown or a list.
    fileprivate func type(of field: UInt32, _ descriptor: TraitDescriptor?) -> ValueType? {
        let found =
            commandID.map { descriptor?.command($0)?.arguments.field(field) } ?? descriptor?.attribute(field)?.field
        guard let found, !found.isList else { return nil }
        return found.type
    }
}

extension TraitValue {
    /// A number converted to the type of a field; unchanged if that is impossible, so that the device refuses it.
    fileprivate func fitted(to type: ValueType) -> TraitValue {
        switch (type, AutomationNumber(self)) {
        case (.unsigned, .signed(let number)?), (.enumeration, .signed(let number)?), (.bitmap, .signed(let number)?):
            UInt64(exactly: number).map(TraitValue.unsigned) ?? self
        case (.signed, .signed(let number)?): .signed(number)
        case (.single, let number?): .float(Float(number.real))
        case (.double, let number?): .double(number.real)
        default: self
        }
    }
}
