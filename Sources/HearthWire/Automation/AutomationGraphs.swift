package import HearthAutomation
internal import HearthMessage
internal import HearthTraitDescriptors

// Conversion of messages to graphs. Messages are stored and sent; a graph is created to check and run it. A node with
// fields that this version does not know becomes an unknown node, which is never run.

extension AutomationGraph {
    /// The graph of a message; an empty flow if it is absent.
    package init(_ message: Hearth_V1_AutomationNode?) {
        self.init(root: message.map(AutomationNode.init) ?? AutomationNode(0, .sequential([])))
    }
}

extension AutomationNode {
    /// The node of a message.
    package init(_ message: Hearth_V1_AutomationNode) {
        self.init(message.id, message.unknownFields.isEmpty ? Kind(message.kind) ?? .unknown : .unknown)
    }
}

extension AutomationNode.Kind {
    fileprivate init?(_ message: Hearth_V1_AutomationNode.OneOf_Kind?) {
        switch message {
        case .sequential(let flow)?: self = .sequential(flow.nodes.map(AutomationNode.init))
        case .parallel(let flow)?: self = .parallel(flow.nodes.map(AutomationNode.init))
        case .select(let flow)?: self = .select(flow.nodes.map(AutomationNode.init))
        case .ifChain(let chain)?:
            let branches = chain.branches.compactMap { branch in
                branch.node.map { IfChain.Branch(AutomationExpression(branch.condition), AutomationNode($0)) }
            }
            guard branches.count == chain.branches.count else { return nil }
            self = .ifChain(IfChain(branches, otherwise: chain.otherwise.map(AutomationNode.init)))
        case .starter(let starter)?:
            guard let starter = Starter(starter) else { return nil }
            self = .starter(starter)
        case .manualStarter?: self = .manualStarter
        case .stateReader(let trait)?:
            guard let trait = TraitReference(trait) else { return nil }
            self = .stateReader(trait)
        case .condition(let condition)?:
            guard condition.unknownFields.isEmpty else { return nil }
            let hold = condition.hold?.duration ?? .zero
            self = .condition(
                Condition(AutomationExpression(condition.expression), hold: hold, isStrict: condition.strict))
        case .action(let action)?:
            guard let action = Action(action) else { return nil }
            self = .action(action)
        case .delay(let duration)?: self = .delay(duration.duration)
        case .suppression(let duration)?: self = .suppression(duration.duration)
        case .assignment(let assignment)?:
            self = .assignment(variable: assignment.variable, AutomationExpression(assignment.expression))
        case .wait(let wait)?:
            let starters = wait.starters.compactMap { Starter($0) }
            guard wait.unknownFields.isEmpty, starters.count == wait.starters.count else { return nil }
            self = .wait(
                Wait(
                    wait.expression.map { AutomationExpression($0) }, starters: starters,
                    timeout: wait.timeout?.duration ?? .zero, result: wait.result))
        case .execution(let execution)?:
            guard execution.unknownFields.isEmpty else { return nil }
            self = .execution(automationID: execution.automationID)
        case .restoration(let restoration)?:
            guard restoration.unknownFields.isEmpty else { return nil }
            self = .restoration
        case nil: return nil
        }
    }
}

extension TraitReference {
    fileprivate init?(_ message: Hearth_V1_AutomationTrait?) {
        guard let message, message.unknownFields.isEmpty else { return nil }
        let deviceType = message.deviceType == 0 ? nil : message.deviceType
        if let group = message.group {
            guard let group = DeviceGroup(group) else { return nil }
            self.init(group, deviceType: deviceType, traitID: message.traitID)
        } else {
            guard let target = message.target.flatMap(TraitTarget.init) else { return nil }
            self.init(target, deviceType: deviceType, traitID: message.traitID)
        }
    }
}

