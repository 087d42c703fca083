extension TraitValue {
    /// How many bytes more, about, a structure occupies when this value takes the place of one of its fields; nil for a
    /// field that it did not have.
    public func growth(from old: TraitValue?) -> Int {
        memorySize - (old.map(\.memorySize) ?? -StructureValue.entrySize)
    }

    /// The memory in bytes that the value occupies, about.
    public var memorySize: Int {
        switch self {
        case .null: 8
        case .bool, .unsigned, .signed, .float, .double: 32
        case .string(let text): 48 + text.utf8.count
        case .octets(let bytes): 64 + bytes.count
        case .list(let entries): entries.reduce(64) { $0 + 8 + $1.memorySize }
        case .structure(let structure): 32 + structure.memorySize
        }
    }
}

extension StructureValue {
    /// The memory in bytes that the fields occupy, about.
    public var memorySize: Int {
        fields.values.reduce(64) { $0 + Self.entrySize + $1.memorySize }
    }

    /// A field's number, its place in the table, and the table's room for more.
    static let entrySize = 24
}
