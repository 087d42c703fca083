internal import HearthTraitCore
internal import HearthWire

/// The descriptors of makers' traits that something uses: the hub's table, an attached provider, a device, an event or
/// report that is kept. Does not hold them. The same schema gives the same descriptor as long as there is one.
struct LiveTraits {
    /// Whom the memory of a descriptor is counted for: who made the hub keep it.
    enum Account: Hashable, Sendable {
        case principal(String)
        /// The owner's own processes are counted each for itself, so that none of them takes the room of all.
        case provider(String)
    }

    private struct Entry {
        weak var trait: TraitDescriptor?
        let bytes: Int
        let account: Account
    }

    private var entries: [UInt32: [Entry]] = [:]

    /// The descriptor of a schema, if there is one.
    mutating func descriptor(of schema: Hearth_V1_TraitSchema) -> TraitDescriptor? {
        clean(schema.id)
        return entries[schema.id]?.lazy.compactMap(\.trait).first {
            $0.revision == schema.revision && $0.name == schema.name && $0.schema == schema
        }
    }

    mutating func add(_ trait: TraitDescriptor, bytes: Int, account: Account) {
        clean(trait.id)
        guard entries[trait.id]?.contains(where: { $0.trait === trait }) != true else { return }
        entries[trait.id, default: []].append(Entry(trait: trait, bytes: bytes, account: account))
    }

    /// How many there are.
    var count: Int { entries.values.reduce(0) { $0 + $1.count { $0.trait != nil } } }

    /// What those of an account cost, or all together.
    func bytes(of account: Account? = nil) -> Int {
        entries.values.joined().reduce(0) { sum, entry in
            entry.trait != nil && (account == nil || entry.account == account) ? sum + entry.bytes : sum
        }
    }

    private mutating func clean(_ id: UInt32) {
        entries[id]?.removeAll { $0.trait == nil }
        if entries[id]?.isEmpty == true { entries[id] = nil }
    }
}
