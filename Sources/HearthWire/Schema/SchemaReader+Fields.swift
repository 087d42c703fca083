internal import HearthTraitDescriptors

extension SchemaReader {
    /// The valid offsets of a limit from another attribute's value.
    private static let offsets = -Int64(UInt32.max)...Int64(UInt32.max)

    func field(_ field: Hearth_V1_SchemaField, of owner: String) throws(TraitSchemaError) -> FieldDescriptor {
        try name(field.name, item: owner, "a field's name")
        let item = "\(owner).\(field.name)"
        let type = try type(field, item: item)
        if let step = field.step, step < 1 { throw TraitSchemaError(.malformed, item, "its step is below 1") }
        guard field.unit.utf8.count <= limits.textBytes else {
            throw TraitSchemaError(.tooLarge, item, "its unit has more than \(limits.textBytes) bytes")
        }
        guard !field.unit.controlsText else {
            throw TraitSchemaError(.malformed, item, "its unit holds a control character (\(quoted(field.unit)))")
        }
        var flags: FieldFlags = []
        if field.isList { flags.insert(.list) }
        if field.isNullable { flags.insert(.nullable) }
        if field.isOptional { flags.insert(.optional) }
        if field.isFabricSensitive { flags.insert(.fabricSensitive) }
        return FieldDescriptor(
            field.id, field.name, type, flags, min: try limit(field.min, of: item), max: try limit(field.max, of: item),
            step: field.step, minLength: try length(field.minLength, of: item),
            maxLength: try length(field.maxLength, of: item), unit: field.unit.isEmpty ? nil : field.unit,
            default: try defaultValue(field, type, of: item), required: try condition(field.required, of: item),
            allowed: try condition(field.allowed, of: item))
    }

    private func type(_ field: Hearth_V1_SchemaField, item: String) throws(TraitSchemaError) -> ValueType {
        switch field.kind {
        case .boolean: return .boolean
        case .unsigned: return .unsigned(try bits(field.bits, of: item, among: Self.integerBits))
        case .signed: return .signed(try bits(field.bits, of: item, among: Self.integerBits))
        case .single: return .single
        case .double: return .double
        case .string: return .string
        case .octets: return .octets
        case .enum: return .enumeration(try index(field, schema.enums.count, "enum", item))
        case .bitmap: return .bitmap(try index(field, schema.bitmaps.count, "bitmap", item))
        case .struct: return .structure(try index(field, schema.structs.count, "struct", item))
        case .unspecified, .unrecognized:
            throw TraitSchemaError(.malformed, item, "there is no kind of value \(field.kind.rawValue)")
        }
    }

    private static let integerBits: [UInt8] = [8, 16, 24, 32, 40, 48, 56, 64]

    private func index(
        _ field: Hearth_V1_SchemaField, _ count: Int, _ kind: String, _ item: String
    ) throws(TraitSchemaError) -> Int {
        if let index = Int(exactly: field.typeIndex), index < count { return index }
        throw TraitSchemaError(
            .reference, item, "it is of \(kind) \(field.typeIndex), but the schema has \(count), counted from 0")
    }

    private func limit(_ limit: Hearth_V1_SchemaLimit?, of item: String) throws(TraitSchemaError) -> Limit? {
        guard let limit else { return nil }
        switch limit.limit {
        case .literal(let value): return .literal(value)
        case .attribute(let other):
            guard schema.attributes.contains(where: { $0.field?.id == other.id }) else {
                throw TraitSchemaError(.reference, item, "its limit is attribute \(other.id), which does not exist")
            }
            guard Self.offsets.contains(other.offset) else {
                throw TraitSchemaError(.malformed, item, "its limit has the offset \(other.offset), out of range")
            }
            return .attribute(other.id, offset: other.offset)
        case nil: throw TraitSchemaError(.malformed, item, "it has an empty limit")
        }
    }

    private func length(_ length: UInt64?, of item: String) throws(TraitSchemaError) -> Int? {
        guard let length else { return nil }
        if let length = Int(exactly: length) { return length }
        throw TraitSchemaError(.malformed, item, "the length \(length) is above \(Int.max)")
    }

    private func defaultValue(
        _ field: Hearth_V1_SchemaField, _ type: ValueType, of item: String
    ) throws(TraitSchemaError) -> TraitValue? {
        guard let given = field.defaultValue else { return nil }
        let value: TraitValue? =
            switch given.value {
            case .boolean(let value): .bool(value)
            case .unsigned(let value): .unsigned(value)
            case .signed(let value): .signed(value)
            case .single(let value): .float(value)
            case .double(let value): .double(value)
            case .text(let value): .string(value)
            case .octets(let value): .octets(value)
            case nil: nil
            }
        let size =
            switch value {
            case .string(let text): text.utf8.count
            case .octets(let bytes): bytes.count
            default: 0
            }
        guard size <= limits.textBytes else {
            throw TraitSchemaError(.tooLarge, item, "its default has more than \(limits.textBytes) bytes")
        }
        guard let value, !field.isList, Self.isOf(type, value) else {
            throw TraitSchemaError(.malformed, item, "its default is not of its type")
        }
        return value
    }

    /// Whether a default has the kind of a type. Its range is checked when it is used.
    private static func isOf(_ type: ValueType, _ value: TraitValue) -> Bool {
        switch (type, value) {
        case (.boolean, .bool), (.unsigned, .unsigned), (.enumeration, .unsigned), (.bitmap, .unsigned),
            (.signed, .signed), (.single, .float), (.double, .double), (.string, .string), (.octets, .octets):
            true
        default: false
        }
    }

    // MARK: Conditions

    func condition(
        _ condition: Hearth_V1_SchemaCondition?, of item: String
    ) throws(TraitSchemaError) -> FeatureExpression? {
        guard let condition else { return nil }
        return try expression(condition, depth: 0, of: item)
    }

    private func expression(
        _ condition: Hearth_V1_SchemaCondition?, depth: Int, of item: String
    ) throws(TraitSchemaError) -> FeatureExpression {
        guard depth <= limits.conditionDepth else {
            throw TraitSchemaError(.tooLarge, item, "its condition is more than \(limits.conditionDepth) levels deep")
        }
        switch condition?.condition {
        case .feature(let mask): return .feature(mask)
        case .not(let operand): return .not(try expression(operand, depth: depth + 1, of: item))
        case .and(let pair):
            return .and(
                try expression(pair.left, depth: depth + 1, of: item),
                try expression(pair.right, depth: depth + 1, of: item))
        case .or(let pair):
            return .or(
                try expression(pair.left, depth: depth + 1, of: item),
                try expression(pair.right, depth: depth + 1, of: item))
        case nil: throw TraitSchemaError(.malformed, item, "it has an empty condition")
        }
    }
}
