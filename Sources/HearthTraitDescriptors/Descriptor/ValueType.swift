/// The type of a field, as Matter defines it. Enums, bitmaps and structs are referred to by their index in the tables
/// of the ``TraitDescriptor``.
public enum ValueType: Hashable, Sendable {
    /// A Boolean.
    case boolean
    /// An unsigned integer of the given width, 8 to 64 bits.
    case unsigned(UInt8)
    /// A signed integer of the given width, 8 to 64 bits.
    case signed(UInt8)
    /// A 32-bit floating-point number.
    case single
    /// A 64-bit floating-point number.
    case double
    /// UTF-8 text.
    case string
    /// Bytes without a further type, such as a key or a certificate.
    case octets
    /// An enum, by its index in ``TraitDescriptor/enums``.
    case enumeration(Int)
    /// A bitmap, by its index in ``TraitDescriptor/bitmaps``.
    case bitmap(Int)
    /// A struct, by its index in ``TraitDescriptor/structs``.
    case structure(Int)

    /// Index of the struct; nil for other types.
    package var structIndex: Int? {
        if case .structure(let index) = self { index } else { nil }
    }
}

/// Properties of a field besides its type.
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
    /// A device may lack the attribute, or a message may omit the field.
    public static let optional = FieldFlags(rawValue: 4)
    /// Hidden from members of fabrics other than the one the data belongs to (Matter, fabric-sensitive access).
    public static let fabricSensitive = FieldFlags(rawValue: 8)
}

/// A bound of a number: fixed, or the present value of another attribute of the same trait.
public enum Limit: Hashable, Sendable {
    /// A fixed number, inclusive, in raw units.
    case literal(Int64)
    /// The value of the attribute with this id plus an offset. There is no bound while that attribute is null or
    /// absent.
    case attribute(UInt32, offset: Int64)
}

/// A condition on the features of a trait.
public indirect enum FeatureExpression: Hashable, Sendable {
    /// Holds if every bit of this mask is set in the feature map.
    case feature(UInt32)
    /// Holds if the operand does not.
    case not(FeatureExpression)
    /// Holds if both operands do.
    case and(FeatureExpression, FeatureExpression)
    /// Holds if at least one operand does.
    case or(FeatureExpression, FeatureExpression)

    /// Whether the condition holds for a device with this feature map.
    public func holds(for featureMap: UInt32) -> Bool {
        switch self {
        case .feature(let mask): featureMap & mask == mask
        case .not(let operand): !operand.holds(for: featureMap)
        case .and(let left, let right): left.holds(for: featureMap) && right.holds(for: featureMap)
        case .or(let left, let right): left.holds(for: featureMap) || right.holds(for: featureMap)
        }
    }
}
