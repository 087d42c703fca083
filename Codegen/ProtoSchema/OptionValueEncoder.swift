internal import HearthBase

/// Writes the value of a custom option as its field's type.
struct OptionValueEncoder {
    let pool: DescriptorPool
    let option: String
    let location: SourceLocation
    /// Whether the value is inside of braces, in protobuf's text format, where numbers also stand for enum values and
    /// bools.
    let isText: Bool

    func write(
        _ value: ProtoOption.Value, as field: FieldDescriptor, to writer: inout WireWriter
    ) throws(Diagnostic) {
        let number = field.number
        switch (field.type, value) {
        case (.message(let type), .aggregate(let fields)):
            if case .map(let key) = field.label {
                writer.delimited(number, try encode(fields, entryOf: field, key: key))
            } else {
                writer.delimited(number, try encode(fields, type: type))
            }
        case (_, .aggregate(let fields)):
            guard case .map(let key) = field.label else { throw wrong(field) }
            writer.delimited(number, try encode(fields, entryOf: field, key: key))
        case (.string, .string(let text)), (.bytes, .string(let text)): writer.string(number, text)
        case (.double, _): writer.fixed64(number, try double(value, field).bitPattern)
        case (.float, _): writer.fixed32(number, Float(try double(value, field)).bitPattern)
        case (.enumeration(let type), _): writer.integer(number, try enumValue(value, of: type, field))
        case (.fixed32, _), (.sfixed32, _):
            writer.fixed32(number, UInt32(truncatingIfNeeded: try integer(value, field)))
        case (.fixed64, _), (.sfixed64, _): writer.fixed64(number, try integer(value, field))
        case (.sint32, _), (.sint64, _):
            let signed = Int64(bitPattern: try integer(value, field))
            writer.varint(number, UInt64(bitPattern: (signed << 1) ^ (signed >> 63)))
        case (.bool, _), (.int32, _), (.int64, _), (.uint32, _), (.uint64, _):
            writer.varint(number, try integer(value, field))
        default: throw wrong(field)
        }
    }

    private func wrong(_ field: FieldDescriptor, hint: String? = nil) -> Diagnostic {
        let part = isText ? ", part \(field.name)," : ""
        return Diagnostic(
            .error,
            location, "option \(option)\(part) is not set to a value of \(field.type.word)", hint: hint)
    }

    // MARK: Scalars

    private func double(_ value: ProtoOption.Value, _ field: FieldDescriptor) throws(Diagnostic) -> Double {
        switch value {
        case .float(let number): return number
        case .integer(let number): return Double(number)
        case .unsigned(let number): return Double(number)
        case .identifier("inf"): return .infinity
        case .identifier("nan"): return .nan
        default: throw wrong(field)
        }
    }

    private func enumValue(
        _ value: ProtoOption.Value, of type: String, _ field: FieldDescriptor
    ) throws(Diagnostic) -> Int64 {
        let values = pool.enums[type]?.values ?? []
        if case .identifier(let name) = value, let known = values.first(where: { $0.name == name }) {
            return known.number
        }
        if isText, case .integer(let number) = value, Int32(exactly: number) != nil { return number }
        throw wrong(field, hint: "one of " + values.map(\.name).joined(separator: ", "))
    }

    /// The bits of an integer or bool, after a check of the type's width.
    private func integer(_ value: ProtoOption.Value, _ field: FieldDescriptor) throws(Diagnostic) -> UInt64 {
        let bits: UInt64?
        switch (field.type, value) {
        case (.bool, .identifier("true")): bits = 1
        case (.bool, .identifier("false")): bits = 0
        case (.bool, .integer(let number)): bits = isText && (0...1).contains(number) ? UInt64(number) : nil
        case (.int32, .integer(let number)), (.sint32, .integer(let number)), (.sfixed32, .integer(let number)):
            bits = Int32(exactly: number).map { UInt64(bitPattern: Int64($0)) }
        case (.uint32, .integer(let number)), (.fixed32, .integer(let number)):
            bits = UInt32(exactly: number).map { UInt64($0) }
        case (.int64, .integer(let number)), (.sint64, .integer(let number)), (.sfixed64, .integer(let number)):
            bits = UInt64(bitPattern: number)
        case (.uint64, .integer(let number)), (.fixed64, .integer(let number)): bits = UInt64(exactly: number)
        case (.uint64, .unsigned(let number)), (.fixed64, .unsigned(let number)): bits = number
        default: bits = nil
        }
        guard let bits else { throw wrong(field) }
        return bits
    }

