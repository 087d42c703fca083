public import HearthTraitDescriptors

/// An attribute of a trait by its Swift name, with its schema: `Matter.OnOffTrait.Attribute.onOff.id`.
@dynamicMemberLookup
public struct AttributeReference<Source: Trait>: Hashable, Sendable, CustomStringConvertible {
    /// The attribute's schema.
    public let descriptor: AttributeDescriptor

    init(_ descriptor: AttributeDescriptor) { self.descriptor = descriptor }

    /// The attribute's ID within the trait.
    public var id: UInt32 { descriptor.id }
    /// The attribute's name.
    public var description: String { descriptor.name }

    /// An attribute, by its name.
    public static subscript<Value: Equatable>(dynamicMember path: KeyPath<Source.Attributes, Value?>) -> Self {
        // Only an app's own extension of the attributes has members that are not attributes.
        Self(Source.attribute(at: path) ?? AttributeDescriptor(FieldDescriptor(.max, "unknown", .octets), read: nil))
    }

    /// A property of the attribute's schema.
    public subscript<Value>(dynamicMember path: KeyPath<AttributeDescriptor, Value>) -> Value {
        descriptor[keyPath: path]
    }
}
