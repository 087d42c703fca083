internal import HearthTraitDescriptors

extension Walk {
    /// Sends an action, or handles its outcome.
    mutating func act(_ action: Action, of id: UInt32) -> Result {
        switch run.progress[id] {
        case .finished?: return .done
        case .actingTogether?: return continueTogether(at: id, action.onFailure)
        case .acting(let acting)?:
            guard let answer, answer.nodeID == id else { return .pending }
            self.answer = nil
            return conclude(action, of: id, acting, answer.outcome)
        case .waiting(let waiting)?:
            guard waiting.due <= moment.now else { return .pending }
            return send(action, of: id, attempts: waiting.attempts &+ 1)
        case .at?, .executing?, nil: return send(action, of: id, attempts: 1)
        }
    }

    /// The evaluated arguments of an action.
    private enum Arguments {
        case known(StructureValue)
        /// An argument is unknown.
        case refused(StructureValue, ActionOutcome)
    }

    /// Evaluates the arguments of an action, converted to the types of the device's trait.
    private func arguments(of action: Action, _ descriptor: TraitDescriptor?) -> Arguments {
        var fields: StructureValue = [:]
        for (field, expression) in action.fields.sorted(by: { $0.key < $1.key }) {
            // A constant may be null, which an expression's value can't be.
            if case .constant(let value) = expression {
                fields[field] = value
                continue
            }
            guard let value = scope().result(of: expression).value else {
                return .refused(fields, .refused("the value of argument \(field) is unknown"))
            }
            fields[field] = action.type(of: field, descriptor).map { value.fitted(to: $0) } ?? value
        }
        return .known(fields)
    }

    /// Sends an action to all devices that are in its group now.
    private mutating func send(_ action: Action, to group: DeviceGroup, of id: UInt32, attempts: UInt32) -> Result {
        let (type, traitID) = (action.trait.deviceType, action.trait.traitID)
        let targets = home.targets(in: group, deviceType: type, traitID: traitID) ?? []
        var parts: [AutomationRun.ActingPart] = []
        for target in targets.prefix(limits.groupTargets) {
            let path = TraitPath(target, traitID)
            let descriptor = home.descriptor(path)
            let isRepeatable = action.commandID.map { descriptor?.command($0)?.isRepeatable ?? false } ?? true
            var acting = AutomationRun.Acting(
                attempts: attempts, isRepeatable: isRepeatable, fields: [:], since: moment.sinceEpoch)
            switch arguments(of: action, descriptor) {
            case .known(let fields): acting.fields = fields
            case .refused(let fields, let outcome):
                return conclude(
                    action, of: id, .init(attempts: attempts, isRepeatable: false, fields: fields, since: acting.since),
                    outcome, mayRetry: false)
            }
            parts.append(.init(path, commandID: action.commandID, acting))
        }
        guard !parts.isEmpty else {
            let acting = AutomationRun.Acting(
                attempts: attempts, isRepeatable: true, fields: [:], since: moment.sinceEpoch)
            let outcome = ActionOutcome.unreachable("no device of this kind is in the group")
            return conclude(action, of: id, acting, outcome)
        }
        return actTogether(parts, at: id, action.onFailure)
    }

    private mutating func send(_ action: Action, of id: UInt32, attempts: UInt32) -> Result {
        if let group = action.trait.group { return send(action, to: group, of: id, attempts: attempts) }
        var acting = AutomationRun.Acting(
            attempts: attempts, isRepeatable: action.isRepeatable(in: home), fields: [:],
            since: moment.sinceEpoch)
        switch arguments(of: action, home.descriptor(action.trait.path)) {
        case .known(let fields): acting.fields = fields
        case .refused(let fields, let outcome):
            acting.fields = fields
            // A retry would find it unknown too.
            return conclude(action, of: id, acting, outcome, mayRetry: false)
        }
        run.progress[id] = .acting(acting)
        let request = ActionRequest(
            acting, to: action.trait.path, commandID: action.commandID, at: id, of: run, savedBy: automation.savedBy,
            allowsSensitiveActions: allowsSensitiveActions)
        emit(request, isRepeatable: acting.isRepeatable)
        return .pending
    }

    private mutating func conclude(
        _ action: Action, of id: UInt32, _ acting: AutomationRun.Acting, _ outcome: ActionOutcome, mayRetry: Bool = true
    ) -> Result {
        let took = max(.zero, moment.sinceEpoch - acting.since)
        note(id, .action(acting.fields, outcome, took: took))
        run.progress[id] = .finished
        guard outcome != .done else { return .done }
        // An unknown outcome is retried only if the action is repeatable.
        let mayRetry = mayRetry && (outcome != .unknown || acting.isRepeatable)
        return fail(
            at: id, action.onFailure, attempts: acting.attempts, mayRetry: mayRetry, isForbidden: outcome.isForbidden)
    }

    /// Handles a failed action as its node asks.
    ///
    /// - Parameters:
    ///   - attempts: how often it was sent.
    ///   - isForbidden: whether the author lacks the right, which ends the run.
    mutating func fail(
        at id: UInt32, _ onFailure: Action.OnFailure, attempts: UInt32, mayRetry: Bool, isForbidden: Bool
    ) -> Result {
        if isForbidden { return .ended(.actionFailed, id) }
        switch onFailure {
        case .continue: return .done
        case .stop: return .ended(.actionFailed, id)
        case .retry(let times, let delay):
            guard mayRetry, attempts <= times else { return .done }
            // Keeps retries from flooding the device or the hub.
            beginWaiting(max(delay, .seconds(1)), of: id, attempts: attempts)
            return .pending
        }
    }

    /// Adds a request to those that are sent after the walk.
    ///
    /// - Parameter isRestoration: whether it restores an attribute, whose present value is then not kept.
    mutating func emit(_ request: ActionRequest, isRepeatable: Bool, isRestoration: Bool = false) {
        let isKept = !isRestoration && keepOriginals(of: request)
        requests.append(Request(request: request, needsCommit: !isRepeatable || isKept))
    }
}

extension ActionOutcome {
    /// Whether the automation's author lacks the right.
    var isForbidden: Bool { if case .notAllowed = self { true } else { false } }
}

extension ActionRequest {
    /// The request of a node that acts.
    ///
    /// - Parameter part: the number of the device among those that the node addresses.
    init(
        _ acting: AutomationRun.Acting, to path: TraitPath, commandID: UInt32?, part: Int = 0, at nodeID: UInt32,
        of run: AutomationRun, savedBy: String, allowsSensitiveActions: Bool
    ) {
        self.init(
            runID: run.id, nodeID: nodeID, attempt: acting.attempts, automationID: run.automationID, path: path,
            commandID: commandID, fields: acting.fields, savedBy: savedBy,
            allowsSensitiveActions: allowsSensitiveActions, origin: RunOrigin(runID: run.id, chain: run.chain),
            part: part)
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
