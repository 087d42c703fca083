internal import HearthTraitCatalog
internal import HearthTraitCore

/// The traits that this program can describe: those that it was compiled with, and those that a hub has described.
struct KnownTraits {
    private var described: [UInt32: TraitDescriptor]

    /// - Parameter described: descriptors that a hub has sent, by ID.
    init(_ described: [UInt32: TraitDescriptor] = [:]) { self.described = described }

    /// The descriptor of a trait; nil if neither this program nor a hub has described it.
    subscript(id: UInt32) -> TraitDescriptor? { StandardTraits.descriptor(id) ?? described[id] }

    /// The descriptors of these traits by ID, without unknown ones.
    func descriptors(of ids: Set<UInt32>) -> [UInt32: TraitDescriptor] {
        var descriptors: [UInt32: TraitDescriptor] = [:]
        for id in ids { descriptors[id] = self[id] }
        return descriptors
    }

    mutating func learn(_ more: KnownTraits) { described.merge(more.described) { own, _ in own } }
    mutating func learn(_ more: [TraitDescriptor]) {
        for trait in more { described[trait.id] = trait }
    }
}
