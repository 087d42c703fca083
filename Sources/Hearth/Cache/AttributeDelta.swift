internal import HearthBase
internal import HearthTraitCore

/// Applies a report's attribute changes to the encoded attributes of a trait.
///
/// It works on encoded fields, so it also handles traits unknown to this program. A field in the delta replaces the
/// field with its number, lists included; a number in the delta's null fields removes the value, and a value removes
/// the null.
enum AttributeDelta {
    /// All attributes after a change, in ascending order of field number.
    ///
    /// - Throws: `HomeError` if one of the two is not a valid message.
    static func merge(_ delta: [UInt8], into attributes: [UInt8]) throws(HomeError) -> [UInt8] {
        let old = try EncodedFields(attributes)
        let new = try EncodedFields(delta)
        var parts: [(number: UInt32, bytes: ArraySlice<UInt8>)] = []
        parts.reserveCapacity(old.values.count + new.values.count + 1)
        for field in old.values where !new.has(field.number) {
            parts.append((field.number, attributes[field.range]))
        }
        for field in new.values where !new.nulls.contains(field.number) {
            parts.append((field.number, delta[field.range]))
        }
        let nulls = (old.nulls.filter { !new.has($0) } + new.nulls).ordered()
        if !nulls.isEmpty { parts.append((WireNumber.nullFields, EncodedFields.nullFields(nulls)[...])) }
        var merged: [UInt8] = []
        merged.reserveCapacity(attributes.count + delta.count + 8)
        // Fields with the same number keep their order.
        for place in order(of: parts.map { UInt64($0.number) }) { merged += parts[place].bytes }
        return merged
    }

    /// The numbers of the fields that a message holds, as values or as nulls.
    ///
    /// - Throws: `HomeError` if the bytes are not a valid message.
    static func numbers(in message: [UInt8]) throws(HomeError) -> Set<UInt32> {
        let fields = try EncodedFields(message)
        return Set(fields.nulls).union(fields.values.map(\.number))
    }
}

/// The byte ranges of the fields of an encoded Attributes message. The fields' contents are not parsed.
private struct EncodedFields {
    /// Tags and values, in the order of the message.
    private(set) var values: [(number: UInt32, range: Range<Int>)] = []
    /// The fields that are null.
    private(set) var nulls: [UInt32] = []

    init(_ message: [UInt8]) throws(HomeError) {
        var place = 0
        while place < message.count {
            let begin = place
            guard let tag = Self.varint(message, &place), let number = UInt32(exactly: tag >> 3),
                (1...0x1FFF_FFFF).contains(number), let content = Self.content(tag & 7, message, &place)
            else {
                throw HomeError(.internal, "the hub sent malformed attributes: invalid field at byte \(begin)")
            }
            guard values.count < Self.limit, nulls.count < Self.limit else {
                throw HomeError(.internal, "the hub sent attributes with more than \(Self.limit) fields")
            }
            if number != WireNumber.nullFields {
                values.append((number, begin..<place))
            } else if !takeNulls(message, content) {
                throw HomeError(.internal, "the hub sent attributes whose null fields can't be read")
            }
        }
    }

    /// The most fields, and the most nulls: they are compared with a linear search. A trait has some dozens.
    private static let limit = 4_096

    /// Whether a field has a value or is null.
    func has(_ number: UInt32) -> Bool { values.contains { $0.number == number } || nulls.contains(number) }

    /// The encoded list of the fields that are null.
    static func nullFields(_ numbers: [UInt32]) -> [UInt8] {
        var list: [UInt8] = []
        for number in numbers { append(UInt64(number), to: &list) }  // in range: they are UInt32
        var bytes: [UInt8] = []
        append(UInt64(WireNumber.nullFields) << 3 | 2, to: &bytes)
        append(UInt64(list.count), to: &bytes)
        return bytes + list
    }

    /// Reads a packed or unpacked list of numbers.
    private mutating func takeNulls(_ message: [UInt8], _ content: Range<Int>) -> Bool {
        var place = content.lowerBound
        while place < content.upperBound {
            guard let number = Self.varint(message, &place), place <= content.upperBound else { return false }
            if let number = UInt32(exactly: number), !nulls.contains(number) { nulls.append(number) }
            guard nulls.count <= Self.limit else { return false }
        }
        return true
    }

    /// The range of a value without its tag and length; nil if it is malformed.
    private static func content(_ wireType: UInt64, _ message: [UInt8], _ place: inout Int) -> Range<Int>? {
        let begin = place
        switch wireType {
        case 0: guard varint(message, &place) != nil else { return nil }
        case 1: place += 8
        case 2:
            guard let length = varint(message, &place).flatMap(Int.init(exactly:)), length <= message.count - place
            else { return nil }
            place += length
            return place - length..<place
        case 5: place += 4
        default: return nil
        }
        return place <= message.count ? begin..<place : nil
    }

    private static func varint(_ message: [UInt8], _ place: inout Int) -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: 0, to: 70, by: 7) where place < message.count {
            let byte = message[place]
            place += 1
            value |= UInt64(byte & 0x7F) << UInt64(shift)
            if byte < 0x80 { return value }
        }
        return nil
    }

    private static func append(_ value: UInt64, to bytes: inout [UInt8]) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
