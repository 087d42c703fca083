internal import HearthTraitDescriptors

/// A value that takes on the type of the field it is for. Literals are written as the schema's enums and numbers.
enum PlainValue: Sendable {
    case null
    case bool(Bool)
    /// An integer, an enum or bits.
    case integer(Int64)
    case real(Double)
    case text(String)
    case list([PlainValue])
    /// A struct of the trait, by its fields' names.
    case structure([String: PlainValue])

    /// The nearest integer, half away from zero; null if there is none.
    static func rounded(_ value: Double?) -> PlainValue {
        guard let value, let number = Int64(exactly: value.rounded(.toNearestOrAwayFromZero)) else { return .null }
        return .integer(number)
    }
}

extension PlainValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
    ExpressibleByNilLiteral, ExpressibleByArrayLiteral
{
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(integerLiteral value: Int64) { self = .integer(value) }
    init(stringLiteral value: String) { self = .text(value) }
    init(nilLiteral: ()) { self = .null }
    init(arrayLiteral elements: PlainValue...) { self = .list(elements) }
}

extension TraitDescriptor {
    /// The values of attributes, by their names. A value that its attribute can't hold is null; without null it is left
    /// out.
    func attributes(_ values: [String: PlainValue]) -> StructureValue {
        var result = StructureValue()
        for (name, value) in values {
            guard let field = attribute(named: name)?.field else { continue }
            result[field.id] = self.value(value, of: field)
        }
        return result
    }

    /// The fields of an event, by their names.
    func fields(_ values: [String: PlainValue], of event: EventDescriptor) -> StructureValue {
        structure(values, event.fields)
    }

    private func structure(_ values: [String: PlainValue], _ type: StructDescriptor) -> StructureValue {
        var result = StructureValue()
        for field in type.fields {
            guard let value = values[field.name] else { continue }
            result[field.id] = self.value(value, of: field)
        }
        return result
    }

    private func value(_ value: PlainValue, of field: FieldDescriptor) -> TraitValue? {
        let typed: TraitValue? =
            if case .list(let items) = value {
                .list(items.compactMap { one($0, field) })
            } else {
                one(value, field)
            }
        if let typed, hasType(typed, of: field) { return typed }
        return field.isNullable ? .null : nil
    }

    private func one(_ value: PlainValue, _ field: FieldDescriptor) -> TraitValue? {
        switch (value, field.type) {
        case (.null, _): .null
        case (.bool(let value), .boolean): .bool(value)
        case (.integer(let value), .signed): .signed(value)
        case (.integer(let value), .unsigned), (.integer(let value), .enumeration), (.integer(let value), .bitmap):
            UInt64(exactly: value).map { .unsigned($0) }
        case (.integer(let value), .single): .float(Float(value))
        case (.integer(let value), .double): .double(Double(value))
        case (.real(let value), .single): value.isFinite ? .float(Float(value)) : nil
        case (.real(let value), .double): value.isFinite ? .double(value) : nil
        case (.text(let value), .string): .string(value)
        case (.structure(let values), .structure(let index)):
            structs.indices.contains(index) ? .structure(structure(values, structs[index])) : nil
        default: nil
        }
    }
}
