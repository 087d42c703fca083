public import HearthTraitCore

/// A starter, state reader or variable, together with its output: the attributes of a trait, the fields of an event, or
/// a value. It stands in an automation on a line of its own, and its attributes are compared in conditions:
///
/// ```swift
/// let light = starter(lamp, OnOffLightDeviceType.self, Matter.OnOffTrait.self)
/// light
/// condition { light.onOff.equals(true) }
/// ```
@dynamicMemberLookup
public struct TypedReference<T, N: NodeWithOutput>: Sendable {
    /// The reference to the node, as an expression.
    public let reference: Reference
    let node: N

    init(_ node: N) {
        self.node = node
        reference = Reference(node)
    }

    init(_ node: N, _ reference: Reference) {
        self.node = node
        self.reference = reference
    }

    /// The state reader.
    public func toStateReader() -> N where N == StateReader { node }
    /// The starter.
    public func toStarter() -> N where N: Starter { node }
    /// The starter of attributes.
    public func toAttributeStarter() -> N where N == AttributeStarter { node }
    /// The starter of an event.
    public func toEventStarter() -> N where N == EventStarter { node }

    fileprivate func field<V>(_ field: AnyField?) -> TypedExpression<V> {
        // Only an app's own extension of the attributes has members that are not attributes. The hub refuses those.
        TypedExpression(FieldSelect([field ?? AnyField(id: .max)], from: reference))
    }
}

extension TypedReference where T: Trait {
    /// An attribute, by its name.
    public subscript<V: AutomationValue>(dynamicMember path: KeyPath<T.Attributes, V?>) -> TypedExpression<V> {
        field(T.attribute(at: path).map { AnyField($0.field) })
    }

    /// Whether the device is online.
    public var isOnline: TypedExpression<Bool> {
        let any = AnyField(id: GlobalAttribute.clusterRevision)
        return TypedExpression(IsOnline(operand: FieldSelect([any], from: reference)))
    }
}

extension TypedReference where T: Event {
    /// A field, by its name.
    public subscript<V: AutomationValue>(dynamicMember path: KeyPath<T.Payload, V>) -> TypedExpression<V> {
        field(T.field(at: path).map { AnyField($0) })
    }

    /// A field that may be null or absent, by its name.
    public subscript<V: AutomationValue>(dynamicMember path: KeyPath<T.Payload, V?>) -> TypedExpression<V> {
        field(T.field(at: path).map { AnyField($0) })
    }

    /// A field that may be null and absent, by its name.
    public subscript<V: AutomationValue>(dynamicMember path: KeyPath<T.Payload, Presence<V>>) -> TypedExpression<V> {
        field(T.field(at: path).map { AnyField($0) })
    }
}

extension TypedReference where T: AutomationValue, N == Assignment {
    /// The variable's value.
    public var value: TypedExpression<T> { TypedExpression(reference) }

    /// Gives the variable a value. The result is a node of the automation; each branch may have its own.
    public mutating func assign(_ expression: any Expression) -> TypedReference<T, N> {
        self = TypedReference(Assignment(node.declared, expression), reference)
        return self
    }

    /// Gives the variable a constant value.
    public mutating func assign(_ value: any AutomationValue) -> TypedReference<T, N> { assign(Constant(value)) }
}
