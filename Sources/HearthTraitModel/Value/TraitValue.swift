/// A value of a trait without its Swift type: what attributes, arguments and event fields look like to code that is
/// written once for all traits (hub, store, command line).
///
/// Integers, enums, bitmaps, times and temperatures are numbers in their raw units, as Matter carries them.
public indirect enum TraitValue: Hashable, Sendable {
    /// A nullable element's null; what it means is said by the element, often "unknown".
    case null
    case bool(Bool)
    /// Unsigned integers, enums and bitmaps.
    case unsigned(UInt64)
    case signed(Int64)
    case float(Float)
    case double(Double)
    case string(String)
    case octets([UInt8])
    case list([TraitValue])
    case structure(StructureValue)
}

/// The fields of a struct, a command, an event or of a trait's attributes, by their Matter ids. An id that is
/// absent means that the field is.
public struct StructureValue: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// The fields that are present.
    public var fields: [UInt32: TraitValue]

    /// A structure of these fields.
    @inlinable
    public init(_ fields: [UInt32: TraitValue] = [:]) {
        self.fields = fields
    }

    /// A structure of these fields.
    public init(dictionaryLiteral elements: (UInt32, TraitValue)...) {
        fields = Dictionary(elements, uniquingKeysWith: { _, last in last })
    }

    /// The value of one field, nil where it is absent.
    @inlinable
    public subscript(_ id: UInt32) -> TraitValue? {
        get { fields[id] }
        set { fields[id] = newValue }
    }

    /// True when no field is present.
    @inlinable
    public var isEmpty: Bool { fields.isEmpty }
}

extension TraitValue {
    /// The number, where the value is an integer that fits.
    @inlinable
    public var integer: Int64? {
        switch self {
        case .unsigned(let value): Int64(exactly: value)
        case .signed(let value): value
        default: nil
        }
    }

    /// The truth value, where it is one.
    @inlinable
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The text, where it is one.
    @inlinable
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The entries, where it is a list.
    @inlinable
    public var list: [TraitValue]? {
        if case .list(let value) = self { value } else { nil }
    }
}
