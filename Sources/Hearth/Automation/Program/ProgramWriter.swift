internal import HearthTraitCore
internal import HearthWire

/// Makes the message that a hub stores of the nodes of an automation. A node that was read from a hub goes back as it
/// came, with all that this program does not know of it.
struct ProgramWriter {
    /// The numbers of nodes, by ``Node/id``.
    private var numbers: [String: UInt32] = [:]
    private var last: UInt32 = 0

    /// The message of a graph.
    static func graph(_ root: SequentialFlow) -> Hearth_V1_AutomationNode {
        var writer = ProgramWriter()
        writer.keepNumbers(of: root)
        return writer.message(of: root)
    }

    /// What a node says, with numbers that depend on nothing else.
    static func content(of node: any Node) -> Hearth_V1_AutomationNode {
        var writer = ProgramWriter()
        var message = writer.message(of: node)
        message.id = 0
        return message
    }

    /// Nodes that were read keep their numbers, as those refer to them that are kept as they came.
    private mutating func keepNumbers(of node: any Node) {
        guard let node = node as? any ProgramNode else { return }
        if let message = node.identity.message {
            numbers[node.id] = message.id
            last = max(last, message.id)
        }
        for child in node.children { keepNumbers(of: child) }
    }

    private mutating func number(of node: any Node) -> UInt32 {
        if let number = numbers[node.id] { return number }
        last = last == .max ? .max : last + 1
        numbers[node.id] = last
        return last
    }

    // MARK: Nodes

    mutating func message(of node: any Node) -> Hearth_V1_AutomationNode {
        let number = number(of: node)
        guard let node = node as? any ProgramNode else { return Hearth_V1_AutomationNode(id: number) }
        return node.identity.message ?? Hearth_V1_AutomationNode(id: number, kind: node.kind(&self))
    }

    mutating func flow(_ nodes: [any Node]) -> Hearth_V1_AutomationFlow {
        Hearth_V1_AutomationFlow(nodes: nodes.map { message(of: $0) })
    }

    mutating func chain(_ branches: [IfThen], _ otherwise: (any Node)?) -> Hearth_V1_AutomationIfChain {
        Hearth_V1_AutomationIfChain(
            branches: branches.map { branch in
                .init(condition: expression(branch.condition), node: message(of: branch.node))
            },
            otherwise: otherwise.map { message(of: $0) })
    }

    mutating func arguments(_ parameters: [Parameter]) -> [Hearth_V1_AutomationArgument] {
        parameters.map { Hearth_V1_AutomationArgument(id: $0.id, value: expression($0.value)) }
    }

    // MARK: Expressions

    /// The message of an expression; an empty one for what is of no use where it stands, which the hub says then.
    mutating func expression(_ expression: any Expression) -> Hearth_V1_AutomationExpression {
        switch expression {
        case let expression as any WrappedExpression: return self.expression(expression.expression)
        case let constant as Constant: return .init(kind: .constant(Hearth_V1_Value(constant.value.traitValue)))
        case let field as FieldSelect: return .init(kind: path(of: field).map { .field($0) })
        case let reference as Reference: return .init(kind: .variable(variable(of: reference)))
        case let item as ListGet: return operation(.item, [item.listExpression, item.index])
        case let unknown as UnknownExpression: return unknown.message
        case let expression as any OperatorExpression:
            return operation(type(of: expression).kind, expression.operands)
        default: return .init()
        }
    }

    private mutating func operation(
        _ kind: Hearth_V1_AutomationOperator, _ operands: [any Expression]
    ) -> Hearth_V1_AutomationExpression {
        .init(kind: .operation(.init(operator: kind, operands: operands.map { expression($0) })))
    }

    private mutating func path(of field: FieldSelect) -> Hearth_V1_AutomationField? {
        switch field.from {
        case let reference as Reference:
            guard case .node(let node) = reference.referenceValue else { return nil }
            return .init(nodeID: number(of: node), path: field.selected.map(\.id))
        case let outer as FieldSelect:
            var path = path(of: outer)
            path?.path += field.selected.map(\.id)
            return path
        default: return nil
        }
    }

    private func variable(of reference: Reference) -> String {
        switch reference.referenceValue {
        case .declaration(let declaration): declaration.variable
        case .node(let node): node.output
        }
    }
}

/// An expression that another one stands for.
protocol WrappedExpression: Expression {
    var expression: any Expression { get }
}

extension TypedExpression: WrappedExpression {}
extension AnyExpression: WrappedExpression {}