extension DeviceGroup {
    fileprivate init?(_ message: Hearth_V1_AutomationGroup) {
        switch message.of {
        case .roomID(let id)?: self = .room(id)
        case .zoneID(let id)?: self = .zone(id)
        case .serviceGroupID(let id)?: self = .serviceGroup(id)
        case .structureID(let id)?: self = .structure(id)
        case nil: return nil
        }
    }
}

extension SceneKind {
    /// The kind of a message; nil for none, and for one that this version does not know.
    package init?(_ message: Hearth_V1_AutomationScene) {
        // The numbers are the same.
        self.init(rawValue: UInt32(bitPattern: message.rawValue))
    }
}

extension Starter {
    fileprivate init?(_ message: Hearth_V1_AutomationStarter) {
        guard message.unknownFields.isEmpty, let trait = TraitReference(message.trait),
            let parameters = StructureValue(message.parameters)
        else { return nil }
        let causes = message.causes.compactMap(CauseKind.init)
        guard causes.count == message.causes.count else { return nil }
        self.init(
            trait, eventID: message.eventID, parameters: parameters,
            becomes: message.becomes.map { AutomationExpression($0) }, causes: Set(causes))
    }
}

extension Action {
    fileprivate init?(_ message: Hearth_V1_AutomationAction) {
        guard message.unknownFields.isEmpty, let trait = TraitReference(message.trait) else { return nil }
        var fields: [UInt32: AutomationExpression] = [:]
        for argument in message.arguments { fields[argument.id] = AutomationExpression(argument.value) }
        let onFailure: OnFailure =
            message.stopsOnFailure
            ? .stop
            : message.retries > 0
                ? .retry(times: message.retries, after: message.retryDelay?.duration ?? .zero) : .continue
        self.init(trait, commandID: message.commandID, fields: fields, onFailure: onFailure)
    }
}

extension AutomationExpression {
    /// The expression of a message.
    package init(_ message: Hearth_V1_AutomationExpression?) {
        guard let message, message.unknownFields.isEmpty else {
            self = .unsupported
            return
        }
        switch message.kind {
        case .constant(let value)?: self = TraitValue(value).map(AutomationExpression.constant) ?? .unsupported
        case .field(let field)?: self = .field(FieldReference(field.nodeID, path: field.path))
        case .variable(let name)?: self = .variable(name)
        case .operation(let operation)?:
            // The numbers are the same.
            guard let kind = Operator(rawValue: UInt32(bitPattern: operation.operator.rawValue)) else {
                self = .unsupported
                return
            }
            self = .operation(kind, operation.operands.map { AutomationExpression($0) })
        case nil: self = .unsupported
        }
    }
}

extension Hearth_V1_AutomationExpression {
    /// An expression as a message; an unsupported one has no kind.
    package init(_ expression: AutomationExpression) {
        switch expression {
        case .constant(let value): self.init(kind: .constant(Hearth_V1_Value(value)))
        case .field(let field): self.init(kind: .field(Hearth_V1_AutomationField(field)))
        case .variable(let name): self.init(kind: .variable(name))
        case .operation(let operation, let operands):
            self.init(
                kind: .operation(
                    Hearth_V1_AutomationOperation(
                        operator: Hearth_V1_AutomationOperator(rawValue: Int32(clamping: operation.rawValue)),
                        operands: operands.map(Hearth_V1_AutomationExpression.init))))
        case .unsupported: self.init()
        }
    }
}

extension Hearth_V1_AutomationField {
    package init(_ field: FieldReference) { self.init(nodeID: field.nodeID, path: field.path) }
}

extension CauseKind {
    /// The kind of a message; nil for one that this version does not know.
    package init?(_ message: Hearth_V1_Cause.Kind) {
        switch message {
        case .device: self = .device
        case .client: self = .client
        case .automation: self = .automation
        case .hub: self = .hub
        case .unspecified, .unrecognized: return nil
        }
    }

    /// The kind as in a message.
    package var message: Hearth_V1_Cause.Kind {
        switch self {
        case .device: .device
        case .client: .client
        case .automation: .automation
        case .hub: .hub
        }
    }
}
