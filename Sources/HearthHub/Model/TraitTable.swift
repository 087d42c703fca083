internal import HearthBase
internal import HearthTraitCore
internal import Synchronization

/// The traits that a hub knows. It grows while calls run.
final class TraitTable: Sendable {
    private struct Content {
        var all: [TraitDescriptor]
        var byID: [UInt32: TraitDescriptor]
    }

    private let content: Mutex<Content>
    /// Those that the hub was built with; nobody replaces them.
    let ownIDs: Set<UInt32>

    init(_ own: [TraitDescriptor]) {
        let byID = Dictionary(own.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        content = Mutex(Content(all: byID.values.ordered(by: \.id), byID: byID))
        ownIDs = Set(byID.keys)
    }

    /// By rising id.
    var all: [TraitDescriptor] { content.withLock { $0.all } }

    subscript(_ id: UInt32) -> TraitDescriptor? { content.withLock { $0.byID[id] } }

    /// Adds a trait, or puts a newer revision in the place of the older one.
    func put(_ trait: TraitDescriptor) {
        content.withLock { content in
            content.byID[trait.id] = trait
            content.all.removeAll { $0.id == trait.id }
            content.all.insert(trait, at: content.all.firstIndex { $0.id > trait.id } ?? content.all.endIndex)
        }
    }

    /// Takes a maker's trait out. Those that the hub was built with stay.
    func remove(_ id: UInt32) {
        guard !ownIDs.contains(id) else { return }
        content.withLock { content in
            content.byID[id] = nil
            content.all.removeAll { $0.id == id }
        }
    }
}
