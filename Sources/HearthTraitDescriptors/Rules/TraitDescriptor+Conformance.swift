extension TraitDescriptor {
    /// Whether a value has the type of a field, regardless of its rules. A hub requires this of values that devices
    /// report, so that it can encode them. A value that Matter reserves for null does not: other programs would read
    /// null.
    public func hasType(_ value: TraitValue, of field: FieldDescriptor) -> Bool {
        if case .null = value { return field.isNullable }
        guard field.isList else { return hasTypeOfOne(value, field) }
        guard case .list(let items) = value else { return false }
        return items.allSatisfy { hasTypeOfOne($0, field) }
    }

    private func hasTypeOfOne(_ value: TraitValue, _ field: FieldDescriptor) -> Bool {
        guard rule(reservingForNull: value, of: field) == nil else { return false }
        switch (field.type, value) {
        case (.boolean, .bool), (.single, .float), (.double, .double), (.string, .string), (.octets, .octets):
            return true
        case (.unsigned(let bits), .unsigned(let number)): return bits >= 64 || number >> UInt64(bits) == 0
        case (.signed(let bits), .signed(let number)):
            let spare = Int64(max(0, 64 - Int(bits)))
            return (number << spare) >> spare == number
        case (.enumeration(let index), .unsigned(let number)):
            return enums.indices.contains(index) && number >> UInt64(enums[index].bits) == 0
        case (.bitmap(let index), .unsigned(let number)):
            return bitmaps.indices.contains(index)
                && (bitmaps[index].bits >= 64 || number >> UInt64(bitmaps[index].bits) == 0)
        case (.structure(let index), .structure(let inner)):
            guard structs.indices.contains(index) else { return false }
            return structs[index].fields.allSatisfy { field in
                inner[field.id].map { hasType($0, of: field) } ?? true
            }
        default: return false
        }
    }
}
