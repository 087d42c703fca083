extension TraitDescriptor {
    /// A value as text for people: names for enums and bits, otherwise raw numbers, and JSON's notation for text and
    /// lists.
    public func text(_ value: TraitValue, _ field: FieldDescriptor) -> String {
        switch value {
        case .null: return "null"
        case .bool(let value): return value ? "true" : "false"
        case .unsigned(let number): return text(number, type: field.type)
        case .signed(let number): return String(number)
        case .float(let number): return String(number)
        case .double(let number): return String(number)
        case .string(let text): return quoted(text)
        case .octets(let bytes): return "0x" + bytes.map { hexByte($0) }.joined()
        case .list(let items): return "[" + items.map { text($0, field) }.joined(separator: ", ") + "]"
        case .structure(let fields):
            guard case .structure(let index) = field.type, structs.indices.contains(index) else { return "{}" }
            return "{" + text(fields, structs[index]) + "}"
        }
    }

    /// The present fields of a struct: "a: 1, b: 2".
    public func text(_ value: StructureValue, _ type: StructDescriptor) -> String {
        type.fields.compactMap { field in value[field.id].map { "\(field.name): \(text($0, field))" } }
            .joined(separator: ", ")
    }

    private func text(_ number: UInt64, type: ValueType) -> String {
        switch type {
        case .enumeration(let index):
            let name = enums.indices.contains(index) ? enums[index].name(of: number) : nil
            return name ?? String(number)
        case .bitmap(let index):
            guard bitmaps.indices.contains(index) else { return String(number) }
            return text(bits: number, bitmaps[index])
        default: return String(number)
        }
    }

    private func text(bits number: UInt64, _ bitmap: BitmapDescriptor) -> String {
        var rest = number
        var names: [String] = []
        for field in bitmap.fields where number & field.mask != 0 {
            rest &= ~field.mask
            let shifted = (number & field.mask) >> UInt64(field.mask.trailingZeroBitCount)
            names.append(field.mask.nonzeroBitCount == 1 ? field.name : "\(field.name)=\(shifted)")
        }
        if rest != 0 { names.append("0x" + String(rest, radix: 16)) }
        return names.isEmpty ? "0" : names.joined(separator: "|")
    }
}

func hexByte(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return byte < 16 ? "0" + digits : digits
}
