public import HearthTraitCore
internal import HearthWire

/// A reference to the output of a node, or to a variable.
public struct Reference: Expression {
    /// The node or variable.
    public let referenceValue: ReferenceType

    init(_ node: any NodeWithOutput) { referenceValue = .node(node) }

    init(_ variable: AutomationVariable) { referenceValue = .declaration(ReferenceDeclaration(declared: variable)) }
}

/// The target of a ``Reference``.
public enum ReferenceType: Sendable {
    /// The output of a starter or a state reader.
    case node(any NodeWithOutput)
    /// A variable.
    case declaration(ReferenceDeclaration)
}

/// A variable of an automation.
public struct ReferenceDeclaration: Hashable, Sendable {
    let declared: AutomationVariable

    /// Its name.
    public var variable: String { declared.name }
}

/// The name of a variable. A new variable gets its final name when a program is written, because names in a program are
/// unique.
struct AutomationVariable: Hashable, Sendable {
    let name: String
    let isNew: Bool

    init() {
        name = NodeIdentity().id
        isNew = true
    }

    init(_ name: String) {
        self.name = name
        isNew = false
    }
}

/// An attribute, a field of an event, or a field of a struct.
public struct AnyField: Hashable, Sendable, CustomStringConvertible {
    /// Matter's ID within the trait, event or struct.
    public let id: UInt32
    /// The name; the ID in hexadecimal if the schema isn't known.
    public let name: String

    init(_ field: FieldDescriptor) {
        id = field.id
        name = field.name
    }

    init(id: UInt32) {
        self.id = id
        name = "0x" + String(id, radix: 16)
    }

    /// The field itself.
    public var field: AnyField { self }

    public var description: String { name }
}

/// An attribute of a trait, or a field of an event.
public struct FieldSelect: Expression {
    /// The attribute or field, and then fields of structs in it.
    public let selected: [AnyField]
    /// The source: a ``Reference`` to a starter or a state reader.
    public let from: any Expression

    init(_ selected: [AnyField], from: any Expression) {
        self.selected = selected
        self.from = from
    }
}

/// The item of a list.
public struct ListGet: Expression {
    /// Its index in the list, from 0.
    public let index: any Expression
    /// The list.
    public let listExpression: any Expression

    init(_ index: any Expression, _ listExpression: any Expression) {
        self.index = index
        self.listExpression = listExpression
    }
}

/// An expression whose type is only known at run time.
public struct AnyExpression: Expression {
    /// The expression itself.
    public let expression: any Expression

    /// Wraps an expression.
    public init(_ expression: any Expression) { self.expression = expression }

    /// The expression as `type`; nil if it has another type.
    public func cast<E: Expression>(_ type: E.Type) -> E? { expression as? E }

    /// Whether the expression is of type `type`.
    public func `is`<E: Expression>(_ type: E.Type) -> Bool { expression is E }
}

/// An expression that this version does not know. It is preserved when the automation is changed.
public struct UnknownExpression: Expression {
    let message: Hearth_V1_AutomationExpression
}
