internal import HearthMessage
internal import HearthAutomation
internal import HearthTraitCore
internal import HearthWire

/// Converts the message that a hub stores to nodes.
struct ProgramReader {
    /// The automation's ID, or a name of the text; ``NodeIdentity/origin``.
    let origin: String
    let scope: AutomationScope
    /// Starters and state readers by their numbers, for the expressions that refer to them.
    private var outputs: [UInt32: any NodeWithOutput] = [:]

    /// The nodes of a graph. A root that is not a sequence is put into one.
    static func graph(
        _ message: Hearth_V1_AutomationNode, of origin: String, in scope: AutomationScope
    ) -> SequentialFlow {
        var reader = ProgramReader(origin: origin, scope: scope)
        reader.collect(message)
        let node = reader.node(message)
        return node as? SequentialFlow ?? SequentialFlow([node])
    }

    private init(origin: String, scope: AutomationScope) {
        self.origin = origin
        self.scope = scope
    }

    // MARK: Nodes

    private mutating func collect(_ message: Hearth_V1_AutomationNode) {
        let identity = NodeIdentity(message, of: origin)
        switch message.kind {
        case .starter(let starter)?:
            outputs[message.id] = self.starter(starter, identity)
        case .stateReader(let trait)?: outputs[message.id] = stateReader(trait, identity)
        default: for child in message.children { collect(child) }
        }
    }

    private func node(_ message: Hearth_V1_AutomationNode) -> any Node {
        let identity = NodeIdentity(message, of: origin)
        // A node with fields of a newer version would be shown incompletely.
        guard message.unknownFields.isEmpty, let kind = message.kind else { return UnknownNode(identity) }
        switch kind {
        case .sequential(let flow): return SequentialFlow(flow.nodes.map(node), identity)
        case .parallel(let flow): return ParallelFlow(flow.nodes.map(node), identity)
        case .select(let flow): return SelectFlow(flow.nodes.map(node), identity)
        case .ifChain(let chain): return self.chain(chain, identity) ?? UnknownNode(identity)
        case .starter(let starter):
            guard let node = self.starter(starter, identity) else { return UnknownNode(identity) }
            return becoming(starter.becomes, node)
        case .manualStarter: return ManualStarter(identity)
        case .stateReader(let trait): return stateReader(trait, identity) ?? UnknownNode(identity)
        case .condition(let condition):
            guard condition.unknownFields.isEmpty, let expression = condition.expression else {
                return UnknownNode(identity)
            }
            return Condition(
                self.expression(expression), duration: condition.hold?.duration, isStrict: condition.strict, identity)
        case .action(let action): return self.action(action, identity) ?? UnknownNode(identity)
        case .delay(let duration): return Delay(duration.duration, identity)
        case .suppression(let duration): return Suppression(duration.duration, identity)
        case .assignment(let assignment):
            guard let expression = assignment.expression else { return UnknownNode(identity) }
            return Assignment(AutomationVariable(assignment.variable), self.expression(expression), identity)
        case .wait(let wait):
            let starters = wait.starters.compactMap { awaited($0) }
            guard wait.unknownFields.isEmpty, starters.count == wait.starters.count else {
                return UnknownNode(identity)
            }
            return Wait(
                wait.expression.map(expression), starters: starters, timeout: wait.timeout?.duration ?? .zero,
                result: AutomationVariable(wait.result), identity)
        case .execution(let execution):
            return execution.unknownFields.isEmpty
                ? Execution(execution.automationID, identity) : UnknownNode(identity)
        case .restoration(let restoration):
            return restoration.unknownFields.isEmpty ? Restoration(identity) : UnknownNode(identity)
        }
    }

    private func chain(_ chain: Hearth_V1_AutomationIfChain, _ identity: NodeIdentity) -> (any Node)? {
        let branches = chain.branches.compactMap { branch in
            branch.node.flatMap { node in
                branch.condition.map { IfThen(condition: expression($0), node: self.node(node)) }
            }
        }
        guard chain.unknownFields.isEmpty, branches.count == chain.branches.count, let first = branches.first else {
            return nil
        }
        let rest = Array(branches.dropFirst())
        guard let otherwise = chain.otherwise else { return IfChain(first, rest, identity) }
        return IfFlow(first, rest, node(otherwise), identity)
    }

    /// A starter that a wait waits for. It is not a node of its own.
    private func awaited(_ message: Hearth_V1_AutomationStarter) -> (any Starter)? {
        starter(message, NodeIdentity()).map { becoming(message.becomes, $0) }
    }

    private func becoming(_ expression: Hearth_V1_AutomationExpression?, _ starter: any Starter) -> any Starter {
        guard let starter = starter as? AttributeStarter, let expression else { return starter }
        return starter.becoming(self.expression(expression))
    }

    private func starter(_ message: Hearth_V1_AutomationStarter, _ identity: NodeIdentity) -> (any Starter)? {
        guard message.unknownFields.isEmpty, let causes = StarterCause.causes(message.causes),
            let trait = message.trait, let entity = scope.entity(trait)
        else { return nil }
        let type = scope.trait(trait.traitID)
        guard let eventID = message.eventID else {
            return AttributeStarter(entity, type, traitNumber: trait.traitID, causes: causes, identity)
        }
        let event = type.supportedEventTypes.first { $0.eventID == eventID }
        let fields = type.descriptor.event(eventID)?.fields.fields ?? []
        let parameters = message.parameters.map { field in
            Parameter(id: field.id, of: fields, Constant(scope.value(field.value, fields, field.id, type)))
        }
        return EventStarter(
            entity, event ?? UnknownEvent.self, traitNumber: trait.traitID, eventNumber: eventID, parameters,
            causes: causes, identity)
    }

