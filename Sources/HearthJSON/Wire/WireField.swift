/// The reason why bytes are not a message.
struct WireFailure: Error {
    enum Reason {
        case endsEarly
        case longNumber
        case badTag
        case group
    }

    let offset: Int
    let reason: Reason

    var text: String {
        switch reason {
        case .endsEarly: "the message ends within a field"
        case .longNumber: "a number has more than ten bytes"
        case .badTag: "a field has an invalid number or wire type"
        case .group: "proto3 has no groups"
        }
    }
}

/// One field of a message in protobuf's wire format (protobuf.dev, "Encoding").
struct WireField {
    var number: UInt32
    /// 0 for a varint, 1 for eight bytes, 2 for a length and content, 5 for four bytes.
    var wire: UInt8
    /// The bits of a number.
    var value: UInt64
    /// The range of the content.
    var start: Int
    var end: Int

    var range: Range<Int> { start..<end }
}

/// Readers of a part of an untrusted array. `end` must be within the array.
extension [UInt8] {
    @inline(__always)
    func varint(at position: inout Int, upTo end: Int) throws(WireFailure) -> UInt64 {
        if position < end {
            let byte = self[position]
            if byte < 0x80 {
                position &+= 1
                return UInt64(byte)
            }
        }
        return try longVarint(at: &position, upTo: end)
    }

    @inline(never)
    private func longVarint(at position: inout Int, upTo end: Int) throws(WireFailure) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        let start = position
        while position < end {
            let byte = self[position]
            position &+= 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
            if shift >= 70 { throw WireFailure(offset: start, reason: .longNumber) }
        }
        throw WireFailure(offset: start, reason: .endsEarly)
    }

    func fixed(_ count: Int, at position: inout Int, upTo end: Int) throws(WireFailure) -> UInt64 {
        guard count <= end &- position else { throw WireFailure(offset: position, reason: .endsEarly) }
        var value: UInt64 = 0
        for index in 0..<count { value |= UInt64(self[position &+ index]) << UInt64(8 &* index) }
        position &+= count
        return value
    }

    /// A number in the form of its wire type.
    @inline(__always)
    func number(_ wire: UInt8, at position: inout Int, upTo end: Int) throws(WireFailure) -> UInt64 {
        switch wire {
        case 1: try fixed(8, at: &position, upTo: end)
        case 5: try fixed(4, at: &position, upTo: end)
        default: try varint(at: &position, upTo: end)
        }
    }

    /// The field at `position`, which is advanced past it. The caller ensures that `position` is before `end`.
    @inline(__always)
    func wireField(at position: inout Int, upTo end: Int) throws(WireFailure) -> WireField {
        let start = position
        let tag = try varint(at: &position, upTo: end)
        guard tag >= 8, tag < 1 << 32 else { throw WireFailure(offset: start, reason: .badTag) }
        let (number, wire) = (UInt32(truncatingIfNeeded: tag >> 3), UInt8(truncatingIfNeeded: tag & 7))
        switch wire {
        case 0, 1, 5:
            let from = position
            let value = try self.number(wire, at: &position, upTo: end)
            return WireField(number: number, wire: wire, value: value, start: from, end: position)
        case 2:
            let length = try varint(at: &position, upTo: end)
            guard length <= UInt64(end &- position) else { throw WireFailure(offset: start, reason: .endsEarly) }
            let from = position
            position &+= Int(truncatingIfNeeded: length)
            return WireField(number: number, wire: 2, value: 0, start: from, end: position)
        case 3, 4: throw WireFailure(offset: start, reason: .group)
        default: throw WireFailure(offset: start, reason: .badTag)
        }
    }

    /// Calls `body` with each field of a message.
    func forEachField<E: Error>(
        in range: Range<Int>, wire: (WireFailure) -> E, _ body: (WireField) throws(E) -> Void
    ) throws(E) {
        var position = range.lowerBound
        while position < range.upperBound {
            let field: WireField
            do throws(WireFailure) {
                field = try wireField(at: &position, upTo: range.upperBound)
            } catch {
                throw wire(error)
            }
            try body(field)
        }
    }
}
