/// A value of a characteristic.
public enum CharacteristicValue: Hashable, Sendable {
    /// A value of the format `bool`.
    case bool(Bool)
    /// A value of the format `int`.
    case int(Int64)
    /// A value of the formats `uint8` to `uint64`.
    case uint(UInt64)
    /// A value of the format `float`; finite once checked.
    case float(Double)
    /// A value of the format `string`.
    case string(String)
    /// A value of the format `data`.
    case data([UInt8])
    /// A value of the format `tlv8`.
    case tlv8([UInt8])

    /// The number, with 1 and 0 for true and false; nil for strings, bytes, NaN and infinity.
    public var number: Double? {
        switch self {
        case .bool(let value): value ? 1 : 0
        case .int(let value): Double(value)
        case .uint(let value): Double(value)
        case .float(let value): value.isFinite ? value : nil
        default: nil
        }
    }

    /// The integer, with 1 and 0 for true and false; nil for all other values.
    public var integer: Int64? { wideInteger.flatMap { Int64(exactly: $0) } }

    /// The Boolean, also from 1 or 0, which some peers write instead; nil for other values.
    public var truth: Bool? {
        switch wideInteger {
        case 0: false
        case 1: true
        default: nil
        }
    }

    /// The string; nil for other values.
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

    /// Creates an integer of a format; nil if it is out of the format's range.
    init?(_ integer: Int128, as format: CharacteristicFormat) {
        guard let range = format.integers, range.contains(integer) else { return nil }
        if format == .int {
            self = .int(Int64(truncatingIfNeeded: integer))
        } else {
            self = .uint(UInt64(truncatingIfNeeded: integer))
        }
    }
}
