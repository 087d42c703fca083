internal import CHearthMessage

extension FieldReader {
    /// The values of a repeated bool field.
    public func repeatedBool(at offset: Int) -> [Bool] { list(Int32.self, at: offset).map { $0 != 0 } }

    /// The values of a repeated int32, sint32, sfixed32 or enum field.
    public func repeatedInt32(at offset: Int) -> [Int32] { Array(list(Int32.self, at: offset)) }

    /// The values of a repeated uint32 or fixed32 field.
    public func repeatedUInt32(at offset: Int) -> [UInt32] { Array(list(UInt32.self, at: offset)) }

    /// The values of a repeated int64, sint64 or sfixed64 field.
    public func repeatedInt64(at offset: Int) -> [Int64] { Array(list(Int64.self, at: offset)) }

    /// The values of a repeated uint64 or fixed64 field.
    public func repeatedUInt64(at offset: Int) -> [UInt64] { Array(list(UInt64.self, at: offset)) }

    /// The values of a repeated float field.
    public func repeatedFloat(at offset: Int) -> [Float] { Array(list(Float.self, at: offset)) }

    /// The values of a repeated double field.
    public func repeatedDouble(at offset: Int) -> [Double] { Array(list(Double.self, at: offset)) }

    /// The values of a repeated string field; if one is not UTF-8, the whole decode fails.
    public func repeatedString(at offset: Int) -> [String] {
        list(ProtobufCBinaryData.self, at: offset).map { text($0, at: offset) }
    }

    /// The values of a repeated bytes field.
    public func repeatedBytes(at offset: Int) -> [[UInt8]] {
        list(ProtobufCBinaryData.self, at: offset).map { Array(UnsafeBufferPointer(start: $0.data, count: $0.len)) }
    }

    private func list<T>(_ type: T.Type, at offset: Int) -> UnsafeBufferPointer<T> {
        UnsafeBufferPointer(
            start: base.load(fromByteOffset: offset &+ 8, as: UnsafePointer<T>?.self),
            count: base.load(fromByteOffset: offset, as: Int.self))
    }
}
