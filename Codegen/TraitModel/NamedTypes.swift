public import HearthBase
public import TraitSchema

/// An enum. A peer may send values that are not in it.
public struct EnumModel: Hashable, Sendable {
    public var name: String
    /// `enum8` or `enum16`.
    public var base: ScalarType
    /// By value; never empty of meaning: two constants never share a value.
    public var constants: [ConstantModel]
    /// The same definition is meant in several clusters: a hint only.
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

/// A bitmap. A constant's value is its mask, mostly but not always one bit.
public struct BitmapModel: Hashable, Sendable {
    public var name: String
    /// `bitmap8` to `bitmap64`.
    public var base: ScalarType
    /// By mask.
    public var fields: [ConstantModel]
    /// The same definition is meant in several clusters: a hint only.
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

    /// Whether a field is a small number in several bits: then the type is not a plain set of options.
    public var hasMultiBitField: Bool { fields.contains { $0.isMultiBit } }
}

/// A constant of an enum (a value) or of a bitmap (a mask).
public struct ConstantModel: Hashable, Sendable {
    /// With its leading `k`, as written.
    public var name: String
    public var value: UInt64
    /// The specification's own spelling, where the name had to bend.
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

    /// As a mask: whether it covers more than one bit.
    public var isMultiBit: Bool { value.nonzeroBitCount > 1 }
}

/// A struct. It may reach itself through a list, never directly.
public struct StructModel: Hashable, Sendable {
    public var name: String
    /// Entries belong to a fabric: it carries `fabricIndex` (254).
    public var isFabricScoped: Bool
    public var fields: [FieldModel]
    /// The same definition is meant in several clusters: a hint only.
    public var isShared: Bool
    /// Reaches itself through a list: a decoder needs a depth limit.
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
