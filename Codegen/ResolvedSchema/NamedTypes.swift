public import HearthBase
public import TraitSchema

/// An enum. A peer may send values that are not in it.
public struct EnumModel: Hashable, Sendable {
    public var name: String
    /// `enum8` or `enum16`.
    public var base: ScalarType
    /// The constants by value; values are unique.
    public var constants: [ConstantModel]
    /// Whether the same definition is meant in several clusters: only a hint.
    public var isShared: Bool
    public var maturity: Maturity
    public var description: String?
    public var location: SourceLocation

    public init(
        name: String, base: ScalarType, constants: [ConstantModel], isShared: Bool = false,
        maturity: Maturity = .stable, description: String? = nil, location: SourceLocation
    ) {
        self.name = name
        self.base = base
        self.constants = constants
        self.isShared = isShared
        self.maturity = maturity
        self.description = description
        self.location = location
    }
}

/// A bitmap. A constant's value is its mask, usually of one bit.
public struct BitmapModel: Hashable, Sendable {
    public var name: String
    /// `bitmap8` to `bitmap64`.
    public var base: ScalarType
    /// The fields by mask.
    public var fields: [ConstantModel]
    /// Whether the same definition is meant in several clusters: only a hint.
    public var isShared: Bool
    public var maturity: Maturity
    public var description: String?
    public var location: SourceLocation

    public init(
        name: String, base: ScalarType, fields: [ConstantModel], isShared: Bool = false, maturity: Maturity = .stable,
        description: String? = nil, location: SourceLocation
    ) {
        self.name = name
        self.base = base
        self.fields = fields
        self.isShared = isShared
        self.maturity = maturity
        self.description = description
        self.location = location
    }

    /// Whether a field is a number of several bits, so that the type is not a plain set of options.
    public var hasMultiBitField: Bool { fields.contains { $0.isMultiBit } }
}

/// A constant of an enum (a value) or of a bitmap (a mask).
public struct ConstantModel: Hashable, Sendable {
    /// The name as written, with its leading `k`.
    public var name: String
    public var value: UInt64
    /// The specification's spelling, if the name had to differ.
    public var specificationName: String?
    public var maturity: Maturity
    public var description: String?
    public var location: SourceLocation

    public init(
        name: String, value: UInt64, specificationName: String? = nil, maturity: Maturity = .stable,
        description: String? = nil, location: SourceLocation
    ) {
        self.name = name
        self.value = value
        self.specificationName = specificationName
        self.maturity = maturity
        self.description = description
        self.location = location
    }

    /// Whether the value, as a mask, has more than one bit.
    public var isMultiBit: Bool { value.nonzeroBitCount > 1 }
}

/// A struct. It may contain itself only through a list.
public struct StructModel: Hashable, Sendable {
    public var name: String
    /// Whether entries belong to a fabric: then it contains `fabricIndex` (254).
    public var isFabricScoped: Bool
    public var fields: [FieldModel]
    /// Whether the same definition is meant in several clusters: only a hint.
    public var isShared: Bool
    /// Whether it contains itself through a list, so that a decoder needs a depth limit.
    public var isRecursive: Bool
    public var maturity: Maturity
    public var description: String?
    public var location: SourceLocation

    public init(
        name: String, isFabricScoped: Bool = false, fields: [FieldModel], isShared: Bool = false,
        isRecursive: Bool = false, maturity: Maturity = .stable, description: String? = nil, location: SourceLocation
    ) {
        self.name = name
        self.isFabricScoped = isFabricScoped
        self.fields = fields
        self.isShared = isShared
        self.isRecursive = isRecursive
        self.maturity = maturity
        self.description = description
        self.location = location
    }
}
