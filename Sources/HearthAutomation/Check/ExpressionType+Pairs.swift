internal import HearthCalendar
internal import HearthTraitDescriptors

/// Compatibility of types.
extension ExpressionType {
    /// Whether values of both types can be tested for equality.
    func canEqual(_ other: ExpressionType) -> Bool {
        switch (self, other) {
        case (.unknown, _), (_, .unknown), (.boolean, .boolean), (.text, .text), (.octets, .octets),
            (.timeOfDay, .timeOfDay), (.date, .date):
            true
        case (.enumeration(let left), .enumeration(let right)): left == right
        case (.bitmap(let left), .bitmap(let right)): left == right
        // A constant list does not tell whether its numbers are enum cases or bitmaps.
        case (.list(let left), .list(let right)):
            left.canEqual(right) || left.isNumeric && right.isNumber || left.isNumber && right.isNumeric
        case (.structure(_, let left), .structure(_, let right)): left == right
        case (.structure(let trait, let type), .fixed(let value)), (.fixed(let value), .structure(let trait, let type)):
            value.fields.allSatisfy { id, value in type.field(id).map { trait.hasType(value, of: $0) } ?? false }
        case (.timeOfDay, .fixed(let value)), (.fixed(let value), .timeOfDay): Self.isTimeOfDay(value)
        case (.date, .fixed(let value)), (.fixed(let value), .date): Self.isDate(value)
        case (.fixed, .fixed): true
        default: isNumber && other.isNumber
        }
    }

    /// Whether values of both types can be ordered: numbers, texts, times of day, dates, and structures of numbers with
    /// the same fields. The evaluator compares the same types.
    func canOrder(_ other: ExpressionType) -> Bool {
        guard canEqual(other) else { return false }
        return switch (self, other) {
        case (.structure(_, let type), .fixed(let value)), (.fixed(let value), .structure(_, let type)):
            Self.isOrdered(type) && type.fields.allSatisfy { $0.isOptional || value[$0.id] != nil }
        case (.fixed(let left), .fixed(let right)):
            left.fields.keys == right.fields.keys && Self.isOrdered(left) && Self.isOrdered(right)
        default: isOrdered && other.isOrdered
        }
    }

    private var isOrdered: Bool {
        switch self {
        case .unsigned, .signed, .real, .text, .timeOfDay, .date, .unknown: true
        case .structure(_, let type): Self.isOrdered(type)
        case .fixed(let value): Self.isOrdered(value)
        case .boolean, .octets, .enumeration, .bitmap, .list: false
        }
    }

    private static func isOrdered(_ type: StructDescriptor) -> Bool {
        type.fields.allSatisfy { field in
            switch field.type {
            case .unsigned, .signed, .single, .double: !field.isList
            case .boolean, .string, .octets, .enumeration, .bitmap, .structure: false
            }
        }
    }

    private static func isOrdered(_ value: StructureValue) -> Bool {
        !value.isEmpty && value.fields.values.allSatisfy { AutomationNumber($0) != nil }
    }

    private static func isTimeOfDay(_ value: StructureValue) -> Bool {
        guard value.fields.count == 2, let hour = value[0]?.integer, let minute = value[1]?.integer else {
            return false
        }
        return (0...23).contains(hour) && (0...59).contains(minute)
    }

    private static func isDate(_ value: StructureValue) -> Bool {
        guard value.fields.count == 3, let year = value[0]?.integer.flatMap(Int.init(exactly:)),
            let month = value[1]?.integer.flatMap(Int.init(exactly:)),
            let day = value[2]?.integer.flatMap(Int.init(exactly:))
        else { return false }
        return (-1_000_000...1_000_000).contains(year) && LocalDate(year: year, month: month, dayOfMonth: day) != nil
    }

    /// The common type of both; ``unknown`` if they have none.
    func joined(with other: ExpressionType) -> ExpressionType {
        switch (self, other) {
        case (.unsigned, .unsigned): .unsigned
        case (.unsigned, .signed), (.signed, .unsigned), (.signed, .signed): .signed
        case (.real, _) where other.isNumber, (_, .real) where isNumber: .real
        case (.boolean, .boolean), (.text, .text), (.octets, .octets), (.timeOfDay, .timeOfDay), (.date, .date): self
        case (.enumeration(let left), .enumeration(let right)) where left == right: self
        case (.bitmap(let left), .bitmap(let right)) where left == right: self
        default: .unknown
        }
    }

    /// Whether a computed value of this type can be an argument or an attribute. Whole numbers of all widths can stand
    /// for each other and for fractional numbers.
    func fits(_ field: FieldDescriptor, of trait: TraitDescriptor) -> Bool {
        let wanted = ExpressionType(field, of: trait)
        return switch (self, wanted) {
        case (.real, .unsigned), (.real, .signed): false
        case (.list(let item), .list(let wanted)): item.canEqual(wanted)
        default: canEqual(wanted)
        }
    }
}
