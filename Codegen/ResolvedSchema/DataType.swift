/// The type of a value.
public enum DataType: Hashable, Sendable {
    case scalar(ScalarType)
    case enumeration(TypeReference)
    case bitmap(TypeReference)
    case structure(TypeReference)

    /// The enum, bitmap or struct; nil for a type of the language itself.
    package var reference: TypeReference? {
        switch self {
        case .scalar: nil
        case .enumeration(let reference), .bitmap(let reference), .structure(let reference): reference
        }
    }

    /// The type's name in the schema.
    var spelling: String {
        switch self {
        case .scalar(let type): type.name
        case .enumeration(let reference), .bitmap(let reference), .structure(let reference): reference.name
        }
    }
}

/// A named type and the scope of its definition. The name is spelled as in the definition.
public struct TypeReference: Hashable, Sendable {
    public enum Scope: Hashable, Sendable { case cluster, global }

    public var name: String
    public var scope: Scope

    public init(name: String, scope: Scope) {
        self.name = name
        self.scope = scope
    }
}

/// A type of the language itself (Matter IDL's base types and their named forms, such as `temperature`).
public struct ScalarType: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case boolean
        /// 8, 16, 24, 32, 40, 48, 56 or 64 bits. Odd widths are stored in the next power of two and range-checked.
        case unsigned(bits: Int)
        case signed(bits: Int)
        /// `enum8`, `enum16`: bare, or the base of an enum.
        case enumeration(bits: Int)
        /// `bitmap8` to `bitmap64`: bare, or the base of a bitmap.
        case bitmap(bits: Int)
        /// 32 or 64 bits.
        case floatingPoint(bits: Int)
        /// UTF-8.
        case text
        case bytes
    }

    /// The name in lower case, as in the language: `int16u`, `percent100ths`, `char_string`.
    public var name: String
    public var kind: Kind
    /// The size of a raw step and its unit if the type implies them (`0.01 °C`), else nil.
    public var unit: String?
    /// The maximum length of any string of this type: 254 bytes for the short ones, else nil.
    public var maximumLength: UInt64?

    public init(name: String, kind: Kind, unit: String? = nil, maximumLength: UInt64? = nil) {
        self.name = name
        self.kind = kind
        self.unit = unit
        self.maximumLength = maximumLength
    }

    /// The range of an integer, enum or bitmap of this type; nil for other types.
    public var range: ClosedRange<Int128>? {
        switch kind {
        case .unsigned(let bits), .enumeration(let bits), .bitmap(let bits):
            0...((Int128(1) << Int128(bits)) - 1)
        case .signed(let bits):
            -(Int128(1) << Int128(bits - 1))...((Int128(1) << Int128(bits - 1)) - 1)
        case .boolean, .floatingPoint, .text, .bytes:
            nil
        }
    }
}
