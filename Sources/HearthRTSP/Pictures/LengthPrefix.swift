/// Lengths before bytes, the highest byte first.
enum LengthPrefix {
    static func two(_ bytes: [UInt8]) -> [UInt8] {
        let count = UInt16(clamping: bytes.count)
        return [UInt8(count >> 8), UInt8(count & 0xFF)] + bytes
    }

    static func append(_ unit: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
        let count = UInt32(clamping: unit.count)
        for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: count >> shift)) }
        bytes.append(contentsOf: unit)
    }
}
