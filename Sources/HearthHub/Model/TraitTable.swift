internal import HearthBase
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// The traits that a hub knows. It grows while calls run; what one more trait costs does not depend on how many there
/// are.
final class TraitTable: Sendable {
    private struct Content {
        var byID: [UInt32: TraitDescriptor]
        /// By rising id; nil since one came or went.
        var sorted: [TraitDescriptor]?
        /// By the names that they take; nil until someone asks.
        var byName: [String: TraitDescriptor]?
    }

    private let content: Mutex<Content>
    /// Those that the hub was built with; nobody replaces them.
    let ownIDs: Set<UInt32>

    init(_ own: [TraitDescriptor]) {
        let byID = Dictionary(own.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        content = Mutex(Content(byID: byID))
        ownIDs = Set(byID.keys)
    }

    /// By rising id.
    var all: [TraitDescriptor] {
        content.withLock { content in
            let all = content.sorted ?? content.byID.values.ordered(by: \.id)
            content.sorted = all
            return all
        }
    }

    var count: Int { content.withLock { $0.byID.count } }

    subscript(_ id: UInt32) -> TraitDescriptor? { content.withLock { $0.byID[id] } }

    /// The trait that has one of these ``TraitDescriptor/takenNames``.
    func holder(ofAnyOf names: [String]) -> (name: String, trait: TraitDescriptor)? {
        content.withLock { content in
            let byName =
                content.byName
                ?? Dictionary(
                    content.byID.values.flatMap { trait in trait.takenNames.map { ($0, trait) } },
                    uniquingKeysWith: { first, _ in first })
            content.byName = byName
            return names.lazy.compactMap { name in byName[name].map { (name, $0) } }.first
        }
    }

    /// Adds traits, or puts newer revisions in the place of older ones.
    func put(_ traits: [TraitDescriptor]) {
        content.withLock { content in
            content.sorted = nil
            for trait in traits {
                content.byID[trait.id] = trait
                if content.byName != nil {
                    for name in trait.takenNames { content.byName?[name] = trait }
                }
            }
        }
    }

    /// Takes a maker's trait out. Those that the hub was built with stay.
    func remove(_ id: UInt32) {
        guard !ownIDs.contains(id) else { return }
        content.withLock { content in
            guard let trait = content.byID.removeValue(forKey: id) else { return }
            content.sorted = nil
            for name in trait.takenNames { content.byName?[name] = nil }
        }
    }
}

extension TraitDescriptor {
    /// A trait is a message, a service and a file: their names are nobody else's.
    var takenNames: [String] { [typeName, serviceName, protoPath] }
}
