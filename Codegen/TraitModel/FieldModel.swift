public import HearthBase
package import HearthTraitModel
public import TraitSchema

/// A field of a struct, request, response or event, or the value of an attribute.
public struct FieldModel: Hashable, Sendable {
    /// Matter's id. Above 0xFFFF the high half is the vendor that added it.
    public var id: UInt32
    public var name: String
    /// The type of the value, or of one entry where `isList`.
    public var type: DataType
    public var isList: Bool
    /// The value may be null.
    public var isNullable: Bool
    /// May be left out of the message (attribute: a server may lack it).
    public var isOptional: Bool
    /// Hidden from other fabrics.
    public var isFabricSensitive: Bool
    public var constraints: ConstraintsModel
    /// One raw step and its unit, `0.01 °C`: stated, else by the type (`ScalarType.unit`), else nil.
    public var unit: String?
    /// The raw value at first start, or when the field is left out.
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

/// A limit of a number: fixed, or the value another attribute of the cluster has at the time.
public enum Bound: Hashable, Sendable {
    case literal(Int128)
    /// The attribute's value plus `offset`, in raw units.
    case attribute(id: UInt32, name: String, offset: Int64)
}

/// What a value must keep to, in raw units. Everything absent is not limited beyond its type.
public struct ConstraintsModel: Hashable, Sendable {
    /// Inclusive.
    public var minimum: Bound?
    /// Inclusive.
    public var maximum: Bound?
    /// Allowed are `minimum + n · step`, and `maximum`.
    public var step: UInt64?
    /// Bytes of a string, entries of a list.
    public var minimumLength: UInt64?
    /// Bytes of a string, entries of a list.
    public var maximumLength: UInt64?
    /// Bytes of each string in a list (`char_string<32> names[]`); nil where the field is no list.
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

/// A default as data. Enum and bitmap defaults are their numbers; lists and structs have none.
public enum DefaultValue: Hashable, Sendable {
    case integer(Int128)
    case boolean(Bool)
    case string(String)
}

/// When an item is there, by the features a server has on. Both absent: see `isOptional`.
public struct ConformanceModel: Hashable, Sendable {
    /// Present exactly when this holds.
    public var required: FeatureCondition?
    /// Present only when this holds (but may be missing then).
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

    /// The same over bits alone.
    package var expression: FeatureExpression {
        switch self {
        case .feature(_, let mask): .feature(mask)
        case .not(let inner): .not(inner.expression)
        case .and(let left, let right): .and(left.expression, right.expression)
        case .or(let left, let right): .or(left.expression, right.expression)
        }
    }
}
