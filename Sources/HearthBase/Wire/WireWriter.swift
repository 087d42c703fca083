extension [UInt8] {
    /// Appends a number as a varint of protobuf's wire format: seven bits a byte, the lowest first.
    @inlinable
    package mutating func appendVarint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    /// Appends the tag of a field: its number in the schema and its wire type, as in ``WireField/wire``.
    @inlinable
    package mutating func appendTag(_ number: UInt32, _ wire: UInt8) {
        appendVarint(UInt64(number) << 3 | UInt64(wire))
    }
}

/// Writes protobuf's wire format, for messages without generated code. Fields appear in the order of the calls.
///
/// Field numbers are as a parsed schema has them, also outside of the range that protobuf allows.
package struct WireWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    private mutating func tag(_ number: Int64, _ wire: UInt64) {
        bytes.appendVarint(UInt64(bitPattern: number) << 3 | wire)
    }

    package mutating func varint(_ number: Int64, _ value: UInt64) {
        tag(number, 0)
        bytes.appendVarint(value)
    }

    /// A negative number takes ten bytes even in a field of 32 bits.
    package mutating func integer(_ number: Int64, _ value: Int64) { varint(number, UInt64(bitPattern: value)) }

    package mutating func fixed64(_ number: Int64, _ value: UInt64) {
        tag(number, 1)
        for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * shift))) }
    }

    package mutating func fixed32(_ number: Int64, _ value: UInt32) {
        tag(number, 5)
        for shift in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(8 * shift))) }
    }

    package mutating func delimited(_ number: Int64, _ content: [UInt8]) {
        tag(number, 2)
        bytes.appendVarint(UInt64(content.count))
        bytes += content
    }

    package mutating func string(_ number: Int64, _ text: String) { delimited(number, Array(text.utf8)) }

    /// Appends encoded fields.
    package mutating func fields(_ encoded: [UInt8]) { bytes += encoded }
}
