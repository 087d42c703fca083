internal import HearthTraitCore
internal import ResolvedSchema

/// Converts defaults in an endpoint block to attribute values.
///
/// Numbers are written as their stored bits: all bits set (for signed types, the lowest value) is null in a nullable
/// field, and negative numbers may be written as the unsigned number with the same bits.
struct WrittenValues {
    private let descriptor: TraitDescriptor

    init(_ descriptor: TraitDescriptor) {
        self.descriptor = descriptor
    }

    /// nil if the value is invalid for the field.
    func value(of written: DefaultValue, _ field: FieldDescriptor) -> TraitValue? {
        guard !field.isList else { return nil }
        let value: TraitValue? =
            switch written {
            case .boolean(let flag): .bool(flag)
            case .string(let text): field.type == .octets ? .octets(Array(text.utf8)) : .string(text)
            case .integer(let number): self.number(number, field)
            }
        return value.flatMap { descriptor.hasType($0, of: field) ? $0 : nil }
    }

    private func number(_ number: Int128, _ field: FieldDescriptor) -> TraitValue? {
        switch field.type {
        case .boolean: .bool(number != 0)
        case .unsigned(let bits): unsigned(number, bits, field)
        case .enumeration(let index):
            descriptor.enums.indices.contains(index) ? unsigned(number, descriptor.enums[index].bits, field) : nil
        case .bitmap(let index):
            descriptor.bitmaps.indices.contains(index) ? unsigned(number, descriptor.bitmaps[index].bits, field) : nil
        case .signed(let bits): signed(number, bits, field)
        case .single: .float(Float(number))
        case .double: .double(Double(number))
        case .string, .octets, .structure: nil
        }
    }

    private func unsigned(_ number: Int128, _ bits: UInt8, _ field: FieldDescriptor) -> TraitValue? {
        let top = (Int128(1) << Int128(min(bits, 64))) - 1
        if field.isNullable, number == top { return .null }
        return number <= top ? UInt64(exactly: number).map { .unsigned($0) } : nil
    }

    private func signed(_ number: Int128, _ bits: UInt8, _ field: FieldDescriptor) -> TraitValue? {
        let half = Int128(1) << Int128(min(max(bits, 1), 64) - 1)
        let meant = number >= half && number < 2 * half ? number - 2 * half : number
        if field.isNullable, meant == -half { return .null }
        return (-half..<half).contains(meant) ? Int64(exactly: meant).map { .signed($0) } : nil
    }
}
