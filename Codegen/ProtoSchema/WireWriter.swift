/// Writes protobuf's wire encoding. Fields appear in the order of the calls.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    private enum WireType: UInt64 {
        case varint = 0
        case fixed64 = 1
        case delimited = 2
        case fixed32 = 5
    }

    private mutating func append(varint value: UInt64) {
        var rest = value
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    private mutating func tag(_ number: Int64, _ type: WireType) {
        append(varint: UInt64(bitPattern: number) << 3 | type.rawValue)
    }

    mutating func varint(_ number: Int64, _ value: UInt64) {
        tag(number, .varint)
        append(varint: value)
    }

    /// A negative number takes ten bytes even in a field of 32 bits.
    mutating func integer(_ number: Int64, _ value: Int64) { varint(number, UInt64(bitPattern: value)) }

    mutating func fixed64(_ number: Int64, _ value: UInt64) {
        tag(number, .fixed64)
        for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * shift))) }
    }

    mutating func fixed32(_ number: Int64, _ value: UInt32) {
        tag(number, .fixed32)
        for shift in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(8 * shift))) }
    }

    mutating func delimited(_ number: Int64, _ content: some Collection<UInt8>) {
        tag(number, .delimited)
        append(varint: UInt64(content.count))
        bytes += content
    }

    mutating func string(_ number: Int64, _ text: String) { delimited(number, text.utf8) }

    /// Appends encoded fields.
    mutating func fields(_ encoded: [UInt8]) { bytes += encoded }
}
