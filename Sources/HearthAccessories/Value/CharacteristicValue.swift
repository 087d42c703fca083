/// A value of a characteristic (HK-31, HK-32).
public enum CharacteristicValue: Hashable, Sendable {
    /// Of the format `bool`.
    case bool(Bool)
    /// Of the format `int`.
    case int(Int64)
    /// Of the formats `uint8` to `uint64`.
    case uint(UInt64)
    /// Of the format `float`; never infinite nor NaN where it was checked.
    case float(Double)
    /// Of the format `string`.
    case string(String)
    /// Of the format `data`.
    case data([UInt8])
    /// Of the format `tlv8`.
    case tlv8([UInt8])

    /// The number, with 1 and 0 for true and false; nil for text, bytes, and what is no finite number.
    public var number: Double? {
        switch self {
        case .bool(let value): value ? 1 : 0
        case .int(let value): Double(value)
        case .uint(let value): Double(value)
        case .float(let value): value.isFinite ? value : nil
        default: nil
        }
    }

    /// The integer, with 1 and 0 for true and false; nil for fractions, and what is no number.
    public var integer: Int64? { wideInteger.flatMap { Int64(exactly: $0) } }

    /// True or false, also as 1 or 0, which some peers write for them.
    public var truth: Bool? {
        switch wideInteger {
        case 0: false
        case 1: true
        default: nil
        }
    }

    /// The text; nil for others.
    public var text: String? {
        if case .string(let value) = self { value } else { nil }
    }

    var wideInteger: Int128? {
        switch self {
        case .bool(let value): value ? 1 : 0
        case .int(let value): Int128(value)
        case .uint(let value): Int128(value)
        case .float(let value): Int128(exactly: value)
        default: nil
        }
    }

    /// An integer in the case of its format; nil if the format holds no such integer.
    init?(_ integer: Int128, as format: CharacteristicFormat) {
        guard let range = format.integers, range.contains(integer) else { return nil }
        if format == .int {
            self = .int(Int64(truncatingIfNeeded: integer))
        } else {
            self = .uint(UInt64(truncatingIfNeeded: integer))
        }
    }
}
