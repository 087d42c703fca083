/// A value of an attribute, an argument or an event field without its Swift type, for generic code (hub, store, command
/// line).
///
/// Integers, enums, bitmaps, times and temperatures are numbers in their raw units, as Matter encodes them.
public indirect enum TraitValue: Hashable, Sendable {
    /// The null of a nullable element. Its meaning depends on the element; often "unknown".
    case null
    /// A Boolean.
    case bool(Bool)
    /// Unsigned integers, enums and bitmaps.
    case unsigned(UInt64)
    /// Signed integers, including temperatures.
    case signed(Int64)
    /// A 32-bit floating-point number (Matter's `single`).
    case float(Float)
    /// A 64-bit floating-point number (Matter's `double`).
    case double(Double)
    /// A UTF-8 string (Matter's `string`). Length limits count bytes, not characters.
    case string(String)
    /// Bytes (Matter's `octstr`).
    case octets([UInt8])
    /// A list; all entries are of one type.
    case list([TraitValue])
    /// A struct of Matter, by field ID.
    case structure(StructureValue)
}

/// The fields of a struct, a command or an event, or the attributes of a trait, by their Matter ids. A missing id means
/// that the field is absent.
public struct StructureValue: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// The fields that are present.
    public var fields: [UInt32: TraitValue]

    /// Creates a structure from fields by id.
    @inlinable
    public init(_ fields: [UInt32: TraitValue] = [:]) {
        self.fields = fields
    }

    /// Creates a structure from a literal; for entries with the same ID, the last one is kept.
    public init(dictionaryLiteral elements: (UInt32, TraitValue)...) {
        fields = Dictionary(elements, uniquingKeysWith: { _, last in last })
    }

    /// The value of one field; nil if it is absent.
    @inlinable
    public subscript(_ id: UInt32) -> TraitValue? {
        get { fields[id] }
        set { fields[id] = newValue }
    }

    /// Whether no field is present.
    @inlinable
    public var isEmpty: Bool { fields.isEmpty }
}

extension TraitValue {
    /// The value of an integer; nil if it is not an integer or is out of range.
    @inlinable
    public var integer: Int64? {
        switch self {
        case .unsigned(let value): Int64(exactly: value)
        case .signed(let value): value
        default: nil
        }
    }

    /// The value of a ``bool(_:)``, otherwise nil.
    @inlinable
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The value of a ``string(_:)``, otherwise nil.
    @inlinable
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The entries of a ``list(_:)``, otherwise nil.
    @inlinable
    public var list: [TraitValue]? {
        if case .list(let value) = self { value } else { nil }
    }
}
