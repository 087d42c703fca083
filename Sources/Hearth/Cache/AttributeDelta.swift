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
        let bytes = message.span.bytes
        var place = 0
        while place < message.count {
            let begin = place
            guard let field = try? bytes.wireField(at: &place, upTo: message.count) else {
                throw HomeError(.internal, "the hub sent malformed attributes: invalid field at byte \(begin)")
            }
            guard values.count < Self.limit, nulls.count < Self.limit else {
                throw HomeError(.internal, "the hub sent attributes with more than \(Self.limit) fields")
            }
            if field.number != WireNumber.nullFields {
                values.append((field.number, begin..<place))
            } else if !takeNulls(bytes, field.range) {
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
        for number in numbers { list.appendVarint(UInt64(number)) }  // in range: they are UInt32
        var bytes: [UInt8] = []
        bytes.appendTag(WireNumber.nullFields, 2)
        bytes.appendVarint(UInt64(list.count))
        return bytes + list
    }

    /// Reads a packed or unpacked list of numbers.
    private mutating func takeNulls(_ bytes: RawSpan, _ content: Range<Int>) -> Bool {
        var place = content.lowerBound
        while place < content.upperBound {
            guard let number = try? bytes.varint(at: &place, upTo: content.upperBound) else { return false }
            if let number = UInt32(exactly: number), !nulls.contains(number) { nulls.append(number) }
            guard nulls.count <= Self.limit else { return false }
        }
        return true
    }
}
