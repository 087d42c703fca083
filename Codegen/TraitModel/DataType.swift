/// The type of a value.
public enum DataType: Hashable, Sendable {
    case scalar(ScalarType)
    case enumeration(TypeReference)
    case bitmap(TypeReference)
    case structure(TypeReference)

    /// The enum, bitmap or struct it is; nil for a type the language itself knows.
    package var reference: TypeReference? {
        switch self {
        case .scalar: nil
        case .enumeration(let reference), .bitmap(let reference), .structure(let reference): reference
        }
    }

    /// As the schema spells it.
    var spelling: String {
        switch self {
        case .scalar(let type): type.name
        case .enumeration(let reference), .bitmap(let reference), .structure(let reference): reference.name
        }
    }
}

/// A named type, and where it is defined. The name is the definition's spelling.
public struct TypeReference: Hashable, Sendable {
    public enum Scope: Hashable, Sendable { case cluster, global }

    public var name: String
    public var scope: Scope

    public init(name: String, scope: Scope) {
        self.name = name
        self.scope = scope
    }
}

/// A type the language itself knows (Matter IDL's base types and their named forms, such as `temperature`).
public struct ScalarType: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case boolean
        /// 8, 16, 24, 32, 40, 48, 56 or 64 bits; odd widths are held in the next power of two and range-checked.
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

    /// In lower case, as the language spells it: `int16u`, `percent100ths`, `char_string`.
    public var name: String
    public var kind: Kind
    /// One raw step and its unit where the type says it (`0.01 °C`), else nil.
    public var unit: String?
    /// The longest a string of this type may be at all: 254 bytes for the short ones, else nil.
    public var maximumLength: UInt64?

    public init(name: String, kind: Kind, unit: String? = nil, maximumLength: UInt64? = nil) {
        self.name = name
        self.kind = kind
        self.unit = unit
        self.maximumLength = maximumLength
    }

    /// What an integer, enum or bitmap of this type can hold; nil for all other types.
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
