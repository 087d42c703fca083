internal import HearthRPC
package import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// The attributes and events that a caller may not see: those whose privilege it lacks, and those that can't be read.
///
/// Its lock guards the hidden elements by trait, which grow with new traits. No other lock is taken under it.
package final class ReadAccess: Hashable, Sendable {
    struct Hidden: Sendable {
        var attributes: Set<UInt32> = []
        var events: Set<UInt32> = []
    }

    static let privileges: Rights = [.view, .operate, .manage, .administer]

    /// The privileges that matter for reading.
    let rights: Rights
    /// By trait; most traits hide nothing and have no entry. Entries of removed traits stay, as reports of them may be
    /// in flight.
    private let hidden = Mutex<[UInt32: Hidden]>([:])

    init(_ rights: Rights, traits: some Sequence<TraitDescriptor>) {
        self.rights = rights.intersection(Self.privileges)
        for trait in traits { learn(trait) }
    }

    /// Learns a trait that was added later, before it becomes visible.
    func learn(_ trait: TraitDescriptor) {
        let attributes = trait.attributes.filter { attribute in
            attribute.read.map { !rights.isSuperset(of: Rights($0)) } ?? true
        }
        let events = trait.events.filter { !rights.isSuperset(of: Rights($0.read)) }
        let isOpen = attributes.isEmpty && events.isEmpty
        let new = Hidden(attributes: Set(attributes.map(\.id)), events: Set(events.map(\.id)))
        hidden.withLock { $0[trait.id] = isOpen ? nil : new }
    }

    private func hidden(of traitID: UInt32) -> Hidden? { hidden.withLock { $0[traitID] } }

    /// Whether everything can be seen.
    var hidesNothing: Bool { hidden.withLock { $0.isEmpty } }

    /// The attributes without those that are hidden.
    package func visible(_ attributes: StructureValue, of traitID: UInt32) -> StructureValue {
        guard let hidden = hidden(of: traitID) else { return attributes }
        return StructureValue(attributes.fields.filter { !hidden.attributes.contains($0.key) })
    }

    func allows(event: UInt32, of traitID: UInt32) -> Bool {
        hidden(of: traitID).map { !$0.events.contains(event) } ?? true
    }

    package static func == (left: ReadAccess, right: ReadAccess) -> Bool { left.rights == right.rights }

    package func hash(into hasher: inout Hasher) { hasher.combine(rights.rawValue) }
}
