/// One field of a struct, a command or an event, or the value of an attribute: its number, name, type and rules.
public struct FieldDescriptor: Hashable, Sendable {
    /// Matter's id within the struct, command, event or trait.
    public let id: UInt32
    /// The name in Swift, in errors and on the command line: "transitionTime".
    public let name: String
    /// Type of the value; for a list, of each entry.
    public let type: ValueType
    /// Whether the field is a list, nullable, optional or fabric-sensitive.
    public let flags: FieldFlags
    /// Smallest allowed value, inclusive, in raw units; nil if only the type limits it.
    public let min: Limit?
    /// Largest allowed value, inclusive, in raw units; nil if only the type limits it.
    public let max: Limit?
    /// Allowed values are `min + n·step`, and `max`; nil allows every value in range.
    public let step: Int64?
    /// Minimum length: bytes of a (UTF-8) string or octets, entries of a list.
    public let minLength: Int?
    /// Maximum length: bytes of a (UTF-8) string or octets, entries of a list.
    public let maxLength: Int?
    /// Size of one raw step with its unit: "0.01 °C".
    public let unit: String?
    /// Initial raw value of an attribute, or the value of an argument that is left out.
    public let defaultValue: TraitValue?
    /// Features with which a device has the field. If nil, `isOptional` and `allowed` decide.
    public let required: FeatureExpression?
    /// Features without which a device lacks the field; nil for no such restriction.
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

    /// Whether the field holds a list of values of its type.
    @inlinable
    public var isList: Bool { flags.contains(.list) }
    /// Whether null is a valid value.
    @inlinable
    public var isNullable: Bool { flags.contains(.nullable) }
    /// Whether a device may lack the attribute, or a message may omit the field.
    @inlinable
    public var isOptional: Bool { flags.contains(.optional) }
}

/// One struct: a type of a trait, a command's arguments, an event's fields, or all attributes of a trait.
public struct StructDescriptor: Hashable, Sendable {
    /// Name of the struct in the schema. For the arguments of a command: the name of the command; for the fields of an
    /// event: the name of the event with the suffix "Event".
    public let name: String
    /// Fields in ascending order of ID.
    public let fields: [FieldDescriptor]

    /// Describes a struct; `fields` in ascending order of ID.
    public init(_ name: String, _ fields: [FieldDescriptor]) {
        self.name = name
        self.fields = fields
    }

    /// The field with this id, or nil.
    public func field(_ id: UInt32) -> FieldDescriptor? {
        fields.first { $0.id == id }
    }

    /// The field of this name, or nil.
    public func field(named name: String) -> FieldDescriptor? {
        fields.first { $0.name == name }
    }
}
