/// The format of a characteristic's value. The raw value is the name in HAP (HomeKit Accessory Protocol).
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
    /// A floating-point number.
    case float
    /// Text.
    case string
    /// Type-length-value items with 8-bit lengths, as bytes.
    case tlv8
    /// Opaque bytes.
    case data

    /// The range of an integer format; nil for other formats.
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
