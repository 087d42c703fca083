internal import HearthTraitCore

/// The values that traits of a home have alike, such as the lists of attributes of equal devices. Each is decoded and
/// kept in memory once; a trait that changes gets values of its own.
struct AlikeValues {
    private struct Stored: Hashable {
        let traitID: UInt32
        let bytes: [UInt8]
    }

    private var traits: [Stored: StructureValue] = [:]
    private var values: Set<TraitValue> = []

    /// The stored attributes of a trait.
    mutating func decode(_ bytes: [UInt8], of descriptor: TraitDescriptor) throws -> StructureValue {
        let stored = Stored(traitID: descriptor.id, bytes: bytes)
        if let known = traits[stored] { return known }
        let decoded = try descriptor.decodeAttributes(bytes.span.bytes)
        let attributes = StructureValue(decoded.fields.mapValues { shared($0) })
        traits[stored] = attributes
        return attributes
    }

    private mutating func shared(_ value: TraitValue) -> TraitValue {
        value.equalsOnlyItself ? values.insert(value).memberAfterInsert : value
    }
}

extension TraitValue {
    /// Whether values that equal it are also encoded like it. Equal texts may differ in Unicode form, zeros in their
    /// sign.
    fileprivate var equalsOnlyItself: Bool {
        switch self {
        case .null, .bool, .unsigned, .signed, .octets: true
        case .list(let entries): entries.allSatisfy(\.equalsOnlyItself)
        case .float, .double, .string, .structure: false
        }
    }
}
