/// The reason why bytes are not a message.
@usableFromInline
package struct WireFailure: Error {
    @usableFromInline
    package enum Reason: Sendable {
        case endsEarly
        case longNumber
        case badTag
        case group
    }

    package let offset: Int
    package let reason: Reason

    @usableFromInline
    init(_ reason: Reason, at offset: Int) {
        self.offset = offset
        self.reason = reason
    }

    package var text: String {
        switch reason {
        case .endsEarly: "the message ends within a field"
        case .longNumber: "a number has more than ten bytes"
        case .badTag: "a field has an invalid number or wire type"
        case .group: "proto3 has no groups"
        }
    }
}

/// One field of a message in protobuf's wire format (protobuf.dev, "Encoding").
@usableFromInline
package struct WireField: Sendable {
    /// The field's number in the schema.
    @usableFromInline package let number: UInt32
    /// 0 for a varint, 1 for eight bytes, 2 for a length and content, 5 for four bytes.
    @usableFromInline package let wire: UInt8
    /// The bits of a number.
    @usableFromInline package let value: UInt64
    /// The offset of the first byte of the number or content.
    @usableFromInline package let start: Int
    /// The offset behind the field.
    @usableFromInline package let end: Int

    @inlinable
    init(number: UInt32, wire: UInt8, value: UInt64 = 0, start: Int, end: Int) {
        self.number = number
        self.wire = wire
        self.value = value
        self.start = start
        self.end = end
    }

    /// The range of the number or content, without the tag and the length.
    @inlinable
    package var range: Range<Int> { start..<end }
}

/// The reader of protobuf's wire format, for untrusted bytes. `end` must be within the span.
///
/// Its parts are inlined into their callers, since they run once for each field of a message. `unsafeLoad` checks
/// offsets; it is only unsafe for types with invalid values, which UInt8 has not.
extension RawSpan {
    /// The number at `position`, which is advanced past it.
    @inlinable
    @inline(__always)
    package func varint(at position: inout Int, upTo end: Int) throws(WireFailure) -> UInt64 {
        if position < end {
            let byte = unsafeLoad(fromByteOffset: position, as: UInt8.self)
            if byte < 0x80 {
                position &+= 1
                return UInt64(byte)
            }
            // The lengths and tags that have more than one byte mostly have two.
            if end &- position > 1 {
                let next = unsafeLoad(fromByteOffset: position &+ 1, as: UInt8.self)
                if next < 0x80 {
                    position &+= 2
                    return UInt64(byte & 0x7F) | UInt64(next) << 7
                }
            }
        }
        return try longVarint(at: &position, upTo: end)
    }

    @usableFromInline
    @inline(never)
    func longVarint(at position: inout Int, upTo end: Int) throws(WireFailure) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        let start = position
        while position < end {
            let byte = unsafeLoad(fromByteOffset: position, as: UInt8.self)
            position &+= 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
            if shift >= 70 { throw WireFailure(.longNumber, at: start) }
        }
        throw WireFailure(.endsEarly, at: start)
    }

    /// A number of `count` bytes, the lowest first.
    @inlinable
    package func fixed(_ count: Int, at position: inout Int, upTo end: Int) throws(WireFailure) -> UInt64 {
        guard count <= end &- position else { throw WireFailure(.endsEarly, at: position) }
        var value: UInt64 = 0
        for index in 0..<count {
            value |= UInt64(unsafeLoad(fromByteOffset: position &+ index, as: UInt8.self)) << UInt64(8 &* index)
        }
        position &+= count
        return value
    }

    /// A number in the form of its wire type.
    @inlinable
    @inline(__always)
    package func number(_ wire: UInt8, at position: inout Int, upTo end: Int) throws(WireFailure) -> UInt64 {
        switch wire {
        case 1: try fixed(8, at: &position, upTo: end)
        case 5: try fixed(4, at: &position, upTo: end)
        default: try varint(at: &position, upTo: end)
        }
    }

    /// The field at `position`, which is advanced past it. The caller ensures that `position` is before `end`.
    ///
    /// - Parameter anyNumber: whether to accept numbers of 32 bits that no schema may give a field, as libprotobuf-c
    ///   does.
    @inlinable
    @inline(__always)
    package func wireField(
        at position: inout Int, upTo end: Int, anyNumber: Bool = false
    ) throws(WireFailure) -> WireField {
        let start = position
        let tag = try varint(at: &position, upTo: end)
        guard anyNumber ? tag < 1 << 35 : tag >= 8 && tag < 1 << 32 else { throw WireFailure(.badTag, at: start) }
        let (number, wire) = (UInt32(truncatingIfNeeded: tag >> 3), UInt8(truncatingIfNeeded: tag & 7))
        switch wire {
        case 0, 1, 5:
            let from = position
            let value = try self.number(wire, at: &position, upTo: end)
            return WireField(number: number, wire: wire, value: value, start: from, end: position)
        case 2:
            let length = try varint(at: &position, upTo: end)
            guard length <= UInt64(end &- position) else { throw WireFailure(.endsEarly, at: start) }
            let from = position
            position &+= Int(truncatingIfNeeded: length)
            return WireField(number: number, wire: 2, start: from, end: position)
        case 3, 4: throw WireFailure(.group, at: start)
        default: throw WireFailure(.badTag, at: start)
        }
    }

    /// The fields in a range of bytes, up to the first malformed one.
    package func wireFields(in range: Range<Int>) -> [WireField] {
        var fields: [WireField] = []
        var position = range.lowerBound
        while position < range.upperBound, let field = try? wireField(at: &position, upTo: range.upperBound) {
            fields.append(field)
        }
        return fields
    }
}
