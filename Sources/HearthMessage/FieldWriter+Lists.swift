internal import CHearthMessage
internal import CProtobufC

extension FieldWriter {
    /// A repeated bool field.
    public mutating func setRepeatedBool(_ values: [Bool], at offset: Int) {
        setNumbers(values.map { $0 ? Int32(1) : 0 }, at: offset, most: 1)
    }

    /// A repeated int32, sint32, sfixed32 or enum field.
    public mutating func setRepeatedInt32(_ values: [Int32], at offset: Int) {
        setNumbers(values, at: offset, most: 10)
    }

    /// A repeated uint32 or fixed32 field.
    public mutating func setRepeatedUInt32(_ values: [UInt32], at offset: Int) {
        setNumbers(values, at: offset, most: 5)
    }

    /// A repeated int64, sint64 or sfixed64 field.
    public mutating func setRepeatedInt64(_ values: [Int64], at offset: Int) {
        setNumbers(values, at: offset, most: 10)
    }

    /// A repeated uint64 or fixed64 field.
    public mutating func setRepeatedUInt64(_ values: [UInt64], at offset: Int) {
        setNumbers(values, at: offset, most: 10)
    }

    /// A repeated float field.
    public mutating func setRepeatedFloat(_ values: [Float], at offset: Int) {
        setNumbers(values, at: offset, most: 4)
    }

    /// A repeated double field.
    public mutating func setRepeatedDouble(_ values: [Double], at offset: Int) {
        setNumbers(values, at: offset, most: 8)
    }

    /// A repeated string field.
    public mutating func setRepeatedString(_ values: [String], at offset: Int) {
        guard !values.isEmpty else { return }
        let list = startList(values.count, of: MemoryLayout<ProtobufCBinaryData>.stride, at: offset)
        for (index, value) in values.enumerated() {
            storeText(value, at: list + index * MemoryLayout<ProtobufCBinaryData>.stride)
            bound &+= 10
        }
    }

    /// A repeated bytes field.
    public mutating func setRepeatedBytes(_ values: [[UInt8]], at offset: Int) {
        guard !values.isEmpty else { return }
        let list = startList(values.count, of: MemoryLayout<ProtobufCBinaryData>.stride, at: offset)
        for (index, value) in values.enumerated() {
            value.withUnsafeBytes { storeBinary($0, at: list + index * MemoryLayout<ProtobufCBinaryData>.stride) }
            bound &+= 10
        }
    }

    /// - Parameter most: bytes of the longest value. Unpacked lists have a tag for each, which is included.
    private mutating func setNumbers<T: BitwiseCopyable>(_ values: [T], at offset: Int, most: Int) {
        guard !values.isEmpty else { return }
        let list = startList(values.count, of: MemoryLayout<T>.stride, at: offset)
        values.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: list, count: $0.count).copyMemory(from: $0) }
        bound &+= values.count &* (most &+ 5) &+ 10
    }

    @usableFromInline
    func startList(_ count: Int, of stride: Int, at offset: Int) -> UnsafeMutableRawPointer {
        let list = allocate(count * stride)
        base.storeBytes(of: count, toByteOffset: offset, as: Int.self)
        base.storeBytes(of: list, toByteOffset: offset &+ 8, as: UnsafeMutableRawPointer.self)
        return list
    }
}
