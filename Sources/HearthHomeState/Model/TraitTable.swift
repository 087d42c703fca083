internal import HearthBase
package import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// The traits that a hub knows. It grows while calls run; the cost of adding a trait does not depend on their number.
///
/// Its lock guards the traits and the two lists made of them. It may be taken under any lock, and none is taken under
/// it.
package final class TraitTable: Sendable {
    private struct Content {
        var byID: [UInt32: TraitDescriptor]
        /// By rising id; nil until needed after a trait was added or removed.
        var sorted: [TraitDescriptor]?
        /// By the names that they take; nil until needed.
        var byName: [String: TraitDescriptor]?
    }

    private let content: Mutex<Content>
    /// The traits that the hub was built with, which can't be replaced.
    package let ownIDs: Set<UInt32>

    package init(_ own: [TraitDescriptor]) {
        let byID = Dictionary(own.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        content = Mutex(Content(byID: byID))
        ownIDs = Set(byID.keys)
    }

    /// By rising id.
    package var all: [TraitDescriptor] {
        content.withLock { content in
            let all = content.sorted ?? content.byID.values.ordered(by: \.id)
            content.sorted = all
            return all
        }
    }

    /// The traits that the hub was built with, and the others, each by rising id.
    package var parted: (own: [TraitDescriptor], makers: [TraitDescriptor]) {
        let all = all
        return (all.filter { ownIDs.contains($0.id) }, all.filter { !ownIDs.contains($0.id) })
    }

    package var count: Int { content.withLock { $0.byID.count } }

    package subscript(_ id: UInt32) -> TraitDescriptor? { content.withLock { $0.byID[id] } }

    /// The trait that has one of these ``TraitDescriptor/takenNames``.
    package func holder(ofAnyOf names: [String]) -> (name: String, trait: TraitDescriptor)? {
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

    /// Adds traits, or replaces them by newer revisions.
    package func put(_ traits: [TraitDescriptor]) {
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

    /// Removes a manufacturer trait. Those that the hub was built with stay.
    package func remove(_ id: UInt32) {
        guard !ownIDs.contains(id) else { return }
        content.withLock { content in
            guard let trait = content.byID.removeValue(forKey: id) else { return }
            content.sorted = nil
            for name in trait.takenNames { content.byName?[name] = nil }
        }
    }
}

extension TraitDescriptor {
    /// The names of the trait's message, service and file, which no other trait may have.
    package var takenNames: [String] { [typeName, serviceName, protoPath] }
}
