internal import HearthTraitCore
internal import HearthWire

/// The descriptors of manufacturer traits in use: by the hub's table, an attached provider, a device, or a kept event
/// or report. It holds them weakly. A schema gives the same descriptor while that is in use.
struct LiveTraits {
    /// The holder of the share that the memory of a descriptor counts for.
    enum Account: Hashable, Sendable {
        case principal(String)
        /// Each of the owner's own processes counts by itself, so that none of them takes the room of all.
        case provider(String)
    }

    private struct Entry {
        weak var trait: TraitDescriptor?
        let bytes: Int
        let account: Account
    }

    private var entries: [UInt32: [Entry]] = [:]
    /// The bytes of the entries, including released descriptors whose trait was not cleaned since.
    private var bytes: [Account: Int] = [:]
    private var allBytes = 0

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
        count(bytes, for: account)
    }

    /// The number of descriptors in use.
    var count: Int { entries.values.reduce(0) { $0 + $1.count { $0.trait != nil } } }

    /// An upper bound of the bytes for an account, or for all; exact after ``clean()``.
    func mostBytes(of account: Account? = nil) -> Int { account.map { bytes[$0] ?? 0 } ?? allBytes }

    /// Removes entries of released descriptors. It visits all entries, so call it only when there is no room.
    mutating func clean() {
        for id in Array(entries.keys) { clean(id) }
    }

    private mutating func clean(_ id: UInt32) {
        guard let all = entries[id] else { return }
        var kept: [Entry] = []
        for entry in all {
            if entry.trait == nil { count(-entry.bytes, for: entry.account) } else { kept.append(entry) }
        }
        entries[id] = kept.isEmpty ? nil : kept
    }

    private mutating func count(_ change: Int, for account: Account) {
        allBytes += change
        let sum = (bytes[account] ?? 0) + change
        bytes[account] = sum == 0 ? nil : sum
    }
}
