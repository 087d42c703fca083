internal import HearthTraitDescriptors

/// An expression tree that is evaluated when a run of an automation reaches it, for code that shows or examines
/// automations. To write automations, use ``TypedExpression``.
public protocol Expression: Sendable {}

/// A constant.
public struct Constant: Expression {
    /// The value. In an automation that was read from a hub it is an ``AnyAutomationValue``.
    public let value: any AutomationValue

    package init(_ value: any AutomationValue) { self.value = value }
}

/// A field of an event or a command, or an attribute, with its required or new value.
public struct Parameter: Sendable {
    /// Matter's ID of the field or attribute.
    public let id: UInt32
    /// The name of the field or attribute; empty if the schema isn't known.
    public let name: String
    /// The value.
    public let value: any Expression

    package init(id: UInt32, name: String, value: any Expression) {
        self.id = id
        self.name = name
        self.value = value
    }

    /// The fields that have a value in `values`, as parameters.
    static func all(_ values: StructureValue, of fields: [FieldDescriptor], in trait: TraitDescriptor) -> [Parameter] {
        fields.compactMap { field in
            values[field.id].map { value in
                Parameter(
                    id: field.id, name: field.name,
                    value: Constant(AnyAutomationValue(value, trait.text(value, field))))
            }
        }
    }
}
