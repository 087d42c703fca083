public import HearthTraitCore

extension TraitDescriptor {
    /// A valid default value for a field: the schema's default, otherwise null if allowed, otherwise the valid value
    /// closest to zero, false or empty.
    public func restingValue(of field: FieldDescriptor) -> TraitValue {
        restingValue(of: field, depth: 0)
    }

    /// The default values of a struct's mandatory fields.
    public func restingValues(of type: StructDescriptor) -> StructureValue {
        restingValues(of: type, depth: 0)
    }

    /// Structs contain themselves only through lists, which are empty by default. The limit is for descriptors from
    /// other sources.
    private static var depthLimit: Int { 16 }

    private func restingValues(of type: StructDescriptor, depth: Int) -> StructureValue {
        var result = StructureValue()
        guard depth < Self.depthLimit else { return result }
        for field in type.fields where !field.isOptional {
            result[field.id] = restingValue(of: field, depth: depth + 1)
        }
        return result
    }

    private func restingValue(of field: FieldDescriptor, depth: Int) -> TraitValue {
        if let value = field.defaultValue, hasType(value, of: field) { return value }
        if field.isNullable { return .null }
        let least = field.minLength ?? 0
        if field.isList {
            let entry = FieldDescriptor(field.id, field.name, field.type)
            return .list(Array(repeating: restingValue(of: entry, depth: depth + 1), count: Swift.min(least, 64)))
        }
        switch field.type {
        case .boolean: return .bool(false)
        case .unsigned, .bitmap: return .unsigned(UInt64(clamping: number(field)))
        case .signed: return .signed(number(field))
        case .enumeration(let index):
            let cases = enums.indices.contains(index) ? enums[index].cases : []
            return .unsigned(cases.contains { $0.value == 0 } ? 0 : cases.first?.value ?? 0)
        case .single: return .float(0)
        case .double: return .double(0)
        case .string: return .string(String(repeating: "-", count: Swift.min(least, 256)))
        case .octets: return .octets(Array(repeating: 0, count: Swift.min(least, 256)))
        case .structure(let index):
            return .structure(structs.indices.contains(index) ? restingValues(of: structs[index], depth: depth) : [:])
        }
    }

    /// Zero, or the nearest fixed limit.
    private func number(_ field: FieldDescriptor) -> Int64 {
        if case .literal(let low) = field.min, low > 0 { return low }
        if case .literal(let high) = field.max, high < 0 { return high }
        return 0
    }
}
