internal import HearthMessage
internal import HearthTraitCore

/// Encoded attributes of a trait, brought up to date by what a report says has changed.
///
/// Works on the encoded fields, so it holds for traits that this program does not know. A field of the delta takes
/// the place of the field with its number, lists included; a number in the delta's null fields removes the value, and
/// a value removes the null.
enum AttributeDelta {
    /// All attributes after a change.
    ///
    /// - Throws: `MessageError` when one of the two is no message.
    static func merge(_ delta: [UInt8], into attributes: [UInt8]) throws -> [UInt8] {
        let changes = try RawFields(serialized: delta.span.bytes)
        var fields = try RawFields(serialized: attributes.span.bytes)
        var nulls = Set(try nullFields(attributes))
        for number in changes.numbers where number != WireNumber.nullFields {
            fields[number] = changes[number]
            nulls.remove(number)
        }
        for number in try nullFields(delta) {
            fields[number] = nil
            nulls.insert(number)
        }
        fields[WireNumber.nullFields] = nulls.isEmpty ? nil : encodedNullFields(nulls.sorted())
        return fields.serialized()
    }

    /// The numbers of the attributes that a message holds, as values or as nulls.
    static func numbers(in message: [UInt8]) throws -> Set<UInt32> {
        let fields = try RawFields(serialized: message.span.bytes)
        return Set(fields.numbers).subtracting([WireNumber.nullFields]).union(try nullFields(message))
    }

    private static let layout = MessageLayout.planned(
        "NullFields", [FieldSpec(WireNumber.nullFields, "null_fields", .uint32, label: .packed)])
    private static let offset = 24

    /// The numbers in a message's null fields.
    static func nullFields(_ message: [UInt8]) throws -> [UInt32] {
        try layout.decode(message.span.bytes) { $0.repeatedUInt32(at: offset) }
    }

    private static func encodedNullFields(_ numbers: [UInt32]) -> [UInt8] {
        layout.encode(reserving: 0) { $0.setRepeatedUInt32(numbers, at: offset) }
    }
}