    private func stateReader(_ trait: Hearth_V1_AutomationTrait, _ identity: NodeIdentity) -> StateReader? {
        scope.entity(trait).map { entity in
            StateReader(entity, scope.trait(trait.traitID), traitNumber: trait.traitID, identity)
        }
    }

    private func action(_ message: Hearth_V1_AutomationAction, _ identity: NodeIdentity) -> Action? {
        guard message.unknownFields.isEmpty, let trait = message.trait, let entity = scope.entity(trait) else {
            return nil
        }
        let type = scope.trait(trait.traitID)
        let behavior: any ActionBehavior
        if let id = message.commandID {
            let command =
                type.descriptor.command(id) ?? CommandDescriptor(id, "0x" + String(id, radix: 16), method: "")
            behavior = AutomationCommand(
                type, traitNumber: trait.traitID, command,
                parameters(message.arguments, command.arguments.fields, type))
        } else {
            behavior = Update(
                type, traitNumber: trait.traitID,
                parameters(message.arguments, type.descriptor.attributes.map(\.field), type))
        }
        let onFailure: Action.FailureResponse =
            message.stopsOnFailure
            ? .stop
            : message.retries > 0
                ? .retry(times: message.retries, after: message.retryDelay?.duration ?? .zero) : .continue
        return Action(entity, behavior, onFailure: onFailure, identity)
    }

    private func parameters(
        _ arguments: [Hearth_V1_AutomationArgument], _ fields: [FieldDescriptor], _ type: any Trait.Type
    ) -> [Parameter] {
        arguments.map { argument in
            var value = argument.value.map { expression($0) } ?? UnknownExpression(message: .init())
            if case .constant(let constant)? = argument.value?.kind {
                value = Constant(scope.value(constant, fields, argument.id, type))
            }
            return Parameter(id: argument.id, of: fields, value)
        }
    }

    // MARK: Expressions

    private func expression(_ message: Hearth_V1_AutomationExpression) -> any Expression {
        let unknown = UnknownExpression(message: message)
        guard message.unknownFields.isEmpty else { return unknown }
        switch message.kind {
        case .constant(let value)?: return Constant(scope.value(value))
        case .variable(let name)?: return Reference(AutomationVariable(name))
        case .field(let field)?: return self.field(field) ?? unknown
        case .operation(let operation)?: return self.operation(operation) ?? unknown
        case nil: return unknown
        }
    }

    private func field(_ message: Hearth_V1_AutomationField) -> FieldSelect? {
        guard let node = outputs[message.nodeID] else { return nil }
        return FieldSelect(scope.fields(message.path, of: node), from: Reference(node))
    }

    private func operation(_ message: Hearth_V1_AutomationOperation) -> (any Expression)? {
        var operands = message.operands.map { expression($0) }
        // A constant is shown in the type of the field that it is compared with.
        if let field = operands.lazy.compactMap({ $0 as? FieldSelect }).first {
            for (index, operand) in message.operands.enumerated() {
                guard case .constant(let value)? = operand.kind else { continue }
                operands[index] = Constant(scope.value(value, like: field))
            }
        }
        switch message.operator {
        case .item: return operands.count == 2 ? ListGet(operands[1], operands[0]) : nil
        case .between: return operands.count == 3 ? ternaryBetween(operands[0], operands[1], operands[2]) : nil
        case .and, .or:
            // An operation has any number of operands on the wire, but two in the tree.
            guard operands.count > 1 else { return nil }
            return operands.dropFirst().reduce(operands[0]) { left, right in
                message.operator == .and
                    ? And(operand1: left, operand2: right) as any Expression : Or(operand1: left, operand2: right)
            }
        default:
            let type = Self.operators.first { $0.kind == message.operator }
            return type?.init(operands: operands)
        }
    }

    private static let operators: [any OperatorExpression.Type] = [
        Equals.self, NotEquals.self, LessThan.self, LessThanOrEquals.self, GreaterThan.self, GreaterThanOrEquals.self,
        Not.self, Plus.self, Minus.self, Times.self, DividedBy.self, Remainder.self, Negated.self, HasBits.self,
        Count.self, Contains.self, IsOnline.self, HeldFor.self,
    ]
}

extension Parameter {
    fileprivate init(id: UInt32, of fields: [FieldDescriptor], _ value: any Expression) {
        self.init(id: id, name: fields.first { $0.id == id }?.name ?? "", value: value)
    }
}

extension Hearth_V1_AutomationNode {
    /// The nodes directly in this one.
    var children: [Hearth_V1_AutomationNode] {
        switch kind {
        case .sequential(let flow)?, .parallel(let flow)?, .select(let flow)?: flow.nodes
        case .ifChain(let chain)?: chain.branches.compactMap(\.node) + [chain.otherwise].compactMap { $0 }
        default: []
        }
    }
}
