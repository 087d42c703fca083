/// The type of a field, as Matter has it. Enums, bitmaps and structs are named by their place in the tables of
/// their ``TraitDescriptor``.
public enum ValueType: Hashable, Sendable {
    case boolean
    /// An unsigned integer of so many bits, 8 to 64.
    case unsigned(UInt8)
    /// A signed integer of so many bits, 8 to 64.
    case signed(UInt8)
    case single
    case double
    case string
    case octets
    case enumeration(Int)
    case bitmap(Int)
    case structure(Int)

    /// The place of the struct; nil for other types.
    package var structIndex: Int? {
        if case .structure(let index) = self { index } else { nil }
    }
}

/// What is true of a field besides its type.
public struct FieldFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The field holds any number of values of its type.
    public static let list = FieldFlags(rawValue: 1)
    /// The field may be null.
    public static let nullable = FieldFlags(rawValue: 2)
    /// Of an attribute: a device may lack it. Of other fields: it may be left out.
    public static let optional = FieldFlags(rawValue: 4)
    /// Hidden from members of other fabrics (Matter, access control).
    public static let fabricSensitive = FieldFlags(rawValue: 8)
}

/// A bound of a number: fixed, or the present value of another attribute of the same trait.
public enum Limit: Hashable, Sendable {
    case literal(Int64)
    /// The value of the attribute with this id, plus an offset. No bound while that attribute is null or absent.
    case attribute(UInt32, offset: Int64)
}

/// Which features of a trait an element depends on.
public indirect enum FeatureExpression: Hashable, Sendable {
    /// The feature with this mask in the trait's feature map.
    case feature(UInt32)
    case not(FeatureExpression)
    case and(FeatureExpression, FeatureExpression)
    case or(FeatureExpression, FeatureExpression)

    /// Whether it holds for a device with these features.
    public func holds(for featureMap: UInt32) -> Bool {
        switch self {
        case .feature(let mask): featureMap & mask == mask
        case .not(let operand): !operand.holds(for: featureMap)
        case .and(let left, let right): left.holds(for: featureMap) && right.holds(for: featureMap)
        case .or(let left, let right): left.holds(for: featureMap) || right.holds(for: featureMap)
        }
    }
}
