package import HearthTraitCore

/// JSON for output. Objects keep the order of their members.
package indirect enum JSON {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSON])
    case object([(String, JSON)])

    package static func number(_ value: some BinaryInteger) -> JSON { .number(String(value)) }

    package var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let digits): digits
        case .string(let value): quoted(value)
        case .array(let items): "[" + items.map(\.text).joined(separator: ",") + "]"
        case .object(let members): "{" + members.map { "\(quoted($0)):\($1.text)" }.joined(separator: ",") + "}"
        }
    }

    /// A trait's value: numbers and bitmaps as numbers, enums by name, bytes in hexadecimal.
    package init(_ value: TraitValue, _ field: FieldDescriptor, of trait: TraitDescriptor) {
        switch value {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .unsigned(let number):
            if case .enumeration = field.type {
                let name = trait.text(value, field)
                self = name == String(number) ? .number(name) : .string(name)
            } else {
                self = .number(number)
            }
        case .signed(let number): self = .number(number)
        case .float(let number): self = number.isFinite ? .number("\(number)") : .string("\(number)")
        case .double(let number): self = number.isFinite ? .number("\(number)") : .string("\(number)")
        case .string(let text): self = .string(text)
        case .octets: self = .string(trait.text(value, field))
        case .list(let items): self = .array(items.map { JSON($0, field, of: trait) })
        case .structure(let fields):
            guard case .structure(let index) = field.type, trait.structs.indices.contains(index) else {
                self = .object([])
                return
            }
            self.init(fields, trait.structs[index].fields, of: trait)
        }
    }

    /// The given fields, by name.
    package init(_ value: StructureValue, _ fields: [FieldDescriptor], of trait: TraitDescriptor) {
        self = .object(fields.compactMap { field in value[field.id].map { (field.name, JSON($0, field, of: trait)) } })
    }
}
