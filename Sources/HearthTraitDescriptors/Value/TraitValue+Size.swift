extension TraitValue {
    /// Approximate growth of a structure in bytes if this value replaces the value `old` of a field; `old` is nil if
    /// the field is new.
    public func growth(from old: TraitValue?) -> Int {
        memorySize - (old.map(\.memorySize) ?? -StructureValue.entrySize)
    }

    /// The approximate memory of the value in bytes.
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
    /// The approximate memory of the fields in bytes.
    public var memorySize: Int {
        fields.values.reduce(64) { $0 + Self.entrySize + $1.memorySize }
    }

    /// The size of a field's ID and its share of the hash table.
    static let entrySize = 24
}
