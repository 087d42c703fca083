public import HearthBase
package import HearthTraitDescriptors
public import TraitSchema

/// A field of a struct, request, response or event, or the value of an attribute.
public struct FieldModel: Hashable, Sendable {
    /// Matter's id. Above 0xFFFF, the high half is the id of the vendor that added the field.
    public var id: UInt32
    public var name: String
    /// The type of the value, or of one entry where `isList`.
    public var type: DataType
    public var isList: Bool
    /// Whether the value may be null.
    public var isNullable: Bool
    /// Whether it may be left out of the message. For an attribute: whether a server may lack it.
    public var isOptional: Bool
    /// Whether it is hidden from other fabrics.
    public var isFabricSensitive: Bool
    public var constraints: ConstraintsModel
    /// The size of a raw step and its unit, `0.01 °C`: the stated one, or else the type's (`ScalarType.unit`), or else
    /// nil.
    public var unit: String?
    /// The raw value at the first start, or if the field is left out.
    public var defaultValue: DefaultValue?
    public var conformance: ConformanceModel
    public var maturity: Maturity
    public var description: String?
    public var location: SourceLocation

    public init(
        id: UInt32, name: String, type: DataType, isList: Bool = false, isNullable: Bool = false,
        isOptional: Bool = false, isFabricSensitive: Bool = false, constraints: ConstraintsModel = ConstraintsModel(),
        unit: String? = nil, defaultValue: DefaultValue? = nil, conformance: ConformanceModel = ConformanceModel(),
        maturity: Maturity = .stable, description: String? = nil, location: SourceLocation
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.isList = isList
        self.isNullable = isNullable
        self.isOptional = isOptional
        self.isFabricSensitive = isFabricSensitive
        self.constraints = constraints
        self.unit = unit
        self.defaultValue = defaultValue
        self.conformance = conformance
        self.maturity = maturity
        self.description = description
        self.location = location
    }
}

/// A limit of a number: a constant, or the current value of another attribute of the cluster.
public enum Bound: Hashable, Sendable {
    case literal(Int128)
    /// The attribute's value plus `offset`, in raw units.
    case attribute(id: UInt32, name: String, offset: Int64)
}

/// The limits of a value, in raw units. Without a limit, only the type's applies.
public struct ConstraintsModel: Hashable, Sendable {
    /// Inclusive.
    public var minimum: Bound?
    /// Inclusive.
    public var maximum: Bound?
    /// The allowed values are `minimum + n · step`, and `maximum`.
    public var step: UInt64?
    /// Bytes of a string, or entries of a list.
    public var minimumLength: UInt64?
    /// Bytes of a string, or entries of a list.
    public var maximumLength: UInt64?
    /// Bytes of each string in a list (`char_string<32> names[]`); nil for a field that is not a list.
    public var maximumEntryLength: UInt64?

    public init(
        minimum: Bound? = nil, maximum: Bound? = nil, step: UInt64? = nil, minimumLength: UInt64? = nil,
        maximumLength: UInt64? = nil, maximumEntryLength: UInt64? = nil
    ) {
        self.minimum = minimum
        self.maximum = maximum
        self.step = step
        self.minimumLength = minimumLength
        self.maximumLength = maximumLength
        self.maximumEntryLength = maximumEntryLength
    }
}

/// A default as data. Defaults of enums and bitmaps are numbers; lists and structs have no defaults.
public enum DefaultValue: Hashable, Sendable {
    case integer(Int128)
    case boolean(Bool)
    case string(String)
}

/// The presence of an item, by the features that a server has. If both are nil, see `isOptional`.
public struct ConformanceModel: Hashable, Sendable {
    /// It is present exactly if this holds.
    public var required: FeatureCondition?
    /// It may be present only if this holds.
    public var allowed: FeatureCondition?

    public init(required: FeatureCondition? = nil, allowed: FeatureCondition? = nil) {
        self.required = required
        self.allowed = allowed
    }
}

/// A condition over a cluster's feature map, with the features' names.
public indirect enum FeatureCondition: Hashable, Sendable {
    case feature(name: String, mask: UInt32)
    case not(FeatureCondition)
    case and(FeatureCondition, FeatureCondition)
    case or(FeatureCondition, FeatureCondition)

    /// The same condition without names.
    package var expression: FeatureExpression {
        switch self {
        case .feature(_, let mask): .feature(mask)
        case .not(let inner): .not(inner.expression)
        case .and(let left, let right): .and(left.expression, right.expression)
        case .or(let left, let right): .or(left.expression, right.expression)
        }
    }
}
