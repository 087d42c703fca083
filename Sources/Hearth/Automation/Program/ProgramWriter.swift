internal import HearthTraitCore
internal import HearthWire

/// Converts the nodes of an automation to the message that a hub stores. A node that was read from a hub is written
/// unchanged, with fields that this program does not know. Where nodes of two automations have the same number, the
/// nodes of the automation that comes later get new numbers.
struct ProgramWriter {
    /// The numbers of nodes, by ``Node/id``.
    private var numbers: [String: UInt32] = [:]
    private var last: UInt32 = 0
    /// The ``NodeIdentity/origin`` of the nodes that keep a number.
    private var owners: [UInt32: String] = [:]
    /// Origins whose nodes get new numbers, because those of another origin have theirs.
    private var renumbered: Set<String> = []
    /// The names of new variables.
    private var names: [AutomationVariable: String] = [:]
    /// The names of variables in nodes that were read from a hub.
    private var usedNames: Set<String> = []
    /// The ``Node/id`` of the node that reads a trait.
    private var readers: [Hearth_V1_AutomationTrait: String] = [:]
    /// Whether all nodes are numbered in order, including those that were read with other numbers.
    private var isComparing = false

    /// The message of a graph.
    static func graph(_ root: SequentialFlow) -> Hearth_V1_AutomationNode {
        var writer = ProgramWriter()
        writer.findEqualNumbers(in: root)
        writer.keepNumbers(of: root)
        return writer.message(of: root)
    }

    /// The content of a node with canonical numbers, so that equal nodes have equal content.
    static func content(of node: any Node) -> Hearth_V1_AutomationNode {
        var writer = ProgramWriter()
        writer.isComparing = true
        writer.collectReaders(in: node)
        return writer.message(of: node)
    }

    /// Finds the origins that must be renumbered. The first one in the graph keeps its numbers.
    private mutating func findEqualNumbers(in node: any Node) {
        if let identity = (node as? any ProgramNode)?.identity, let number = identity.message?.id,
            !renumbered.contains(identity.origin)
        {
            if let owner = owners[number], owner != identity.origin, !renumbered.contains(owner) {
                renumbered.insert(identity.origin)
            } else {
                owners[number] = identity.origin
            }
        }
        for child in node.children { findEqualNumbers(in: child) }
    }

    /// Nodes that were read keep their numbers, because unchanged messages refer to these.
    private mutating func keepNumbers(of node: any Node) {
        guard let node = node as? any ProgramNode else { return }
        if let message = node.identity.message, !renumbered.contains(node.identity.origin) {
            numbers[node.id] = message.id
            last = max(last, message.id)
        }
        note(node)
        for child in node.children { keepNumbers(of: child) }
    }

    private mutating func collectReaders(in node: any Node) {
        guard let node = node as? any ProgramNode else { return }
        note(node)
        for child in node.children { collectReaders(in: child) }
    }

    private mutating func note(_ node: any ProgramNode) {
        switch node {
        case let node as Assignment where !node.declared.isNew: usedNames.insert(node.variable)
        case let node as Wait where !node.result.isNew: usedNames.insert(node.result.name)
        default: break
        }
        guard let reader = node as? any TraitReadingNode else { return }
        let trait = reader.place.message(trait: reader.traitNumber)
        if readers[trait] == nil { readers[trait] = node.id }
    }

    /// The message of a starter that a wait waits for, which is not a node. Its `becomes` refers to the node that reads
    /// the same trait.
    mutating func awaited(_ starter: any Starter) -> Hearth_V1_AutomationStarter? {
        if let starter = starter as? AttributeStarter,
            let reader = readers[starter.place.message(trait: starter.traitNumber)]
        {
            numbers[starter.id] = number(ofNode: reader)
        }
        return (starter as? any StarterNode)?.message(&self)
    }

    private mutating func number(ofNode id: String) -> UInt32 {
        if let number = numbers[id] { return number }
        last = last == .max ? .max : last + 1
        numbers[id] = last
        return last
    }

    // MARK: Nodes

    mutating func message(of node: any Node) -> Hearth_V1_AutomationNode {
        let number = number(ofNode: node.id)
        guard let node = node as? any ProgramNode else { return Hearth_V1_AutomationNode(id: number) }
        if var message = node.identity.message {
            if !isComparing, !renumbered.contains(node.identity.origin) { return message }
            if node is UnknownNode {
                // Nodes in it and references to nodes can't be renumbered, since their fields may be unknown.
                message.id = number
                return message
            }
        }
        return Hearth_V1_AutomationNode(id: number, kind: node.kind(&self))
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

    /// The message of an expression. It is empty for an expression that is not allowed there, which the hub then
    /// reports.
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
            return .init(nodeID: number(ofNode: node.id), path: field.selected.map(\.id))
        case let outer as FieldSelect:
            var path = path(of: outer)
            path?.path += field.selected.map(\.id)
            return path
        default: return nil
        }
    }

    private mutating func variable(of reference: Reference) -> String {
        switch reference.referenceValue {
        case .declaration(let declaration): name(of: declaration.declared)
        case .node(let node): node.output
        }
    }

    /// The name of a variable in the program.
    mutating func name(of variable: AutomationVariable) -> String {
        guard variable.isNew else { return variable.name }
        if let name = names[variable] { return name }
        var number = names.count + 1
        while !usedNames.insert("value\(number)").inserted { number += 1 }
        names[variable] = "value\(number)"
        return "value\(number)"
    }
}

/// An expression that wraps another one.
protocol WrappedExpression: Expression {
    var expression: any Expression { get }
}

extension TypedExpression: WrappedExpression {}
extension AnyExpression: WrappedExpression {}
