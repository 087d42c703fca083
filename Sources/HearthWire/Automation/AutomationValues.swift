package import HearthTraitDescriptors

// Conversion of trait values in automations to and from messages.

extension Hearth_V1_Value {
    /// A value as a message.
    package init(_ value: TraitValue) {
        switch value {
        case .null: self.init(value: .null(true))
        case .bool(let value): self.init(value: .boolean(value))
        case .unsigned(let value): self.init(value: .unsigned(value))
        case .signed(let value): self.init(value: .signed(value))
        case .float(let value): self.init(value: .single(value))
        case .double(let value): self.init(value: .double(value))
        case .string(let value): self.init(value: .text(value))
        case .octets(let value): self.init(value: .octets(value))
        case .list(let items): self.init(value: .list(.init(items: items.map(Hearth_V1_Value.init))))
        case .structure(let fields): self.init(value: .structure(.init(fields: Hearth_V1_FieldValue.fields(fields))))
        }
    }
}

extension Hearth_V1_FieldValue {
    /// Fields in ascending order of ID.
    package static func fields(_ values: StructureValue) -> [Hearth_V1_FieldValue] {
        values.fields.sorted { $0.key < $1.key }.map { Hearth_V1_FieldValue(id: $0, value: Hearth_V1_Value($1)) }
    }
}

extension TraitValue {
    /// The value of a message; nil for a kind that this version does not know.
    package init?(_ message: Hearth_V1_Value) {
        switch message.value {
        case .null?: self = .null
        case .boolean(let value)?: self = .bool(value)
        case .unsigned(let value)?: self = .unsigned(value)
        case .signed(let value)?: self = .signed(value)
        case .single(let value)?: self = .float(value)
        case .double(let value)?: self = .double(value)
        case .text(let value)?: self = .string(value)
        case .octets(let value)?: self = .octets(value)
        case .list(let list)?:
            let items = list.items.compactMap(TraitValue.init)
            guard items.count == list.items.count else { return nil }
            self = .list(items)
        case .structure(let structure)?:
            guard let fields = StructureValue(structure.fields) else { return nil }
            self = .structure(fields)
        case nil: return nil
        }
    }
}

extension StructureValue {
    /// The fields of a message; for duplicate IDs, the last one is kept. nil if a value has a kind that this version
    /// does not know.
    package init?(_ message: [Hearth_V1_FieldValue]) {
        self.init()
        for field in message {
            guard let value = field.value.flatMap(TraitValue.init) else { return nil }
            self[field.id] = value
        }
    }
}
