/// One field of a struct, a command or an event, or the value of an attribute: its number, name, type and rules.
public struct FieldDescriptor: Hashable, Sendable {
    /// Matter's id within the struct, command, event or trait.
    public let id: UInt32
    /// The name in Swift, in errors and on the command line: "transitionTime".
    public let name: String
    public let type: ValueType
    public let flags: FieldFlags
    /// Inclusive, raw units.
    public let min: Limit?
    /// Inclusive, raw units.
    public let max: Limit?
    /// Allowed values are `min + n·step`, and `max`.
    public let step: Int64?
    /// Bytes of a string, entries of a list.
    public let minLength: Int?
    /// Bytes of a string, entries of a list.
    public let maxLength: Int?
    /// The size of one raw step and its unit: "0.01 °C".
    public let unit: String?
    /// Raw value at first start, or when the field is left out.
    public let defaultValue: TraitValue?
    /// Present exactly on devices with these features.
    public let required: FeatureExpression?
    /// Present at most on devices with these features.
    public let allowed: FeatureExpression?

    /// Describes a field; see the properties for units and ranges.
    public init(
        _ id: UInt32, _ name: String, _ type: ValueType, _ flags: FieldFlags = [],
        min: Limit? = nil, max: Limit? = nil, step: Int64? = nil, minLength: Int? = nil, maxLength: Int? = nil,
        unit: String? = nil, default defaultValue: TraitValue? = nil,
        required: FeatureExpression? = nil, allowed: FeatureExpression? = nil
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.flags = flags
        self.min = min
        self.max = max
        self.step = step
        self.minLength = minLength
        self.maxLength = maxLength
        self.unit = unit
        self.defaultValue = defaultValue
        self.required = required
        self.allowed = allowed
    }

    @inlinable
    public var isList: Bool { flags.contains(.list) }
    @inlinable
    public var isNullable: Bool { flags.contains(.nullable) }
    @inlinable
    public var isOptional: Bool { flags.contains(.optional) }
}

/// One struct: a type of a trait, a command's arguments, an event's fields, or all attributes of a trait.
public struct StructDescriptor: Hashable, Sendable {
    public let name: String
    /// By rising id.
    public let fields: [FieldDescriptor]

    /// Describes a struct; `fields` by rising id.
    public init(_ name: String, _ fields: [FieldDescriptor]) {
        self.name = name
        self.fields = fields
    }

    /// The field with this id.
    public func field(_ id: UInt32) -> FieldDescriptor? {
        fields.first { $0.id == id }
    }

    /// The field of this name.
    public func field(named name: String) -> FieldDescriptor? {
        fields.first { $0.name == name }
    }
}
