/// The format of a characteristic's value (HK-33). The raw value is the name in HAP.
///
/// HomeKit also has `array` and `dictionary`, which no characteristic of the catalogue uses.
public enum CharacteristicFormat: String, Hashable, Sendable, CaseIterable {
    /// True or false.
    case bool
    /// An integer from 0 to 255.
    case uint8
    /// An integer from 0 to 65,535.
    case uint16
    /// An integer from 0 to 4,294,967,295.
    case uint32
    /// An integer from 0 to 2⁶⁴ − 1.
    case uint64
    /// A signed integer of 32 bits.
    case int
    /// A fraction.
    case float
    /// Text.
    case string
    /// Items of type, length and value, as bytes.
    case tlv8
    /// Bytes without a structure of HAP's.
    case data

    /// The integers of the format; nil for what is no integer.
    var integers: ClosedRange<Int128>? {
        switch self {
        case .uint8: 0...Int128(UInt8.max)
        case .uint16: 0...Int128(UInt16.max)
        case .uint32: 0...Int128(UInt32.max)
        case .uint64: 0...Int128(UInt64.max)
        case .int: Int128(Int32.min)...Int128(Int32.max)
        default: nil
        }
    }
}