    // MARK: Messages

    /// Writes fields by number, as a message does; those of a repeated field in the order of the text.
    private func encode(_ fields: [ProtoOption.Part], type: String) throws(Diagnostic) -> [UInt8] {
        let declared = pool.messages[type]?.fields ?? []
        var parts: [(field: FieldDescriptor, value: ProtoOption.Value)] = []
        for part in fields {
            guard let field = declared.first(where: { $0.name == part.name }) else {
                throw Diagnostic(.error, part.location, "\(type) has no field \(part.name)")
            }
            parts.append((field, part.value))
        }
        return try encode(parts)
    }

    private func encode(
        _ fields: [ProtoOption.Part], entryOf map: FieldDescriptor, key: FieldType
    ) throws(Diagnostic) -> [UInt8] {
        var parts: [(field: FieldDescriptor, value: ProtoOption.Value)] = []
        for part in fields {
            guard part.name == "key" || part.name == "value" else {
                throw Diagnostic(.error, part.location, "an entry of map \(map.name) has no field \(part.name)")
            }
            let isKey = part.name == "key"
            let field = FieldDescriptor(
                name: part.name, number: isKey ? 1 : 2, label: .optional, type: isKey ? key : map.type,
                location: part.location)
            parts.append((field, part.value))
        }
        // An entry always has both, even if one is not set.
        for (name, number, type) in [("key", Int64(1), key), ("value", 2, map.type)]
        where !fields.contains(where: { $0.name == name }) {
            let field = FieldDescriptor(
                name: name, number: number, label: .optional, type: type, location: map.location)
            parts.append((field, type.zero))
        }
        return try encode(parts)
    }

    private func encode(
        _ parts: [(field: FieldDescriptor, value: ProtoOption.Value)]
    ) throws(Diagnostic) -> [UInt8] {
        var writer = WireWriter()
        let inner = OptionValueEncoder(pool: pool, option: option, location: location, isText: true)
        let byNumber = Dictionary(grouping: parts) { $0.field.number }
        for number in byNumber.keys.ordered() {
            guard let group = byNumber[number], let field = group.first?.field else { continue }
            let isMany = field.label != .implicit && field.label != .optional
            if group.count > 1, !isMany {
                throw Diagnostic(.error, location, "option \(option) sets \(field.name) twice")
            }
            var alone = WireWriter()
            for part in group { try inner.write(part.value, as: field, to: &alone) }
            if field.label == .repeated, field.isPacked {
                writer.delimited(number, try inner.packed(group.map(\.value), as: field))
            } else if isMany || field.label == .optional || field.oneof != nil || !field.isZero(alone.bytes) {
                writer.fields(alone.bytes)
            }
        }
        return writer.bytes
    }

    /// The values of a packed field, each without its tag.
    private func packed(
        _ values: [ProtoOption.Value], as field: FieldDescriptor
    ) throws(Diagnostic) -> [UInt8] {
        var result: [UInt8] = []
        var numbered = field
        numbered.number = 1
        for value in values {
            var writer = WireWriter()
            try write(value, as: numbered, to: &writer)
            result += writer.bytes.dropFirst()
        }
        return result
    }
}

extension FieldDescriptor {
    /// proto3 packs repeated numbers unless an option says otherwise.
    fileprivate var isPacked: Bool {
        switch type {
        case .string, .bytes, .message, .unresolved: false
        default: !options.contains { !$0.isCustom && $0.name == "packed" && $0.value == .identifier("false") }
        }
    }

    /// Whether an encoded implicit field is zero, which proto3 does not write.
    fileprivate func isZero(_ encoded: [UInt8]) -> Bool {
        if case .message = type { return false }
        // The tag ends with the first byte below 0x80; the value consists of zeros only.
        return encoded.drop { $0 >= 0x80 }.dropFirst().allSatisfy { $0 == 0 }
    }
}

extension FieldType {
    /// The text that means an absent value.
    fileprivate var zero: ProtoOption.Value {
        switch self {
        case .string, .bytes: .string("")
        case .message: .aggregate([])
        default: .integer(0)
        }
    }

    /// The type's name in a `.proto` file.
    fileprivate var word: String {
        switch self {
        case .message(let name), .enumeration(let name), .unresolved(let name): name
        default: Self.scalars.first { $0.value == self }?.key ?? ""
        }
    }
}
