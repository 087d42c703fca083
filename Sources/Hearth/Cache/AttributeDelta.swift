internal import HearthMessage
internal import HearthTraitCore

/// Applies a report's attribute changes to the encoded attributes of a trait.
///
/// It works on encoded fields, so it also handles traits unknown to this program. A field in the delta replaces the
/// field with its number, lists included; a number in the delta's null fields removes the value, and a value removes
/// the null.
enum AttributeDelta {
    /// All attributes after a change, in ascending order of field number.
    ///
    /// - Throws: `MessageError` if one of the two is not a valid message.
    static func merge(_ delta: [UInt8], into attributes: [UInt8]) throws -> [UInt8] {
        var (values, nulls) = try split(attributes)
        let changes = try split(delta)
        for (number, value) in changes.values {
            values[number] = value
            nulls.remove(number)
        }
        for number in changes.nulls {
            values[number] = nil
            nulls.insert(number)
        }
        if !nulls.isEmpty {
            values[WireNumber.nullFields] = layout.encode { $0.setRepeatedUInt32(nulls.sorted(), at: offset) }
        }
        return values.sorted { $0.key < $1.key }.flatMap(\.value)
    }

    /// The field numbers in a message, with values or as nulls.
    static func numbers(in message: [UInt8]) throws -> Set<UInt32> {
        let (values, nulls) = try split(message)
        return nulls.union(values.keys)
    }

    private static func split(_ message: [UInt8]) throws -> (values: [UInt32: [UInt8]], nulls: Set<UInt32>) {
        var values: [UInt32: [UInt8]] = [:]
        for field in try RawFields(serialized: message.span.bytes).fields where field.number != WireNumber.nullFields {
            values[field.number, default: []] += field.encoded
        }
        return (values, Set(try layout.decode(message.span.bytes) { $0.repeatedUInt32(at: offset) }))
    }

    private static let layout = MessageLayout.planned(
        "NullFields", [FieldSpec(WireNumber.nullFields, "null_fields", .uint32, label: .packed)])
    /// The offset of the layout's only field.
    private static let offset = 24
}
